"""What can be done at a console beside the one next action: the smaller buttons."""

from enum import Enum

from punto.rounds import ChangeDealer, CountCards, RetireShoe, Table, Wish
from punto.rounds.shoe import COMMANDS as SHOE_COMMANDS
from punto.rounds.table import COMMANDS as TABLE_COMMANDS
from punto.rules import Actor, Role, snake
from punto.values import PersonId
from punto.views.procedures.dry_run import asked

_ROWS = tuple(row for row in (*SHOE_COMMANDS, *TABLE_COMMANDS) if row.side_step)


class SideStep(Enum):
    """A command by its name; the members come from the rows of the commands."""

    _ignore_ = "row"
    for row in _ROWS:
        vars()[snake(row.kind).upper()] = row.name


_WITH_PARTS: tuple[Wish, ...] = (
    CountCards(1),
    RetireShoe("asked by a screen"),
    ChangeDealer(Actor(PersonId(""), Role.DEALER)),
)
_ASKED: dict[type, Wish] = {type(wish): wish for wish in _WITH_PARTS}
_WISHES = {SideStep(row.name): _ASKED.get(row.kind) or row.kind() for row in _ROWS}


def side_steps(table: Table) -> tuple[SideStep, ...]:
    """Those that would be taken now from somebody of high enough a role."""
    return tuple(
        step
        for step, wish in _WISHES.items()
        if isinstance(asked(table, wish, table.closes_at), tuple)
    )

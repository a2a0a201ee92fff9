"""What can be done at a console beside the one next action: the smaller buttons."""

from collections.abc import Mapping
from enum import Enum

from punto.rounds.commands import Wish
from punto.rounds.shoe.commands import CountCards, NoteCutCard, RestartRoads, RetireShoe
from punto.rounds.state import Table
from punto.rounds.table.commands import ChangeDealer, CloseTable
from punto.rules.roles import Actor, Role
from punto.values.ids import PersonId
from punto.views.procedures.dry_run import asked


class SideStep(Enum):
    """A command by its name."""

    NOTE_CUT_CARD = "NoteCutCard"
    COUNT_CARDS = "CountCards"
    RETIRE_SHOE = "RetireShoe"
    RESTART_ROADS = "RestartRoads"
    CHANGE_DEALER = "ChangeDealer"
    CLOSE_TABLE = "CloseTable"


_WISHES: Mapping[SideStep, Wish] = {
    SideStep.NOTE_CUT_CARD: NoteCutCard(),
    SideStep.COUNT_CARDS: CountCards(1),
    SideStep.RETIRE_SHOE: RetireShoe("asked by a screen"),
    SideStep.RESTART_ROADS: RestartRoads(),
    SideStep.CHANGE_DEALER: ChangeDealer(Actor(PersonId(""), Role.DEALER)),
    SideStep.CLOSE_TABLE: CloseTable(),
}


def side_steps(table: Table) -> tuple[SideStep, ...]:
    """Those that would be taken now from somebody of high enough a role."""
    return tuple(
        step
        for step, wish in _WISHES.items()
        if isinstance(asked(table, wish, table.closes_at), tuple)
    )

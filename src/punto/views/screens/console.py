"""The Game Console: what the Dealer must do and know, and the smaller buttons beside it.

At an electronic table it shows no patron's money.
"""

from enum import Enum

from punto import rounds
from punto.rounds.shoe import COMMANDS as SHOE_COMMANDS
from punto.rounds.table import COMMANDS as TABLE_COMMANDS
from punto.rules import Actor, Phrases, Role
from punto.values import Card, Cents, Instant, PersonId, TerminalId, Value, snake
from punto.views.procedures.effects import asked
from punto.views.procedures.procedure import Procedure, procedure_of
from punto.views.procedures.reportable_irregularities import (
    EarlierRound,
    Reportable,
    earlier_rounds,
    reportable,
)
from punto.views.screens.cards import NextCard, ShoeShown, hands_of, shoe_shown
from punto.views.screens.felt import Felt, felt_of
from punto.views.screens.trays import fill_soon
from punto.views.watched_table import Watched

_ROWS = tuple(row for row in (*SHOE_COMMANDS, *TABLE_COMMANDS) if row.side_step)


class SideStep(Enum):
    """A command by its name; the members come from the rows of the commands."""

    _ignore_ = "row"
    for row in _ROWS:
        vars()[snake(row.kind).upper()] = row.name


_ASKED: dict[type, rounds.Wish] = {
    rounds.CountCards: rounds.CountCards(1),
    rounds.RetireShoe: rounds.RetireShoe("asked by a screen"),
    rounds.ChangeDealer: rounds.ChangeDealer(Actor(PersonId(""), Role.DEALER)),
}
"""With something in the parts that a person fills in."""
_WISHES = {SideStep(row.name): _ASKED.get(row.kind) or row.kind() for row in _ROWS}


def side_steps(table: rounds.Table) -> tuple[SideStep, ...]:
    """Return the commands that a person of a high enough role could give now."""
    return tuple(
        step
        for step, wish in _WISHES.items()
        if isinstance(asked(table, wish, table.closes_at), tuple)
    )


class TerminalStatus(Value):
    """A terminal on the console's board: whether it bets, never how much."""

    terminal: TerminalId
    link: rounds.Link
    disabled: str
    has_bets: bool
    """In the present round, or the last until the next begins."""
    frozen: bool


class ConsoleView(Value):
    """The private part of the console's view."""

    dealer: Actor | None
    single_person: bool
    """A-73."""
    phrases: Phrases
    """The words with which the Dealer opens and closes the bets (A-25)."""
    next_step: rounds.NextStep
    """The next step: the big button."""
    timer_at: Instant | None
    """When the table's timer takes that step by itself; None where it waits for people."""
    next_card: NextCard | None
    registered: tuple[Card, ...]
    """The cards of the present round, or the last, in the order in which they left the shoe."""
    cut_off_at: Instant | None
    """While closing, when the grace of the terminals is over (A-24)."""
    unanswered: tuple[TerminalId, ...]
    """The terminals that this waits for."""
    shoe: ShoeShown | None
    unrevealed: tuple[int, ...]
    """Virtual shoes out of play whose order is still to be told."""
    terminals: tuple[TerminalStatus, ...]
    procedure: Procedure | None
    side_steps: tuple[SideStep, ...]
    """The other steps that are possible now."""
    reportable: tuple[Reportable, ...]
    """The irregularities that can be reported, and how; behind an open matter a report waits."""
    earlier: tuple[EarlierRound, ...]
    """Rounds that a late report may be about, the newest first."""
    felt: Felt | None
    """A live table's layout; None at an electronic table, whose console shows no money."""
    fill_soon: tuple[Cents, ...]
    """The chips of which a live table's tray has little left, by their value."""


def console_view(watched: Watched) -> ConsoleView | None:
    """Return the Dealer's part; None before the table has a game."""
    table, configuration = watched.table, watched.table.configuration
    if configuration is None:
        return None
    due = rounds.next_due(table)
    return ConsoleView(
        dealer=table.dealer,
        single_person=configuration.single_person,
        phrases=configuration.phrases,
        next_step=rounds.awaited(table).step,
        timer_at=None if due is None else due.at,
        next_card=hands_of(table).next_card,
        registered=() if table.round is None else table.round.cards,
        cut_off_at=table.round_now.cut_off_at if table.phase is rounds.Phase.CLOSING else None,
        unanswered=table.unanswered if table.phase is rounds.Phase.CLOSING else (),
        shoe=None if table.shoe is None else shoe_shown(table.shoe),
        unrevealed=tuple(table.unrevealed),
        terminals=_board(table),
        procedure=procedure_of(watched),
        side_steps=side_steps(table),
        reportable=reportable(table, configuration),
        earlier=earlier_rounds(table),
        felt=felt_of(table, watched.sensor),
        fill_soon=fill_soon(watched),
    )


def _board(table: rounds.Table) -> tuple[TerminalStatus, ...]:
    now = table.round
    return tuple(
        TerminalStatus(
            terminal,
            seat.link,
            seat.disabled,
            now is not None and bool(now.stakes_of(terminal)),
            now is not None and terminal in now.frozen,
        )
        for terminal, seat in table.seats.items()
    )

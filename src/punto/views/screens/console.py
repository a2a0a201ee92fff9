"""The Game Console: what the Dealer has to do and to know. It shows nobody's money."""

from dataclasses import dataclass

from punto.rounds import Link, NextStep, Phase, Table, awaited, next_due
from punto.rules import Actor, Phrases
from punto.values import Card, Instant, TerminalId
from punto.views.procedures.procedure import Procedure, procedure_of
from punto.views.procedures.reportable_irregularities import (
    EarlierRound,
    Reportable,
    earlier_rounds,
    reportable,
)
from punto.views.screens.hands import NextCard, hands_of
from punto.views.screens.shoe_progress import ShoeShown, shoe_shown
from punto.views.screens.side_steps import SideStep, side_steps
from punto.views.watched_table import Watched


@dataclass(frozen=True, slots=True)
class TerminalStatus:
    """A terminal on the console's board: whether it plays, never for how much."""

    terminal: TerminalId
    link: Link
    disabled: str
    has_bets: bool
    """In the present round, or the last until the next begins."""
    frozen: bool


@dataclass(frozen=True, slots=True)
class ConsoleView:
    """What the console shows beside the public part."""

    dealer: Actor | None
    single_person: bool
    """A-73."""
    phrases: Phrases
    """What the Dealer says when bets open and close (A-25)."""
    next_step: NextStep
    """What brings the table on: the big button."""
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
    """What could be done now beside the next step."""
    reportable: tuple[Reportable, ...]
    """What may have gone wrong, and how it is reported; none while a matter is open."""
    earlier: tuple[EarlierRound, ...]
    """Rounds that a late report may be about, the newest first."""


def console_view(watched: Watched) -> ConsoleView | None:
    """The Dealer's part; None before the table has a game."""
    table, configuration = watched.table, watched.table.configuration
    if configuration is None:
        return None
    due = next_due(table)
    return ConsoleView(
        dealer=table.dealer,
        single_person=configuration.single_person,
        phrases=configuration.phrases,
        next_step=awaited(table).step,
        timer_at=None if due is None else due.at,
        next_card=hands_of(table).next_card,
        registered=() if table.round is None else table.round.cards,
        cut_off_at=table.round_now.cut_off_at if table.phase is Phase.CLOSING else None,
        unanswered=table.unanswered if table.phase is Phase.CLOSING else (),
        shoe=None if table.shoe is None else shoe_shown(table.shoe),
        unrevealed=tuple(table.unrevealed),
        terminals=_board(table),
        procedure=procedure_of(watched),
        side_steps=side_steps(table),
        reportable=reportable(table, configuration),
        earlier=earlier_rounds(table),
    )


def _board(table: Table) -> tuple[TerminalStatus, ...]:
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

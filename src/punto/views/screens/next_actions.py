"""The one thing that the Dealer is to do next: the big button of the Game Console."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from punto.rounds.betting.commands import OpenBets
from punto.rounds.configuration import Configuration
from punto.rounds.phases import Phase
from punto.rounds.shoe.refusals import BurnFirst, NoShoe
from punto.rounds.state import Table
from punto.rounds.table.commands import Link
from punto.values.ids import TerminalId
from punto.views.procedures.dry_run import asked
from punto.views.procedures.steps import Step, awaited
from punto.views.screens.hands import hands_of


class Action(Enum):
    """A command by its name; the last two are for others, whom the Dealer calls."""

    OPEN_TABLE = "OpenTable"
    LOAD_SHOE = "LoadShoe"
    BURN_CARDS = "BurnCards"
    RETIRE_SHOE = "RetireShoe"
    OPEN_BETS = "OpenBets"
    BEGIN_CLOSING = "BeginClosing"
    CUT_OFF = "CutOff"
    DEAL_CARD = "DealCard"
    ANNOUNCE_TOTALS = "AnnounceTotals"
    SETTLE = "Settle"
    ATTEST = "Attest"
    RULE = "Rule"


@dataclass(frozen=True, slots=True)
class NextAction:
    """What the table waits for, in plain words."""

    action: Action
    words: str


def next_action(table: Table, configuration: Configuration) -> NextAction:
    """The step that brings the table on."""
    match table.phase:
        case Phase.CLOSED:
            return NextAction(Action.OPEN_TABLE, "Open the table")
        case Phase.IDLE | Phase.SETTLED:
            return _between_rounds(table, configuration)
        case Phase.BETTING:
            words = f'Close the bets: "{configuration.phrases.closing}"'
            return NextAction(Action.BEGIN_CLOSING, words)
        case Phase.CLOSING:
            return NextAction(Action.CUT_OFF, _cut_off_words(table))
        case Phase.DEALING:
            return _dealing(table)
        case Phase.RESULT:
            return NextAction(Action.SETTLE, "Settle the round")
        case Phase.AWAITING_RULING:
            return _ruling(table, configuration)
        case _:
            assert_never(table.phase)


def unanswered(table: Table) -> tuple[TerminalId, ...]:
    """The connected terminals that have not frozen; nobody waits for them but while closing."""
    if table.phase is not Phase.CLOSING:
        return ()
    frozen = table.round_now.frozen
    return tuple(
        terminal
        for terminal, seat in table.seats.items()
        if seat.link is Link.CONNECTED and terminal not in frozen
    )


def _between_rounds(table: Table, configuration: Configuration) -> NextAction:
    """Open the bets, or see first to what stands against it."""
    answer = asked(table, OpenBets(), table.closes_at)
    if isinstance(answer, tuple):
        return NextAction(Action.OPEN_BETS, f'Open the bets: "{configuration.phrases.opening}"')
    match answer:
        case NoShoe():
            words = f"Load a shoe of {configuration.terms.decks} decks"
            return NextAction(Action.LOAD_SHOE, words)
        case BurnFirst():
            return NextAction(
                Action.BURN_CARDS, "Show the first card, and burn as many as it counts"
            )
        case _:
            return NextAction(Action.RETIRE_SHOE, f"Take the shoe out: {answer.sentence}")


def _cut_off_words(table: Table) -> str:
    waiting = unanswered(table)
    if not waiting:
        return "Cut off: all terminals have answered"
    return f"Cut off when {', '.join(waiting)} have answered, or when the grace is over"


def _dealing(table: Table) -> NextAction:
    hands = hands_of(table)
    if hands.next_card is not None:
        side, why = hands.next_card.side.value.title(), hands.next_card.why
        return NextAction(Action.DEAL_CARD, f"Deal a card to {side}: {why}")
    words = f"Announce the totals: Player {hands.player.total}, Banker {hands.banker.total}"
    return NextAction(Action.ANNOUNCE_TOTALS, words)


def _ruling(table: Table, configuration: Configuration) -> NextAction:
    step, role = awaited(table)
    title = configuration.title(role)
    if step is Step.ATTEST:
        return NextAction(Action.ATTEST, f"Call the {title} to attest")
    return NextAction(Action.RULE, f"Call the {title} to rule")

"""Significant events: what the pit has to know of, each with a code that stays the same."""

from collections.abc import Mapping
from dataclasses import dataclass

from punto.rounds.adjustment.events import (
    AdjustmentAsked,
    AdjustmentTurnedDown,
    CreditsAdjusted,
    DebtRepaid,
    DebtWrittenOff,
)
from punto.rounds.betting.events import BetsClosed
from punto.rounds.commands import By
from punto.rounds.dealing.events import CardBeyondDecks
from punto.rounds.events import Event, Fact
from punto.rounds.irregularity.events import (
    CardsCarried,
    CardsCorrected,
    CardsDiscarded,
    EarlierRoundResettled,
    IrregularityDeclined,
    IrregularityReported,
    OrderDecided,
    RoundResettled,
    RoundVoided,
    RulingGiven,
    TerminalsInterrupted,
)
from punto.rounds.purse.events import (
    CashOutGivenBack,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketUncertain,
)
from punto.rounds.shoe.events import CardsCounted, RoadsRestarted, ShoeRetired
from punto.rounds.state import Table
from punto.rounds.table.events import (
    DealerChanged,
    LimitsChanged,
    LinkReported,
    TableClosed,
    TableConfigured,
    TableOpened,
    TerminalDisabled,
    TerminalEnabled,
)
from punto.values.ids import Instant, TableId
from punto.views.sentences import sentence_of
from punto.views.sentences.details import Details, details_of

KEPT_COUNT = 200
"""How many a pit screen holds; the record has them all."""

CODES: Mapping[type[Fact], str] = {
    TableConfigured: "table.configured",
    TableOpened: "table.opened",
    TableClosed: "table.closed",
    DealerChanged: "table.dealer_changed",
    LimitsChanged: "table.limits_changed",
    CardsCounted: "shoe.miscounted",
    CardBeyondDecks: "shoe.card_beyond_decks",
    ShoeRetired: "shoe.retired_early",
    RoadsRestarted: "roads.restarted",
    LinkReported: "terminal.link_changed",
    TerminalDisabled: "terminal.disabled",
    TerminalEnabled: "terminal.enabled",
    TerminalMovedIn: "terminal.moved_in",
    TerminalMovedOut: "terminal.moved_out",
    BetsClosed: "terminal.unanswered",
    TerminalsInterrupted: "terminal.interrupted",
    HandPaid: "money.hand_paid",
    AdjustmentAsked: "money.adjustment_asked",
    AdjustmentTurnedDown: "money.adjustment_turned_down",
    CreditsAdjusted: "money.adjusted",
    DebtWrittenOff: "money.debt_written_off",
    DebtRepaid: "money.debt_repaid",
    TicketUncertain: "ticket.uncertain",
    CashOutGivenBack: "ticket.given_back",
    IrregularityReported: "irregularity.reported",
    IrregularityDeclined: "irregularity.declined",
    RulingGiven: "irregularity.ruled",
    OrderDecided: "irregularity.order_decided",
    CardsCorrected: "round.cards_corrected",
    CardsCarried: "round.cards_carried",
    CardsDiscarded: "round.cards_discarded",
    RoundVoided: "round.voided",
    RoundResettled: "round.resettled",
    EarlierRoundResettled: "round.earlier_resettled",
}
"""The facts that are out of the ordinary course of play."""


@dataclass(frozen=True, slots=True)
class SignificantEvent:
    """What happened, and whose doing it was."""

    code: str
    words: str
    details: Details
    """What the words tell, part by part."""
    round_number: int
    """The round in progress or before it; 0 before the first."""
    by: By
    """The person in the role held at that moment, or the terminal that spoke."""
    at: Instant
    clause: str


@dataclass(frozen=True, slots=True)
class TableEvents:
    """The latest significant events of one table, oldest first."""

    table: TableId
    events: tuple[SignificantEvent, ...]


def kept_with(
    kept: tuple[SignificantEvent, ...], told: SignificantEvent
) -> tuple[SignificantEvent, ...]:
    """The latest events. Connections that come and go make room for all others first."""
    events = (*kept, told)
    if len(events) <= KEPT_COUNT:
        return events
    connections = (n for n, each in enumerate(events) if each.code == CODES[LinkReported])
    oldest = next(connections, 0)
    return events[:oldest] + events[oldest + 1 :]


def significance(before: Table, event: Event) -> SignificantEvent | None:
    """What the pit has to know of an event; None in the ordinary course of play."""
    code = CODES.get(type(event.fact))
    if code is None or _is_ordinary(before, event.fact):
        return None
    words, number = sentence_of(event), before.rounds_count
    details = details_of(event.fact)
    return SignificantEvent(code, words, details, number, event.by, event.at, event.clause)


def _is_ordinary(before: Table, fact: Fact) -> bool:
    """A shoe played out, a count that is right, and terminals that all answered are no news."""
    match fact:
        case CardsCounted():
            return fact.counted == fact.expected
        case ShoeRetired():
            return before.shoe_now.cut_card_seen
        case BetsClosed():
            return not fact.unanswered
        case _:
            return False

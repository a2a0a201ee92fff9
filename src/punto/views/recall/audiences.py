"""The parts of an event that each audience may see."""

from typing import assert_never

from punto.ledger.ticket_numbers import TicketNumber, masked
from punto.rounds.adjustment.events import (
    AdjustmentAsked,
    AdjustmentTurnedDown,
    CreditsAdjusted,
    DebtRepaid,
    DebtWrittenOff,
)
from punto.rounds.betting.events import (
    BetsClosed,
    BetsOpened,
    ClosingBegan,
    PositionTaken,
    TerminalFroze,
)
from punto.rounds.betting.stakes import Results
from punto.rounds.dealing.events import (
    CardBeyondDecks,
    CardDealt,
    ResultShown,
    RoundSettled,
    TotalsAnnounced,
)
from punto.rounds.events import Event, Fact
from punto.rounds.irregularity.events import (
    CardsCarried,
    CardsCorrected,
    CardsDiscarded,
    EarlierRoundResettled,
    IrregularityDeclined,
    IrregularityReported,
    OrderDecided,
    PlayResumed,
    RoundResettled,
    RoundVoided,
    RulingGiven,
    TerminalsInterrupted,
)
from punto.rounds.purse.events import CashOutReserved, PurseFact, TicketPrinted, TicketTaken
from punto.rounds.shoe.events import ShoeFact, ShoeLoaded
from punto.rounds.table.events import SeatFact, TableFact
from punto.values.ids import TerminalId
from punto.values.structures import replace

OwnFact = (
    SeatFact
    | PurseFact
    | CreditsAdjusted
    | DebtWrittenOff
    | DebtRepaid
    | PositionTaken
    | TerminalFroze
)
"""Events that concern only one terminal."""
EndingFact = RoundSettled | RoundVoided | RoundResettled | EarlierRoundResettled
"""Events that end bets, or change their end."""
PublicFact = (
    TableFact
    | ShoeFact
    | BetsOpened
    | ClosingBegan
    | CardDealt
    | CardBeyondDecks
    | TotalsAnnounced
    | ResultShown
    | IrregularityReported
    | IrregularityDeclined
    | RulingGiven
    | OrderDecided
    | PlayResumed
    | CardsCorrected
    | CardsCarried
    | CardsDiscarded
)
"""Events that everyone at the table sees."""
StaffFact = AdjustmentAsked | AdjustmentTurnedDown
"""Proposals of staff, which no patron sees."""


def as_seen(event: Event, terminal: TerminalId | None) -> Event | None:
    """Return the event without its secrets; for a terminal, only its own and public parts.

    None if nothing of it concerns that terminal. Without a terminal the audience is staff, who
    see all bets.
    """
    fact = _without_secrets(event.fact)
    seen = fact if terminal is None else _seen_by(fact, terminal)
    return None if seen is None else replace(event, fact=seen)


def _without_secrets(fact: Fact) -> Fact:
    # Anyone who knows the number of an unredeemed ticket can take the money.
    if isinstance(fact, CashOutReserved | TicketPrinted | TicketTaken):
        return replace(fact, number=TicketNumber(masked(fact.number)))
    # No view contains the order of a virtual shoe, not even sealed.
    if isinstance(fact, ShoeLoaded):
        return replace(fact, sealed="")
    return fact


def _seen_by(fact: Fact, terminal: TerminalId) -> Fact | None:
    if isinstance(fact, OwnFact):
        return fact if fact.terminal == terminal else None
    if isinstance(fact, EndingFact):
        return replace(fact, results=own_results(fact.results, terminal))
    if isinstance(fact, BetsClosed):
        return replace(fact, unanswered=tuple(t for t in fact.unanswered if t == terminal))
    if isinstance(fact, TerminalsInterrupted):
        return _interruption_of(fact, terminal)
    if isinstance(fact, StaffFact):
        return None
    if isinstance(fact, PublicFact):
        return fact
    assert_never(fact)


def _interruption_of(fact: TerminalsInterrupted, terminal: TerminalId) -> Fact | None:
    registered = tuple((whose, stakes) for whose, stakes in fact.registered if whose == terminal)
    unregistered = tuple(whose for whose in fact.unregistered if whose == terminal)
    if not (registered or unregistered):
        return None
    return replace(fact, registered=registered, unregistered=unregistered)


def own_results(results: Results, terminal: TerminalId) -> Results:
    """Return the results of one terminal's bets."""
    return tuple((whose, ended) for whose, ended in results if whose == terminal)

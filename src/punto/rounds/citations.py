"""Which paragraph each kind of event rests on, document by document."""

from collections.abc import Mapping

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
from punto.rounds.dealing.events import (
    CardBeyondDecks,
    CardDealt,
    ResultShown,
    RoundSettled,
    TotalsAnnounced,
)
from punto.rounds.events import Fact
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
from punto.rounds.purse.events import (
    BillTaken,
    CashOutGivenBack,
    CashOutReserved,
    CashTaken,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketTaken,
    TicketUncertain,
)
from punto.rounds.shoe.events import (
    CardsBurned,
    CardsCounted,
    CutCardSeen,
    RoadsRestarted,
    ShoeLoaded,
    ShoeRetired,
    ShoeRevealed,
)
from punto.rounds.table.events import (
    DealerChanged,
    LimitsChanged,
    LinkReported,
    TableClosed,
    TableConfigured,
    TableOpened,
    TerminalDisabled,
    TerminalEnabled,
    TerminalSeated,
)

CITATIONS: Mapping[type[Fact], Mapping[str, str]] = {
    TableConfigured: {"rws-etg": "preamble", "mbs": "preamble"},
    TableOpened: {"rws-etg": "1.4", "mbs": "6.2"},
    TableClosed: {"rws-etg": "1.12", "mbs": "6.2"},
    DealerChanged: {"rws-etg": "1.12", "mbs": "6.2"},
    LimitsChanged: {"rws-etg": "3.4", "mbs": "2.2"},
    ShoeLoaded: {"rws-etg": "2.2.1", "mbs": "2.1"},
    CutCardSeen: {"rws-etg": "A-49", "mbs": "3.10"},
    ShoeRetired: {"rws-etg": "5.7.1", "mbs": "3.10"},
    CardsBurned: {"rws-etg": "A-49", "mbs": "A-49"},
    CardsCounted: {"rws-etg": "5.3.2", "mbs": "5.1"},
    ShoeRevealed: {"rws-etg": "1.3", "mbs": "2.1"},
    RoadsRestarted: {"rws-etg": "A-70", "mbs": "A-70"},
    TerminalSeated: {"rws-etg": "1.15", "mbs": "1.1.15"},
    LinkReported: {"rws-etg": "5.2", "mbs": "5.10"},
    TerminalDisabled: {"rws-etg": "1.15", "mbs": "1.1.15"},
    TerminalEnabled: {"rws-etg": "1.15", "mbs": "1.1.15"},
    CashTaken: {"rws-etg": "1.15", "mbs": "1.1.15"},
    BillTaken: {"rws-etg": "1.15", "mbs": "1.1.15"},
    TicketTaken: {"rws-etg": "1.15", "mbs": "1.1.15"},
    CashOutReserved: {"rws-etg": "1.15", "mbs": "1.1.15"},
    TicketPrinted: {"rws-etg": "1.15", "mbs": "1.1.15"},
    CashOutGivenBack: {"rws-etg": "1.15", "mbs": "1.1.15"},
    TicketUncertain: {"rws-etg": "1.15", "mbs": "1.1.15"},
    HandPaid: {"rws-etg": "1.15", "mbs": "1.1.15"},
    TerminalMovedOut: {"rws-etg": "1.15", "mbs": "1.1.15"},
    TerminalMovedIn: {"rws-etg": "1.15", "mbs": "1.1.15"},
    AdjustmentAsked: {"rws-etg": "A-53", "mbs": "A-53"},
    AdjustmentTurnedDown: {"rws-etg": "A-53", "mbs": "A-53"},
    CreditsAdjusted: {"rws-etg": "5.12", "mbs": "6.1"},
    DebtWrittenOff: {"rws-etg": "A-28", "mbs": "A-28"},
    DebtRepaid: {"rws-etg": "A-28", "mbs": "A-28"},
    BetsOpened: {"rws-etg": "3.3", "mbs": "3.1"},
    PositionTaken: {"rws-etg": "3.6", "mbs": "3.5"},
    ClosingBegan: {"rws-etg": "3.7", "mbs": "3.2"},
    TerminalFroze: {"rws-etg": "3.7", "mbs": "3.2"},
    BetsClosed: {"rws-etg": "3.7", "mbs": "3.2"},
    CardDealt: {"rws-etg": "3.8", "mbs": "3.6"},
    CardBeyondDecks: {"rws-etg": "A-69", "mbs": "A-69"},
    TotalsAnnounced: {"rws-etg": "A-68", "mbs": "3.8"},
    ResultShown: {"rws-etg": "3.11", "mbs": "3.9"},
    RoundSettled: {"rws-etg": "3.13", "mbs": "1.1.16"},
    RulingGiven: {"rws-etg": "5.12", "mbs": "6.1"},
    OrderDecided: {"rws-etg": "5.7", "mbs": "5.8"},
    IrregularityDeclined: {"rws-etg": "A-39", "mbs": "A-39"},
    PlayResumed: {"rws-etg": "5.1.1", "mbs": "5.9.2"},
    CardsCorrected: {"rws-etg": "5.6", "mbs": "6.3"},
    CardsCarried: {"rws-etg": "5.4", "mbs": "5.7"},
    CardsDiscarded: {"rws-etg": "A-42", "mbs": "A-42"},
    RoundVoided: {"rws-etg": "5.11", "mbs": "A-38"},
    RoundResettled: {"rws-etg": "5.6", "mbs": "6.3"},
    EarlierRoundResettled: {"rws-etg": "5.6", "mbs": "6.3"},
}


THIRD_CARD = {"rws-etg": "3.10", "mbs": "3.8"}
"""Third cards rest on the Table of Play, the first four on the order of the deal."""


_Reported = IrregularityReported | TerminalsInterrupted


def clause_of(fact: Fact, document: str) -> str:
    """The paragraph or reading that a fact rests on; a house's own document names none."""
    if isinstance(fact, _Reported):
        return fact.policy.clause
    return CITATIONS[type(fact)].get(document, "house rules")

"""Events: what happened at a table. A fact cannot be refused, and nothing else is the state."""

from dataclasses import dataclass

from punto.rounds.commands import By
from punto.rounds.matter_events import (
    CardsCorrected,
    IrregularityDeclined,
    IrregularityReported,
    PlayResumed,
    RoundResettled,
    RoundVoided,
    RulingGiven,
)
from punto.rounds.purse_events import (
    CashOutGivenBack,
    CashOutReserved,
    CashTaken,
    HandPaid,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketUncertain,
)
from punto.rounds.round_events import (
    BetsClosed,
    BetsOpened,
    CardDealt,
    ClosingBegan,
    PositionTaken,
    ResultShown,
    RoundSettled,
    TerminalFroze,
    TotalsAnnounced,
)
from punto.rounds.table_events import (
    CutCardSeen,
    DealerChanged,
    LimitsChanged,
    LinkReported,
    ShoeLoaded,
    ShoeRetired,
    TableClosed,
    TableConfigured,
    TableOpened,
    TerminalDisabled,
    TerminalEnabled,
    TerminalSeated,
)
from punto.values.ids import CommandId, Instant

TableFact = (
    TableConfigured
    | TableOpened
    | TableClosed
    | DealerChanged
    | LimitsChanged
    | ShoeLoaded
    | CutCardSeen
    | ShoeRetired
)
SeatFact = TerminalSeated | LinkReported | TerminalDisabled | TerminalEnabled
PurseFact = (
    CashTaken
    | CashOutReserved
    | TicketPrinted
    | CashOutGivenBack
    | TicketUncertain
    | HandPaid
    | TerminalMovedOut
    | TerminalMovedIn
)
BettingFact = BetsOpened | PositionTaken | ClosingBegan | TerminalFroze | BetsClosed
DealingFact = CardDealt | TotalsAnnounced | ResultShown | RoundSettled
MatterFact = (
    IrregularityReported
    | IrregularityDeclined
    | RulingGiven
    | PlayResumed
    | CardsCorrected
    | RoundVoided
    | RoundResettled
)
Fact = TableFact | SeatFact | PurseFact | BettingFact | DealingFact | MatterFact


@dataclass(frozen=True, slots=True)
class Event:
    """A fact with who caused it, when, by which command, and under which clause or reading."""

    fact: Fact
    by: By
    at: Instant
    command: CommandId
    clause: str

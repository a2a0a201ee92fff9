"""Events: what happened at a table. A fact cannot be refused, and nothing else is the state."""

from msgspec import Struct

from punto.rounds.adjustment.events import (
    AdjustmentAsked,
    AdjustmentTurnedDown,
    CreditsAdjusted,
    DebtRepaid,
    DebtWrittenOff,
)
from punto.rounds.commands import By
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
from punto.rounds.round_events import (
    BetsClosed,
    BetsOpened,
    CardBeyondDecks,
    CardDealt,
    ClosingBegan,
    PositionTaken,
    ResultShown,
    RoundSettled,
    TerminalFroze,
    TotalsAnnounced,
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
from punto.values.ids import CommandId, Instant

TableFact = TableConfigured | TableOpened | TableClosed | DealerChanged | LimitsChanged
ShoeFact = (
    ShoeLoaded
    | CardsBurned
    | CutCardSeen
    | CardsCounted
    | ShoeRetired
    | ShoeRevealed
    | RoadsRestarted
)
SeatFact = TerminalSeated | LinkReported | TerminalDisabled | TerminalEnabled
PurseFact = (
    CashTaken
    | BillTaken
    | TicketTaken
    | CashOutReserved
    | TicketPrinted
    | CashOutGivenBack
    | TicketUncertain
    | HandPaid
    | TerminalMovedOut
    | TerminalMovedIn
)
AdjustmentFact = (
    AdjustmentAsked | AdjustmentTurnedDown | CreditsAdjusted | DebtWrittenOff | DebtRepaid
)
BettingFact = BetsOpened | PositionTaken | ClosingBegan | TerminalFroze | BetsClosed
DealingFact = CardDealt | CardBeyondDecks | TotalsAnnounced | ResultShown | RoundSettled
MatterFact = (
    IrregularityReported
    | TerminalsInterrupted
    | IrregularityDeclined
    | RulingGiven
    | OrderDecided
    | PlayResumed
    | CardsCorrected
    | CardsCarried
    | CardsDiscarded
    | RoundVoided
    | RoundResettled
    | EarlierRoundResettled
)
Fact = (
    TableFact
    | ShoeFact
    | SeatFact
    | PurseFact
    | AdjustmentFact
    | BettingFact
    | DealingFact
    | MatterFact
)


class Event(Struct, frozen=True):
    """A fact with who caused it, when, by which command, and under which clause or reading."""

    fact: Fact
    by: By
    at: Instant
    command: CommandId
    clause: str

"""A round of play: commands, events and refusals, and the two functions that decide and evolve.

Each sub-package is a subject, such as betting or the shoe.
"""

from punto.rounds.adjustment.commands import AdjustmentKind, AnswerAdjustment, AskAdjustment
from punto.rounds.adjustment.events import (
    AdjustmentFact,
    CreditsAdjusted,
    DebtRepaid,
    DebtWrittenOff,
)
from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets, WantPosition
from punto.rounds.betting.events import (
    BetsClosed,
    BetsOpened,
    BettingFact,
    PositionTaken,
    TerminalFroze,
)
from punto.rounds.betting.refusals import BetsRefused
from punto.rounds.betting.stakes import Results, Stakes, total_of
from punto.rounds.bookkeeping import posting_of
from punto.rounds.boxes.commands import EndOptions, PlayerOption
from punto.rounds.boxes.events import BoxFact
from punto.rounds.boxes.layouts import warnings_now
from punto.rounds.boxes.state import box_at, patron_at, place_of
from punto.rounds.catalogue import COMMANDS, EVENTS
from punto.rounds.commands import By, Command, Patron, Timer, Wish, moves_credits
from punto.rounds.configuration import LIVE_DOCUMENTS, CardSource, Configuration, Stamp
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle, ShoePlace
from punto.rounds.dealing.events import (
    CardDealt,
    DealingFact,
    ResultShown,
    RoundSettled,
    TotalsAnnounced,
)
from punto.rounds.dealing.refusals import StaleDraw
from punto.rounds.decisions import decide
from punto.rounds.events import Event, Fact
from punto.rounds.evolution import evolve, evolve_and_post, replay
from punto.rounds.irregularity.commands import Attest, Decline, ReportIrregularity, Rule, Verdict
from punto.rounds.irregularity.consequences import HICCUP_MS
from punto.rounds.irregularity.events import (
    CardsCorrected,
    EarlierRoundResettled,
    IrregularityReported,
    MatterFact,
    PlayResumed,
    RoundResettled,
    RoundVoided,
)
from punto.rounds.irregularity.reporting import policy_in_force
from punto.rounds.next_step import TimerStep, awaited, next_due
from punto.rounds.permissions import SECOND_STEPS
from punto.rounds.phases import BETWEEN_ROUNDS, OPEN_PHASES, NextStep, Phase
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveIn,
    MoveOut,
    PrinterAnswer,
    ResolveCashOut,
    TakeBill,
    TakeCash,
    TakeTicket,
)
from punto.rounds.purse.events import (
    BillTaken,
    CashOutReserved,
    HandPaid,
    PurseFact,
    TerminalMovedIn,
    TerminalMovedOut,
    TicketPrinted,
    TicketTaken,
)
from punto.rounds.purse.evolution import ticket_step_of
from punto.rounds.purse.refusals import NoTicketWaiting
from punto.rounds.records import Record, submit
from punto.rounds.refusals import Refusal
from punto.rounds.shoe.commands import (
    BurnCards,
    CountCards,
    LoadShoe,
    NoteCutCard,
    RetireShoe,
    RevealShoe,
    Shuffle,
)
from punto.rounds.shoe.events import (
    CardsCounted,
    CutCardSeen,
    RoadsBegun,
    ShoeFact,
    ShoeLoaded,
    ShoeRetired,
    ShoeRevealed,
)
from punto.rounds.shoe.refusals import NoShoe, NothingToReveal
from punto.rounds.shoe.state import Shoe
from punto.rounds.state import Matter, RecordDoesNotHold, Round, Seat, Table
from punto.rounds.table.commands import (
    ChangeDealer,
    ConfigureTable,
    Link,
    OpenTable,
    ReportLink,
    SeatTerminal,
)
from punto.rounds.table.events import (
    LinkReported,
    SeatFact,
    TableConfigured,
    TableFact,
    TerminalSeated,
)
from punto.rounds.table.refusals import AlreadySeated, ConfigurationUnfit, TableHasNoGame, Unfit
from punto.rounds.tray.chips import worth
from punto.rounds.tray.commands import Chips, FloatCount, SlipKind
from punto.rounds.tray.events import TrayFact

__all__ = [
    "BETWEEN_ROUNDS",
    "COMMANDS",
    "EVENTS",
    "HICCUP_MS",
    "LIVE_DOCUMENTS",
    "OPEN_PHASES",
    "SECOND_STEPS",
    "AdjustmentFact",
    "AdjustmentKind",
    "AlreadySeated",
    "AnnounceTotals",
    "AnswerAdjustment",
    "AnswerFreeze",
    "AnswerPrinter",
    "AskAdjustment",
    "Attest",
    "BeginClosing",
    "BetsClosed",
    "BetsOpened",
    "BetsRefused",
    "BettingFact",
    "BillTaken",
    "BoxFact",
    "BurnCards",
    "By",
    "CardDealt",
    "CardOrigin",
    "CardSource",
    "CardsCorrected",
    "CardsCounted",
    "CashOut",
    "CashOutReserved",
    "ChangeDealer",
    "Chips",
    "Command",
    "Configuration",
    "ConfigurationUnfit",
    "ConfigureTable",
    "CountCards",
    "CreditsAdjusted",
    "CutCardSeen",
    "CutOff",
    "DealCard",
    "DealingFact",
    "DebtRepaid",
    "DebtWrittenOff",
    "Decline",
    "EarlierRoundResettled",
    "EndOptions",
    "Event",
    "Fact",
    "FloatCount",
    "HandPaid",
    "HandPay",
    "IrregularityReported",
    "Link",
    "LinkReported",
    "LoadShoe",
    "Matter",
    "MatterFact",
    "MoveIn",
    "MoveOut",
    "NextStep",
    "NoShoe",
    "NoTicketWaiting",
    "NoteCutCard",
    "NothingToReveal",
    "OpenBets",
    "OpenTable",
    "Patron",
    "Phase",
    "PlayResumed",
    "PlayerOption",
    "PositionTaken",
    "PrinterAnswer",
    "PurseFact",
    "Record",
    "RecordDoesNotHold",
    "Refusal",
    "ReportIrregularity",
    "ReportLink",
    "ResolveCashOut",
    "ResultShown",
    "Results",
    "RetireShoe",
    "RevealShoe",
    "RoadsBegun",
    "Round",
    "RoundResettled",
    "RoundSettled",
    "RoundVoided",
    "Rule",
    "Seat",
    "SeatFact",
    "SeatTerminal",
    "Settle",
    "Shoe",
    "ShoeFact",
    "ShoeLoaded",
    "ShoePlace",
    "ShoeRetired",
    "ShoeRevealed",
    "Shuffle",
    "SlipKind",
    "Stakes",
    "StaleDraw",
    "Stamp",
    "Table",
    "TableConfigured",
    "TableFact",
    "TableHasNoGame",
    "TakeBill",
    "TakeCash",
    "TakeTicket",
    "TerminalFroze",
    "TerminalMovedIn",
    "TerminalMovedOut",
    "TerminalSeated",
    "TicketPrinted",
    "TicketTaken",
    "Timer",
    "TimerStep",
    "TotalsAnnounced",
    "TrayFact",
    "Unfit",
    "Verdict",
    "WantPosition",
    "Wish",
    "awaited",
    "box_at",
    "decide",
    "evolve",
    "evolve_and_post",
    "moves_credits",
    "next_due",
    "patron_at",
    "place_of",
    "policy_in_force",
    "posting_of",
    "replay",
    "submit",
    "ticket_step_of",
    "total_of",
    "warnings_now",
    "worth",
]

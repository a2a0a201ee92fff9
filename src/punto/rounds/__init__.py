"""A round of play: commands, events and refusals, and the functions ``decide`` and ``evolve``.

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
from punto.rounds.betting.stakes import Results, Stakes, total_of, totals_of
from punto.rounds.boxes.commands import EndOptions, PlayerOption, RepeatBets
from punto.rounds.boxes.events import BoxFact
from punto.rounds.boxes.layouts import (
    bets_laid,
    bets_of,
    is_away,
    layout_of,
    on_layout,
    warnings_now,
)
from punto.rounds.boxes.readings import AFTER_CLOSE, read_otherwise, recorded_bets
from punto.rounds.boxes.state import NumberedStack, box_at, patron_at, place_of
from punto.rounds.catalogue import COMMANDS, EVENTS
from punto.rounds.command_refusals import CommandIdReused
from punto.rounds.commands import By, Patron, TableCommand, Timer, Wish, moves_credits
from punto.rounds.configuration import LIVE_DOCUMENTS, CardSource, Configuration, Stamp
from punto.rounds.dealing.commands import AnnounceTotals, CardOrigin, DealCard, Settle, ShoePlace
from punto.rounds.dealing.decisions import results_by
from punto.rounds.dealing.events import (
    CardDealt,
    DealingFact,
    ResultShown,
    RoundSettled,
    TotalsAnnounced,
)
from punto.rounds.dealing.refusals import StaleDraw
from punto.rounds.decisions import decide
from punto.rounds.events import EndingFact, Fact, TableEvent
from punto.rounds.evolution import evolve, evolve_and_post, replay
from punto.rounds.irregularity.commands import (
    Attest,
    Decline,
    DenyReconstruction,
    ReportIrregularity,
    Rule,
    Verdict,
)
from punto.rounds.irregularity.events import (
    CardsCorrected,
    EarlierRoundResettled,
    IrregularityReported,
    MatterFact,
    PlayResumed,
    ReportLapsed,
    ReportQueued,
    RoundResettled,
    RoundVoided,
)
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.remedies import HICCUP_MS
from punto.rounds.irregularity.reported_cards import has_use_for_unregistered
from punto.rounds.irregularity.reporting import policy_in_force
from punto.rounds.irregularity.simultaneous_draws import DRAWN_TOGETHER
from punto.rounds.irregularity.state import Matter, WaitingReport
from punto.rounds.next_step import TimerStep, awaited, next_due
from punto.rounds.permissions import SECOND_STEPS
from punto.rounds.phases import BETWEEN_ROUNDS, CARDS_OUT, OPEN_PHASES, NextStep, Phase
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
from punto.rounds.state import ROUNDS_KEPT, RecordDoesNotHold, Round, Seat, Table
from punto.rounds.table.commands import (
    ChangeDealer,
    ChangeSeating,
    ConfigureTable,
    Link,
    OpenTable,
    ReportLink,
    Seating,
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
from punto.rounds.tray.chips import named, worth
from punto.rounds.tray.commands import Chips, FloatCount, SlipKind
from punto.rounds.tray.events import TrayFact
from punto.rounds.tray.refusals import TrayCannotPay

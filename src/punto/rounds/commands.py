"""Commands: what people and devices may ask of a table. Each may be refused."""

from dataclasses import dataclass, field

from punto.rounds.adjustment.commands import AnswerAdjustment, AskAdjustment, RepayDebt
from punto.rounds.irregularity.commands import (
    Attest,
    Decline,
    ReportIrregularity,
    Rule,
)
from punto.rounds.purse.commands import (
    AnswerPrinter,
    CashOut,
    HandPay,
    MoveIn,
    MoveOut,
    ResolveCashOut,
    TakeBill,
    TakeCash,
    TakeTicket,
)
from punto.rounds.round_commands import (
    AnnounceTotals,
    AnswerFreeze,
    BeginClosing,
    CutOff,
    DealCard,
    OpenBets,
    Settle,
    WantPosition,
)
from punto.rounds.shoe.commands import (
    BurnCards,
    CountCards,
    LoadShoe,
    NoteCutCard,
    RestartRoads,
    RetireShoe,
    RevealShoe,
)
from punto.rounds.table.commands import (
    ChangeDealer,
    ChangeLimits,
    CloseTable,
    ConfigureTable,
    DisableTerminal,
    EnableTerminal,
    OpenTable,
    ReportLink,
    SeatTerminal,
)
from punto.rules.dual_control import Tie
from punto.rules.roles import Actor
from punto.values.ids import CommandId, Instant, TerminalId

MatterWish = ReportIrregularity | Attest | Decline | Rule
"""Irregularities: reported, then attested, or declined and ruled on."""
TableWish = OpenTable | CloseTable | ChangeDealer | ChangeLimits
ShoeWish = LoadShoe | BurnCards | NoteCutCard | CountCards | RetireShoe | RevealShoe | RestartRoads
SeatWish = SeatTerminal | ReportLink | DisableTerminal | EnableTerminal
PurseWish = (
    TakeCash
    | TakeBill
    | TakeTicket
    | CashOut
    | AnswerPrinter
    | ResolveCashOut
    | HandPay
    | MoveOut
    | MoveIn
)
"""Money that comes to a terminal or leaves it."""
AdjustmentWish = AskAdjustment | AnswerAdjustment | RepayDebt
"""Money that the House gives, takes or forgives."""
RoundWish = WantPosition | BeginClosing | AnswerFreeze | CutOff | DealCard | AnnounceTotals | Settle
"""What can be asked only while a round is in progress."""
Wish = (
    ConfigureTable
    | OpenBets
    | TableWish
    | ShoeWish
    | SeatWish
    | PurseWish
    | AdjustmentWish
    | RoundWish
    | MatterWish
)


@dataclass(frozen=True, slots=True)
class Patron:
    """Whoever stands at a terminal; a device speaks, no staff role."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class Timer:
    """The clock of a self-dealing table, which acts for its Dealer of record (A-28)."""

    dealer: Actor


By = Actor | Patron | Timer


@dataclass(frozen=True, slots=True)
class Command:
    """A wish, who has it, and when it came in."""

    id: CommandId
    at: Instant
    by: By
    wish: Wish
    ties: tuple[Tie, ...] = field(default=(), compare=False)
    """Who may be the same person as the sender, by the record of the floor."""
    said: object = field(default=None, compare=False, repr=False)
    """What the sender said, where the server has made the wish of it; a repeat says the same."""


SECOND_STEPS = (Attest, Decline, Rule, AnswerAdjustment)
"""The wishes that complete the work of another person (A-53)."""


def moves_credits(wish: object) -> bool:
    """Whether a second step gives or takes credits."""
    return isinstance(wish, AnswerAdjustment) or (isinstance(wish, Rule) and bool(wish.adjustments))

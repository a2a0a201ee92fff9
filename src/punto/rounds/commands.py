"""Commands: requests of people and devices to a table. Each may be refused."""

from dataclasses import dataclass, field

from punto.rounds.adjustment.commands import AdjustmentWish, AnswerAdjustment
from punto.rounds.betting.commands import BettingWish
from punto.rounds.boxes.commands import BoxWish
from punto.rounds.dealing.commands import DealingWish
from punto.rounds.irregularity.commands import MatterWish, Rule
from punto.rounds.purse.commands import PurseWish
from punto.rounds.shoe.commands import ShoeWish
from punto.rounds.table.commands import SeatWish, TableWish
from punto.rounds.tray.commands import TrayWish
from punto.rules import Actor, Tie
from punto.values import CommandId, Instant, TerminalId, Value

Wish = (
    TableWish
    | ShoeWish
    | SeatWish
    | PurseWish
    | AdjustmentWish
    | BettingWish
    | BoxWish
    | TrayWish
    | DealingWish
    | MatterWish
)


class Patron(Value):
    """The patron at a terminal; the device sends commands without a staff role."""

    terminal: TerminalId


class Timer(Value):
    """The clock of a self-dealing table, which acts for its Dealer of record (A-28)."""

    dealer: Actor


By = Actor | Patron | Timer


@dataclass(frozen=True, slots=True)
class TableCommand:
    """A command to a table: a wish, its sender, and the time of its arrival."""

    id: CommandId
    at: Instant
    by: By
    wish: Wish
    ties: tuple[Tie, ...] = field(default=(), compare=False)
    """The people who may be the sender under another account, by the floor's record."""
    said: object = field(default=None, compare=False, repr=False)
    """The sender's own message where the server completed the command; a repeat must equal it."""


def moves_credits(wish: object) -> bool:
    """Whether this second step gives or takes credits."""
    return isinstance(wish, AnswerAdjustment) or (isinstance(wish, Rule) and bool(wish.adjustments))

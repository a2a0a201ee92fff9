"""Commands: what people and devices may ask of a table. Each may be refused."""

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
from punto.values import CommandId, Instant, TerminalId

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


def moves_credits(wish: object) -> bool:
    """Whether a second step gives or takes credits."""
    return isinstance(wish, AnswerAdjustment) or (isinstance(wish, Rule) and bool(wish.adjustments))

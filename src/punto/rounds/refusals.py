"""Refusals of a table: a closed list, each with its facts, its clause and one sentence."""

from punto.ledger import TicketRefusal
from punto.rounds.adjustment.refusals import AdjustmentRefusal
from punto.rounds.betting.refusals import BettingRefusal
from punto.rounds.boxes.refusals import BoxRefusal
from punto.rounds.command_refusals import CommandRefusal
from punto.rounds.dealing.refusals import DealingRefusal
from punto.rounds.events import Fact
from punto.rounds.irregularity.refusals import MatterRefusal
from punto.rounds.purse.refusals import PurseRefusal
from punto.rounds.shoe.refusals import ShoeRefusal
from punto.rounds.table.refusals import TableRefusal
from punto.rounds.tray.refusals import TrayRefusal

Refusal = (
    CommandRefusal
    | TableRefusal
    | ShoeRefusal
    | PurseRefusal
    | TicketRefusal
    | AdjustmentRefusal
    | BettingRefusal
    | BoxRefusal
    | TrayRefusal
    | DealingRefusal
    | MatterRefusal
)

Decided = tuple[Fact, ...] | Refusal
"""The facts that a command leads to, or the refusal."""

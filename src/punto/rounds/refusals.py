"""Refusals of a table: a closed list, each with its facts, its clause and one sentence."""

from punto.ledger.redemptions import TicketRefusal
from punto.rounds.adjustment_refusals import AdjustmentRefusal
from punto.rounds.betting_refusals import BettingRefusal
from punto.rounds.dealing_refusals import DealingRefusal
from punto.rounds.matter_refusals import MatterRefusal
from punto.rounds.purse_refusals import PurseRefusal
from punto.rounds.shoe_refusals import ShoeRefusal
from punto.rounds.table_refusals import TableRefusal

Refusal = (
    TableRefusal
    | ShoeRefusal
    | PurseRefusal
    | TicketRefusal
    | AdjustmentRefusal
    | BettingRefusal
    | DealingRefusal
    | MatterRefusal
)

"""Events: what happened at a table. They cannot be refused, and only they make up the state."""

from punto.rounds.adjustment.events import AdjustmentFact
from punto.rounds.betting.events import BettingFact
from punto.rounds.boxes.events import BoxFact
from punto.rounds.commands import By
from punto.rounds.dealing.events import DealingFact, RoundSettled
from punto.rounds.irregularity.events import (
    EarlierRoundResettled,
    MatterFact,
    RoundResettled,
    RoundVoided,
)
from punto.rounds.purse.events import PurseFact
from punto.rounds.shoe.events import ShoeFact
from punto.rounds.table.events import SeatFact, TableFact
from punto.rounds.tray.events import TrayFact
from punto.values import CommandId, Instant, Value

Fact = (
    TableFact
    | ShoeFact
    | SeatFact
    | PurseFact
    | AdjustmentFact
    | BettingFact
    | BoxFact
    | TrayFact
    | DealingFact
    | MatterFact
)

EndingFact = RoundSettled | RoundVoided | RoundResettled | EarlierRoundResettled
"""Events that end the bets of a round, or change their end."""


class TableEvent(Value):
    """A fact with its actor, time and command, and its clause or reading."""

    fact: Fact
    by: By
    at: Instant
    command: CommandId
    clause: str

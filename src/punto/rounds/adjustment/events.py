"""Events about credits and debts that the House changed by decision."""

from punto.ledger import movements
from punto.rounds.adjustment.commands import AdjustmentKind
from punto.rounds.message_rows import FactRow, paragraphs, reading
from punto.rules import News
from punto.values import Cents, PersonId, TerminalId, Value


class AdjustmentAsked(Value):
    """A person proposed an adjustment; no money has moved."""

    terminal: TerminalId
    kind: AdjustmentKind
    amount: Cents
    reason: str
    asked_by: PersonId


class AdjustmentTurnedDown(Value):
    """The proposal is off the table."""

    terminal: TerminalId


class CreditsAdjusted(Value):
    """The House gave credits, or took them if the amount is negative."""

    terminal: TerminalId
    amount: Cents
    reason: str
    by_ruling: bool = False
    """Whether a ruling on an irregularity gave it, and no proposal."""


class DebtWrittenOff(Value):
    """The House bears what the patron owed."""

    terminal: TerminalId
    amount: Cents
    reason: str


class DebtRepaid(Value):
    """Credits went towards what the patron owed."""

    terminal: TerminalId
    amount: Cents


AdjustmentFact = (
    AdjustmentAsked | AdjustmentTurnedDown | CreditsAdjusted | DebtWrittenOff | DebtRepaid
)

EVENTS = (
    FactRow(
        AdjustmentAsked,
        "adjustment",
        reading("A-53"),
        "staff",
        News("Adjustment requested", "money", "notable"),
    ),
    FactRow(
        AdjustmentTurnedDown,
        "adjustment",
        reading("A-53"),
        "staff",
        News("Adjustment rejected", "money", "notable"),
    ),
    FactRow(
        CreditsAdjusted,
        "adjustment",
        paragraphs("5.12", "6.1", "5.17"),
        "its terminal",
        News("Credits adjusted", "money", "grave"),
    ),
    FactRow(
        DebtWrittenOff,
        "adjustment",
        reading("A-28"),
        "its terminal",
        News("Debt written off", "money", "grave"),
        moves=movements.write_off,
    ),
    FactRow(
        DebtRepaid,
        "adjustment",
        reading("A-28"),
        "its terminal",
        News("Debt repaid", "money", "notable"),
        moves=movements.repay,
    ),
)

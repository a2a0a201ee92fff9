"""What happened to credits and debts by decision of the House."""

from dataclasses import dataclass

from punto.ledger import movements
from punto.rounds.adjustment.commands import AdjustmentKind
from punto.rounds.messages import FactRow, paragraphs, reading
from punto.rules import News
from punto.values import Cents, PersonId, TerminalId


@dataclass(frozen=True, slots=True)
class AdjustmentAsked:
    """Somebody proposes an adjustment; nothing has moved."""

    terminal: TerminalId
    kind: AdjustmentKind
    amount: Cents
    reason: str
    asked_by: PersonId


@dataclass(frozen=True, slots=True)
class AdjustmentTurnedDown:
    """The proposal is off the table."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class CreditsAdjusted:
    """The House gave credits, or below nothing took them."""

    terminal: TerminalId
    amount: Cents
    reason: str
    by_ruling: bool = False
    """Whether a ruling on an irregularity gave it, and no proposal."""


@dataclass(frozen=True, slots=True)
class DebtWrittenOff:
    """The House bears what the patron owed."""

    terminal: TerminalId
    amount: Cents
    reason: str


@dataclass(frozen=True, slots=True)
class DebtRepaid:
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

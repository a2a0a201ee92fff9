"""Events about credits and debts that the House changed by decision."""

from functools import partial

from punto.ledger import Reason
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
    """The proposal was turned down."""

    terminal: TerminalId


class CreditsAdjusted(Value):
    """The House gave credits, or took them if the amount is negative."""

    terminal: TerminalId
    amount: Cents
    reason: str
    by_ruling: bool = False
    """Whether a ruling on an irregularity gave it, and no proposal."""


class DebtWrittenOff(Value):
    """The House bears the patron's debt."""

    terminal: TerminalId
    amount: Cents
    reason: str


class DebtRepaid(Value):
    """Credits repaid the patron's debt."""

    terminal: TerminalId
    amount: Cents


AdjustmentFact = (
    AdjustmentAsked | AdjustmentTurnedDown | CreditsAdjusted | DebtWrittenOff | DebtRepaid
)

_to_staff = partial(FactRow, group="adjustment", audience="staff")
_to_its_terminal = partial(FactRow, group="adjustment", audience="its terminal")
EVENTS = (
    _to_staff(AdjustmentAsked, reading("A-53"), News("Adjustment requested", "money", "notable")),
    _to_staff(
        AdjustmentTurnedDown, reading("A-53"), News("Adjustment rejected", "money", "notable")
    ),
    _to_its_terminal(
        CreditsAdjusted,
        paragraphs("5.12", "6.1", "5.17"),
        News("Credits adjusted", "money", "grave"),
    ),
    _to_its_terminal(
        DebtWrittenOff,
        reading("A-28"),
        News("Debt written off", "money", "grave"),
        moves=Reason.WRITTEN_OFF,
    ),
    _to_its_terminal(
        DebtRepaid,
        reading("A-28"),
        News("Debt repaid", "money", "notable"),
        moves=Reason.REPAID,
    ),
)

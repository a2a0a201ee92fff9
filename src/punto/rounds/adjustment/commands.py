"""Commands that change credits or debts by decision of the House, always by two people (A-53)."""

from dataclasses import dataclass
from enum import Enum

from punto.rounds.messages import PIT, CommandRow
from punto.rounds.phases import NOT_FROZEN
from punto.rules import Role
from punto.values import Cents, TerminalId


class AdjustmentKind(Enum):
    """What an adjustment changes."""

    CREDITS = "credits"
    """Up by a positive amount, down by a negative one."""
    WRITE_OFF = "write-off"
    """What the patron owes is borne by the House."""


@dataclass(frozen=True, slots=True)
class AskAdjustment:
    """Propose an adjustment, with its reason."""

    terminal: TerminalId
    amount: Cents
    reason: str
    kind: AdjustmentKind = AdjustmentKind.CREDITS


@dataclass(frozen=True, slots=True)
class AnswerAdjustment:
    """Make the adjustment that somebody else proposed, or turn it down."""

    terminal: TerminalId
    granted: bool


@dataclass(frozen=True, slots=True)
class RepayDebt:
    """Take credits towards what a correction left owing, as the patron agreed (A-28)."""

    terminal: TerminalId
    amount: Cents


AdjustmentWish = AskAdjustment | AnswerAdjustment | RepayDebt
"""Money that the House gives, takes or forgives."""

COMMANDS = (
    CommandRow(
        AskAdjustment, "asking for an adjustment", "A-53", NOT_FROZEN, Role.PIT_SUPERVISOR, PIT
    ),
    CommandRow(
        AnswerAdjustment,
        "answering an adjustment",
        "A-53",
        NOT_FROZEN,
        Role.SHIFT_MANAGER,
        PIT,
        second_step=True,
    ),
    CommandRow(RepayDebt, "repaying a debt", "A-28", NOT_FROZEN, Role.PIT_SUPERVISOR, PIT),
)

"""Commands that change credits or debts by decision of the House, always by two people (A-53)."""

from enum import Enum
from functools import partial

from punto.rounds.message_rows import PIT, CommandRow
from punto.rounds.phases import NOT_FROZEN
from punto.rules import Role
from punto.values import Cents, PersonId, TerminalId, Value


class AdjustmentKind(Enum):
    """The balance that an adjustment changes."""

    CREDITS = "credits"
    """Up by a positive amount, down by a negative one."""
    WRITE_OFF = "write-off"
    """The House bears the patron's debt."""


class Adjustment(Value):
    """A change of a terminal's credits or debt that one person asks for and another may grant."""

    kind: AdjustmentKind
    amount: Cents
    reason: str
    asked_by: PersonId


class AskAdjustment(Value):
    """Propose an adjustment, with its reason."""

    terminal: TerminalId
    amount: Cents
    reason: str
    kind: AdjustmentKind = AdjustmentKind.CREDITS


class AnswerAdjustment(Value):
    """Grant an adjustment that another person proposed, or turn it down."""

    terminal: TerminalId
    granted: bool


class RepayDebt(Value):
    """Use credits to repay a debt that a correction left, with the patron's consent (A-28)."""

    terminal: TerminalId
    amount: Cents


AdjustmentWish = AskAdjustment | AnswerAdjustment | RepayDebt
"""Money that the House gives, takes or forgives."""

_row = partial(CommandRow, role=Role.PIT_SUPERVISOR, screens=PIT)
COMMANDS = (
    _row(AskAdjustment, "requesting an adjustment", "A-53", NOT_FROZEN),
    CommandRow(
        AnswerAdjustment,
        "deciding on an adjustment",
        "A-53",
        NOT_FROZEN,
        Role.SHIFT_MANAGER,
        PIT,
        second_step=True,
    ),
    _row(RepayDebt, "repaying a debt", "A-28", NOT_FROZEN),
)

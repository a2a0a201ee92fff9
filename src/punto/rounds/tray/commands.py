"""Commands at a live table's tray."""

from functools import partial

from punto.live import PatronKey
from punto.rounds.message_rows import CONSOLE, PIT, CommandRow
from punto.rounds.phases import ANY_PHASE, NOT_FROZEN, Phase, only
from punto.rules import Role
from punto.values import Cents, Choice, Value

Chips = tuple[tuple[Cents, int], ...]
"""A number of chips of each value, the largest value first."""


class FloatCount(Choice):
    """The kinds of count of a tray."""

    OPENING = "opening"
    CLOSING = "closing"


class SlipKind(Choice):
    """The direction in which the chips of a slip go."""

    FILL = "fill"
    """From the cage into the tray."""
    CREDIT = "credit"
    """From the tray to the cage."""


class CountFloat(Value):
    """Count the chips in the tray, as the first of two people."""

    count: FloatCount
    chips: Chips


class ConfirmFloat(Value):
    """Count the same chips as the second person; only equal figures open or close the float."""

    chips: Chips


class RequestSlip(Value):
    """Ask the cage for a fill or a credit; the slip gets the next number."""

    kind: SlipKind
    chips: Chips


class CarrySlip(Value):
    """Sign a slip as the person who carries its chips between cage and table."""

    number: int


class SignSlip(Value):
    """Sign a slip as the Dealer; with both signatures its chips move."""

    number: int


class VoidSlip(Value):
    """Void an open slip, with the reason; its number is not used again."""

    number: int
    reason: str


class BuyChips(Value):
    """Take a patron's cash into the drop box, and give chips for it."""

    patron: PatronKey
    amount: Cents
    chips: Chips = ()
    """Empty to give the fewest chips that the tray has."""


class ChangeChips(Value):
    """Change chips of a patron for others of the same value."""

    received: Chips
    """The chips that go into the tray."""
    given: Chips
    """The chips that come out of it."""


class HandStacks(Value):
    """Tick off stacks of the round's payment that were taken or handed over."""

    stacks: tuple[int, ...] = ()
    """Their numbers in the round; empty for all that are left."""


class CorrectPayment(Value):
    """Correct a payment that was made in wrong chips; the round itself stands."""

    stack: int
    """The number of the stack in the round."""
    handed: Chips
    """The chips that the patron was given."""
    returned: Chips = ()
    """The chips that came back into the tray."""
    added: Chips = ()
    """The chips that the patron was given in addition."""


TrayWish = (
    CountFloat
    | ConfirmFloat
    | RequestSlip
    | CarrySlip
    | SignSlip
    | VoidSlip
    | BuyChips
    | ChangeChips
    | HandStacks
    | CorrectPayment
)

_AT_REST = only(Phase.CLOSED, Phase.IDLE, Phase.SETTLED)
"""No bet is open, so that all chips of the House are in the tray."""
# A slip does not affect the round, and the remedy of an irregularity may need its chips.

_OF_TWO = "L 1.13, A-53, A-89"

_by_staff = partial(CommandRow, role=Role.DEALER, screens=CONSOLE + PIT, tables="live")
_by_the_pit = partial(CommandRow, role=Role.PIT_SUPERVISOR, screens=CONSOLE + PIT, tables="live")
_by_the_dealer = partial(
    CommandRow, role=Role.DEALER, screens=CONSOLE, dealers_own=True, tables="live"
)

COMMANDS = (
    _by_staff(CountFloat, "counting the float", _OF_TWO, _AT_REST),
    _by_the_pit(ConfirmFloat, "confirming a count", _OF_TWO, _AT_REST, second_step=True),
    _by_the_pit(RequestSlip, "requesting a fill or a credit", _OF_TWO, ANY_PHASE),
    _by_staff(CarrySlip, "carrying the chips of a slip", _OF_TWO, ANY_PHASE, second_step=True),
    _by_the_dealer(SignSlip, "signing a slip", _OF_TWO, ANY_PHASE, second_step=True),
    _by_the_pit(VoidSlip, "voiding a slip", "A-53, A-89", ANY_PHASE),
    _by_the_dealer(BuyChips, "buying chips", "L 1.13, A-89", NOT_FROZEN),
    _by_the_dealer(ChangeChips, "changing chips", "A-89", NOT_FROZEN),
    _by_the_dealer(HandStacks, "ticking payments off", "L 4.1, A-89", only(Phase.SETTLED)),
    _by_the_dealer(CorrectPayment, "correcting a payment", "L 4.1, A-89", only(Phase.SETTLED)),
)

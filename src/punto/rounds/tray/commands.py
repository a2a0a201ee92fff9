"""Commands at a live table's tray."""

from dataclasses import dataclass

from punto.live import PatronKey
from punto.rounds.messages import CONSOLE, PIT, CommandRow
from punto.rounds.phases import NOT_FROZEN, Phase, only
from punto.rules import Role
from punto.values import Cents, Choice

Chips = tuple[tuple[Cents, int], ...]
"""A number of chips of each value, the largest value first."""


class FloatCount(Choice):
    """Which count of the tray is made."""

    OPENING = "opening"
    CLOSING = "closing"


class SlipKind(Choice):
    """Which way the chips of a slip go."""

    FILL = "fill"
    """From the cage into the tray."""
    CREDIT = "credit"
    """From the tray to the cage."""


@dataclass(frozen=True, slots=True)
class CountFloat:
    """Count the chips in the tray, as the first of two people."""

    count: FloatCount
    chips: Chips


@dataclass(frozen=True, slots=True)
class ConfirmFloat:
    """Count the same chips as the second person; only equal figures open or close the float."""

    chips: Chips


@dataclass(frozen=True, slots=True)
class RequestSlip:
    """Ask the cage for a fill or a credit; the slip gets the next number."""

    kind: SlipKind
    chips: Chips


@dataclass(frozen=True, slots=True)
class CarrySlip:
    """Sign a slip as the person who carries its chips between cage and table."""

    number: int


@dataclass(frozen=True, slots=True)
class SignSlip:
    """Sign a slip as the Dealer; with both signatures its chips move."""

    number: int


@dataclass(frozen=True, slots=True)
class VoidSlip:
    """Void an open slip, with the reason; its number is not used again."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class BuyChips:
    """Take a patron's cash into the drop box, and give chips for it."""

    patron: PatronKey
    amount: Cents
    chips: Chips = ()
    """Empty where the fewest chips of the tray will do."""


@dataclass(frozen=True, slots=True)
class ChangeChips:
    """Change chips of a patron for others of the same value."""

    received: Chips
    """What goes into the tray."""
    given: Chips
    """What comes out of it."""


TrayWish = (
    CountFloat
    | ConfirmFloat
    | RequestSlip
    | CarrySlip
    | SignSlip
    | VoidSlip
    | BuyChips
    | ChangeChips
)

_AT_REST = only(Phase.CLOSED, Phase.IDLE, Phase.SETTLED)
"""No bet is open, so that all chips of the House are in the tray."""

COMMANDS = (
    CommandRow(
        CountFloat,
        "counting the float",
        "L 1.13, A-53, A-89",
        _AT_REST,
        Role.DEALER,
        CONSOLE + PIT,
        tables="live",
    ),
    CommandRow(
        ConfirmFloat,
        "confirming a count",
        "L 1.13, A-53, A-89",
        _AT_REST,
        Role.PIT_SUPERVISOR,
        CONSOLE + PIT,
        second_step=True,
        tables="live",
    ),
    CommandRow(
        RequestSlip,
        "requesting a fill or a credit",
        "L 1.13, A-53, A-89",
        NOT_FROZEN,
        Role.PIT_SUPERVISOR,
        CONSOLE + PIT,
        tables="live",
    ),
    CommandRow(
        CarrySlip,
        "carrying the chips of a slip",
        "L 1.13, A-53, A-89",
        NOT_FROZEN,
        Role.DEALER,
        CONSOLE + PIT,
        second_step=True,
        tables="live",
    ),
    CommandRow(
        SignSlip,
        "signing a slip",
        "L 1.13, A-53, A-89",
        NOT_FROZEN,
        Role.DEALER,
        CONSOLE,
        dealers_own=True,
        second_step=True,
        tables="live",
    ),
    CommandRow(
        VoidSlip,
        "voiding a slip",
        "A-53, A-89",
        NOT_FROZEN,
        Role.PIT_SUPERVISOR,
        CONSOLE + PIT,
        tables="live",
    ),
    CommandRow(
        BuyChips,
        "buying chips",
        "L 1.13, A-89",
        NOT_FROZEN,
        Role.DEALER,
        CONSOLE,
        dealers_own=True,
        tables="live",
    ),
    CommandRow(
        ChangeChips,
        "changing chips",
        "A-89",
        NOT_FROZEN,
        Role.DEALER,
        CONSOLE,
        dealers_own=True,
        tables="live",
    ),
)

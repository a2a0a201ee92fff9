"""Events at a live table's tray."""

from punto.live import PatronKey
from punto.rounds.message_rows import FactRow, live_only
from punto.rounds.tray.commands import Chips, FloatCount, SlipKind
from punto.rules import News
from punto.values import Cents, PersonId, TerminalId, Value


class FloatCounted(Value):
    """One person counted the tray; a second has to find the same."""

    count: FloatCount
    chips: Chips
    counted_by: PersonId


class FloatCountsDiffered(Value):
    """Two people counted differently; the count begins again."""

    count: FloatCount
    first: Chips
    second: Chips


class FloatOpened(Value):
    """Two people counted these chips, and the table plays with them."""

    number: int
    """Of this table's counts, the next one; 0 in a record that did not number it."""
    chips: Chips


class FloatClosed(Value):
    """Two people counted these chips at the end, and the cage has them."""

    number: int
    """Of this table's counts, the next one; 0 in a record that did not number it."""
    chips: Chips
    variance: Cents
    """The surplus of the count over the record; negative if chips were missing."""


class SlipRequested(Value):
    """A fill or a credit was asked for; no chip has moved."""

    number: int
    kind: SlipKind
    chips: Chips
    requested_by: PersonId


class SlipCarried(Value):
    """The person who carries the chips has signed."""

    number: int
    carrier: PersonId


class SlipSigned(Value):
    """The Dealer has signed too, and the chips are in the tray or on their way to the cage."""

    number: int
    kind: SlipKind
    chips: Chips


class SlipVoided(Value):
    """An open slip moves nothing any more; its number stays used."""

    number: int
    reason: str


class ChipsBought(Value):
    """A patron's cash is in the drop box, and the patron has these chips."""

    number: int
    """Of this table's buy-ins, the next one; 0 in a record that did not number it."""
    patron: PatronKey
    amount: Cents
    chips: Chips


class ChipsChanged(Value):
    """Chips went into the tray, and others of the same value came out."""

    number: int
    """Of this table's changes, the next one; 0 in a record that did not number it."""
    received: Chips
    given: Chips


class Stack(Value):
    """Chips that go from or to one place, cut beside its bet."""

    place: TerminalId
    amount: Cents
    """The amount due by the bets; rounding to chips makes the difference (A-89)."""
    chips: Chips


class StacksMoved(Value):
    """The chips that bets or a correction brought into the tray, and those paid out of it."""

    round_number: int | None
    """The round that is paid or put right; None where an adjustment stands alone."""
    taken: tuple[Stack, ...]
    paid: tuple[Stack, ...]


class StacksHanded(Value):
    """The Dealer took these losing bets into the tray, and pushed these payments to the patrons."""

    round_number: int
    stacks: tuple[int, ...]
    """By their numbers: all stacks of the round in the order in which they were recorded."""


class PaymentCorrected(Value):
    """A payment had been made in other chips, and is now worth what was due."""

    round_number: int
    stack: int
    handed: Chips
    returned: Chips
    added: Chips


TrayFact = (
    FloatCounted
    | FloatCountsDiffered
    | FloatOpened
    | FloatClosed
    | SlipRequested
    | SlipCarried
    | SlipSigned
    | SlipVoided
    | ChipsBought
    | ChipsChanged
    | StacksMoved
    | StacksHanded
    | PaymentCorrected
)

_OF_TWO, _OF_CHIPS = live_only("A-53"), live_only("A-89")

EVENTS = (
    FactRow(FloatCounted, "tray", _OF_TWO, "staff", News("Float counted", "money", "routine")),
    FactRow(FloatCountsDiffered, "tray", _OF_TWO, "staff", News("Counts differ", "money", "grave")),
    FactRow(
        FloatOpened,
        "tray",
        _OF_TWO,
        "staff",
        News("Float opened", "money", "notable"),
        version=2,
    ),
    FactRow(
        FloatClosed,
        "tray",
        _OF_TWO,
        "staff",
        News("Float closed", "money", "notable"),
        version=2,
    ),
    FactRow(SlipRequested, "tray", _OF_TWO, "staff", News("Slip requested", "money", "routine")),
    FactRow(SlipCarried, "tray", _OF_TWO, "staff", News("Slip carried", "money", "routine")),
    FactRow(SlipSigned, "tray", _OF_TWO, "staff", News("Slip signed", "money", "notable")),
    FactRow(SlipVoided, "tray", _OF_TWO, "staff", News("Slip voided", "money", "notable")),
    FactRow(
        ChipsBought,
        "tray",
        _OF_CHIPS,
        "staff",
        News("Chips bought", "money", "routine"),
        version=2,
    ),
    FactRow(
        ChipsChanged,
        "tray",
        _OF_CHIPS,
        "staff",
        News("Chips changed", "money", "routine"),
        version=2,
    ),
    FactRow(StacksMoved, "tray", _OF_CHIPS, "staff"),
    FactRow(StacksHanded, "tray", live_only("4.1"), "staff"),
    FactRow(
        PaymentCorrected,
        "tray",
        live_only("4.1"),
        "staff",
        News("Payment corrected", "money", "notable"),
    ),
)

"""Events at a live table's tray."""

from functools import partial

from punto.live import PatronKey
from punto.rounds.message_rows import FactRow, live_only
from punto.rounds.tray.commands import Chips, FloatCount, SlipKind
from punto.rules import News
from punto.values import Cents, PersonId, TerminalId, Value


class FloatCounted(Value):
    """One person counted the tray; a second person must find the same."""

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
    """A fill or a credit was requested; no chip has moved."""

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
    """An open slip was voided and moves no chips; its number stays used."""

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
    """Bets or a correction brought chips into the tray, and chips were paid out of it."""

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
    """A payment in wrong chips was corrected to the amount due."""

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


_row = partial(FactRow, group="tray", audience="staff")
EVENTS = (
    _row(FloatCounted, _OF_TWO, News("Float counted", "money", "routine")),
    _row(FloatCountsDiffered, _OF_TWO, News("Counts differ", "money", "grave")),
    _row(FloatOpened, _OF_TWO, News("Float opened", "money", "notable"), version=2),
    _row(FloatClosed, _OF_TWO, News("Float closed", "money", "notable"), version=2),
    _row(SlipRequested, _OF_TWO, News("Slip requested", "money", "routine")),
    _row(SlipCarried, _OF_TWO, News("Slip carried", "money", "routine")),
    _row(SlipSigned, _OF_TWO, News("Slip signed", "money", "notable")),
    _row(SlipVoided, _OF_TWO, News("Slip voided", "money", "notable")),
    _row(ChipsBought, _OF_CHIPS, News("Chips bought", "money", "routine"), version=2),
    _row(ChipsChanged, _OF_CHIPS, News("Chips changed", "money", "routine"), version=2),
    _row(StacksMoved, _OF_CHIPS),
    _row(StacksHanded, live_only("4.1")),
    _row(PaymentCorrected, live_only("4.1"), News("Payment corrected", "money", "notable")),
)

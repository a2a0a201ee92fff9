"""Events at a live table's tray."""

from dataclasses import dataclass

from punto.live import PatronKey
from punto.rounds.messages import FactRow, live_only
from punto.rounds.tray.commands import Chips, FloatCount, SlipKind
from punto.rules import News
from punto.values import Cents, PersonId, TerminalId


@dataclass(frozen=True, slots=True)
class FloatCounted:
    """One person counted the tray; a second has to find the same."""

    count: FloatCount
    chips: Chips
    counted_by: PersonId


@dataclass(frozen=True, slots=True)
class FloatCountsDiffered:
    """Two people counted differently; the count begins again."""

    count: FloatCount
    first: Chips
    second: Chips


@dataclass(frozen=True, slots=True)
class FloatOpened:
    """Two people counted these chips, and the table plays with them."""

    chips: Chips


@dataclass(frozen=True, slots=True)
class FloatClosed:
    """Two people counted these chips at the end, and the cage has them."""

    chips: Chips
    variance: Cents
    """What was counted more than the record expects; below zero what was short."""


@dataclass(frozen=True, slots=True)
class SlipRequested:
    """A fill or a credit was asked for; no chip has moved."""

    number: int
    kind: SlipKind
    chips: Chips
    requested_by: PersonId


@dataclass(frozen=True, slots=True)
class SlipCarried:
    """The person who carries the chips has signed."""

    number: int
    carrier: PersonId


@dataclass(frozen=True, slots=True)
class SlipSigned:
    """The Dealer has signed too, and the chips are in the tray or on their way to the cage."""

    number: int
    kind: SlipKind
    chips: Chips


@dataclass(frozen=True, slots=True)
class SlipVoided:
    """An open slip moves nothing any more; its number stays used."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class ChipsBought:
    """A patron's cash is in the drop box, and the patron has these chips."""

    patron: PatronKey
    amount: Cents
    chips: Chips


@dataclass(frozen=True, slots=True)
class ChipsChanged:
    """Chips went into the tray, and others of the same value came out."""

    received: Chips
    given: Chips


@dataclass(frozen=True, slots=True)
class Stack:
    """Chips that go from or to one place, cut beside its bet."""

    place: TerminalId
    amount: Cents
    """What is due by the bets; the chips differ from it by what is rounded (A-89)."""
    chips: Chips


@dataclass(frozen=True, slots=True)
class StacksMoved:
    """The chips that bets or a correction brought into the tray, and those paid out of it."""

    round_number: int | None
    """The round that is paid or put right; None where an adjustment stands alone."""
    taken: tuple[Stack, ...]
    paid: tuple[Stack, ...]


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
)

_OF_TWO, _OF_CHIPS = live_only("A-53"), live_only("A-89")

EVENTS = (
    FactRow(FloatCounted, "tray", _OF_TWO, "staff", News("Float counted", "money", "routine")),
    FactRow(FloatCountsDiffered, "tray", _OF_TWO, "staff", News("Counts differ", "money", "grave")),
    FactRow(FloatOpened, "tray", _OF_TWO, "staff", News("Float opened", "money", "notable")),
    FactRow(FloatClosed, "tray", _OF_TWO, "staff", News("Float closed", "money", "notable")),
    FactRow(SlipRequested, "tray", _OF_TWO, "staff", News("Slip requested", "money", "routine")),
    FactRow(SlipCarried, "tray", _OF_TWO, "staff", News("Slip carried", "money", "routine")),
    FactRow(SlipSigned, "tray", _OF_TWO, "staff", News("Slip signed", "money", "notable")),
    FactRow(SlipVoided, "tray", _OF_TWO, "staff", News("Slip voided", "money", "notable")),
    FactRow(ChipsBought, "tray", _OF_CHIPS, "staff", News("Chips bought", "money", "routine")),
    FactRow(ChipsChanged, "tray", _OF_CHIPS, "staff", News("Chips changed", "money", "routine")),
    FactRow(StacksMoved, "tray", _OF_CHIPS, "staff"),
)

"""The layout of a live table: its betting boxes, its posted limits and its chips."""

from collections.abc import Sequence
from typing import TypeVar

from punto.live.betting_boxes import BoxLabel
from punto.live.posted_limits import LimitRefusal, PostedLimits, limits_refusals
from punto.values import Cents, Value, dollars, format_money

LABEL_LENGTH_MAX = 20
CHIP_KINDS_MAX = 12
SQUEEZE_MS_MAX = 600_000
PER_CENT_MAX = 100

T = TypeVar("T")


class Chip(Value):
    """One kind of chip; the house names and colours its own."""

    value: Cents
    name: str
    colour: str


class ChipSet(Value):
    """The kinds of chip in use at a table."""

    chips: tuple[Chip, ...]

    @property
    def values(self) -> tuple[Cents, ...]:
        """The value of each kind, the largest first."""
        return tuple(sorted((chip.value for chip in self.chips), reverse=True))


USUAL_CHIPS = ChipSet(
    (
        Chip(Cents(50), "half", "silver"),
        Chip(dollars(1), "1", "white"),
        Chip(dollars(5), "5", "red"),
        Chip(dollars(25), "25", "green"),
        Chip(dollars(100), "100", "black"),
        Chip(dollars(500), "500", "purple"),
        Chip(dollars(1_000), "1000", "orange"),
        Chip(dollars(5_000), "5000", "grey"),
    )
)
"""Common chips, with a half for Banker on 6, so that every payout of whole dollars is exact."""


class TableLayout(Value):
    """The equipment of a live table, after ``layout_refusals`` found no fault in it."""

    boxes: tuple[BoxLabel, ...]
    """From the dealer's right, as winners are paid."""
    limits: PostedLimits
    """The limits of Player and Banker; those of every other bet are in the terms (A-74)."""
    chips: ChipSet = USUAL_CHIPS
    face_down: bool = False
    squeeze_by_letter: bool = False
    """Whether only the highest bet on the table may squeeze, not the acceptor of each hand."""
    squeeze_ms: int = 45_000
    """How long a patron may take over a card before the Dealer asks for it."""
    fill_soon_per_cent: int = 25
    """A row of the tray wants a fill once less than this part is left of what was brought."""


_LABELS = [BoxLabel(str(number)) for number in range(1, 18) if number not in {4, 13, 14}]
"""4, 13 and 14 are left out, as on many layouts."""

USUAL_BOXES = {count: tuple(_LABELS[:count]) for count in (7, 9, 14)}
"""The boxes of the usual tables by their number, from the dealer's right."""

USUAL_LAYOUT = TableLayout(USUAL_BOXES[9], PostedLimits(dollars(100), dollars(10_000)))
"""The layout of a live table for which nothing else is said."""


class BoxesMissing(Value):
    """A layout without a playable box."""

    boxes_count: int

    @property
    def sentence(self) -> str:
        return f"layout with {self.boxes_count} boxes: expected at least one (L 2.1.1)"


class BoxLabelUnfit(Value):
    """The label cannot be read on a layout."""

    label: str

    @property
    def sentence(self) -> str:
        return (
            f"box {self.label!r}: expected 1 to {LABEL_LENGTH_MAX} printable characters "
            "without spaces around them (L 2.1.1)"
        )


class BoxLabelTwice(Value):
    """Two boxes have the same label."""

    label: BoxLabel

    @property
    def sentence(self) -> str:
        return f"box {self.label!r}: on the layout twice, expected a label for each (L 2.1.1)"


class MinimumAboveDifferential(Value):
    """No first bet in a box can reach the minimum within the Differential."""

    minimum: Cents
    name: str
    differential: Cents

    @property
    def sentence(self) -> str:
        return (
            f"minimum limit: {format_money(self.minimum)}, expected at most the {self.name} "
            f"limit {format_money(self.differential)} (L 3.4)"
        )


class ChipKindsOutOfRange(Value):
    """A chip set without chips, or with more kinds than a tray has rows."""

    kinds_count: int

    @property
    def sentence(self) -> str:
        return f"chip set with {self.kinds_count} kinds: expected 1 to {CHIP_KINDS_MAX} (A-89)"


class ChipNotPositive(Value):
    """A chip has no value."""

    value: Cents

    @property
    def sentence(self) -> str:
        return f"chip {format_money(self.value)}: expected more than 0 (A-89)"


class ChipTwice(Value):
    """Two kinds of chip have the same value."""

    value: Cents

    @property
    def sentence(self) -> str:
        return f"chip {format_money(self.value)}: in the set twice, expected once (A-89)"


class SqueezeTimeOutOfRange(Value):
    """The time for a squeeze is zero, or too long to wait for."""

    squeeze_ms: int

    @property
    def sentence(self) -> str:
        return (
            f"squeeze of {self.squeeze_ms} ms: expected 1 to {SQUEEZE_MS_MAX} "
            "(ten minutes; L 3.9, A-63)"
        )


class FillSoonOutOfRange(Value):
    """The fraction of chips at which a fill is due is impossible."""

    per_cent: int

    @property
    def sentence(self) -> str:
        return f"fill soon below {self.per_cent} %: expected 0 to 100 (A-89)"


LayoutRefusal = (
    BoxesMissing
    | BoxLabelUnfit
    | BoxLabelTwice
    | LimitRefusal
    | MinimumAboveDifferential
    | ChipKindsOutOfRange
    | ChipNotPositive
    | ChipTwice
    | SqueezeTimeOutOfRange
    | FillSoonOutOfRange
)
"""The reasons why a table cannot be laid out so."""


def layout_refusals(layout: TableLayout) -> tuple[LayoutRefusal, ...]:
    """Return every contradiction in a layout, in a fixed order."""
    return (
        *_boxes_refusals(layout.boxes),
        *_limits_refusals(layout.limits),
        *chips_refusals(layout.chips),
        *_measures_refusals(layout),
    )


def _measures_refusals(layout: TableLayout) -> list[LayoutRefusal]:
    refusals: list[LayoutRefusal] = []
    if not 0 < layout.squeeze_ms <= SQUEEZE_MS_MAX:
        refusals.append(SqueezeTimeOutOfRange(layout.squeeze_ms))
    if not 0 <= layout.fill_soon_per_cent <= PER_CENT_MAX:
        refusals.append(FillSoonOutOfRange(layout.fill_soon_per_cent))
    return refusals


def _boxes_refusals(boxes: Sequence[BoxLabel]) -> list[LayoutRefusal]:
    refusals: list[LayoutRefusal] = [] if boxes else [BoxesMissing(0)]
    refusals += [BoxLabelUnfit(label) for label in boxes if not _is_readable(label)]
    refusals += map(BoxLabelTwice, _repeated(boxes))
    return refusals


def _is_readable(label: str) -> bool:
    fits = 0 < len(label) <= LABEL_LENGTH_MAX
    return fits and label.isprintable() and label == label.strip()


def _limits_refusals(limits: PostedLimits) -> list[LayoutRefusal]:
    refusals: list[LayoutRefusal] = [*limits_refusals(limits)]
    refusals += [
        MinimumAboveDifferential(limits.minimum, name, limit)
        for name, limit in limits.by_name.items()
        if limits.minimum > limit > 0
    ]
    return refusals


def chips_refusals(chips: ChipSet) -> tuple[ChipKindsOutOfRange | ChipNotPositive | ChipTwice, ...]:
    """Return every fault of a chip set, in a fixed order."""
    kinds = len(chips.chips)
    out_of_range = () if 0 < kinds <= CHIP_KINDS_MAX else (ChipKindsOutOfRange(kinds),)
    worthless = (ChipNotPositive(value) for value in chips.values if value <= 0)
    return (*out_of_range, *worthless, *map(ChipTwice, _repeated(chips.values)))


def _repeated(items: Sequence[T]) -> list[T]:
    """Return the repeated elements, each once, in order."""
    return [item for item in dict.fromkeys(items) if items.count(item) > 1]

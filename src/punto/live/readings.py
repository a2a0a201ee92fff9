"""A table that reads its chips: what a sensor sees on the layout, compared with the record.

A sensor sees chips, but not always whose they are. It changes nothing by itself: a Pit Employee
records a bet (L 5.16), and is shown every difference to answer it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from punto.live.betting_boxes import BoxBet, BoxLabel, PatronKey
from punto.live.layouts import TableLayout
from punto.rules import BetKey
from punto.values import NOTHING, Cents, Value, format_money


class ReadBet(Value):
    """The chips on one bet of a box, by value and number."""

    box: BoxLabel
    bet: BetKey
    chips: tuple[tuple[Cents, int], ...]
    patron: PatronKey | None = None
    """None where the sensor cannot tell whose they are: then it is all that lies on the bet."""

    @property
    def amount(self) -> Cents:
        """Their total value."""
        return Cents(sum(value * number for value, number in self.chips))


class LayoutReading(Value):
    """All chips on a layout at one moment; a bet that is not named has none."""

    number: int
    """Greater in each reading of a sensor, so that a late or repeated one is noticed."""
    bets: tuple[ReadBet, ...]


class ReadDifference(Value):
    """One bet on which the reading and the record are not the same."""

    box: BoxLabel
    bet: BetKey
    patron: PatronKey | None
    """None where no patron has the bet yet, or several have it and the sensor sees only a sum."""
    recorded: Cents
    read: Cents

    @property
    def is_clear(self) -> bool:
        """Whether the bet's owner is clear; chips without a recorded bet belong to the seat."""
        return self.patron is not None or not self.recorded

    @property
    def words(self) -> str:
        """The difference in words, for transcripts and warnings."""
        of = "" if self.patron is None else f"{self.patron} at "
        recorded, read = format_money(self.recorded), format_money(self.read)
        return f"{of}box {self.box} {self.bet}: {recorded} recorded, {read} read"


class ReadingOutOfOrder(Value):
    """A reading that was sent twice, or after a later one."""

    number: int
    last: int

    @property
    def sentence(self) -> str:
        return f"reading {self.number}: expected a number above {self.last} (L 5.13)"


class ReadBoxUnknown(Value):
    """Chips in a box that the layout does not have."""

    box: BoxLabel
    boxes: tuple[BoxLabel, ...]

    @property
    def sentence(self) -> str:
        return f"chips read in box {self.box}: expected one of {' '.join(self.boxes)} (L 2.1.1)"


class ReadBetUnknown(Value):
    """Chips on a bet that the table does not offer."""

    bet: BetKey
    bets: tuple[BetKey, ...]

    @property
    def sentence(self) -> str:
        return f"chips read on {self.bet}: expected one of {' '.join(self.bets)} (L 3.6)"


class ReadChipUnknown(Value):
    """A chip is not of the table's set, or its number is not positive."""

    value: Cents
    values: tuple[Cents, ...]

    @property
    def sentence(self) -> str:
        kinds = " ".join(map(format_money, self.values))
        return f"chip of {format_money(self.value)} read: expected one or more of {kinds} (A-89)"


class ReadPatronUnknown(Value):
    """Chips of a patron who is not at the table."""

    patron: PatronKey

    @property
    def sentence(self) -> str:
        return f"chips read of patron {self.patron}: expected one at this table (L 1.14)"


class ReadTwice(Value):
    """A bet that one reading names twice, or both with a patron and as a sum."""

    box: BoxLabel
    bet: BetKey

    @property
    def sentence(self) -> str:
        expected = "expected one stack for each patron, or one sum (L 5.13)"
        return f"{self.bet} in box {self.box} read twice: {expected}"


class ReadingUnreadable(Value):
    """A message from a sensor that is not a reading at all."""

    why: str

    @property
    def sentence(self) -> str:
        return f"a message that is not a reading, expected one: {self.why} (L 5.13)"


ReadingRefusal = (
    ReadingUnreadable
    | ReadingOutOfOrder
    | ReadBoxUnknown
    | ReadBetUnknown
    | ReadChipUnknown
    | ReadPatronUnknown
    | ReadTwice
)
"""The reasons why a reading counts for nothing; none of it is used."""


def reading_refusal(
    reading: LayoutReading,
    last: int,
    layout: TableLayout,
    offered: Sequence[BetKey],
    patrons: Collection[PatronKey],
) -> ReadingRefusal | None:
    """Return the first reason why a reading cannot be one of this layout."""
    if reading.number <= last:
        return ReadingOutOfOrder(reading.number, last)
    for read in reading.bets:
        refusal = _refusal(read, layout, offered, patrons)
        if refusal is not None:
            return refusal
    return next(_doubles(reading.bets), None)


def _refusal(
    read: ReadBet, layout: TableLayout, offered: Sequence[BetKey], patrons: Collection[PatronKey]
) -> ReadingRefusal | None:
    if read.box not in layout.boxes:
        return ReadBoxUnknown(read.box, layout.boxes)
    if read.bet not in offered:
        return ReadBetUnknown(read.bet, tuple(offered))
    if read.patron is not None and read.patron not in patrons:
        return ReadPatronUnknown(read.patron)
    for value, number in read.chips:
        if value not in layout.chips.values or number < 1:
            return ReadChipUnknown(value, layout.chips.values)
    return None


def _doubles(bets: Iterable[ReadBet]) -> Iterator[ReadTwice]:
    seen: dict[tuple[BoxLabel, BetKey], list[PatronKey | None]] = {}
    for read in bets:
        owners = seen.setdefault((read.box, read.bet), [])
        if read.patron in owners or (owners and None in {read.patron, *owners}):
            yield ReadTwice(read.box, read.bet)
        owners.append(read.patron)


def differences(read: Iterable[ReadBet], recorded: Iterable[BoxBet]) -> tuple[ReadDifference, ...]:
    """Return every bet whose reading differs from the record, first those with chips on them."""
    stakes: dict[tuple[BoxLabel, BetKey], dict[PatronKey, Cents]] = {}
    for bet in recorded:
        stakes.setdefault((bet.box, bet.bet), {})[bet.patron] = bet.stake
    found = []
    for each in read:
        of_bet = stakes.get((each.box, each.bet), {})
        if each.patron is None:
            # The whole bet is read at once, so nothing of it is left to be missed.
            stakes.pop((each.box, each.bet), None)
            owner = next(iter(of_bet)) if len(of_bet) == 1 else None
            was = Cents(sum(of_bet.values()))
        else:
            owner, was = each.patron, of_bet.pop(each.patron, NOTHING)
        if was != each.amount:
            found.append(ReadDifference(each.box, each.bet, owner, was, each.amount))
    missed = (
        ReadDifference(box, bet, patron, stake, NOTHING)
        for (box, bet), of_bet in stakes.items()
        for patron, stake in of_bet.items()
    )
    return (*found, *missed)

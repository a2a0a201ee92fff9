"""Trays of chips, and amounts in chips: from a set that never runs out, or from a tray."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import gcd, lcm
from typing import NamedTuple, cast

from punto.values import Cents, Value, format_money

Tray = Mapping[Cents, int]
"""A number of chips of each value."""


class ChipsMissing(Value):
    """The tray does not hold the chips to be taken."""

    value: Cents
    wanted: int
    held: int

    @property
    def sentence(self) -> str:
        return (
            f"chips of {format_money(self.value)}: {self.wanted} wanted, "
            f"expected at most {self.held}, which the tray holds (A-89)"
        )


def value_of(tray: Tray) -> Cents:
    """Return the value of all chips together."""
    return Cents(sum(value * number for value, number in tray.items()))


def with_chips(tray: Tray, chips: Tray) -> dict[Cents, int]:
    """Return a tray with more chips in it, the largest value first."""
    values = sorted({*tray, *chips}, reverse=True)
    numbers = ((value, tray.get(value, 0) + chips.get(value, 0)) for value in values)
    return {value: number for value, number in numbers if number}


def without_chips(tray: Tray, chips: Tray) -> dict[Cents, int] | ChipsMissing:
    """Return a tray after chips were taken from it, unless it does not hold them."""
    for value, number in sorted(chips.items(), reverse=True):
        held = tray.get(value, 0)
        if number > held:
            return ChipsMissing(value, number, held)
    return with_chips(tray, {value: -number for value, number in chips.items()})


def fewest_chips(amount: Cents, values: Iterable[Cents]) -> dict[Cents, int] | None:
    """Make an amount with as few chips as possible; None if chips of these values cannot."""
    chips = next_payable(amount, values)
    return chips if value_of(chips) == amount else None


def next_payable(amount: Cents, values: Iterable[Cents]) -> dict[Cents, int]:
    """Make the least amount, not below this one, that chips of these values can make (A-89)."""
    kinds = tuple(values)
    # More of each value than any answer uses: the tray never runs out, and always has an answer.
    enough = dict.fromkeys(kinds, amount + max(kinds))
    return cast("dict[Cents, int]", payable_from(enough, amount))


def most_payable(amount: Cents, values: Iterable[Cents]) -> dict[Cents, int]:
    """Make the greatest amount, not above this one, that chips of these values can make."""
    kinds = tuple(values)
    unit = gcd(*kinds)
    parts = (fewest_chips(Cents(part), kinds) for part in range(amount // unit * unit, -1, -unit))
    return next(chips for chips in parts if chips is not None)


def exact_from(tray: Tray, amount: Cents) -> dict[Cents, int] | None:
    """Make exactly this amount from a tray, with the fewest chips; None if it cannot."""
    chips = payable_from(tray, amount)
    return chips if chips is not None and value_of(chips) == amount else None


def payable_from(tray: Tray, amount: Cents) -> dict[Cents, int] | None:
    """Make from a tray the least amount that is not below this one, with the fewest chips.

    None if the whole tray is worth less (A-89).
    """
    search = _Search(tray)
    found = search.least(amount)
    if found is None:
        return None
    numbers = zip(search.stacks, found.numbers, strict=False)
    return {stack.value: number for stack, number in numbers if number}


SPLIT_STEPS_MAX = 20_000
"""Steps after which a search for a split is given up; no float of a casino comes near it."""


def split_from(tray: Tray, amounts: Sequence[Cents]) -> tuple[dict[Cents, int], ...] | None:
    """Make several amounts from one tray; None if no split of its chips makes all of them.

    The fewest chips for each in turn will do if every value is a multiple of the next smaller one.
    With other chips, such as 20 beside 25, these may leave a later amount short.
    """
    return _Split().of(tuple(sorted(tray.items(), reverse=True)), tuple(amounts))


def what_helps(tray: Tray, amounts: Sequence[Cents], values: Sequence[Cents]) -> dict[Cents, int]:
    """Return chips of the set with which a tray can make all these amounts, one after another."""
    wanted: dict[Cents, int] = {}
    for amount in amounts:
        chips = exact_from(tray, amount)
        if chips is None:
            chips, rest = _largest_first(tray, amount)
            more = fewest_chips(rest, values)
            if more is None:
                chips, more = {}, next_payable(amount, values)
            wanted = with_chips(wanted, more)
        tray = with_chips(tray, {value: -number for value, number in chips.items()})
    return wanted


def _largest_first(tray: Tray, amount: Cents) -> tuple[dict[Cents, int], Cents]:
    """Return chips that make up most of an amount, and what is left of it."""
    chips: dict[Cents, int] = {}
    for value in sorted(tray, reverse=True):
        number = min(tray[value], amount // value)
        if number:
            chips[value] = number
            amount = Cents(amount - number * value)
    return chips, amount


class _Stack(Value):
    """The chips of one value in a tray, with the amounts that smaller ones can make."""

    value: Cents
    number: int
    next_value: Cents
    """The next smaller value in the tray; 1 after the smallest."""
    unit: int
    """The greatest divisor of this value and of all smaller ones."""
    worth: int
    """The worth of these and all smaller chips together."""
    smaller_most: int
    """The most that smaller chips make up in an answer that could still take one of these."""
    exchange_most: int
    """The most of these that any exchange of smaller chips gives."""

    def numbers(self, amount: int) -> range:
        """Return how many of these an answer may take, the most first.

        Smaller chips of one value that together make a common multiple of both values can be
        exchanged for fewer of these, if enough are left. The fewest chips for an amount therefore
        hold less than that of each smaller value, or leave less than an exchange gives.
        """
        most = min(self.number, -(-amount // self.value))
        with_few_smaller = -(-(amount - self.smaller_most) // self.value)
        with_few_left = self.number - self.exchange_most + 1
        return range(most, max(0, min(most, with_few_smaller, with_few_left)) - 1, -1)


def _stacks(tray: Tray) -> tuple[_Stack, ...]:
    """Return the chips of a tray, the largest value first."""
    stacks: list[_Stack] = []
    smaller: list[Cents] = []
    worth = 0
    for value in sorted(value for value, number in tray.items() if number):
        worth += value * tray[value]
        most = sum(lcm(value, each) - each for each in smaller)
        exchange = max((each // gcd(value, each) for each in smaller), default=1)
        unit = gcd(value, *smaller)
        next_value = smaller[-1] if smaller else Cents(1)
        stacks.append(_Stack(value, tray[value], next_value, unit, worth, most, exchange))
        smaller.append(value)
    return tuple(reversed(stacks))


class _Answer(NamedTuple):
    """A value in chips: how many make it, and how many of each stack from some stack on."""

    value: int
    chips_count: int
    numbers: tuple[int, ...]

    def with_stack(self, stack: _Stack, number: int) -> "_Answer":
        """Return this answer with chips of a larger value before it."""
        value = self.value + number * stack.value
        return _Answer(value, self.chips_count + number, (number, *self.numbers))


class _Search:
    """Finds the least value that covers an amount, and the fewest chips that make it."""

    def __init__(self, tray: Tray) -> None:
        self.stacks = _stacks(tray)
        self._known: dict[tuple[int, int], _Answer | None] = {}

    def least(self, amount: int, index: int = 0) -> _Answer | None:
        """Answer from a stack and all smaller ones; None if they are worth less."""
        if amount <= 0:
            return _Answer(0, 0, ())
        if index == len(self.stacks) or amount > self.stacks[index].worth:
            return None
        unit = self.stacks[index].unit
        key = (-(-amount // unit) * unit, index)
        if key not in self._known:
            self._known[key] = self._best(*key)
        return self._known[key]

    def _best(self, amount: int, index: int) -> _Answer | None:
        stack, best = self.stacks[index], None
        for number in stack.numbers(amount):
            rest = amount - number * stack.value
            # The rest takes no fewer chips than it would in the largest of the smaller values.
            fewest = number + -(-rest // stack.next_value)
            if best and best.value == amount and fewest >= best.chips_count:
                break
            beside = self.least(rest, index + 1)
            answer = None if beside is None else beside.with_stack(stack, number)
            if answer and (best is None or answer[:2] < best[:2]):
                best = answer
        return best


_Stock = tuple[tuple[Cents, int], ...]
"""The chips that are left, the largest value first."""


class _Split:
    """A search for stacks that make several amounts from one tray."""

    def __init__(self) -> None:
        self._steps = 0
        self._in_vain: set[tuple[_Stock, int]] = set()

    def of(self, stock: _Stock, amounts: tuple[Cents, ...]) -> tuple[dict[Cents, int], ...] | None:
        """Return a stack for each amount."""
        if not amounts:
            return ()
        key = stock, len(amounts)
        if key in self._in_vain:
            return None
        for stack in self._stacks(stock, amounts[0]):
            rest = tuple((value, number - stack.get(value, 0)) for value, number in stock)
            others = self.of(rest, amounts[1:])
            if others is not None:
                return (stack, *others)
        self._in_vain.add(key)
        return None

    def _stacks(self, stock: _Stock, amount: int) -> Iterator[dict[Cents, int]]:
        """Yield every stack that makes an amount, with the most of the largest chips first."""
        self._steps += 1
        if not amount:
            yield {}
        if not amount or not stock or self._steps > SPLIT_STEPS_MAX:
            return
        (value, number), *smaller = stock
        for taken in range(min(number, amount // value), -1, -1):
            for beside in self._stacks(tuple(smaller), amount - taken * value):
                yield {value: taken, **beside} if taken else beside

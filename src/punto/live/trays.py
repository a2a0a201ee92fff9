"""Trays of chips: what they are worth, and chips put in and taken out."""

from collections.abc import Mapping

from punto.values import Cents, Value, format_money

Tray = Mapping[Cents, int]
"""A number of chips of each value."""


class ChipsMissing(Value):
    """Chips were to be taken that the tray does not hold."""

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

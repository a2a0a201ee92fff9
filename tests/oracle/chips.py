"""Amounts in chips by brute force: every way to take chips from a tray."""

from collections.abc import Mapping
from itertools import product
from typing import TypeVar

Value = TypeVar("Value", bound=int)


def ways(tray: Mapping[Value, int]) -> dict[int, int]:
    """Return each amount that a tray can make, with the fewest chips for it."""
    fewest: dict[int, int] = {}
    for numbers in product(*(range(number + 1) for number in tray.values())):
        amount = sum(value * n for value, n in zip(tray, numbers, strict=True))
        fewest[amount] = min(sum(numbers), fewest.get(amount, sum(numbers)))
    return fewest


def fewest_of(values: list[int], up_to: int) -> dict[int, int]:
    """Return each amount up to a bound that chips of these values make, with the fewest chips."""
    fewest = {0: 0}
    for amount in range(1, up_to + 1):
        smaller = [fewest[amount - value] for value in values if amount - value in fewest]
        if smaller:
            fewest[amount] = 1 + min(smaller)
    return fewest


def splits(tray: Mapping[Value, int], amounts: list[Value]) -> bool:
    """Whether a tray makes all amounts at once: try every share of the first for each value."""
    if not amounts:
        return True
    for numbers in product(*(range(number + 1) for number in tray.values())):
        shares = dict(zip(tray, numbers, strict=True))
        if sum(value * number for value, number in shares.items()) == amounts[0]:
            rest = {value: number - shares[value] for value, number in tray.items()}
            if splits(rest, amounts[1:]):
                return True
    return False

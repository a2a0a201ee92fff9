"""Amounts in chips by brute force: every way to take chips from a tray."""

from collections.abc import Mapping
from itertools import product
from typing import TypeVar

Value = TypeVar("Value", bound=int)


def ways(tray: Mapping[Value, int]) -> dict[int, int]:
    """Each amount that a tray can make, with the fewest chips that make it."""
    fewest: dict[int, int] = {}
    for numbers in product(*(range(number + 1) for number in tray.values())):
        amount = sum(value * n for value, n in zip(tray, numbers, strict=True))
        fewest[amount] = min(sum(numbers), fewest.get(amount, sum(numbers)))
    return fewest


def fewest_of(values: list[int], up_to: int) -> dict[int, int]:
    """Each amount up to a bound that chips of these values make, with the fewest chips."""
    fewest = {0: 0}
    for amount in range(1, up_to + 1):
        smaller = [fewest[amount - value] for value in values if amount - value in fewest]
        if smaller:
            fewest[amount] = 1 + min(smaller)
    return fewest

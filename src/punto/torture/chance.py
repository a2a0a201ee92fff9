"""The random numbers of a run: derived from its seed, not from the machine."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

_WORD = (1 << 64) - 1


class RandomNumbers:
    """The random numbers of one actor, separate so that a fault changes those of few actors.

    Only ``random()`` is used, since Python promises the same numbers from it in every version.
    """

    def __init__(self, seed: int, name: str) -> None:
        self._random = Random(f"{seed} {name}")  # noqa: S311 (a seed must repeat them)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return int(self._random.random() * n)

    def between(self, least: int, most: int) -> int:
        """Return a number from the least to the most, both included."""
        return least + self.below(most - least + 1)

    def one_in(self, n: int) -> bool:
        """Return true once in n times on average."""
        return self.below(n) == 0

    def one_of(self, choices: Sequence[T]) -> T:
        """Return one of these, each equally likely."""
        return choices[self.below(len(choices))]

    def mixed(self, things: Sequence[T]) -> list[T]:
        """Return these in random order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


def word(seed: int, name: str) -> int:
    """Return 64 bits that belong to a name."""
    return _mixed(seed + crc32(name.encode()) * 0xD1B54A32D192ED03)


def numbered(own: int, number: int) -> int:
    """Return 64 bits that depend on a number alone."""
    return _mixed(own + number * 0x9E3779B97F4A7C15)


def _mixed(bits: int) -> int:
    """Mix the bits so that each depends on all (the last steps of splitmix64)."""
    bits &= _WORD
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _WORD
    return bits ^ (bits >> 31)

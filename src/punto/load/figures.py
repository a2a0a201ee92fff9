"""Figures of many measurements: the middle, the slow end, and the slowest."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """How long something took, in milliseconds."""

    count: int
    p50: float
    p99: float
    most: float


def spread_of(seconds: Iterable[float]) -> Spread | None:
    """The spread of times in seconds; None where nothing was measured."""
    ordered = sorted(seconds)
    if not ordered:
        return None
    return Spread(len(ordered), _at(ordered, 50), _at(ordered, 99), _milliseconds(ordered[-1]))


def _at(ordered: list[float], percent: int) -> float:
    """The least value that so many percent of all do not exceed."""
    rank = -(-len(ordered) * percent // 100)
    return _milliseconds(ordered[max(0, rank - 1)])


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1_000, 1)


@dataclass(frozen=True, slots=True)
class Effort:
    """What a process, or several, took of the machine."""

    cpu_seconds: float
    memory_mib: float
    """The most at any time."""

    def __add__(self, other: "Effort") -> "Effort":
        return Effort(
            round(self.cpu_seconds + other.cpu_seconds, 2),
            round(self.memory_mib + other.memory_mib, 1),
        )

    def since(self, before: "Effort") -> "Effort":
        """What was taken from an earlier moment on."""
        return Effort(round(self.cpu_seconds - before.cpu_seconds, 2), self.memory_mib)

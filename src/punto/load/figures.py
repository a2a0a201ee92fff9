"""Statistics of many measurements: the median, the slow end, and the slowest."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """Durations in milliseconds."""

    count: int
    p50: float
    p99: float
    most: float


def spread_of(seconds: Iterable[float]) -> Spread | None:
    """Return the statistics of times in seconds; None if nothing was measured."""
    ordered = sorted(seconds)
    if not ordered:
        return None
    return Spread(len(ordered), _at(ordered, 50), _at(ordered, 99), _milliseconds(ordered[-1]))


def _at(ordered: list[float], percent: int) -> float:
    """Return the least value that so many percent of all do not exceed."""
    rank = -(-len(ordered) * percent // 100)
    return _milliseconds(ordered[max(0, rank - 1)])


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1_000, 1)


@dataclass(frozen=True, slots=True)
class Effort:
    """The resources used by one or several processes."""

    cpu_seconds: float
    memory_mib: float
    """The peak."""

    def __add__(self, other: "Effort") -> "Effort":
        return Effort(
            round(self.cpu_seconds + other.cpu_seconds, 2),
            round(self.memory_mib + other.memory_mib, 1),
        )

    def since(self, before: "Effort") -> "Effort":
        """Return what was used since an earlier moment."""
        return Effort(round(self.cpu_seconds - before.cpu_seconds, 2), self.memory_mib)

"""Clocks: every command carries its time of arrival."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from punto.values import Instant

_NANOSECONDS_PER_MILLISECOND = 1_000_000

DRIFT_MS = 1_000
"""Clocks that differ by no more than this have drifted; one that differs by more was set."""


class Clock(Protocol):
    """A source of time."""

    def now(self) -> Instant:
        """Return the current time."""
        ...


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The operating system's clock, which people and programs may set."""

    def now(self) -> Instant:
        """Return whole milliseconds since 1970 (UTC), rounded down."""
        return Instant(time.time_ns() // _NANOSECONDS_PER_MILLISECOND)


def elapsed_ms() -> int:
    """Return milliseconds on a clock that cannot be set; only differences mean anything."""
    return time.monotonic_ns() // _NANOSECONDS_PER_MILLISECOND


class HouseClock:
    """A server's own time: set once, it then runs by itself and never goes back.

    Bets close and cards are dealt by it, so that setting the system's clock affects no round.
    """

    def __init__(self, first: Instant, elapsed: Callable[[], int] = elapsed_ms) -> None:
        self._elapsed = elapsed
        self._offset = first - elapsed()
        self._latest = first

    def now(self) -> Instant:
        """Return the current time, never before an earlier result."""
        self._latest = max(self._latest, Instant(self._elapsed() + self._offset))
        return self._latest

    def follow(self, reference: Instant) -> int:
        """Return how far ahead a reference is, in milliseconds; corrects mere drift."""
        ahead_ms = reference - self._elapsed() - self._offset
        if abs(ahead_ms) <= DRIFT_MS:
            self._offset += ahead_ms
        return ahead_ms

"""Where time enters: every command carries the moment at which it came in."""

import time
from dataclasses import dataclass
from typing import Protocol

from punto.values.ids import Instant

_NANOSECONDS_PER_MILLISECOND = 1_000_000


class Clock(Protocol):
    """A source of moments."""

    def now(self) -> Instant:
        """The present moment."""
        ...


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The operating system's clock, the only one for real play."""

    def now(self) -> Instant:
        """Whole milliseconds since 1970 (UTC), the present one not rounded up."""
        return Instant(time.time_ns() // _NANOSECONDS_PER_MILLISECOND)

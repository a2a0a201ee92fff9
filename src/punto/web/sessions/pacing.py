"""How fast a screen may speak: a short burst, and then so many messages a second."""

from dataclasses import dataclass

from punto.values.ids import Instant


@dataclass(frozen=True, slots=True)
class Pace:
    """What a connection is allowed."""

    burst: int = 40
    per_second: int = 20


class Allowance:
    """Messages that may still come, filled up as time goes by."""

    def __init__(self, pace: Pace, now: Instant) -> None:
        self._pace = pace
        self._left = float(pace.burst)
        self._at = now

    def take(self, now: Instant) -> bool:
        """Use one up; false when none is left."""
        # A clock that steps back gives nothing and takes nothing.
        gained = max(0, now - self._at) * self._pace.per_second / 1000
        self._left = min(float(self._pace.burst), self._left + gained)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

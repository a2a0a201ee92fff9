"""Limits how fast a screen may send: a short burst, then a fixed number of messages a second."""

from punto.values import Instant, Value


class Pace(Value):
    """The limits of a connection."""

    burst: int = 40
    per_second: int = 20


STRANGERS = Pace(burst=20, per_second=2)
"""Without a credential: a display asks at most once a second whether the server is there."""


class Allowance:
    """The messages that are still allowed, replenished over time."""

    def __init__(self, pace: Pace, now: Instant) -> None:
        self._pace = pace
        self._left = float(pace.burst)
        self._at = now

    def take(self, now: Instant) -> bool:
        """Use one up; false if none is left."""
        # A clock that is set back neither adds nor removes any.
        gained = max(0, now - self._at) * self._pace.per_second / 1000
        self._left = min(float(self._pace.burst), self._left + gained)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

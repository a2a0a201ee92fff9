"""Writes the waiting messages of all screens in turn, without a task for each."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from punto.values import Instant, TableId

_AT_ONCE = 100
"""The number of screens written to before anything else may happen: two or three milliseconds."""


class Recipient(Protocol):
    """A line whose screen has news."""

    @property
    def table(self) -> TableId | None:
        """The table that it shows, if any."""

    @property
    def gives_way(self) -> bool:
        """Whether this is the screen of an unknown viewer, which gets its news after all others."""

    def deliver(self, now: Instant) -> None:
        """Write everything that waits, at this time of its table."""


class Deliveries:
    """The lines with news, in the order in which it came; used in one event loop only."""

    def __init__(self, time_at: Callable[[TableId | None], Instant]) -> None:
        self._time_at = time_at
        self._waiting: deque[Recipient] = deque()
        self._last: deque[Recipient] = deque()
        self._loop = asyncio.get_running_loop()

    def add(self, line: Recipient) -> None:
        """Write to a line soon."""
        if not self._waiting and not self._last:
            # One turn of the loop later than senders get their answers, so that an answer and the
            # view that shows its effect leave in one write.
            self._loop.call_soon(self._loop.call_soon, self._deliver)
        (self._last if line.gives_way else self._waiting).append(line)

    def remind(self, seconds: float, wake: Callable[[], None]) -> None:
        """Wake a screen that can wait for its news."""
        self._loop.call_later(seconds, wake)

    def _deliver(self) -> None:
        times: dict[TableId | None, Instant] = {}
        lines = self._waiting or self._last
        for _ in range(min(_AT_ONCE, len(lines))):
            line = lines.popleft()
            table = line.table
            if table not in times:
                times[table] = self._time_at(table)
            line.deliver(times[table])
        if self._waiting or self._last:
            self._loop.call_soon(self._deliver)

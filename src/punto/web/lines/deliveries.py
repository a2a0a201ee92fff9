"""Writes the waiting messages of all screens in turn, without a task for each."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from punto.values import Instant, TableId

_AT_ONCE = 25
"""The number of screens of each kind that are written to before the sockets are read again: half a
millisecond. A bet that arrives while bets open at a large table waits for no more than that."""


class Recipient(Protocol):
    """A line whose screen has news."""

    @property
    def table(self) -> TableId | None:
        """The table that it shows, if any."""

    @property
    def gives_way(self) -> bool:
        """Whether this is the screen of an unknown viewer, which gets its news after all others."""

    def deliver(self, now: Instant) -> None:
        """Write everything that waits, at this time of its table; nothing if nothing does."""


class Deliveries:
    """The lines with news, in the order in which it came; used in one event loop only.

    Answers overtake views: the view of a whole table takes as long as its screens are many, and a
    patron waits for an answer.
    """

    def __init__(self, time_at: Callable[[TableId | None], Instant]) -> None:
        self._time_at = time_at
        self._answers: deque[Recipient] = deque()
        self._views: deque[Recipient] = deque()
        self._last: deque[Recipient] = deque()
        self._is_due = False
        self._loop = asyncio.get_running_loop()

    def add(self, line: Recipient, *, is_answer: bool = False) -> None:
        """Write to a line soon; a line that waits already may be added again for an answer."""
        if not self._is_due:
            # One turn of the loop later than senders get their answers, so that an answer and the
            # view that shows its effect leave in one write.
            self._is_due = True
            self._loop.call_soon(self._loop.call_soon, self._deliver)
        if line.gives_way:
            self._last.append(line)
        else:
            (self._answers if is_answer else self._views).append(line)

    def remind(self, seconds: float, wake: Callable[[], None]) -> None:
        """Wake a screen that can wait for its news."""
        self._loop.call_later(seconds, wake)

    def _deliver(self) -> None:
        times: dict[TableId | None, Instant] = {}
        # Some of both, so that no number of answers keeps the views of others back.
        for lines in (self._answers, self._views or self._last):
            for _ in range(min(_AT_ONCE, len(lines))):
                line = lines.popleft()
                table = line.table
                if table not in times:
                    times[table] = self._time_at(table)
                line.deliver(times[table])
        self._is_due = bool(self._answers or self._views or self._last)
        if self._is_due:
            self._loop.call_soon(self._deliver)

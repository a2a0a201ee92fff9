"""Time in a run: it stands still between events, and jumps to the next one."""

from collections.abc import Callable
from heapq import heappop, heappush

from punto.values import Instant

BEGINNING = Instant(1_800_000_000_000)


class Scheduler:
    """Events in the order of their times; at the same time, in the order of scheduling."""

    def __init__(self) -> None:
        self.now = BEGINNING
        self.steps_count = 0
        self._asked_count = 0
        self._waiting: list[tuple[int, int, Callable[[], None]]] = []

    def after(self, ms: int, act: Callable[[], None]) -> None:
        """Schedule a call, so many milliseconds from now."""
        self._asked_count += 1
        heappush(self._waiting, (self.now + ms, self._asked_count, act))

    def step(self) -> None:
        """Run the next event."""
        at, _, act = heappop(self._waiting)
        self.now = Instant(at)
        self.steps_count += 1
        act()

    @property
    def passed_ms(self) -> int:
        """The duration of the run, by its own clock."""
        return self.now - BEGINNING

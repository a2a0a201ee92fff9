"""Time in a run: it stands still until something happens, and then is that thing's moment."""

from collections.abc import Callable
from heapq import heappop, heappush

from punto.values.ids import Instant

BEGINNING = Instant(1_800_000_000_000)


class Scheduler:
    """What is to happen, in the order of its moments; at one moment, as it was asked for."""

    def __init__(self) -> None:
        self.now = BEGINNING
        self.steps_count = 0
        self._asked_count = 0
        self._waiting: list[tuple[int, int, Callable[[], None]]] = []

    def after(self, ms: int, act: Callable[[], None]) -> None:
        """Let something happen, so many milliseconds from now."""
        self._asked_count += 1
        heappush(self._waiting, (self.now + ms, self._asked_count, act))

    def step(self) -> None:
        """Go on to the next thing that happens."""
        at, _, act = heappop(self._waiting)
        self.now = Instant(at)
        self.steps_count += 1
        act()

    @property
    def passed_ms(self) -> int:
        """How long the run has lasted, by its own clock."""
        return self.now - BEGINNING

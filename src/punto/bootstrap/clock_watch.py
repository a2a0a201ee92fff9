"""Compares a server's own time with the other clocks, and reports when one is set."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import structlog

from punto.devices import DRIFT_MS, Clock, HouseClock, SystemClock, elapsed_ms
from punto.runtime import CannotRecord
from punto.values import Instant
from punto.web.duties import Duty

_log = structlog.get_logger("punto.server")

LOOK_S = 5.0
"""The seconds between two comparisons."""

_SLOW_MS = DRIFT_MS // 2
"""A slower answer says too little about the database's clock."""

DatabaseTime = Callable[[], int | None]
"""Returns the time of the database's clock in milliseconds; None if it has none."""


RecordAhead = Callable[[], int]
"""Returns how far the newest time in the record is ahead of the server's time; 0 if it is not."""

_Tell = Callable[[str, int], Awaitable[bool]]
"""Records that a clock is off; false if it must be tried again."""


class ClockWatch:
    """Holds the clock of a server, which cannot be set.

    It starts from the database's clock, which all nodes share, or else from the system's, and
    follows it as far as clocks drift. A clock that is set later is reported, not followed.
    """

    def __init__(self, system: Clock, database_time: DatabaseTime) -> None:
        self._system, self._database_time = system, database_time
        shared = database_time()
        self.house = HouseClock(system.now() if shared is None else Instant(shared))
        self._is_shared = shared is not None
        self._ahead: dict[str, int] = {}
        self._told: dict[str, int] = {}
        self._times_set = 0
        self._record_ahead: RecordAhead | None = None
        self._tell: _Tell | None = None
        self._untold: list[tuple[str, int]] = []

    def follow_record(self, ahead: RecordAhead, tell: _Tell) -> None:
        """Compare the record's newest time, too, and record reports from now on."""
        self._record_ahead, self._tell = ahead, tell

    def look(self) -> None:
        """Compare the clocks, and report each that is off or was set since the last report."""
        if self._record_ahead is not None:
            self._compare("record", self._record_ahead())
        if not self._is_shared:
            self._compare("system", self.house.follow(self._system.now()))
            return
        shared = self._measured()
        if shared is not None:
            self._compare("database", self.house.follow(shared))
        self._compare("system", self._system.now() - self.house.now())

    def _measured(self) -> Instant | None:
        """Return the database's time now; None if it does not answer soon enough."""
        began = elapsed_ms()
        try:
            shared = self._database_time()
        except CannotRecord:
            return None  # the tables themselves report that
        took_ms = elapsed_ms() - began
        return None if shared is None or took_ms > _SLOW_MS else Instant(shared + took_ms // 2)

    def _compare(self, clock: str, ahead_ms: int) -> None:
        is_first, before = clock not in self._told, self._told.get(clock, 0)
        self._ahead[clock] = ahead_ms
        if abs(ahead_ms - before) > DRIFT_MS:
            self._times_set += not is_first
            self._told[clock] = ahead_ms
            self._untold.append((clock, ahead_ms))
            _log.warning(
                "a clock is off" if is_first else "a clock was set",
                clock=clock,
                ahead_ms=ahead_ms,
                changed_by_ms=ahead_ms - before,
            )
        else:
            self._told.setdefault(clock, 0)

    def told(self) -> dict[str, int]:
        """Return how far each clock is ahead of the server's own, and how often one was set."""
        ahead = {f"{clock}_ahead_ms": ahead_ms for clock, ahead_ms in self._ahead.items()}
        return {**ahead, "times_set": self._times_set}

    async def look_and_tell(self) -> None:
        """Compare the clocks, and record what was found."""
        await asyncio.to_thread(self.look)
        while self._untold and self._tell is not None and await self._tell(*self._untold[0]):
            self._untold.pop(0)


@asynccontextmanager
async def watched_clocks(database_time: DatabaseTime) -> AsyncIterator[ClockWatch]:
    """Run the clock watch of a server."""
    clocks = await asyncio.to_thread(ClockWatch, SystemClock(), database_time)
    comparing = Duty("the clocks are not compared", clocks.look_and_tell, LOOK_S)
    comparing.begin()
    try:
        yield clocks
    finally:
        await comparing.close()

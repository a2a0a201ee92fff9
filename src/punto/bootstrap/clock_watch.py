"""A server's own time beside the clocks around it: how far they are off, and when they were set."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import structlog

from punto.devices.clock import DRIFT_MS, Clock, HouseClock, SystemClock, elapsed_ms
from punto.runtime.ports import CannotRecord
from punto.values.ids import Instant

_log = structlog.get_logger("punto.server")

LOOK_S = 5.0
"""How long the clocks go on between two looks at them."""

_SLOW_MS = DRIFT_MS // 2
"""An answer that took longer says too little of what the database's clock shows."""

DatabaseTime = Callable[[], int | None]
"""What the database's own clock says, in milliseconds; None where it has none."""


class ClockWatch:
    """Holds the clock of a server, which nobody can set.

    It starts with the database's clock, which all nodes share, or else with the system's, and
    follows it as far as clocks drift. A clock that is set afterwards is told of, and not followed.
    """

    def __init__(self, system: Clock, database_time: DatabaseTime) -> None:
        self._system, self._database_time = system, database_time
        shared = database_time()
        self.house = HouseClock(system.now() if shared is None else Instant(shared))
        self._is_shared = shared is not None
        self._ahead: dict[str, int] = {}
        self._told: dict[str, int] = {}
        self._times_set = 0

    def look(self) -> None:
        """Compare the clocks, and tell of each that is off or was set since it was last told."""
        if not self._is_shared:
            self._compare("system", self.house.follow(self._system.now()))
            return
        shared = self._measured()
        if shared is not None:
            self._compare("database", self.house.follow(shared))
        self._compare("system", self._system.now() - self.house.now())

    def _measured(self) -> Instant | None:
        """The database's time now; None where it does not say it soon enough."""
        began = elapsed_ms()
        try:
            shared = self._database_time()
        except CannotRecord:
            return None  # the tables say so themselves
        took_ms = elapsed_ms() - began
        return None if shared is None or took_ms > _SLOW_MS else Instant(shared + took_ms // 2)

    def _compare(self, clock: str, ahead_ms: int) -> None:
        is_first, before = clock not in self._told, self._told.get(clock, 0)
        self._ahead[clock] = ahead_ms
        if abs(ahead_ms - before) > DRIFT_MS:
            self._times_set += not is_first
            self._told[clock] = ahead_ms
            _log.warning(
                "a clock is off" if is_first else "a clock was set",
                clock=clock,
                ahead_ms=ahead_ms,
                changed_by_ms=ahead_ms - before,
            )
        else:
            self._told.setdefault(clock, 0)

    def told(self) -> dict[str, int]:
        """How far each clock is ahead of the server's own, and how often one was seen to be set."""
        ahead = {f"{clock}_ahead_ms": ahead_ms for clock, ahead_ms in self._ahead.items()}
        return {**ahead, "times_set": self._times_set}

    async def run(self) -> None:
        """Look time and again, until cancelled."""
        while True:
            await asyncio.to_thread(self.look)
            await asyncio.sleep(LOOK_S)


@asynccontextmanager
async def watched_clocks(database_time: DatabaseTime) -> AsyncIterator[ClockWatch]:
    """The clocks of a server, looked at time and again while it runs."""
    clocks = await asyncio.to_thread(ClockWatch, SystemClock(), database_time)
    looking = asyncio.create_task(clocks.run())
    try:
        yield clocks
    finally:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)

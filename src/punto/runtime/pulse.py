"""The pulse of a node: short calls to its database, on a thread that waits for no table."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from punto.runtime.ports import CannotRecord, RecordBroken

T = TypeVar("T")

ASK_BEATS = 0.25
"""The time between two questions whether the database is there, in beats of the node."""


class Pulse:
    """Calls the database for heartbeats, and knows how long it has not answered."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"{name} pulse")
        self._unanswered_since: float | None = None

    @property
    def unanswered_s(self) -> float:
        """How long the database owes an answer; 0 while it owes none."""
        since = self._unanswered_since
        return 0.0 if since is None else time.monotonic() - since

    async def ask(self, act: Callable[[], T]) -> T:
        """Return the result of a short call, even while all other threads are busy."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._asked, act)

    async def keep_asking(self, act: Callable[[], object], beat_ms: int) -> None:
        """Ask whether the database is there, several times in each beat, until cancelled."""
        while True:
            with suppress(CannotRecord, RecordBroken):  # what counts is how long this lasts
                await self.ask(act)
            await asyncio.sleep(ASK_BEATS * beat_ms / 1_000)

    def end(self) -> None:
        """Stop the thread; no call may follow."""
        self._thread.shutdown()

    def _asked(self, act: Callable[[], T]) -> T:
        # Noted in the thread, because the event loop may be late to hear of an answer.
        if self._unanswered_since is None:
            self._unanswered_since = time.monotonic()
        answer = act()
        self._unanswered_since = None
        return answer

"""The pulse of a node: its heartbeats, and the question whether its database is there.

Both have threads of their own: neither waits for a table that waits for a lock, and the question
does not wait for a heartbeat, which is a write and takes as long as the database's disk.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from punto.runtime.ports import CannotRecord, RecordBroken

T = TypeVar("T")

ASK_BEATS = 0.1
"""The time between two questions whether the database is there, in beats of the node."""


class Pulse:
    """Calls the database for heartbeats, and knows how long it has not served them."""

    def __init__(self, name: str) -> None:
        self._beating = ThreadPoolExecutor(1, thread_name_prefix=f"{name} pulse")
        self._asking = ThreadPoolExecutor(1, thread_name_prefix=f"{name} question")
        self._unanswered_since: float | None = None
        self._failing_since: float | None = None

    @property
    def unserved_s(self) -> float:
        """How long the database owes an answer, or has refused every heartbeat; else 0.

        A standby, or a database without room, answers questions and records nothing.
        """
        found = [each for each in (self._unanswered_since, self._failing_since) if each is not None]
        return time.monotonic() - min(found) if found else 0.0

    async def beat(self, act: Callable[[], T]) -> T:
        """Return the result of a heartbeat's call, even while all other threads are busy."""
        return await asyncio.get_running_loop().run_in_executor(self._beating, act)

    def note_beat(self, *, succeeded: bool) -> None:
        """Note how the calls of a whole heartbeat ended."""
        self._failing_since = None if succeeded else self._failing_since or time.monotonic()

    async def ask(self, act: Callable[[], T]) -> T:
        """Return the answer to a question, even while a heartbeat waits."""
        return await asyncio.get_running_loop().run_in_executor(self._asking, self._asked, act)

    async def keep_asking(self, act: Callable[[], object], beat_ms: int) -> None:
        """Ask whether the database is there, several times in each beat, until cancelled."""
        while True:
            with suppress(CannotRecord, RecordBroken):  # what counts is how long this lasts
                await self.ask(act)
            await asyncio.sleep(ASK_BEATS * beat_ms / 1_000)

    def end(self) -> None:
        """Stop the threads; no call may follow."""
        self._beating.shutdown()
        self._asking.shutdown()

    def _asked(self, act: Callable[[], T]) -> T:
        # Noted in the thread, because the event loop may be late to hear of an answer.
        if self._unanswered_since is None:
            self._unanswered_since = time.monotonic()
        answer = act()
        self._unanswered_since = None
        return answer

"""The thread in which the only writer of a record works.

For each call, a thread pool with its futures would take half as much computing again.
"""

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class WriterThread:
    """Runs calls one after the other, beside the event loop in which it was made.

    The thread starts with the first call.
    """

    def __init__(self, name: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def begin(self, act: Callable[[], T], then: Callable[[T], None]) -> None:
        """Call ``act``, which raises nothing, and in the event loop ``then`` with its result."""
        self._calls.put(lambda: self._tell(then, act()))
        if self._thread.ident is None:
            self._thread.start()

    def end(self) -> None:
        """Wait for every call; none may follow."""
        self._calls.put(None)
        if self._thread.ident is not None:
            self._thread.join()

    def _tell(self, then: Callable[[T], None], result: T) -> None:
        self._loop.call_soon_threadsafe(then, result)

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            call()
            del call  # it holds a whole batch, and the next may come late

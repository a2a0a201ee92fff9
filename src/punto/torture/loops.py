"""Time in a run, and an event loop on it: every callback is one step, and no thread is needed.

Time stands still between events, and jumps to the next one.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor
from contextvars import Context
from heapq import heappop, heappush
from typing import Any, TypeVar

from punto.runtime import CannotRecord
from punto.torture.chance import RandomNumbers
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


T = TypeVar("T")

_UNWINDINGS = 4
"""How often we cancel a task that does not end."""
_THREAD_MS = 8
"""The longest time until a thread gets its turn."""


class SimulatedLoop(asyncio.AbstractEventLoop):
    """The loop of one server process; it dies with everything in progress.

    Work that a node gives to a thread runs as one step. Work that would wait in its thread calls
    ``linger`` instead, and blocks nothing.
    """

    def __init__(self, scheduler: Scheduler, chance: RandomNumbers) -> None:
        self._scheduler, self._chance = scheduler, chance
        self.is_dead = False
        self.faults: list[BaseException] = []
        """Uncaught exceptions."""
        self._tasks: list[asyncio.Task[Any]] = []
        self._soon: deque[asyncio.Handle] = deque()
        self._jobs: dict[int, Callable[[], None]] = {}
        """Jobs that wait for a thread, by number."""
        self._jobs_count = 0
        self._linger_ms = 0

    # ----- time

    def time(self) -> float:
        """Return the current time in seconds."""
        return self._scheduler.now / 1_000

    def call_soon(
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        """Schedule a callback after the waiting ones."""
        handle = asyncio.Handle(callback, args, self, context)
        self._soon.append(handle)
        if not self.is_dead:
            self._scheduler.after(0, self._run_next)
        return handle

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        """Schedule a callback; there is only one thread."""
        return self.call_soon(callback, *args, context=context)

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: object,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Schedule a callback after so many seconds."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: object,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Schedule a callback at a time."""
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        ms = max(0, round((when - self.time()) * 1_000))
        self._scheduler.after(ms, lambda: None if self.is_dead else self._run(handle))
        return handle

    def _run_next(self) -> None:
        if not self.is_dead:
            self._run(self._soon.popleft())

    def _run(self, handle: asyncio.Handle) -> None:
        if handle.cancelled():
            return
        asyncio._set_running_loop(self)  # noqa: SLF001 (how a loop says that it runs)
        try:
            handle._run()  # noqa: SLF001 (how a loop runs a handle)
        finally:
            asyncio._set_running_loop(None)  # noqa: SLF001

    # ----- tasks and threads

    def create_future(self) -> "asyncio.Future[Any]":
        """Return a future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Coroutine[Any, Any, T] | Generator[Any, None, T], **extra: object
    ) -> "asyncio.Task[T]":
        """Start a task."""
        task: asyncio.Task[T] = asyncio.Task(coro, loop=self, **extra)  # type: ignore[arg-type]
        self._tasks = [each for each in self._tasks if not each.done()]
        self._tasks.append(task)
        return task

    def begin(self, coro: Coroutine[Any, Any, None]) -> None:
        """Start a task that nothing awaits; an exception in it is a fault."""
        self.create_task(coro).add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        raised = None if task.cancelled() or self.is_dead else task.exception()
        if raised is not None:
            self.faults.append(raised)

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., T], *args: object
    ) -> "asyncio.Future[T]":
        """Run a blocking call, as one step."""
        del executor
        future: asyncio.Future[T] = asyncio.Future(loop=self)
        if self.is_dead:
            future.set_exception(CannotRecord("the process is dead"))
            return future
        self._jobs_count += 1
        number = self._jobs_count
        self._jobs[number] = lambda: self._work(future, lambda: func(*args))
        self._scheduler.after(1 + self._chance.below(_THREAD_MS), lambda: self._job(number))
        return future

    def _job(self, number: int) -> None:
        act = self._jobs.pop(number, None)
        if act is not None and not self.is_dead:
            act()

    def hurry(self) -> None:
        """Run all waiting thread jobs now, because another node was too slow."""
        for number in list(self._jobs):
            self._job(number)

    def _work(self, future: "asyncio.Future[T]", act: Callable[[], T]) -> None:
        self._linger_ms = 0
        try:
            done = act()
        except Exception as error:  # noqa: BLE001 (it is raised where it is awaited)
            fault = error
            self._later(lambda: None if future.done() else future.set_exception(fault))
        else:
            self._later(lambda: None if future.done() else future.set_result(done))

    def _later(self, tell: Callable[[], None]) -> None:
        self._scheduler.after(self._linger_ms, lambda: None if self.is_dead else tell())

    def linger(self, ms: int) -> None:
        """Declare, within a thread's job, how long the job takes."""
        self._linger_ms = ms

    def kill(self) -> None:
        """End the process, and drop everything in progress.

        Its tasks are unwound here, without time or threads; otherwise Python would warn of them.
        """
        self.is_dead = True
        for _ in range(_UNWINDINGS):
            left = [task for task in self._tasks if not task.done()]
            for task in left:
                task.cancel()
            while self._soon:
                self._run(self._soon.popleft())
        for task in self._tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]  # noqa: SLF001

    # ----- the rest of the interface

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Do nothing: a cancelled handle is skipped when its time comes."""

    def get_debug(self) -> bool:
        """Return False: no extra checks."""
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Note an exception that no other code has handled."""
        if self.is_dead:
            return
        fault = context.get("exception")
        self.faults.append(fault if fault is not None else RuntimeError(context.get("message")))

"""The loop on which the real nodes run: simulated time, one thread, and sudden death."""

import asyncio
import gc

import pytest

from punto.runtime.ports import CannotRecord
from punto.torture.chance import RandomNumbers
from punto.torture.loops import Scheduler, SimulatedLoop


@pytest.fixture
def scheduler() -> Scheduler:
    return Scheduler()


@pytest.fixture
def loop(scheduler: Scheduler) -> SimulatedLoop:
    return SimulatedLoop(scheduler, RandomNumbers(1, "loop"))  # type: ignore[abstract]


def run_until(scheduler: Scheduler, ms: int) -> None:
    reached = list[bool]()
    scheduler.after(ms, lambda: reached.append(True))
    while not reached:
        scheduler.step()


def test_time_passes_only_by_the_scheduler(scheduler: Scheduler, loop: SimulatedLoop) -> None:
    woken = list[int]()

    async def sleep() -> None:
        for seconds in (1, 3_600):
            await asyncio.sleep(seconds)
            woken.append(scheduler.passed_ms)

    loop.begin(sleep())
    run_until(scheduler, 4_000_000)
    assert woken == [1_000, 3_601_000]


def test_waiting_ends_when_its_time_is_over(scheduler: Scheduler, loop: SimulatedLoop) -> None:
    given_up = list[int]()

    async def wait() -> None:
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 2)
        except TimeoutError:
            given_up.append(scheduler.passed_ms)

    loop.begin(wait())
    run_until(scheduler, 5_000)
    assert given_up == [2_000]


def test_a_threads_work_is_a_step_and_what_it_raises_is_raised_where_it_is_awaited(
    scheduler: Scheduler, loop: SimulatedLoop
) -> None:
    seen = list[object]()

    def fails() -> None:
        raise CannotRecord("disk full")

    async def work() -> None:
        seen.append(await loop.run_in_executor(None, lambda: 42))
        try:
            await loop.run_in_executor(None, fails)
        except CannotRecord as fault:
            seen.append(str(fault))

    loop.begin(work())
    run_until(scheduler, 100)
    assert seen == [42, "disk full"]


def test_waiting_in_a_thread_does_not_block_others(
    scheduler: Scheduler, loop: SimulatedLoop
) -> None:
    seen = list[tuple[str, int]]()

    async def slow() -> None:
        await loop.run_in_executor(None, lambda: loop.linger(500))
        seen.append(("slow", scheduler.passed_ms))

    async def quick() -> None:
        await loop.run_in_executor(None, lambda: None)
        seen.append(("quick", scheduler.passed_ms))

    loop.begin(slow())
    loop.begin(quick())
    run_until(scheduler, 1_000)
    assert [name for name, _ in seen] == ["quick", "slow"]
    assert seen[0][1] < 20
    assert seen[1][1] >= 500


def test_what_nobody_waits_for_and_fails_is_a_fault(
    scheduler: Scheduler, loop: SimulatedLoop
) -> None:
    async def fail() -> None:
        raise LookupError("nobody sees this")

    loop.begin(fail())
    run_until(scheduler, 10)
    assert [str(fault) for fault in loop.faults] == ["nobody sees this"]


def test_a_killed_process_does_nothing_more_and_nobody_complains(
    scheduler: Scheduler, loop: SimulatedLoop
) -> None:
    done = list[str]()

    async def tidy() -> None:
        try:
            await asyncio.sleep(10)
        finally:
            # A living node would release what it holds; a dead one releases nothing.
            await loop.run_in_executor(None, lambda: done.append("tidied up"))

    async def begun_too_late() -> None:
        done.append("begun")

    loop.begin(tidy())
    run_until(scheduler, 100)
    loop.begin(begun_too_late())
    loop.kill()
    run_until(scheduler, 20_000)
    assert done == []
    gc.collect()  # any leftover would raise a warning, and warnings are errors here
    assert loop.faults == []

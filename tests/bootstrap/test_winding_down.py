"""How service ends: which tables are waited for, and which are reported as suspended."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import pytest

from punto.bootstrap.orderly_stop import ScreensToMove, wind_down
from punto.rounds.betting.commands import OpenBets
from punto.rounds.phases import Phase
from punto.runtime.ports import CannotRecord, Stream, Transaction
from punto.runtime.stream_runtime import Halted
from punto.storage.journal import StoredJournal
from support.runtime.hosts import A1, B2, CASH, make, memory, served
from support.runtime.stage import Failing, HandClock, command, setup, until

HOURS = 3_600.0


async def lead_nobody() -> None:
    """Stand for screens, of which there are none."""


NO_SCREENS = ScreensToMove(lead_nobody, lambda _table: None)


def test_a_round_that_does_not_end_in_time_is_suspended() -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        async with served(memory(clock), setup("one", clock)) as node:
            await make(node)
            await make(node, "B2")
            await node.ask(A1, command(OpenBets()))
            assert await wind_down(node, clock.now, 0, NO_SCREENS) == (A1,)
            assert node.tables()[A1].table.phase is Phase.STOPPED
            assert node.tables()[B2].table.phase is Phase.IDLE

    asyncio.run(story())


def test_a_halted_table_holds_up_nobody_and_is_not_told_as_suspended() -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        failing = Failing(memory(clock))
        async with served(failing, setup("one", clock)) as node:  # type: ignore[arg-type]
            await make(node)
            await node.ask(A1, command(OpenBets()))
            failing.at_commit.append(CannotRecord("disk full"))
            with pytest.raises(Halted, match="disk full"):
                await node.ask(A1, command(CASH))
            # It ends at once; waiting for the round would take hours.
            assert await asyncio.wait_for(wind_down(node, clock.now, HOURS, NO_SCREENS), 60) == ()
            assert node.tables()[A1].table.phase is Phase.BETTING

    asyncio.run(story())


class Held(Failing):
    """A store that completes a transaction only when the test allows it."""

    def __init__(self, journal: StoredJournal) -> None:
        super().__init__(journal)
        self.let = Event()
        self.let.set()
        self.waits = Event()

    @contextmanager
    def transaction(self, streams: list[Stream]) -> Iterator[Transaction]:
        with super().transaction(streams) as transaction:
            yield transaction
            self.waits.set()
            assert self.let.wait(60)


@pytest.mark.parametrize("seconds", [0, HOURS])
def test_a_round_that_is_just_being_opened_is_not_left_to_the_next_start(seconds: float) -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        held = Held(memory(clock))
        async with served(held, setup("one", clock)) as node:  # type: ignore[arg-type]
            await make(node)
            held.let.clear()
            held.waits.clear()
            opening = asyncio.create_task(node.ask(A1, command(OpenBets())))
            await asyncio.to_thread(held.waits.wait)
            stopping = asyncio.create_task(wind_down(node, clock.now, seconds, NO_SCREENS))
            await asyncio.sleep(0.2)
            assert not stopping.done()
            held.let.set()
            assert isinstance(await opening, tuple)
            if seconds:
                # The round is played to its end, like every round that has begun.
                await until(lambda: node.tables()[A1].table.phase is Phase.BETTING)
                assert not stopping.done()
                stopping.cancel()
            else:
                assert await stopping == (A1,)
                assert node.tables()[A1].table.phase is Phase.STOPPED

    asyncio.run(story())

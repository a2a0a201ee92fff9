"""How service ends: which tables are waited for, and which are told as suspended."""

import asyncio

import pytest

from punto.bootstrap.winding_down import wind_down
from punto.rounds.phases import Phase
from punto.rounds.round_commands import OpenBets
from punto.tables.ports import CannotRecord
from punto.tables.runtime import Halted
from tables.hosts import A1, B2, CASH, make, memory, served
from tables.stage import Failing, HandClock, command, setup

HOURS = 3_600.0


def test_a_round_that_does_not_end_in_time_is_suspended() -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        async with served(memory(clock), setup("one", clock)) as node:
            await make(node)
            await make(node, "B2")
            await node.ask(A1, command(OpenBets()))
            assert await wind_down(node, clock.now, 0) == (A1,)
            assert node.tables()[A1].table.phase is Phase.AWAITING_RULING
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
            # It ends at once; what would wait for the round would wait for hours.
            assert await asyncio.wait_for(wind_down(node, clock.now, HOURS), 60) == ()
            assert node.tables()[A1].table.phase is Phase.BETTING

    asyncio.run(story())

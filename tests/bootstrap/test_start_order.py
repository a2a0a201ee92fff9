"""A start in order: nothing happens on its own before everything is ready."""

import asyncio
from pathlib import Path

from punto.bootstrap.open_floor import RunningServer
from punto.bootstrap.server import listen, serve
from punto.bootstrap.settings import Settings
from punto.rounds.phases import Phase
from punto.values.ids import TableId
from support.runtime.stage import until
from support.web.floor_server import floor, plan

B1 = TableId("B1")


def position(server: RunningServer) -> int:
    return server.node.tables()[B1].position


async def rested(folder: Path) -> None:
    """Leave a self-dealing table between two rounds, so that its next step is long due."""
    async with floor(folder, plan("B1", 1, self_dealing=True), finish_seconds=60) as at:
        tables = at.server.node.tables
        await until(lambda: tables()[B1].table.phase is Phase.SETTLED)


def test_no_timer_acts_before_the_start_is_complete(tmp_path: Path) -> None:
    async def story() -> None:
        await rested(tmp_path)
        settings, stop = Settings(database=str(tmp_path / "floor.db"), port=0), asyncio.Event()
        found: list[int] = []

        async def prepare(server: RunningServer) -> None:
            found.append(position(server))
            await asyncio.sleep(0.3)
            found.append(position(server))

        async def started(server: RunningServer) -> None:
            await until(lambda: position(server) > found[0])
            stop.set()

        await serve(settings, listen(settings), prepare, started, stop)
        assert found[0] == found[1]

    asyncio.run(story())

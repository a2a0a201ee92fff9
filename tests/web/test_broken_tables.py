"""A server on a record in which one table is broken: that one is halted, the others play."""

import asyncio
from contextlib import closing
from pathlib import Path

import apsw
from structlog.testing import capture_logs

from punto.identity.terminals.events import BringUpOrdered
from punto.runtime.ports import stream_of
from punto.values.ids import TableId
from support.web.floor_server import MANAGER, SUPERVISOR, Browser, Floor, Json, floor, plan

A1, B2 = TableId("A1"), TableId("B2")
SPOILED = "CAST(body || ' ' AS BLOB)"
MENDED = "CAST(rtrim(body) AS BLOB)"


def rewrite(record: Path, table: TableId, position: int, body: str) -> None:
    """Replace the body of an event, with the triggers off."""
    # With the server's own library: two libraries in one process release each other's locks.
    with closing(apsw.Connection(str(record))) as connection:
        named = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        guards = connection.execute(named).fetchall()
        connection.execute("BEGIN IMMEDIATE")
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        change = f"UPDATE events SET body = {body} WHERE stream = ? AND position = ?"  # noqa: S608
        connection.execute(change, (stream_of(table), position))
        # No snapshot may cover the event, so that the start itself finds it.
        connection.execute("DELETE FROM snapshots")
        for _, guard in guards:
            connection.execute(str(guard))
        connection.execute("COMMIT")


async def end_of(folder: Path) -> int:
    """Open a floor with two tables, close it, and return the last position of the first table."""
    async with floor(folder, plan("A1"), plan("B2")) as at:
        return at.server.node.tables()[A1].position


async def bring_up(at: Floor, person: str, name: str, table: str = "A1") -> tuple[int, Json]:
    bearer = {"Authorization": f"Bearer {await at.staff(person)}"}
    body = {"id": name, "table": table}
    status, told, _ = await Browser(at.url).ask("POST", "/api/tables/up", body, **bearer)
    return status, told


def test_one_broken_table_is_halted_on_its_screens_and_the_other_is_served(tmp_path: Path) -> None:
    async def story() -> None:
        end = await end_of(tmp_path)
        rewrite(tmp_path / "floor.db", A1, end, SPOILED)
        with capture_logs() as lines:
            async with floor(tmp_path, founded=False) as at:
                node, feeds = at.server.node, at.server.services.table_feeds.feeds
                reason = "the record does not hold: "
                reason += f"table/A1 at {end}: the event does not follow in the chain"
                assert node.tables()[A1].halted == reason
                # Everything before the break is shown, with the reason.
                assert (feeds[A1].position, feeds[A1].halted) == (end - 1, reason)
                assert (feeds[B2].position, feeds[B2].halted) == (node.tables()[B2].position, "")
        told = {"event": "halted", "log_level": "error", "stream": "table/A1", "reason": reason}
        assert [line for line in lines if line["event"] == "halted"] == [told]

    asyncio.run(story())


def test_the_pit_brings_a_halted_table_up_again_once_it_holds(tmp_path: Path) -> None:
    async def story() -> None:
        end = await end_of(tmp_path)
        rewrite(tmp_path / "floor.db", A1, end, SPOILED)
        async with floor(tmp_path, founded=False) as at:
            node, feeds = at.server.node, at.server.services.table_feeds.feeds
            status, told = await bring_up(at, SUPERVISOR, "1")
            assert (status, told["refusal"]["code"]) == (200, "RankTooLow")
            status, told = await bring_up(at, MANAGER, "1")
            assert (status, told["error"]["code"]) == (503, "halted")
            assert f"table/A1 at {end}: the event does not follow" in told["error"]["sentence"]
            assert node.tables()[A1].halted != ""
            rewrite(tmp_path / "floor.db", A1, end, MENDED)
            status, told = await bring_up(at, MANAGER, "2")
            assert (status, told.get("accepted")) == (200, True), told
            assert (node.tables()[A1].position, node.tables()[A1].halted) == (end, "")
            assert (feeds[A1].position, feeds[A1].halted) == (end, "")
            status, told = await bring_up(at, MANAGER, "3")
            assert (status, told["error"]["code"]) == (409, "not_halted")
            status, told = await bring_up(at, MANAGER, "4", "Z9")
            assert (status, told["error"]["code"]) == (404, "no_such_table")
            # The floor's record says who gave the order, whether it succeeded or not.
            latest = [event for _, event in at.server.services.floor_feed.latest()]
            ordered = [event for event in latest if isinstance(event.fact, BringUpOrdered)]
            assert [event.by.person for event in ordered if event.by] == [MANAGER, MANAGER]

    asyncio.run(story())

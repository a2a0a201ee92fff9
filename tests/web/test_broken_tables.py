"""A server on a record of which one table does not hold: that one is halted, the others play."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from punto.tables.ports import stream_of
from punto.values.ids import TableId
from web.floor_server import floor, plan

A1, B2 = TableId("A1"), TableId("B2")


def spoil(record: Path, table: TableId, position: int) -> None:
    """Put another byte into an event, with the guards off."""
    with closing(sqlite3.connect(record, isolation_level=None)) as connection:
        guards = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for (name,) in guards.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(
            "UPDATE events SET body = CAST(body || ' ' AS BLOB) WHERE stream = ? AND position = ?",
            (stream_of(table), position),
        )


def test_one_broken_table_is_halted_on_its_screens_and_the_other_is_served(tmp_path: Path) -> None:
    async def story() -> None:
        async with floor(tmp_path, plan("A1"), plan("B2")) as at:
            end = at.service.node.tables()[A1].position
        spoil(tmp_path / "floor.db", A1, end)
        async with floor(tmp_path, founded=False) as at:
            node, feeds = at.service.node, at.service.board.gallery.feeds
            reason = "the record does not hold: "
            reason += f"table/A1 at {end}: the event does not follow in the chain"
            assert node.tables()[A1].halted == reason
            # What came before the break shows, with the reason.
            assert (feeds[A1].position, feeds[A1].halted) == (end - 1, reason)
            assert (feeds[B2].position, feeds[B2].halted) == (node.tables()[B2].position, "")

    asyncio.run(story())

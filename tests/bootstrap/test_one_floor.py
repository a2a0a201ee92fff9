"""Two nodes on one database are one floor: calls, lockouts, one-time links and connections."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from punto.bootstrap.demo_floor import TablePlan
from punto.bootstrap.server_records import KEY_BYTES
from punto.rounds.table.commands import Link
from punto.rounds.table.events import LinkReported
from punto.runtime.ports import stream_of
from punto.runtime.served_stream import News, Stopped
from punto.values.ids import PersonId, TableId, TerminalId
from support.runtime.stage import until
from support.storage.servers import PostgresServer
from support.web.floor_server import (
    MANAGER,
    PASSWORD,
    PIN,
    SUPERVISOR,
    Browser,
    Client,
    Floor,
    Json,
    floor,
    plan,
    terminal,
)


@asynccontextmanager
async def two_nodes(
    folder: Path, server: PostgresServer, *plans: TablePlan
) -> AsyncIterator[tuple[Floor, Floor]]:
    key = folder / "shoes.key"
    key.touch(0o600)
    key.write_bytes(b"k" * KEY_BYTES)
    settings: Json = {"database": server.fresh_address(), "shoe_key": str(key)}
    async with floor(folder, *plans, **settings) as one, floor(folder, **settings) as other:
        yield one, other


async def told_of(at: Floor, name: str) -> Json:
    """Return what the pit sees of a terminal."""
    bearer = f"Bearer {await at.staff(SUPERVISOR)}"
    _, told, _ = await Browser(at.url).ask("GET", "/api/floor", Authorization=bearer)
    return next(each for each in told["terminals"] if each["terminal"] == name)


def test_a_call_at_one_node_is_seen_and_answered_at_the_other(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    async def play() -> None:
        async with (
            two_nodes(tmp_path, postgres_server) as (one, other),
            terminal(one, "A1-1") as patron,
        ):
            await patron.say(say="call", id="c", wanted=True)
            since = (await patron.until_said("called"))["since"]
            calls = other.server.services.attendants
            await until(lambda: calls.since(TerminalId("A1-1")) == since)
            assert (await told_of(other, "A1-1"))["called_at"] == since
            bearer = f"Bearer {await other.staff(SUPERVISOR)}"
            _, answered, _ = await Browser(other.url).ask(
                "POST", "/api/attendants/done", {"terminal": "A1-1"}, Authorization=bearer
            )
            assert answered["accepted"] is True
            # The terminal hears of it at its own node.
            assert (await patron.until_said("called"))["since"] is None
            assert (await told_of(one, "A1-1"))["called_at"] is None

    asyncio.run(play())


def test_a_person_locked_out_at_one_node_is_locked_out_at_the_other(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    async def play() -> None:
        async with two_nodes(tmp_path, postgres_server) as (one, other):
            person = PersonId(MANAGER)
            await one.with_secrets(MANAGER)
            assert await Browser(other.url).sign_in(MANAGER, PASSWORD) == 200
            for _ in range(3):
                await one.server.services.doors.pin_fits(person, "000000", person)
            assert await other.server.services.doors.tries_left(person) == 0
            assert await other.server.services.doors.pin_fits(person, PIN, person) is not True

    asyncio.run(play())


def test_a_link_made_at_one_node_is_used_up_at_the_other(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    async def play() -> None:
        async with two_nodes(tmp_path, postgres_server) as (one, other):
            path = await one.link("device", "A1-1")
            assert (await Browser(other.url).ask("POST", path))[0] == 303
            assert (await Browser(one.url).ask("POST", path))[0] == 410

    asyncio.run(play())


def links_of_a1_1(floor: Floor) -> list[Link]:
    """Return a list to which a node adds each report on the line of terminal A1-1."""
    links = list[Link]()

    def see(news: News) -> None:
        facts = () if isinstance(news, Stopped) else (each.fact for each in news.events)
        links.extend(
            fact.link
            for fact in facts
            if isinstance(fact, LinkReported) and fact.terminal == "A1-1"
        )

    floor.server.node.watch(stream_of(TableId("A1")), see)
    return links


def test_a_terminal_that_moves_to_another_node_is_not_lost(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    async def play() -> None:
        async with two_nodes(tmp_path, postgres_server) as (one, other):
            links = links_of_a1_1(other)
            async with terminal(one, "A1-1"):
                pass
            async with terminal(other, "A1-1"):
                # It sends nothing more, and its old node reports it lost two seconds after it left.
                await until(lambda: links[-2:] == [Link.LOST, Link.CONNECTED])

    asyncio.run(play())


def test_the_newest_tab_of_a_terminal_takes_over_from_one_at_another_node(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    async def play() -> None:
        async with (
            two_nodes(tmp_path, postgres_server) as (one, other),
            terminal(one, "A1-1", tab="x") as older,
            terminal(one, "A1-2", tab="x") as bystander,
        ):
            links = links_of_a1_1(other)
            async with terminal(other, "A1-1", tab="y") as newer:
                await older.until_said("replaced")
                with pytest.raises(ConnectionClosed):
                    await older.hear()
                assert older.socket.close_code == 4001
                # The tab that is told so comes back only if its patron wants it to.
                async with terminal(one, "A1-1", tab="x"):
                    await newer.until_said("replaced")
                    # A line that ends for a newer one is not reported lost two seconds later.
                    await asyncio.sleep(3)
                    assert links == []
            await bystander.say(say="ping", n=1)
            await bystander.until_said("pong")
            assert '"replaced"' not in "".join(bystander.frames)

    asyncio.run(play())


def test_a_tab_that_comes_back_at_another_node_does_not_end_its_older_line(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    async def play() -> None:
        async with (
            two_nodes(tmp_path, postgres_server) as (one, other),
            terminal(one, "A1-1", tab="x") as doubted,
            terminal(other, "A1-1", tab="x") as second,
        ):
            # Until each node has heard of the other's line, and a look more.
            async with terminal(one, "A1-2", tab="x") as first, terminal(other, "A1-2", tab="y"):
                await first.until_said("replaced")
            async with terminal(other, "A1-2", tab="x") as last, terminal(one, "A1-2", tab="y"):
                await last.until_said("replaced")
            for each in (doubted, second):
                await each.say(say="ping", n=1)
                await each.until_said("pong")
                assert '"replaced"' not in "".join(each.frames)

    asyncio.run(play())


def test_a_patron_at_two_nodes_takes_the_credits_to_one_table(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    name = TerminalId("A1-1")

    def there(at: Floor) -> dict[str, int]:
        tables = at.server.node.tables().items()
        return {
            table: each.table.credits_of(name) // 100
            for table, each in tables
            if name in each.table.seats
        }

    async def asked(patron: Client, command: str, table: str) -> bool:
        wish = {"name": "MoveTerminal", "terminal": name, "table": table}
        return bool((await patron.command(command, wish, table="A1"))["accepted"])

    async def play() -> None:
        plans = (plan("A1"), plan("B2"), plan("C3"))
        async with (
            two_nodes(tmp_path, postgres_server, *plans) as (one, other),
            terminal(one, name) as here,
            terminal(other, name) as elsewhere,
        ):
            moved = await asyncio.gather(asked(here, "x", "B2"), asked(elsewhere, "y", "C3"))
            assert sorted(moved) == [False, True]
            table = "B2" if moved[0] else "C3"
            await until(lambda: there(one) == there(other) == {table: 1_000})
            # The same command, sent again to the node that did not carry it out.
            done, screen = ("x", elsewhere) if moved[0] else ("y", here)
            assert await asked(screen, done, table)
            assert there(one) == there(other) == {table: 1_000}

    asyncio.run(play())

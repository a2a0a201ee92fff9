"""The nginx configuration in docs/OPERATING.md, run by a real nginx before two servers."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from punto.runtime import NewerForm, stream_of
from punto.values import TableId
from punto.web.lines import redirection
from punto.web.lines.redirection import is_cut_off
from support.runtime.stage import until
from support.storage.lines import line_to
from support.storage.servers import PostgresServer
from support.survival.floor_of_nodes import asked
from support.web.floor_server import DEALER, Anything, Client, Floor, client, console, floor
from support.web.nginx_proxy import Proxy, free_ports

ENOUGH = 40
"""More attempts than one address may make at once."""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    server = PostgresServer.create()
    yield server
    server.remove()


@pytest.fixture
def database(server: PostgresServer) -> str:
    return server.fresh_address()


@asynccontextmanager
async def two_nodes(folder: Path, database: str) -> AsyncIterator[tuple[Proxy, list[Floor]]]:
    """Run two servers on one PostgreSQL, and the proxy in front of them."""
    key = folder / "shoes.key"
    key.write_bytes(bytes(32))
    key.chmod(0o600)
    ports = free_ports(2)
    settings: dict[str, Anything] = {
        "database": database,
        "behind_proxy": True,
        "shoe_key": str(key),
    }
    proxy = Proxy(folder, ports)
    try:
        async with (
            floor(folder, port=ports[0], node="a", **settings) as first,
            floor(folder, port=ports[1], node="b", founded=False, **settings) as second,
        ):
            await proxy.listens()
            yield proxy, [first, second]
    finally:
        proxy.end()


async def looks_at_the_display(proxy: Proxy, asked: str = "") -> str:
    """Open a display, and return the name of the node that serves it."""
    url = f"{proxy.origin.replace('https', 'wss')}/socket{asked}"
    async with connect(
        url,
        ssl=proxy.trusting,
        origin=proxy.origin,  # type: ignore[arg-type]
        subprotocols=[Subprotocol("punto.1")],
    ) as opened:
        screen = Client(opened)
        welcome = await screen.hello("display", "A1")
        assert welcome["say"] == "welcome"
        assert (await screen.until_said("view"))["public"]["table"] == "A1"
        return str(welcome["node"])


def test_the_documented_proxy_serves_pages_and_sockets_and_hides_what_is_not_for_strangers(
    tmp_path: Path, database: str
) -> None:
    async def play() -> None:
        async with two_nodes(tmp_path, database) as (proxy, nodes):
            assert "301" in await proxy.ask("GET", "/", tls=False)
            assert "HTTP/1.1 200" in await proxy.ask("GET", "/ready")
            assert "strict-transport-security" in await proxy.ask("GET", "/sign-in")
            await looks_at_the_display(proxy)
            for spoofed in ("127.0.0.1", "garbage"):
                for path in ("/metrics", "/%6detrics", "//metrics"):
                    head = await proxy.ask("GET", path, {"X-Forwarded-For": spoofed})
                    assert head.startswith(("HTTP/1.1 403", "HTTP/1.1 404")), (path, head)

            # A client is counted by the address that nginx sees, whatever it claims.
            heads = [
                await proxy.ask(
                    "POST",
                    "/api/enrolment",
                    {"Origin": proxy.origin, "X-Forwarded-For": f"198.51.100.{number}"},
                )
                for number in range(ENOUGH)
            ]
            # Limited by its pace (429), or on a slow machine by the devices that wait (503).
            assert {"200"} < {head.split()[1] for head in heads} <= {"200", "429", "503"}

            # One node stops, and the proxy skips it.
            nodes[0].stop.set()
            await until(lambda: nodes[0].server.app.services is None)
            for _ in range(3):
                assert "HTTP/1.1 200" in await proxy.ask("GET", "/ready")
            await looks_at_the_display(proxy)

    asyncio.run(play())


def test_the_documented_proxy_leads_a_screen_to_another_node_than_the_one_that_it_names(
    tmp_path: Path, database: str
) -> None:
    async def play() -> None:
        async with two_nodes(tmp_path, database) as (proxy, _):
            usual = await looks_at_the_display(proxy)
            assert await looks_at_the_display(proxy, "?not=a") == "b"
            assert await looks_at_the_display(proxy, "?not=b&slot=x") == "a"
            assert await looks_at_the_display(proxy, "?not=nobody") == usual

    asyncio.run(play())


def test_a_screen_that_is_asked_to_leave_is_served_until_another_node_welcomes_it(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine takes its time for the second line.
    monkeypatch.setattr(redirection, "LEAVE_S", 8.0)

    async def play() -> None:
        async with two_nodes(tmp_path, database) as (_, nodes):
            here, elsewhere = nodes
            await until(lambda: not here.server.node.is_alone)
            async with console(here) as screen, console(here) as deaf:
                here.stop.set()
                await screen.until_said("leave")
                answer = await screen.command("open", {"name": "OpenBets"})
                assert answer["accepted"] is True
                async with console(elsewhere) as other:
                    await other.until_phase("betting")
                await screen.socket.close()
                # One that stays is told to come back, so that it cannot delay the stop.
                with pytest.raises(ConnectionClosed) as closed:
                    await deaf.until_said("nothing")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012

    asyncio.run(play())


def test_screens_keep_their_lines_while_all_nodes_wait_for_the_same_database(
    tmp_path: Path, server: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine takes its time until a node has noticed that its database is back.
    monkeypatch.setattr(redirection, "LEAVE_S", 30.0)

    async def play() -> None:
        with line_to(server) as line:
            async with two_nodes(tmp_path, line.address(database)) as (_, nodes):
                await until(lambda: not any(each.server.node.is_alone for each in nodes))
                token = await nodes[1].staff(DEALER)
                async with console(nodes[0]) as screen, console(nodes[1]) as other:
                    line.cut()
                    await screen.until_said("leave")
                    await other.until_said("leave")
                    with pytest.raises(InvalidStatus) as denied:
                        async with client(nodes[1], token):
                            pass
                    assert denied.value.response.status_code == 503
                    line.mend()
                    await until(lambda: not any(is_cut_off(each.server.node) for each in nodes))
                    answer = await screen.command("open", {"name": "OpenBets"})
                    assert answer["accepted"] is True
                    await other.until_phase("betting")

    asyncio.run(play())


def test_what_a_table_without_its_database_is_asked_is_left_to_the_other_node(
    tmp_path: Path, database: str
) -> None:
    async def play() -> None:
        async with two_nodes(tmp_path, database) as (_, nodes):
            here, elsewhere = nodes
            node = here.server.node
            await until(lambda: not node.is_alone)
            async with console(here) as screen:
                place = node._streams.tables[stream_of(TableId("A1"))]  # noqa: SLF001
                place.runtime.halt("the record cannot be written: lost", may_pass=True)
                with pytest.raises(ConnectionClosed) as closed:
                    await screen.command("open", {"name": "OpenBets"})
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            async with console(elsewhere) as screen:
                answer = await screen.command("open", {"name": "OpenBets"})
                assert answer["accepted"] is True

    asyncio.run(play())


def test_a_table_at_which_a_newer_program_plays_is_left_to_the_other_node(
    tmp_path: Path, database: str
) -> None:
    async def play() -> None:
        async with two_nodes(tmp_path, database) as (_, nodes):
            here, node = nodes[0], nodes[0].server.node
            await until(lambda: not node.is_alone)
            async with console(here) as screen:
                place = node._streams.tables[stream_of(TableId("A1"))]  # noqa: SLF001
                place.runtime.halt_by(NewerForm("table/A1 at 9: round.settled@2: unknown here"))
                with pytest.raises(ConnectionClosed) as closed:
                    await screen.command("open", {"name": "OpenBets"})
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
            status, body = await asked(int(here.url.rpartition(":")[2]), "/ready")
            assert status == 503
            assert "a newer version of Punto plays at table/A1: update this server" in body

    asyncio.run(play())


def test_a_screen_is_not_let_in_where_a_table_waits_for_the_database(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which table it wants is known only later; the proxy leads it to the other node."""

    async def play() -> None:
        async with two_nodes(tmp_path, database) as (_, nodes):
            node, steering = nodes[0].server.node, nodes[0].server.services.steering
            await until(lambda: not node.is_alone)
            assert not steering.leads_away(None)
            monkeypatch.setattr(node, "returning", lambda: (stream_of(TableId("A1")),))
            await until(lambda: steering.leads_away(None))
            with pytest.raises(InvalidStatus) as denied:
                async with console(nodes[0]):
                    pass
            assert denied.value.response.status_code == 503

    asyncio.run(play())


def test_a_screen_that_only_listens_keeps_its_line_through_the_documented_proxy(
    tmp_path: Path, database: str
) -> None:
    async def play() -> None:
        async with two_nodes(tmp_path, database) as (proxy, _):
            url = f"{proxy.origin.replace('https', 'wss')}/socket"
            async with connect(
                url,
                ssl=proxy.trusting,
                origin=proxy.origin,  # type: ignore[arg-type]
                subprotocols=[Subprotocol("punto.1")],
                ping_interval=None,
            ) as opened:
                screen = Client(opened)
                assert (await screen.hello("display", "A1"))["say"] == "welcome"
                # An answer soon after the first beat delays the sign of life of the next one.
                await screen.say(say="ping", n=1)
                await screen.until_said("pong")
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(screen.until_said("never"), 7)

    asyncio.run(play())

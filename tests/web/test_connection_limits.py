"""Connections of unknown clients take no place from the screens of the floor."""

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus

from punto.bootstrap import server
from punto.bootstrap.open_files import most_connections
from punto.web.http import connection_limits, uvicorn_socket
from punto.web.http.connection_limits import ConnectionLimits
from punto.web.http.forwarded_addresses import TrustedProxies, networks
from punto.web.lines.screen_places import NO_PLACE
from punto.web.security.browser_credentials import kept_as
from punto.web.sessions.pace import Pace
from support.runtime.stage import until
from support.survival.floor_of_nodes import asked, free_port
from support.web.counted_floor import Meter
from support.web.floor_server import (
    CHIEF,
    DEALER,
    MANAGER,
    Client,
    Floor,
    client,
    floor,
    terminal,
)
from web.test_sockets import closed

FEW = 20
FEW_STEPS = 120
"""Of the 300 that strangers took where each address was read again and every request searched."""


class Wire:
    """A transport that notes its end."""

    def __init__(self) -> None:
        self.is_open = True

    def abort(self) -> None:
        self.is_open = False


def let_strangers_open(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let strangers of one address open so many sockets, and no more however long they wait."""
    pace = Pace(burst=count, per_second=0)
    monkeypatch.setattr(connection_limits, "_STRANGERS_OF_ONE_ADDRESS", pace)


def limits(most: int = 100, of_one_address: int = 100, proxy: str = "10.0.0.2") -> ConnectionLimits:
    proxies = TrustedProxies(networks([proxy]))
    return ConnectionLimits(most, of_one_address, proxies, lambda name: name == kept_as("ours"))


def asking(peer: str, headers: dict[str, str]) -> HTTPConnection:
    raw = Headers(headers).raw
    scope = {"type": "http", "client": (peer, 1), "headers": raw, "query_string": b"slot=T1"}
    return HTTPConnection(scope)


def test_the_oldest_unproven_connection_goes_where_there_are_too_many() -> None:
    held = limits(most=3)
    screen, old, young, newest = Wire(), Wire(), Wire(), Wire()
    for number, wire in enumerate((screen, old, young)):
        held.arrive(wire, f"192.0.2.{number}")
    held.prove(screen)
    held.arrive(newest, "192.0.2.9")
    assert [each.is_open for each in (screen, old, young, newest)] == [True, False, True, True]
    held.leave(young)
    held.arrive(Wire(), "192.0.2.9")
    assert newest.is_open


def test_whoever_comes_last_goes_where_every_place_is_a_screens() -> None:
    held, screens, stranger = limits(most=2), [Wire(), Wire()], Wire()
    for screen in screens:
        held.arrive(screen, "192.0.2.1")
        held.prove(screen)
    held.arrive(stranger, "192.0.2.2")
    assert [each.is_open for each in (*screens, stranger)] == [True, True, False]


def test_an_address_with_too_many_connections_loses_its_own_oldest() -> None:
    held, neighbour = limits(of_one_address=2), Wire()
    held.arrive(neighbour, "192.0.2.2")
    mine = [Wire() for _ in range(4)]
    for wire in mine:
        held.arrive(wire, "192.0.2.1")
    assert neighbour.is_open
    assert [wire.is_open for wire in mine] == [False, False, True, True]


def test_the_connections_of_a_proxy_count_for_the_clients_that_it_names() -> None:
    held, wires = limits(of_one_address=2), [Wire() for _ in range(6)]
    for number, wire in enumerate(wires):
        held.arrive(wire, "10.0.0.2")
        named = {"x-forwarded-for": f"192.0.2.{number % 2}"}
        assert held.may_open(wire, asking("10.0.0.2", named))
    assert [wire.is_open for wire in wires] == [False, False, True, True, True, True]


def asks(held: ConnectionLimits, peer: str, headers: dict[str, str]) -> bool:
    wire = Wire()
    held.arrive(wire, peer)
    return held.may_open(wire, asking(peer, headers))


def test_strangers_open_sockets_at_a_pace_and_each_credential_at_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_limits, "_OF_ONE_CREDENTIAL", Pace(burst=3, per_second=0))
    monkeypatch.setattr(connection_limits, "_STRANGERS", Pace(burst=3, per_second=0))
    let_strangers_open(2, monkeypatch)
    held, nothing = limits(), dict[str, str]()
    assert [asks(held, "192.0.2.1", nothing) for _ in range(3)] == [True, True, False]
    assert [asks(held, "192.0.2.2", nothing) for _ in range(2)] == [True, False]
    cookie = "punto-device-T1=ours"
    for shown in ({"cookie": f"x=1; {cookie}"}, {"authorization": "Bearer ours"}):
        assert asks(held, "192.0.2.1", shown)
    others = {"cookie": "punto-device=ours"}, {"cookie": cookie + "; x=" + "y" * 20_000}
    for other in ({"authorization": "Bearer made up"}, *others):
        assert not asks(held, "192.0.2.1", other)
    assert [asks(held, "192.0.2.1", {"cookie": cookie}) for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("peer", "headers"),
    [
        ("192.0.2.1", {"origin": "http://floor"}),
        ("10.0.0.2", {"origin": "http://floor", "x-forwarded-for": "192.0.2.1"}),
    ],
    ids=["at the server", "at its proxy"],
)
def test_a_stranger_who_is_refused_costs_few_steps(
    peer: str, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    let_strangers_open(1, monkeypatch)
    held, meter = limits(), Meter()
    assert asks(held, peer, headers)
    wire, ask = Wire(), asking(peer, headers)
    with meter.switched_on():
        held.arrive(wire, peer)
        is_opened = held.may_open(wire, ask)
        held.leave(wire)
    assert not is_opened
    assert meter.count < FEW_STEPS, meter.count


async def silent_sockets(
    at: Floor, stack: AsyncExitStack, count: int
) -> list[asyncio.StreamReader]:
    """Connect, and say nothing."""
    where, readers = urlsplit(at.url), []
    for _ in range(count):
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        stack.callback(writer.close)
        readers.append(reader)
    return readers


async def is_cut_off(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(0.5):
            return await reader.read() == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_a_terminal_gets_in_beside_more_silent_sockets_than_its_address_may_have(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with (
            AsyncExitStack() as stack,
            floor(tmp_path, connections_per_address=FEW) as at,
            terminal(at, "A1-1") as before,
        ):
            readers = await silent_sockets(at, stack, 3 * FEW)
            async with terminal(at, "A1-2"):
                cut = [await is_cut_off(reader) for reader in readers]
                assert cut[: 2 * FEW] == [True] * 2 * FEW
                assert not cut[-1]
            await before.say(say="ping", n=1)
            assert (await before.until_said("pong"))["n"] == 1

    asyncio.run(play())


async def display(at: Floor, stack: AsyncExitStack) -> Client:
    return await stack.enter_async_context(client(at, close_timeout=0.1))


def test_one_address_has_so_many_displays_and_may_try_again_later(tmp_path: Path) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack, floor(tmp_path, displays_per_address=2) as at:
            first, second, third = [await display(at, stack) for _ in range(3)]
            for each in (first, second):
                assert (await each.hello("display", "A1"))["say"] == "welcome"
            assert (await third.hello("display", "A1"))["code"] == "no_place"
            assert (await closed(third))[0] == 1013
            # A second hello takes no second place, and a screen that leaves frees its own.
            await second.hello("display", "A1")
            await second.until_said("welcome")
            await first.socket.close()
            await until(lambda: len(at.server.services.register.lines()) == 1)
            fourth = await display(at, stack)
            assert (await fourth.hello("display", "A1"))["say"] == "welcome"

    asyncio.run(play())


async def known(at: Floor, stack: AsyncExitStack, token: str, screen: str) -> str:
    """Open a screen with a credential; returns what the server said first."""
    opened = await stack.enter_async_context(client(at, token, close_timeout=0.1))
    told = await opened.hello(screen, "A1")
    if told["say"] == "problem":
        assert (await closed(opened))[0] == 1013
        return f"{told['code']}: {told['sentence']}"
    return f"{told['say']}"


def test_a_person_or_a_device_has_so_many_screens_of_a_kind_however_often_signed_in(
    tmp_path: Path,
) -> None:
    refused = f"no_place: {NO_PLACE}"

    async def play() -> None:
        async with AsyncExitStack() as stack, floor(tmp_path, screens_per_person=2) as at:
            first, again = await at.staff(MANAGER), await at.staff(MANAGER)
            for screen in ("display", "console", "pit"):
                told = [await known(at, stack, token, screen) for token in (first, again, again)]
                assert told == ["welcome", "welcome", refused]
            device = await at.device("A1-1")
            told = [await known(at, stack, device, "display") for _ in range(3)]
            assert told == ["welcome", "welcome", refused]
            # Others have places of their own, and a terminal always finds its one.
            assert await known(at, stack, await at.staff(CHIEF), "pit") == "welcome"
            for _ in range(3):
                assert await known(at, stack, device, "terminal") == "welcome"
        async with AsyncExitStack() as stack, floor(tmp_path, founded=False) as at:
            token = await at.staff(MANAGER)
            told = [await known(at, stack, token, "display") for _ in range(24 + 1)]
            assert told == ["welcome"] * 24 + [refused]

    asyncio.run(play())


def test_strangers_who_open_too_many_sockets_are_refused_and_a_terminal_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_strangers_open(FEW, monkeypatch)

    async def play() -> None:
        async with AsyncExitStack() as stack, floor(tmp_path) as at:
            for _ in range(FEW):
                await display(at, stack)
            with pytest.raises(InvalidStatus) as denied:
                await display(at, stack)
            assert denied.value.response.status_code == 429
            assert denied.value.response.headers["Retry-After"] == "5"
            async with terminal(at, "A1-1"):
                pass

    asyncio.run(play())


def test_a_credential_that_nobody_issued_opens_no_socket_that_a_stranger_may_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_strangers_open(FEW, monkeypatch)

    async def play() -> None:
        async with AsyncExitStack() as stack, floor(tmp_path) as at:
            ours = await at.device("A1-1")
            for _ in range(FEW):
                await stack.enter_async_context(client(at, "made up"))
            device, staff = ({"Cookie": f"punto-{kind}=made up"} for kind in ("device", "staff"))
            for shown in ({"token": "made up"}, {"headers": device}, {"headers": staff}):
                with pytest.raises(InvalidStatus) as denied:
                    await stack.enter_async_context(client(at, **shown))
                assert denied.value.response.status_code == 429
            cookie = {"Cookie": f"punto-device={ours}"}
            screen = await stack.enter_async_context(client(at, headers=cookie))
            assert (await screen.hello("terminal"))["say"] == "welcome"

    asyncio.run(play())


def test_all_terminals_are_known_to_a_server_that_has_just_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_strangers_open(0, monkeypatch)

    async def play() -> None:
        async with floor(tmp_path) as at:
            device, person = await at.device("A1-1"), await at.staff(DEALER)
        async with floor(tmp_path, founded=False) as at:
            for token, screen in ((device, "terminal"), (person, "console")):
                async with client(at, token) as known:
                    assert (await known.hello(screen, "A1"))["say"] == "welcome"

    asyncio.run(play())


def test_a_stranger_who_sends_at_the_pace_of_a_terminal_is_sent_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at, client(at) as loud, terminal(at, "A1-1") as known:
            assert (await loud.hello("display", "A1"))["say"] == "welcome"
            for number in range(Pace().burst - 5):
                await loud.say(say="ping", n=number)
                await known.say(say="ping", n=number)
            code, heard = await closed(loud)
            assert (code, heard[-1]["code"]) == (1008, "too_fast")
            for number in range(Pace().burst - 5):
                assert (await known.until_said("pong"))["n"] == number

    asyncio.run(play())


def test_a_screen_that_reads_nothing_of_what_waits_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_BEAT_S", 0.2)
    monkeypatch.setattr(uvicorn_socket, "STUCK_AFTER", 2)
    monkeypatch.setattr(server, "_SENT_BYTES", 4096)

    async def play() -> None:
        async with floor(tmp_path) as at:
            options = {"max_queue": 1, "ping_interval": None}
            async with client(at, await at.device("A1-1"), **options) as deaf:
                for _ in range(Pace().burst):
                    hello = {"as": "terminal", "table": None, "tab": "x", "language": "en"}
                    await deaf.say(say="hello", protocol=1, **hello)
                async with asyncio.timeout(30):
                    while at.server.services.register.lines():  # noqa: ASYNC110
                        await asyncio.sleep(0.05)

    asyncio.run(play())


def test_a_server_leaves_open_files_to_its_record_however_many_connect(tmp_path: Path) -> None:
    """Without a limit of its own it could accept connections until it can open no file."""
    port, allowed = free_port(), 300
    command = f"{sys.executable} -m punto serve --database {tmp_path / 'floor.db'} --port {port}"
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["/bin/sh", "-c", f"ulimit -n {allowed}; exec {command}"], stdout=out, stderr=out
        )

    async def play() -> None:
        async with AsyncExitStack() as stack, asyncio.timeout(120):
            while (await asked(port, "/ready"))[0] != 200:
                assert process.poll() is None, log.read_text()
                await asyncio.sleep(0.1)
            for _ in range(2 * allowed):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                stack.callback(writer.close)
            assert (await asked(port, "/ready"))[0] == 200
            assert (await asked(port, "/sign-in"))[0] == 200
        assert "too many connections" in log.read_text()
        assert "Too many open files" not in log.read_text()

    try:
        asyncio.run(play())
    finally:
        process.kill()
        process.wait()


def test_half_of_few_open_files_are_for_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (300, 300))
    assert most_connections() == 150
    monkeypatch.setattr(resource, "getrlimit", lambda _: (20_000, 20_000))
    assert most_connections() == 19_744
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY,) * 2)
    assert most_connections() is None

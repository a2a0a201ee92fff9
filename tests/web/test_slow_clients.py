"""Clients that send very slowly, nothing at all, or everything at once do not keep a connection."""

import asyncio
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from punto.web.http import uvicorn_http
from punto.web.http.uvicorn_socket import Socket
from punto.web.lines import line
from support.web.floor_server import Floor, client, floor, terminal
from web.test_sockets import closed

HEAD = b"POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
BEGINNINGS = {
    "nothing": b"",
    "half a request line": b"GET /hea",
    "half a header": b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ",
    "half a body": HEAD + b"Content-Length: 1000\r\n\r\n{",
    "half a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n3e8\r\n{",
    "a second request": b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /hea",
    "half a handshake": b"GET /socket HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
}


async def until_closed(at: Floor, beginning: bytes) -> bytes:
    """Send a beginning, then single bytes; return everything received until the close."""
    where = urlsplit(at.url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)

    async def trickle() -> None:
        writer.write(beginning)
        while beginning:
            await asyncio.sleep(0.1)
            writer.write(b"x")

    task = asyncio.create_task(trickle())
    try:
        async with asyncio.timeout(30):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        task.cancel()
        writer.close()


@pytest.mark.parametrize("name", BEGINNINGS)
def test_a_request_that_does_not_arrive_in_time_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(uvicorn_http, "REQUEST_S", 0.5)

    async def play() -> None:
        async with floor(tmp_path) as at:
            answered = await until_closed(at, BEGINNINGS[name])
            assert answered.count(b"HTTP/1.1 ") <= 2
            assert b"HTTP/1.1 500" not in answered

    asyncio.run(play())


@pytest.mark.parametrize("pieces", [1, 11])
def test_a_request_of_thousands_of_lines_is_refused_before_it_is_parsed(
    tmp_path: Path, pieces: int
) -> None:
    async def play() -> None:
        async with floor(tmp_path) as at:
            where, line_of_head = urlsplit(at.url), b"a:\r\n"
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            for _ in range(pieces):
                writer.write(line_of_head * (1_100 // pieces))
                await asyncio.sleep(0.01)
            async with asyncio.timeout(30):
                assert (await reader.readline()).startswith(b"HTTP/1.1 431 ")
            writer.close()

    asyncio.run(play())


def masked(opcode: int, payload: bytes = b"") -> bytes:
    """Return a client's frame, under the mask 0."""
    return bytes([opcode, 0x80 | len(payload)]) + bytes(4) + payload


FLOODS = {
    "pings": masked(0x89) * 5_000,
    "pongs": masked(0x8A) * 5_000,
    "fragments without end": masked(0x01, b"x") + masked(0x00) * 5_000,
    "messages": masked(0x81, b"{}") * 5_000,
}


@pytest.mark.parametrize("name", FLOODS)
def test_a_client_that_sends_thousands_of_frames_at_once_is_cut_off_before_all_are_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    parsed = list[int]()
    parse = Socket.handle_events

    def counted(socket: Socket) -> None:
        parsed.append(len(socket.conn.events))
        parse(socket)

    monkeypatch.setattr(Socket, "handle_events", counted)

    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as player, client(at) as loud:
            assert (await loud.hello("display", "A1"))["say"] == "welcome"
            loud.socket.transport.write(FLOODS[name])
            with suppress(ConnectionClosed):
                while True:
                    await loud.hear()
            assert sum(parsed) < 1_000
            await player.say(say="ping", n=1)
            assert (await player.until_said("pong"))["n"] == 1

    asyncio.run(play())


def test_answers_that_are_not_read_in_time_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_http, "READ_S", 0.5)

    async def play() -> None:
        async with floor(tmp_path) as at:
            where, assets = urlsplit(at.url), at.server.app.static / "assets"
            largest = max(assets.iterdir(), key=lambda file: file.stat().st_size)
            asked = f"GET /static/assets/{largest.name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=1_000)
            # More than the system buffers for a client that does not read.
            writer.write(asked.encode() * 200)
            await asyncio.sleep(2)
            received = 0
            with suppress(ConnectionError):
                async with asyncio.timeout(30):
                    while part := await reader.read(65_536):
                        received += len(part)
            assert largest.stat().st_size < received < 200 * largest.stat().st_size
            writer.close()

    asyncio.run(play())


def test_a_screen_that_was_greeted_and_a_slow_answer_outlive_the_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_http, "REQUEST_S", 0.3)
    monkeypatch.setattr(line, "HELLO_S", 0.3)

    async def play() -> None:
        async with floor(tmp_path) as at, terminal(at, "A1-1") as screen:
            await asyncio.sleep(0.8)
            await screen.say(say="ping", n=1)
            assert (await screen.until_said("pong"))["n"] == 1

    asyncio.run(play())


def test_a_socket_that_does_not_say_hello_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "HELLO_S", 0.3)

    async def play() -> None:
        async with floor(tmp_path) as at, client(at) as silent:
            await silent.say(say="ping", n=1)
            assert (await closed(silent))[0] == 1008

    asyncio.run(play())

"""A server that only sends the frames of a whole round to as many clients at the same times.

The server has no record and no rules, and answers every command at once. Its cost is the minimum
for any server of these sockets.
"""

import asyncio
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

import msgspec
import uvicorn
import uvloop
from starlette.types import Receive, Scope, Send

from punto.load.patron import HeardPublic, heard
from punto.load.processes import Serving, begin_process, report_effort
from punto.values import Value
from punto.web.http.uvicorn_socket import Socket
from punto.web.wire.messages import SUBPROTOCOL

Frames = Sequence[tuple[float, bytes]]
"""Messages, each with its time of arrival."""


class PatronScript(Value):
    """A round as a terminal receives it."""

    welcome: bytes
    first_view: bytes
    broadcasts: tuple[tuple[float, bytes], ...]
    """The messages to all, each with the seconds since the round began."""
    own_view: bytes
    """The message to one terminal when its own bets change."""
    seconds: float
    """From the beginning of a round to that of the next."""
    round_number: int
    betting_ms: int
    closes_at: int


def script_of(frames: Frames) -> PatronScript | None:
    """Return the first whole round among frames; None if there is none."""
    read = [(at, raw, heard(raw)) for at, raw in frames]
    public = [(at, raw, each.public) for at, raw, each in read if each.public is not None]
    own = [raw for _, raw, each in read if each.say == "view" and each.public is None]
    welcome = [raw for _, raw, each in read if each.say == "welcome"]
    # The first view is of a round in progress.
    openings = [at for at, _, view in _changes(public[1:]) if view.phase == "betting"]
    if len(openings) <= 1 or not own or not welcome:
        return None
    begin, end = openings[0], openings[1]
    within = [(at, raw, view) for at, raw, view in public if begin <= at < end]
    opened = within[0][2]
    return PatronScript(
        welcome=welcome[0],
        first_view=public[0][1],
        broadcasts=tuple((at - begin, raw) for at, raw, _ in within),
        own_view=own[0],
        seconds=end - begin,
        round_number=opened.round_number,
        betting_ms=opened.betting_ms,
        closes_at=opened.closes_at or 0,
    )


def _changes(
    public: Sequence[tuple[float, bytes, HeardPublic]],
) -> list[tuple[float, bytes, HeardPublic]]:
    """Return the messages that begin another phase of a round."""
    changed, before = [], ("", 0)
    for at, raw, view in public:
        if (view.phase, view.round_number) != before:
            changed.append((at, raw, view))
        before = view.phase, view.round_number
    return changed


class _Command(msgspec.Struct):
    id: str


_command_reader = msgspec.json.Decoder(_Command)


@dataclass(slots=True)
class _Audience:
    """The connected clients."""

    script: PatronScript
    sends: set[Send]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL})
        await receive()  # its hello
        await _say(send, self.script.welcome)
        await _say(send, self.script.first_view)
        self.sends.add(send)
        while (message := await receive())["type"] != "websocket.disconnect":
            command = _command_reader.decode(message["text"])
            await _say(send, self.script.own_view)
            answer = b'{"say":"answer","now":%d,"id":"%s","accepted":true}'
            await _say(send, answer % (_now(), command.id.encode()))
        self.sends.discard(send)

    async def deal(self) -> None:
        """Broadcast round after round, until cancelled."""
        number = self.script.round_number
        while True:
            began, number = time.monotonic(), number + 1
            closes_at = _now() + self.script.betting_ms
            for delay, frame in self.script.broadcasts:
                await asyncio.sleep(max(0.0, began + delay - time.monotonic()))
                await self._tell(self._again(frame, number, closes_at))
            await asyncio.sleep(max(0.0, began + self.script.seconds - time.monotonic()))

    def _again(self, frame: bytes, number: int, closes_at: int) -> bytes:
        """Return the same frame for another round."""
        before = self.script.round_number, self.script.closes_at
        frame = frame.replace(b'"round_number":%d' % before[0], b'"round_number":%d' % number)
        return frame.replace(b'"closes_at":%d' % before[1], b'"closes_at":%d' % closes_at)

    async def _tell(self, frame: bytes) -> None:
        for send in tuple(self.sends):
            await _say(send, frame)


async def _say(send: Send, frame: bytes) -> None:
    await send({"type": "websocket.send", "text": frame.decode()})


def _now() -> int:
    return time.time_ns() // 1_000_000


def bare_server(script: PatronScript, line: Connection) -> None:
    """Serve as a separate process, until told to stop or the caller is gone."""
    begin_process()
    with line, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_served(script, line))


async def _served(script: PatronScript, line: Connection) -> None:
    audience = _Audience(script, set())
    server = uvicorn.Server(
        uvicorn.Config(
            audience,
            ws=Socket,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
        )
    )
    with socket.create_server(("127.0.0.1", 0), backlog=2_048) as listening:
        serving = asyncio.create_task(server.serve([listening]))
        dealing = asyncio.create_task(audience.deal())
        line.send(Serving(f"http://127.0.0.1:{listening.getsockname()[1]}", ()))
        await report_effort(line)
        dealing.cancel()
        server.should_exit = True
        await serving

"""A server that only sends the same frames to as many clients at the same times.

The server has no record and no rules, and answers every command at once. Its cost is the minimum
for any server of these sockets.
"""

import asyncio
import socket
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection

import msgspec
import uvicorn
import uvloop
from starlette.types import Receive, Scope, Send

from punto.load.processes import Order, Serving, begin_process, own_effort
from punto.load.scripts import PatronScript
from punto.web.http.uvicorn_socket import Socket
from punto.web.wire.messages import SUBPROTOCOL


class _Command(msgspec.Struct):
    id: str


_reader = msgspec.json.Decoder(_Command)


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
            command = _reader.decode(message["text"])
            await _say(send, self.script.own_view)
            answer = b'{"say":"answer","now":%d,"id":"%s","accepted":true}'
            await _say(send, answer % (_now(), command.id.encode()))
        self.sends.discard(send)

    async def deal(self) -> None:
        """Broadcast round after round, until cancelled."""
        number = self.script.round_number
        while True:
            began, number = time.monotonic(), number + 1
            betting_ms = self._betting_ms()
            closes_at = _now() + betting_ms
            for delay, frame in self.script.broadcasts:
                await asyncio.sleep(max(0.0, began + delay - time.monotonic()))
                await self._tell(self._again(frame, number, closes_at))
            await asyncio.sleep(max(0.0, began + self.script.seconds - time.monotonic()))

    def _betting_ms(self) -> int:
        opening = msgspec.json.decode(self.script.broadcasts[0][1])
        return int(opening["public"]["betting_ms"])

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
        try:
            while await asyncio.to_thread(line.recv) is Order.COUNT:
                line.send(own_effort())
        except EOFError:
            pass
        dealing.cancel()
        server.should_exit = True
        await serving

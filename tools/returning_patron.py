"""A patron whose terminal dials again, and dials a second server as well, as the pages do.

Its figures are those of ``frontend/src/connection.ts`` and ``frontend/src/patience.ts``.
"""

import asyncio
import time
from collections.abc import Mapping
from functools import partial
from random import Random
from ssl import SSLContext

import msgspec
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from punto.load.patron import HELLO, HeardMessage, LoadPatron
from punto.web.wire.messages import SUBPROTOCOL
from support.web.nginx_proxy import Proxy

FIRST_WAIT_S, LONGEST_WAIT_S = 0.25, 5.0
"""How long a page waits before it dials again: doubled after each failure."""
SILENCE_S = 7.0
QUIET_S, ASK_EVERY_S = 0.7, 5.0
DOUBT_S, JITTER_S = 0.6, 0.2
SLOW_FACTOR, LONGEST_DOUBT_S = 3, 5.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 2.0, 30.0
SECOND_LINE_S = 2.5
_LOOK_S, _LONGEST_LOOK_S = 0.1, 0.25
_PING = b'{"say":"ping","n":1}'


class _Welcome(msgspec.Struct):
    say: str
    node: str = ""


_reader = msgspec.json.Decoder(_Welcome)


class PatronLine(WSListener):
    """One line of a terminal, which may have two for a moment."""

    def __init__(self, patron: "ReturningPatron") -> None:
        self.patron = patron
        self.transport: WSTransport | None = None
        self.is_welcome = False
        self.ended = asyncio.Event()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello, unless the terminal has given this line up while it was dialled."""
        if self.ended.is_set():
            transport.disconnect(graceful=False)
            return
        self.transport = transport
        transport.send(WSMsgType.TEXT, HELLO)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Note that the line is lost; what it was waiting for is asked again on the next."""
        del transport
        self.transport = None
        self.ended.set()
        self.patron.lose(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Process a frame, unless the terminal has another line by now."""
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
        elif frame.msg_type == WSMsgType.TEXT:
            self.patron.hear(self, frame)

    def end(self) -> None:
        """Hang up."""
        if self.transport is not None:
            # Not while a frame of this or another line is being handled.
            hang_up = partial(self.transport.disconnect, graceful=False)
            asyncio.get_running_loop().call_soon(hang_up)
            self.transport = None
        self.ended.set()


async def dial(
    line: PatronLine,
    url: str,
    trusting: SSLContext,
    headers: Mapping[str, str],
    local: tuple[str, int] | None = None,
) -> None:
    """Open a line; the caller may give up at any moment."""
    await ws_connect(
        lambda: line,
        url,
        ssl_context=trusting,
        # Given up at the end of the TLS handshake, aiofastnet 1.2 closes a descriptor that the
        # loop still watches; libuv aborts the process when the number is used again.
        use_aiofastnet=False,
        extra_headers=headers,
        websocket_handshake_timeout=2 * SILENCE_S,
        local_addr=local,
    )


class ReturningPatron(LoadPatron):
    """A patron who keeps a line, and asks again under the same ids."""

    def __init__(
        self, terminal: str, proxy: Proxy, headers: dict[str, str], number: int, local: int
    ) -> None:
        chance, loop = Random(terminal), asyncio.get_running_loop()  # noqa: S311 (when to bet)
        super().__init__(terminal, "nodes", chance, loop.call_later)
        self.outages: list[tuple[float, float]] = []
        """When the terminal saw its table again, and how long it had not."""
        self.longest_wait_s = 0.0
        """Of all answers, including refusals: a bet that came too late had waited, too."""
        self.second_lines_count = 0
        self.eagerness = 1
        """The multiple of the usual number of bets that it makes in a round."""
        self.bets_count = 0
        self._url = f"wss://127.0.0.1:{proxy.ports[0]}/socket"
        self._proxy = proxy
        self._headers = {"Sec-WebSocket-Protocol": SUBPROTOCOL, **headers}
        self._luck = Random(number)  # noqa: S311
        # nginx chooses the node by the address, so the crowd has many.
        self._local = (f"127.0.{1 + local // 200}.{1 + local % 200}", 0)
        self._pending: dict[str, bytes] = {}
        self.node = ""
        self._line: PatronLine | None = None
        self._second: PatronLine | None = None
        self._leaves = False
        self._heard_at = self._seen_at = self._pinged_at = time.monotonic()
        self._waited: float | None = None
        self._looked_at = 0.0
        self._trip, self._pause, self._not_before, self._jitter = 0.0, FIRST_PAUSE_S, 0.0, 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def awaits_bet(self) -> bool:
        """Whether a bet has no answer yet."""
        return self._phase == "betting" and self.waits

    async def stay(self) -> None:
        """Keep a line for as long as the task runs."""
        wait, avoids = FIRST_WAIT_S, True
        while True:
            line = PatronLine(self)
            self._line = line
            if await self._welcomed(line, self.node if avoids else ""):
                wait, avoids = FIRST_WAIT_S, True
                await self._until_lost()
            else:
                wait, avoids = min(2 * wait, LONGEST_WAIT_S), not avoids
                line.end()
            await asyncio.sleep(wait * self._luck.uniform(0.5, 1.5))

    async def _welcomed(self, line: PatronLine, avoided: str) -> bool:
        """Dial, and return whether the table was seen within the time that a page waits."""
        self.is_there = False
        try:
            async with asyncio.timeout(SILENCE_S):
                await self._dial(line, avoided)
                while not self.is_there:
                    if line.ended.is_set():
                        return False
                    await asyncio.sleep(0.02)
        except (OSError, WSError, TimeoutError):
            return False
        return True

    async def _dial(self, line: PatronLine, avoided: str) -> None:
        url = f"{self._url}?not={avoided}" if avoided else self._url
        await dial(line, url, self._proxy.trusting, self._headers, self._local)

    async def _until_lost(self) -> None:
        while (line := self._line) is not None:
            now = time.monotonic()
            if now - self._heard_at > SILENCE_S:
                line.end()
                self.lose(line)
            elif self._waited is not None:
                # A crowd without a core hears nothing, which is not the server's fault.
                self._waited += min(now - self._looked_at, _LONGEST_LOOK_S)
                self._looked_at = now
                self._doubt(now, self._waited)
            elif now - self._heard_at >= QUIET_S or now - self._pinged_at >= ASK_EVERY_S:
                self._pinged_at = now
                self._send(_PING)
            await asyncio.sleep(_LOOK_S)

    def _doubt(self, now: float, asked_for: float) -> None:
        slow = min(SLOW_FACTOR * self._trip, LONGEST_DOUBT_S)
        doubted = asked_for >= max(DOUBT_S, slow) + self._jitter and now >= self._not_before
        if doubted:
            self._try_elsewhere()

    def _try_elsewhere(self) -> None:
        """Also dial another node, if there is one."""
        if self.node and self._second is None:
            self._second = PatronLine(self)
            self.second_lines_count += 1
            task = asyncio.create_task(self._change_over(self._second))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _change_over(self, second: PatronLine) -> None:
        """Dial a second line, which is taken if it welcomes the terminal in time."""
        try:
            async with asyncio.timeout(SECOND_LINE_S):
                await self._dial(second, self.node)
                while second is self._second:  # noqa: ASYNC110 (as above)
                    await asyncio.sleep(0.02)
        except (OSError, WSError, TimeoutError):
            if second is self._second:
                self._end_second()

    def _end_second(self) -> None:
        second, self._second = self._second, None
        if second is not None:
            second.end()
            self._leaves = False
            self._not_before = time.monotonic() + self._pause * self._luck.uniform(0.5, 1.5)
            self._pause = min(2 * self._pause, LONGEST_PAUSE_S)

    def _send(self, said: bytes) -> None:
        line = self._line
        if line is not None and line.is_welcome and line.transport is not None:
            line.transport.send(WSMsgType.TEXT, said)
            if self._waited is None:
                self._waited, self._looked_at = 0.0, time.monotonic()

    def lose(self, line: PatronLine) -> None:
        """Take note of a line that has ended."""
        if line is self._second:
            self._end_second()
        elif line is self._line:
            self.seen.faults["line lost"] += 1
            self.is_there = False
            self._line, self._second = self._second, None

    def hear(self, line: PatronLine, frame: WSFrame) -> None:
        """Process a frame, and note how long the terminal had not seen its table."""
        now, raw = time.monotonic(), frame.get_payload_as_bytes()
        is_welcome = raw.startswith(b'{"say":"welcome"')
        if line is self._second and is_welcome:
            older, self._line, self._second = self._line, line, None
            self.is_there = False
            if older is not None:
                older.end()
        if line is not self._line:
            return
        if is_welcome:
            line.is_welcome = True
            self._settle_in(raw)
        self._trip = now - self._pinged_at if raw.startswith(b'{"say":"pong"') else self._trip
        self._heard_at, self._waited = now, None
        if raw.startswith(b'{"say":"leave"'):
            self._leaves = True
            self._try_elsewhere()
        elif not self._leaves:
            self._end_second()
        was_there = self.is_there
        self._read(raw)
        if self.is_there and not was_there:
            self.outages.append((now, now - self._seen_at))
        if self.is_there:
            self._seen_at = now
        self._pending = {
            name: said for name, said in self._pending.items() if name in self._waiting
        }

    def _settle_in(self, raw: bytes) -> None:
        self.node, self._leaves = _reader.decode(raw).node, False
        self._trip, self._pause, self._not_before = 0.0, FIRST_PAUSE_S, 0.0
        self._jitter = self._luck.random() * JITTER_S
        for said in self._pending.values():
            self._send(said)

    def _answered(self, message: HeardMessage) -> None:
        asked_at = self._waiting.get(message.id or "")
        if asked_at is not None:
            self.longest_wait_s = max(self.longest_wait_s, time.perf_counter() - asked_at)
        super()._answered(message)

    @property
    def _has_line(self) -> bool:
        return self._line is not None

    def _bet(self, round_number: int, betting_seconds: float) -> None:
        for _ in range(self.eagerness):
            super()._bet(round_number, betting_seconds)

    def _ask(self, what: str, wish: dict[str, object]) -> None:
        self.bets_count += what == "bet" and self._has_line
        super()._ask(what, wish)

    def _say(self, name: str, said: bytes) -> None:
        self._pending[name] = said
        self._send(said)

"""Uvicorn's WebSocket protocol as the wire of a line; it no longer logs clients' errors as ours."""

import asyncio
from weakref import WeakKeyDictionary

from uvicorn import Config
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.utils import apply_mask

from punto.web.http.connection_limits import ConnectionLimits
from punto.web.lines.wires import WireEnd
from punto.web.sessions.frames import TEXT, frame_end, masked_payload

_TURNS = 20
"""The number of parts in which the sockets beat, so that they do not all write at once."""


class Beats:
    """The sockets of one server, each of which beats at a fixed interval.

    All share one timer: thousands of timers would take a tenth of the event loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop, self._wait_s = loop, seconds / _TURNS
        self._turns: list[set[Socket]] = [set() for _ in range(_TURNS)]
        self._next, self._count = 0, 0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, socket: "Socket") -> None:
        """Let a socket beat from now on."""
        self._count += 1
        self._turns[self._count % _TURNS].add(socket)
        if self._timer is None:
            self._timer = self._loop.call_later(self._wait_s, self._beat)

    def _beat(self) -> None:
        turn = self._turns[self._next]
        self._next = (self._next + 1) % _TURNS
        for socket in tuple(turn):
            if not socket.beat():
                turn.remove(socket)
        is_needed = any(self._turns)
        self._timer = self._loop.call_later(self._wait_s, self._beat) if is_needed else None


_beats: WeakKeyDictionary[Config, Beats] = WeakKeyDictionary()


def beats_of(config: Config, loop: asyncio.AbstractEventLoop) -> Beats:
    """Return the beats of a server."""
    if config not in _beats:
        _beats[config] = Beats(loop, config.ws_ping_interval or 0)
    return _beats[config]


WIRE = "punto.wire"
"""The extension under which the application finds its socket, to write frames as they are."""
_SIGN_OF_LIFE = b"\x8a\x00"
"""An unsolicited pong, which needs no answer (RFC 6455, 5.5.3)."""
PING_AFTER, GONE_AFTER = 3, 14
"""After how many silent beats a client is asked whether it is there, and is taken to be gone.

A busy machine may need twenty seconds to carry the answer.
"""
STUCK_AFTER = 5
"""For how many beats a client may read nothing of what waits for it."""
_MOST_FRAMES = 250
"""The most frames of a client between two beats; one that keeps to its pace sends eighty. A quarter
of a megabyte holds forty thousand pings, half a second of work in which nobody is served."""
_LINGER_S = 5.0
"""How long a closed socket may take to accept its last frames."""


class Socket(WebSocketsSansIOProtocol):
    """One connection, which is also the wire of a line; docs/PROTOCOL.md lists the answers.

    Uvicorn passes each message through a queue, two tasks and a dictionary. A line needs none of
    them: it takes each message on arrival, and hands over frames that are ready to be sent.
    """

    _wire_end: WireEnd | None = None
    _lingering: asyncio.TimerHandle | None = None
    _has_written = _has_heard = False
    """Since the last beat."""
    _silent_count = _stuck_count = _frames_count = 0
    _begun = b""
    """The frame of which only the beginning is here."""
    limits: ConnectionLimits | None = None

    def handle_connect(self, event: Request) -> None:
        """Offer the application the wire, in addition to the standard scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), WIRE: self}  # type: ignore[dict-item]

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message; a handshake refused with an answer is complete, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Otherwise every refused socket is logged as an application error.
            self.handshake_complete = True

    def listen(self, end: WireEnd) -> None:
        """Pass on all messages from now on, and first those that have arrived already."""
        self._wire_end, before = end, self.queue
        self.queue = _Ending(end)  # type: ignore[assignment]
        while not before.empty():
            event = before.get_nowait()
            if event["type"] == "websocket.receive":
                text = event.get("text")
                end.hear((event.get("bytes") or b"") if text is None else text)
            else:
                end.lose()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; invalid text is treated as bytes."""
        raw = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        message = _text(raw) if self.curr_msg_data_type == "text" else bytes(raw)
        if self._wire_end is None:
            self.curr_msg_data_type = "text" if isinstance(message, str) else "bytes"
            super().send_receive_event_to_app()
            return
        self.frames = []
        if not self.close_sent:
            self._wire_end.hear(message)

    def prove(self) -> None:
        """Keep the connection, however many others arrive: a screen on it was welcomed."""
        if self.limits is not None:
            self.limits.prove(self.transport)

    @property
    def is_clear(self) -> bool:
        """Whether the client is reading, so that written frames leave."""
        return self.writable.is_set()

    def write(self, frames: bytes) -> None:
        """Send frames in one write; does nothing once the client is gone."""
        if frames and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames)
            self._has_written = True

    def resume_writing(self) -> None:
        """Send the frames that waited while the client did not read."""
        super().resume_writing()
        if self._wire_end is not None:
            self._wire_end.resume()

    def close(self, code: int, reason: str) -> None:
        """Close the socket, within a time that the client cannot extend."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self._linger()

    def data_received(self, data: bytes) -> None:
        """Process bytes of a client, valid or not."""
        self._has_heard = True
        if not self.handshake_initiated:
            super().data_received(data)
            return
        data, start, longest = self._begun + data, 0, self.config.ws_max_size
        while not self.transport.is_closing() and (end := frame_end(data, start, longest)):
            self._take(data[start:end])
            start = end
        self._begun = data[start:]

    def _take(self, frame: bytes) -> None:
        """Process one frame; nearly all are whole text frames, which only have to be unmasked."""
        self._frames_count += 1
        if self._frames_count > _MOST_FRAMES:
            self.transport.abort()
        elif (
            frame[0] != TEXT
            or self._wire_end is None
            or self.close_sent
            or self.conn.current_size is not None  # within a message in fragments
        ):
            super().data_received(frame)
        else:
            self._wire_end.hear(_text(apply_mask(*masked_payload(frame))))

    def schedule_ping(self) -> None:
        """Register with the server's beats, in place of a timer of its own."""
        beats_of(self.config, self.loop).add(self)

    def beat(self) -> bool:
        """Send something at every beat; ping only a client that has been silent for several.

        So a proxy does not take this node for dead, and a client that sends messages by itself, as
        every page does, costs no ping. Returns false for a socket that is closed.
        """
        if self.close_sent or self.transport.is_closing():
            return False
        if not self._has_written and self.is_clear:
            self.transport.write(_SIGN_OF_LIFE)
        self._silent_count = 0 if self._has_heard else self._silent_count + 1
        self._stuck_count = 0 if self.is_clear else self._stuck_count + 1
        self._has_written = self._has_heard = False
        self._frames_count = 0
        if self._stuck_count >= STUCK_AFTER:
            self.transport.abort()
            return False
        if self._silent_count >= GONE_AFTER:
            self.keepalive_timeout()
            return False
        if self._silent_count == PING_AFTER:
            self.conn.send_ping(b"")
            self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def keepalive_timeout(self) -> None:
        """End the connection of a client that did not answer a ping."""
        super().keepalive_timeout()
        self._linger()

    def _linger(self) -> None:
        """Cut the line off if the client does not accept the last frames."""
        if self._lingering is None:
            self._lingering = self.loop.call_later(_LINGER_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the limit when the client is gone."""
        if self._lingering is not None:
            self._lingering.cancel()
        if self.limits is not None:
            self.limits.leave(self.transport)
        super().connection_lost(exc)


class _Ending:
    """Takes the place of uvicorn's event queue; only the close still arrives there."""

    def __init__(self, end: WireEnd) -> None:
        self._wire_end = end

    def put_nowait(self, _event: object) -> None:
        """Note the close."""
        self._wire_end.lose()


def _text(raw: bytes) -> str | bytes:
    try:
        return str(raw, "utf-8")
    except UnicodeDecodeError:
        return bytes(raw)

"""Uvicorn's HTTP and WebSocket protocols, corrected where they take a client's error for ours.

HTTP has time limits.
"""

import asyncio

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

REQUEST_S = 10.0
"""How long a request may take to arrive, head and body; the longest body has 16 KB."""
READ_S = 60.0
"""How long a client may take to read an answer, so that none is kept forever."""
_ARRIVING = {h11.IDLE, h11.SEND_BODY}
_TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)


class Http(H11Protocol):
    """One connection; docs/PROTOCOL.md lists the answers."""

    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit for the request."""
        super().connection_made(transport)
        self._watch_arrival()

    def data_received(self, data: bytes) -> None:
        """Process more of a request."""
        super().data_received(data)
        self._watch_arrival()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the limits when the client is gone."""
        self._stop_watching()
        self._watch_reading(waits=False)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket protocol, which has its own limits."""
        self._is_socket = True
        self._watch_reading(waits=False)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Start the reading limit: more data waits for the client than is sent at once."""
        super().pause_writing()
        self._watch_reading(waits=True)

    def resume_writing(self) -> None:
        """Cancel the reading limit: the client has read most of it."""
        super().resume_writing()
        self._watch_reading(waits=False)

    def on_response_complete(self) -> None:
        """Start the reading limit for unread data, even on a closed transport."""
        super().on_response_complete()
        self._watch_reading(waits=self.transport.get_write_buffer_size() > 0)

    def _watch_reading(self, *, waits: bool) -> None:
        """Limit the time for which data waits for the client."""
        if self._reading is not None and not waits:
            self._reading.cancel()
            self._reading = None
        elif self._reading is None and waits:
            self._reading = self.loop.call_later(READ_S, self._give_up)

    def _give_up(self) -> None:
        self._reading = None
        if self.transport.get_write_buffer_size() > 0:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Reject data that is not HTTP; this also ends a request that broke off in its middle."""
        super().send_400_response(msg)
        self._end_request()

    def _watch_arrival(self) -> None:
        """Limit the time until the whole request is here; further bytes do not extend it."""
        if self._is_socket or self.transport.is_closing() or self.conn.their_state not in _ARRIVING:
            self._stop_watching()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_S, self._cut_off)

    def _stop_watching(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _cut_off(self) -> None:
        self._deadline = None
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            self.transport.write(_TOO_LATE)
        self._end_request()
        self.transport.close()

    def _end_request(self) -> None:
        """Tell the application, if it has begun, that no client waits for its answer."""
        if self.cycle is not None:
            # Otherwise the application would answer too, which is logged as an error of its own.
            self.cycle.disconnected = True
            self.cycle.message_event.set()


class Socket(WebSocketsSansIOProtocol):
    """One connection; docs/PROTOCOL.md lists the answers."""

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message; a handshake refused with an answer is complete, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Otherwise every refused socket is logged as an application error.
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; invalid text is treated as bytes."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True

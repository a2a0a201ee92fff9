"""The HTTP protocol of uvicorn, with a time limit, and mended where it blames us for a client."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 10.0
"""How long a request may take to arrive, head and body; the longest body has 16 KB."""
_ARRIVING = {h11.IDLE, h11.SEND_BODY}
_TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)


class Http(H11Protocol):
    """One connection; docs/PROTOCOL.md says what is answered to what."""

    _deadline: asyncio.TimerHandle | None = None
    _is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client connects, and has some seconds to say what it wants."""
        super().connection_made(transport)
        self._watch_arrival()

    def data_received(self, data: bytes) -> None:
        """Take in some more of a request."""
        super().data_received(data)
        self._watch_arrival()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone, and so is the limit."""
        self._stop_watching()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the protocol of WebSockets, which has limits of its own."""
        self._is_socket = True
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; a request that broke off in its middle is over with that."""
        super().send_400_response(msg)
        self._end_request()

    def _watch_arrival(self) -> None:
        """Limit the time until the whole request is here; each byte does not begin it anew."""
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
        """Tell the application, if it has begun, that nobody waits for its answer."""
        if self.cycle is not None:
            # Otherwise the application answers as well, which is logged as an error of its own.
            self.cycle.disconnected = True
            self.cycle.message_event.set()

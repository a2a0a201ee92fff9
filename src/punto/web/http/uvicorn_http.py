"""Uvicorn's HTTP protocol with limits; it no longer logs a client's error as the server's."""

import asyncio

import h11
from starlette.requests import HTTPConnection
from uvicorn.protocols.http.h11_impl import H11Protocol

from punto.web.http.connection_limits import ConnectionLimits
from punto.web.http.errors import TOO_LARGE, TOO_LATE, TOO_MANY
from punto.web.http.uvicorn_socket import Socket

REQUEST_S = 10.0
"""How long a request may take to arrive, head and body; the longest body has 16 KB."""
READ_S = 60.0
"""How long a client may take to read an answer, so that none is kept forever."""
_MOST_LINES = 1_000
"""In what a client sends until it is answered: each line of a head takes 3 µs to parse."""
_ARRIVING = {h11.IDLE, h11.SEND_BODY}


class Http(H11Protocol):
    """One connection; docs/PROTOCOL.md lists the answers."""

    limits: ConnectionLimits | None = None
    """Those of the server, set in a class of its own; none where only this machine can connect."""
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _is_socket = _has_heard = False
    _lines_count = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit for the request."""
        super().connection_made(transport)
        self._watch_arrival()
        if self.limits is not None:
            self.limits.arrive(transport, (self.client or ("", 0))[0])

    def data_received(self, data: bytes) -> None:
        """Process more of a request."""
        self._has_heard = True
        self._lines_count += data.count(b"\n")
        if self._lines_count > _MOST_LINES:
            self._refuse(TOO_LARGE)
        else:
            super().data_received(data)
        self._watch_arrival()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the limits when the client is gone."""
        self._stop_watching()
        self._watch_reading(waits=False)
        if self.limits is not None:
            self.limits.leave(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket protocol, which has its own limits."""
        self._is_socket = True
        self._watch_reading(waits=False)
        limits, asking = self.limits, HTTPConnection(dict(self.scope))
        if limits is not None and not limits.may_open(self.transport, asking):
            self.transport.write(TOO_MANY)
            self.transport.close()
            return
        super().handle_websocket_upgrade(event)
        if isinstance(opened := self.transport.get_protocol(), Socket):
            opened.limits = limits

    def pause_writing(self) -> None:
        """Start the reading limit: more data waits for the client than is sent at once."""
        super().pause_writing()
        self._watch_reading(waits=True)

    def resume_writing(self) -> None:
        """Cancel the reading limit: the client has read most of the data."""
        super().resume_writing()
        self._watch_reading(waits=False)

    def on_response_complete(self) -> None:
        """Start the reading limit for unread data, even on a closed transport."""
        self._lines_count = 0
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
        """Reject data that is not HTTP; this also ends a request that broke off halfway."""
        super().send_400_response(msg)
        self._end_request()

    def _watch_arrival(self) -> None:
        """Limit the time in which the whole request must arrive; further bytes do not extend it."""
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
        if not self._has_heard:
            # No log line: thousands may be silent, and there is no request to answer.
            self.transport.abort()
            return
        self._refuse(TOO_LATE)

    def _refuse(self, answer: bytes) -> None:
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            self.transport.write(answer)
        self._end_request()
        self.transport.close()

    def _end_request(self) -> None:
        """Tell the application, if it has begun, that the client no longer waits."""
        if self.cycle is not None:
            # Otherwise the application would answer too, which is logged as an error of its own.
            self.cycle.disconnected = True
            self.cycle.message_event.set()

"""The server's answers before its floor is open."""

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from punto.web.http.app import application
from punto.web.http.app_state import Address, House
from punto.web.http.errors import Problem, error_response, tell_problem
from punto.web.http.guards import Guard
from punto.web.http.probes import health


class Entrance:
    """Forwards to the application, or answers that the floor is not open yet."""

    def __init__(self, address: Address) -> None:
        self._why = "the floor is not open yet"
        self._closed = Guard(self._turn_away, address)
        self._app: ASGIApp = self._closed

    def open(self, house: House) -> None:
        """Start forwarding requests."""
        self._app = application(house)

    def shut(self, why: str) -> None:
        """Turn away all requests except the check whether the process is alive."""
        self._why, self._app = why, self._closed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._app(scope, receive, send)

    async def _turn_away(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            denied = error_response(503, "not_ready", self._why)
            await WebSocket(scope, receive, send).send_denial_response(denied)
            return
        request = Request(scope, receive)
        if request.url.path == "/health":
            answer = await health(request)
        else:
            answer = await tell_problem(request, Problem(503, "not_ready", self._why))
        await answer(scope, receive, send)

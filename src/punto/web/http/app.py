"""The application: every address of the server, before and after its floor is open."""

from functools import cache

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from punto.runtime import CannotRecord, Closed, Halted
from punto.web.http import errors
from punto.web.http.app_state import Address, AppState, Keys
from punto.web.http.archive import ARCHIVE, report_csv
from punto.web.http.endpoints import routes_of
from punto.web.http.enrolments import ENROLMENTS
from punto.web.http.errors import HttpProblem, error_response, tell_problem
from punto.web.http.forwarded_addresses import Forwarding
from punto.web.http.guards import Guard
from punto.web.http.lab import EDGES, LAB, lab_sheet
from punto.web.http.live_tables import LIVE_TABLES
from punto.web.http.openapi import openapi
from punto.web.http.pages import page_routes
from punto.web.http.pit import PIT
from punto.web.http.probes import health, metrics, ready, rules
from punto.web.http.sign_ins import ACCOUNTS
from punto.web.http.sockets import socket
from punto.web.http.start import START
from punto.web.http.takings import TAKINGS
from punto.web.security.doors import CannotWitness

ENDPOINTS = (
    *START,
    *ACCOUNTS,
    *ENROLMENTS,
    *PIT,
    *TAKINGS,
    *LIVE_TABLES,
    *EDGES,
    *LAB,
    *ARCHIVE,
)


@cache
def _description_bytes() -> bytes:
    """Return the OpenAPI description, written once: it costs as much as a dozen other requests."""
    return msgspec.json.encode(openapi(ENDPOINTS))


async def _description(_request: Request) -> Response:
    return errors.json_response(_description_bytes())


def application(app: AppState) -> Starlette:
    """Make the application of a server."""
    routed = Starlette(
        routes=[
            Route("/health", health),
            Route("/ready", ready),
            Route("/metrics", metrics),
            Route("/rules/{document}", rules),
            Route("/lab/sheets/{name}", lab_sheet),
            Route("/reports/{name}.csv", report_csv),
            WebSocketRoute("/socket", socket),
            Route("/api/openapi.json", _description),
            *routes_of(ENDPOINTS),
            *page_routes(app.static),
        ],
        middleware=[
            Middleware(Forwarding, proxies=app.address.proxies),
            Middleware(Guard, address=app.address),
        ],
        exception_handlers={
            errors.HttpProblem: errors.tell_problem,
            HTTPException: errors.tell_http,
            **dict.fromkeys((CannotRecord, CannotWitness, Halted, Closed), errors.tell_away),
            Exception: errors.tell_fault,
        },
    )
    routed.state.app = app
    return routed


class Entrance:
    """Forwards to the application, or answers that the floor is not open yet."""

    def __init__(self, address: Address) -> None:
        self._why = "the floor is not open yet"
        self._closed = Guard(self._turn_away, address)
        self._app: ASGIApp = self._closed
        self._keys: Keys | None = None

    def open(self, app: AppState) -> None:
        """Start forwarding requests."""
        self._app, self._keys = application(app), app.keys

    def knows(self, credential: str) -> bool:
        """Return at once whether this is a credential's name; always false before the opening."""
        return self._keys is not None and self._keys.know(credential)

    def shut(self, why: str) -> None:
        """Turn away all requests except the liveness check."""
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
            answer = await tell_problem(request, HttpProblem(503, "not_ready", self._why))
        await answer(scope, receive, send)

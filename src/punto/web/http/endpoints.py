"""Endpoints: each request, declared once for the server and for OpenAPI.

Also commands to the floor, on behalf of the signed-in person.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import NoneType
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from punto.identity import FloorCommand, Wish
from punto.runtime import Closed, Halted, NotRecordable
from punto.values import CommandId, PersonId
from punto.web.desk.wishes_to_commands import own_id
from punto.web.http.app_state import AppState, app_of, is_own_origin
from punto.web.http.errors import HttpProblem, json_response
from punto.web.http.identities import (
    Cookie,
    bearer_of,
    device_of,
    put_cookies,
    session_of,
    slot_of,
)
from punto.web.lines.services import Services
from punto.web.security.browser_credentials import SessionNote
from punto.web.sessions.effects import StaffMember
from punto.web.wire.api import CommandOutcome, outcome_of
from punto.web.wire.forms import UNREADABLE

B = TypeVar("B")

CSRF_HEADER = "x-punto-csrf"
LONGEST_BODY = 16_384
"""In bytes."""


class Who(Enum):
    """Who may send a request."""

    ANYBODY = "anybody"
    STAFF = "a signed-in person"
    DEVICE = "an enrolled device"
    LAB = "a signed-in person, or anyone if the lab is open"


@dataclass(slots=True)
class Asked(Generic[B]):
    """A parsed and checked request."""

    app: AppState
    request: Request
    body: B
    session: SessionNote | None
    cookies: list[Cookie] = field(default_factory=list)
    """To be set with the answer."""

    @property
    def services(self) -> Services:
        """The floor; raises 503 while it is not open."""
        if self.app.services is None:
            raise HttpProblem(503, "not_ready", "the floor is not open yet")
        return self.app.services

    @property
    def person(self) -> PersonId:
        """The person who is signed in; raises 401 if there is none."""
        if self.session is None:
            raise HttpProblem(401, "not_signed_in", "not signed in: sign in first")
        return PersonId(self.session.person)

    @property
    def slot(self) -> str:
        """The slot that selects one of several identities of the browser."""
        return slot_of(self.request)


@dataclass(frozen=True)
class Endpoint:
    """One request that the server answers; its function says what it takes and returns.

    The first line of the function's docstring describes it for those who use the interface.
    """

    line: str
    """The method and the path."""
    act: Callable[[Asked[Any]], Awaitable[Any]]
    who: Who = Who.STAFF
    answer_type: Any = None
    """Of a function that returns a response, or values in a form."""
    on_unreadable: Callable[[Asked[Any], HttpProblem], Awaitable[None]] | None = None
    """Called, besides the answer to the sender, when the body cannot be read."""

    @cached_property
    def method(self) -> str:
        """The method, such as POST."""
        return self.line.partition(" ")[0]

    @property
    def path(self) -> str:
        """The path, with the names of its parts in braces."""
        return self.line.partition(" ")[2]

    @cached_property
    def body(self) -> type[msgspec.Struct] | None:
        """The type of the body; None for a request without one."""
        (body,) = get_args(get_type_hints(self.act)["asked"])
        return None if body is NoneType else body

    @property
    def answer(self) -> Any:  # noqa: ANN401 (a type)
        """The type of the answer."""
        return self.answer_type or get_type_hints(self.act)["return"]

    async def respond(self, request: Request) -> Response:
        """Answer a request."""
        app = app_of(request)
        session = await check_session(app, request, self.who)
        if self.method != "GET":
            _check_own_page(app, request, session)
        asked: Asked[Any] = Asked(app, request, None, session)
        if self.body is not None:
            asked.body = await self._read(asked, self.body)
        told = await self.act(asked)
        answered = told if isinstance(told, Response) else json_response(told)
        put_cookies(answered, app, asked.cookies)
        return answered

    async def _read(self, asked: Asked[Any], body: type[msgspec.Struct]) -> msgspec.Struct:
        try:
            return await _read(asked.request, body)
        except HttpProblem as problem:
            if self.on_unreadable is not None:
                await self.on_unreadable(asked, problem)
            raise


def routes_of(endpoints: Iterable[Endpoint]) -> list[Route]:
    """Make one route for each path, so that it can list its methods."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(path, _respond(each), methods=list(each)) for path, each in by_path.items()]


def _respond(by_method: Mapping[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return await by_method[method].respond(request)

    return respond


async def check_session(app: AppState, request: Request, who: Who) -> SessionNote | None:
    """Return the session of a request; raises 401 if it, or a device, is required and missing."""
    session = await session_of(app, request)
    is_asked = who is Who.STAFF or (who is Who.LAB and not app.lab.is_open)
    if is_asked and session is None:
        raise HttpProblem(401, "not_signed_in", "not signed in: sign in first")
    is_shown = bearer_of(request) is not None or await device_of(app, request) is not None
    if who is Who.DEVICE and not is_shown:
        raise HttpProblem(401, "not_enrolled", "expected the credential of a device in service")
    return session


def check_pit(asked: Asked[Any], subject: str = "pit") -> None:
    """Require a person who may open the pit; raises 403 about the subject of the request."""
    too_low = asked.services.greeter.too_low_for(StaffMember(asked.person), "pit", subject)
    if too_low is not None:
        raise HttpProblem(403, "not_allowed", too_low)


def _check_own_page(app: AppState, request: Request, session: SessionNote | None) -> None:
    """Require that a request which changes something comes from one of our pages."""
    if bearer_of(request) is not None:
        return
    if not is_own_origin(request, app.address):
        raise HttpProblem(403, "other_origin", "the page was not served from here")
    if session is not None and request.headers.get(CSRF_HEADER) != session.csrf:
        raise HttpProblem(403, "csrf", f"expected the session's token in {CSRF_HEADER}")


async def _raw(request: Request) -> bytes:
    raw = bytearray()
    try:
        async for part in request.stream():
            raw += part
            if len(raw) > LONGEST_BODY:
                raise HttpProblem(413, "oversized", f"expected at most {LONGEST_BODY} bytes")
    except ClientDisconnect:
        # A client that hung up is not an error of the server.
        raise HttpProblem(400, "malformed", "the request broke off") from None
    return bytes(raw)


async def _read(request: Request, body: type[msgspec.Struct]) -> msgspec.Struct:
    try:
        return msgspec.json.decode(await _raw(request), type=body)
    except msgspec.ValidationError as wrong:
        raise HttpProblem(422, "malformed", str(wrong)) from None
    except (*UNREADABLE, UnicodeDecodeError):
        raise HttpProblem(400, "malformed", "expected JSON") from None


async def ask_floor(
    asked: Asked[Any], name: str, wish: Wish, *, is_shared: bool = False
) -> CommandOutcome:
    """Submit a wish to the floor, and return the outcome once it is recorded.

    A shared name is the same for all people, so that only the first of them can record the wish.
    """
    command = CommandId(name) if is_shared else own_id(asked.person, name)
    try:
        answer = await asked.services.desk.node.ask_floor(
            FloorCommand(command, asked.app.now(), asked.person, wish)
        )
    except NotRecordable as fault:
        raise HttpProblem(422, "not_recordable", str(fault)) from None
    except Halted as fault:
        raise HttpProblem(503, "halted", f"the floor is halted: {fault}") from None
    except Closed:
        raise HttpProblem(503, "not_ready", "the server is shutting down") from None
    return outcome_of(None if isinstance(answer, tuple) else answer)

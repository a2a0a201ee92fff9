"""A real server on its own port, with browsers and sockets that connect to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, TypeAlias
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from punto.bootstrap.demo_floor import STAFF, TablePlan, set_up
from punto.bootstrap.open_floor import RunningServer
from punto.bootstrap.rule_book import shipped_game
from punto.bootstrap.server import listen, serve
from punto.bootstrap.settings import Settings
from punto.cli.demo import LIVE_LAYOUT
from punto.rounds.configuration import CardSource
from punto.rules.limits import Limits
from punto.rules.terms import Terms, terms_of
from punto.values.ids import TableId, TerminalId
from punto.values.money import dollars
from punto.web.security.one_time_links import LinkNote, Purpose
from support.rounds.evening import terms_for

Json = dict[str, Any]
Anything: TypeAlias = Any  # a JSON value, or an argument passed on to another library
FOR_EVER = 2**53
DEALER, SUPERVISOR, MANAGER, CHIEF = "daniel.ong", "sofia.lim", "arun.nair", "mei.tan"
PASSWORD, PIN = "a long enough word", "314159"


def report(irregularity: str, words: str) -> Json:
    """Return the wish to report an irregularity, with nothing but the Dealer's words."""
    return {
        "name": "ReportIrregularity",
        "irregularity": irregularity,
        "words": words,
        "cards": None,
        "extra": [],
        "terminals": [],
        "round_number": None,
        "lasted_ms": 0,
        "lies": None,
        "together": [],
    }


def plan(table: str = "A1", patrons: int = 2, *, self_dealing: bool = False) -> TablePlan:
    game = shipped_game("mbs-tiger")
    assert game is not None
    terms = terms_of(game, 8, (), Limits(dollars(5), dollars(5_000)))
    assert isinstance(terms, Terms)
    source, dealer = CardSource.VIRTUAL_SHOE, STAFF[3].person
    return TablePlan(
        TableId(table), terms, source, self_dealing, dealer, patrons, 0, betting_ms=200, pace_ms=20
    )


def live_plan() -> TablePlan:
    terms, source = terms_for("rws-live"), CardSource.VIRTUAL_SHOE
    dealer = STAFF[3].person
    return TablePlan(
        TableId("L1"),
        terms,
        source,
        self_dealing=False,
        dealer=dealer,
        patrons=0,
        robots=0,
        betting_ms=200,
        pace_ms=20,
        layout=LIVE_LAYOUT,
    )


@dataclass
class Floor:
    """A running server."""

    server: RunningServer
    stop: asyncio.Event

    @property
    def url(self) -> str:
        return self.server.address

    async def link(self, purpose: Purpose, subject: str, page: str = "/terminal") -> str:
        note = LinkNote(purpose, subject, "", page, FOR_EVER)
        return f"/enter/{await self.server.app.keys.links.make(note)}"

    async def device(self, terminal: str) -> str:
        """Issue a terminal's credential, in the form that other programs send."""
        return await self.server.app.keys.devices.issue(TerminalId(terminal))

    async def staff(self, person: str) -> str:
        """Begin a person's session, and return its token."""
        token, _ = await self.server.app.keys.sessions.begin(person)  # type: ignore[arg-type]
        return token

    async def with_secrets(self, person: str) -> None:
        await self.server.app.keys.secrets.set(person, PASSWORD, PIN)  # type: ignore[arg-type]


@asynccontextmanager
async def floor(
    folder: Path, *plans: TablePlan, founded: bool = True, **settings: Anything
) -> AsyncIterator[Floor]:
    """Run a floor, and close it at the end."""
    usual = {"database": str(folder / "floor.db"), "port": 0, "finish_seconds": 0}
    chosen = Settings(acceptor="simulated", log_level="error", **{**usual, **settings})
    stop, running = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def prepare(server: RunningServer) -> None:
        if founded:
            await set_up(server.services.desk, plans or (plan(),))
            await server.services.table_feeds.open()

    async def started(server: RunningServer) -> None:
        running.set_result(Floor(server, stop))

    task = asyncio.create_task(serve(chosen, listen(chosen), prepare, started, stop))
    opening_s = 60 + sum(each.patrons for each in plans) / 10
    done, _ = await asyncio.wait({task, running}, timeout=opening_s, return_when="FIRST_COMPLETED")
    if task in done:
        await task
    try:
        yield running.result()
    finally:
        stop.set()
        await task


@dataclass
class Client:
    """A screen, and every message that it received."""

    socket: ClientConnection
    frames: list[str] = field(default_factory=list)
    public: Json = field(default_factory=dict)
    private: Json | None = None

    async def say(self, **message: Anything) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> Json:
        async with asyncio.timeout(60):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Json = json.loads(frame)
        self.public = message.get("public", self.public)
        self.private = message.get("private", self.private)
        return message

    async def until(self, holds: Callable[[Json], bool]) -> Json:
        """Return the first message that fulfils a condition."""
        while not holds(message := await self.hear()):
            pass
        return message

    async def until_said(self, say: str) -> Json:
        return await self.until(lambda message: message["say"] == say)

    async def until_phase(self, phase: str) -> None:
        if self.public.get("phase") != phase:
            await self.until(lambda _: self.public.get("phase") == phase)

    async def command(self, name: str, wish: Json, **beside: Anything) -> Json:
        """Send a wish, and return the answer."""
        await self.say(say="command", id=name, wish=wish, **beside)
        return await self.until(lambda m: m["say"] in {"answer", "problem"} and m["id"] == name)

    async def do(self, wish_name: str, **fields: Anything) -> None:
        answer = await self.command(
            f"{wish_name}-{len(self.frames)}", {"name": wish_name, **fields}
        )
        assert answer.get("accepted") is True, answer

    async def hello(self, screen: str, table: str | None = None, tab: str = "x") -> Json:
        rest = {"tab": tab, "language": "en", "protocol": 1}
        await self.say(**{"say": "hello", "as": screen, "table": table, **rest})
        return await self.hear()


@asynccontextmanager
async def client(at: Floor, token: str | None = None, **options: Anything) -> AsyncIterator[Client]:
    """Connect as another program with a token; without a token, as a page."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    headers |= options.pop("headers", {})
    options.setdefault("origin", at.url if token is None else None)
    url = f"{at.url.replace('http', 'ws')}/socket"
    async with connect(
        url,
        subprotocols=[Subprotocol("punto.1")],
        additional_headers=headers,
        max_size=None,
        **options,
    ) as socket:
        yield Client(socket)


@asynccontextmanager
async def terminal(at: Floor, name: str, tab: str = "x") -> AsyncIterator[Client]:
    """Connect a Player Terminal, up to its first view."""
    async with client(at, await at.device(name)) as screen:
        welcome = await screen.hello("terminal", tab=tab)
        assert welcome["say"] == "welcome", welcome
        await screen.until_said("view")
        yield screen


@asynccontextmanager
async def console(at: Floor, table: str = "A1", person: str = DEALER) -> AsyncIterator[Client]:
    """Connect a Game Console, up to its first view."""
    async with client(at, await at.staff(person)) as screen:
        welcome = await screen.hello("console", table)
        assert welcome["say"] == "welcome", welcome
        await screen.until_said("view")
        yield screen


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


@dataclass
class Browser:
    """Keeps cookies, and sends its origin."""

    base: str
    jar: CookieJar = field(default_factory=CookieJar)
    csrf: str | None = None

    async def ask(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, Json, dict[str, str]]:
        """Send a request; return the status, body and headers of the response."""
        sent = {"Origin": self.base, **headers}
        if self.csrf is not None:
            sent.setdefault("X-Punto-CSRF", self.csrf)
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        request = Request(f"{self.base}{path}", raw, sent, method=method)  # noqa: S310 (our own)
        return await asyncio.to_thread(self._ask, request)

    def _ask(self, request: Request) -> tuple[int, Json, dict[str, str]]:
        opener = build_opener(HTTPCookieProcessor(self.jar), _NoRedirect)
        try:
            answer = opener.open(request, timeout=30)
        except HTTPError as fault:
            answer = fault
        with answer:
            raw, headers = answer.read(), dict(answer.headers)
            kind = headers.get("content-type", "")
            told = json.loads(raw) if kind.startswith("application/json") else {"raw": raw}
            return answer.status, told, headers

    async def sign_in(self, person: str, password: str = PASSWORD) -> int:
        body = {"person": person, "password": password}
        status, told, _ = await self.ask("POST", "/api/sign-in", body)
        self.csrf = told.get("csrf")
        return status

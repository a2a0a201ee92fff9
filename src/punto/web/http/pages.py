"""The pages of the floor, and the links that lead to them."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from punto.values import PersonId, TerminalId
from punto.web.http.app_state import AppState, app_of, is_own_origin
from punto.web.http.built_files import BuiltFiles
from punto.web.http.errors import HttpProblem
from punto.web.http.identities import (
    DEVICE_COOKIE,
    STAFF_COOKIE,
    cookie_name,
    device_cookie,
    is_on_this_machine,
    put_cookies,
    staff_cookie,
)
from punto.web.http.plain_pages import MARK, entering_page, entering_script, style
from punto.web.security.one_time_links import LinkNote

SCREENS = (
    "terminal",
    "console",
    "pit",
    "display",
    "wall",
    "reports",
    "lab",
    "sign-in",
    "set-up",
    "enrol",
)

_FOR_GOOD = "public, max-age=31536000, immutable"
"""For files with a hash in their names."""
_CHECKED = "no-cache"
"""For files that a browser may keep, if it asks each time whether they have changed."""

_Sending = Callable[[Request], Awaitable[Response]]


def page_routes(static: Path) -> list[BaseRoute]:
    """Return the routes of all screens and their files."""
    built = BuiltFiles(static)
    mark = _file(built, built.find(MARK) or "mark.svg")
    return [
        *(Route(f"/{name}", _file(built, f"{name}.html")) for name in SCREENS),
        Route("/", _file(built, "start.html")),
        Route("/plain.css", _style(built)),
        Route("/mark.svg", mark),
        Route("/favicon.ico", mark),
        Route("/open/{slot}", open_screen),
        Route("/enter.js", entering_script),
        Route("/enter/{token}", offer, methods=["GET"]),
        Route("/enter/{token}", enter, methods=["POST"]),
        Route("/static/{name:path}", _files(built)),
    ]


def _file(built: BuiltFiles, name: str) -> _Sending:
    async def sent(request: Request) -> Response:
        return built.answer(name, request.headers, _CHECKED)

    return sent


def _files(built: BuiltFiles) -> _Sending:
    async def sent(request: Request) -> Response:
        name = request.path_params["name"]
        cache = _FOR_GOOD if name.startswith("assets/") else _CHECKED
        return built.answer(name, request.headers, cache)

    return sent


def _style(built: BuiltFiles) -> _Sending:
    written = style(built)

    async def sent(_request: Request) -> Response:
        return Response(written, media_type="text/css", headers={"Cache-Control": _CHECKED})

    return sent


async def offer(request: Request) -> Response:
    """Show what a link opens without using it up, because previews and prefetches load it too."""
    app = app_of(request)
    note = _enterable(await app.keys.links.look(request.path_params["token"]))
    if note.used:
        return await _again(app, request, note)
    return entering_page(note.subject)


async def enter(request: Request) -> Response:
    """Admit a browser once."""
    app, token = app_of(request), request.path_params["token"]
    if not is_own_origin(request, app.address):
        raise HttpProblem(403, "other_origin", "the page was not served from here")
    note = _enterable(await app.keys.links.take(token))
    if note.used:
        return await _again(app, request, note)
    answer = _led_on(note)
    await _let_in(app, note, answer)
    return answer


def _enterable(note: LinkNote | None) -> LinkNote:
    if note is None or note.purpose not in {"device", "staff"}:
        raise HttpProblem(
            404, "not_found", "this link is unknown or has expired: ask for a new one"
        )
    return note


async def _again(app: AppState, request: Request, note: LinkNote) -> Response:
    """Redirect the browser that the used link has admitted."""
    if not await _is_in(app, request, note):
        raise HttpProblem(
            410, "link_used", "this link was already used in another browser: ask for a new one"
        )
    return _led_on(note)


def _led_on(note: LinkNote) -> Response:
    return RedirectResponse(_with_slot(note), 303, {"Cache-Control": "no-store"})


async def open_screen(request: Request) -> Response:
    """Open a screen of a demonstration to a browser on this machine."""
    app = app_of(request)
    note = app.open_screens.get(request.path_params["slot"])
    is_strange = request.headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}
    if note is None or is_strange or not is_on_this_machine(request):
        raise HttpProblem(404, "not_found", "there is no such screen to open here")
    section = request.query_params.get("section", "")
    if app.tour is not None and section == "events":
        app.tour.record_opened()
    path = _joined(_with_slot(note), "section", section)
    answer = RedirectResponse(path, 303, {"Cache-Control": "no-store"})
    if not await _is_in(app, request, note):
        await _let_in(app, note, answer)
    return answer


async def _let_in(app: AppState, note: LinkNote, answer: Response) -> None:
    if note.purpose == "device":
        cookie = device_cookie(note.slot, await app.keys.devices.issue(TerminalId(note.subject)))
    else:
        token, _ = await app.keys.sessions.begin(PersonId(note.subject))
        cookie = staff_cookie(note.slot, token)
    put_cookies(answer, app, [cookie])


async def _is_in(app: AppState, request: Request, note: LinkNote) -> bool:
    """Return whether this is the browser that the link has admitted."""
    if note.purpose == "device":
        device = await app.keys.devices.terminal_of(
            request.cookies.get(cookie_name(DEVICE_COOKIE, note.slot), "")
        )
        return device == note.subject
    session = await app.keys.sessions.find(
        request.cookies.get(cookie_name(STAFF_COOKIE, note.slot), "")
    )
    return session is not None and session.person == note.subject


def _with_slot(note: LinkNote) -> str:
    return _joined(note.page, "slot", note.slot)


def _joined(path: str, name: str, value: str) -> str:
    """Return a path with one more parameter, unless its value is empty."""
    if not value:
        return path
    joint = "&" if "?" in path else "?"
    return f"{path}{joint}{urlencode({name: value})}"

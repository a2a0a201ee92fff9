"""The built pages of the floor, compressed, and the links that lead to them.

Only files that are the same for everyone are compressed. If an answer holds a secret beside text
that its reader chose, its compressed length reveals what the two have in common.
"""

import asyncio
import gzip
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlencode

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from punto.values import PersonId, TerminalId
from punto.web.http.app_state import AppState, app_of, is_own_origin
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
from punto.web.http.plain_pages import entering_page, entering_script, mark, style
from punto.web.security.one_time_links import LinkNote

_SMALLER = frozenset({".js", ".css", ".html", ".svg", ".json", ".txt", ".map"})
"""File types that shrink; fonts and pictures are compressed already."""


def compressed(file: FileResponse, asked: Headers) -> Response:
    """Return a file, compressed if the client accepts that."""
    path = Path(file.path)
    if path.suffix not in _SMALLER:
        return file
    file.headers["Vary"] = "Accept-Encoding"
    if not _takes_gzip(asked.get("accept-encoding", "")):
        return file
    body = _packed(path, path.stat().st_mtime_ns)
    answer = Response(body, file.status_code, media_type=file.media_type)
    for name in ("etag", "last-modified", "cache-control", "vary"):
        if name in file.headers:
            answer.headers[name] = file.headers[name]
    if "etag" in file.headers:
        # The bytes differ, the file does not: a weak tag lets a browser keep either.
        answer.headers["etag"] = f"W/{file.headers['etag']}"
    answer.headers["Content-Encoding"] = "gzip"
    return answer


@lru_cache(maxsize=256)
def _packed(path: Path, _changed_ns: int) -> bytes:
    """Compress each version of a file once; all of them together take some 200 KB."""
    return gzip.compress(path.read_bytes(), compresslevel=9, mtime=0)


def _takes_gzip(accepted: str) -> bool:
    for entry in accepted.lower().split(","):
        name, _, parameters = entry.partition(";")
        if name.strip() in {"gzip", "*"}:
            quality = parameters.replace(" ", "").removeprefix("q=")
            return quality.strip("0.") != "" or not quality
    return False


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


class Assets(StaticFiles):
    """Built files with a hash in their names, so that a browser may keep them forever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or 404."""
        answer = await super().get_response(path, scope)
        if answer.status_code == 200:  # noqa: PLR2004 (found)
            is_hashed = path.startswith("assets/")
            answer.headers["Cache-Control"] = _FOR_GOOD if is_hashed else "no-cache"
        if isinstance(answer, FileResponse):
            return await asyncio.to_thread(compressed, answer, Headers(scope=scope))
        return answer


def page_routes(static: Path) -> list[BaseRoute]:
    """Return the routes of all screens and their files."""
    routes: list[BaseRoute] = [Route(f"/{name}", _page) for name in SCREENS]
    return [
        *routes,
        Route("/", _page),
        Route("/plain.css", _style),
        Route("/mark.svg", _mark),
        Route("/favicon.ico", _mark),
        Route("/open/{slot}", open_screen),
        Route("/enter.js", entering_script),
        Route("/enter/{token}", offer, methods=["GET"]),
        Route("/enter/{token}", enter, methods=["POST"]),
        Mount("/static", Assets(directory=static, check_dir=False)),
    ]


async def _page(request: Request) -> Response:
    name = request.url.path.strip("/") or "start"
    path = app_of(request).static / f"{name}.html"
    if not path.is_file():
        raise HTTPException(404, f"the page {name} was not built")
    page = FileResponse(path, headers={"Cache-Control": "no-cache"})
    return await asyncio.to_thread(compressed, page, request.headers)


async def _style(request: Request) -> Response:
    return style(app_of(request).static)


async def _mark(request: Request) -> Response:
    return mark(app_of(request).static)


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

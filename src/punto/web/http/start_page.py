"""The start page: the screens that this browser can open, and the way to the others."""

from collections.abc import AsyncIterator
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse

from punto.identity import Floor
from punto.rules import Role
from punto.values import PersonId
from punto.web.http.app_state import House, house_of
from punto.web.http.identities import DEVICE_COOKIE, STAFF_COOKIE, is_on_this_machine, slots_of
from punto.web.http.plain_pages import Said, heading, link, paragraph, plain_page
from punto.web.security.one_time_links import LinkNote

_TERMINAL = Said("Player Terminal", "投注终端")
_CONSOLE = Said("Game Console", "荷官台")
_PIT = Said("Pit", "监场台")
_DISPLAY = Said("Display", "显示屏")
_LAB = Said("Lab", "概率实验室")
_NAMES = {"/terminal": _TERMINAL, "/console": _CONSOLE, "/pit": _PIT}
_SIGN_IN_FIRST = Said("Staff sign in with their user name first.", "职员须先以用户名登录。")
_ENROL_FIRST = Said(
    "This device shows a code. When the pit has approved it, the device is a terminal.",
    "本设备将显示代码，经监场台批准后成为投注终端。",
)
_DEMONSTRATION = Said(
    "A demonstration with play money. Every link opens its screen at once.",
    "使用虚拟筹码的演示。点按链接即可打开相应屏幕。",
)
_MORE = Said("More screens", "更多屏幕")


class Entry(NamedTuple):
    """A link of the page."""

    path: str
    name: Said
    note: Said | None = None
    """What will happen, or which person is signed in."""


async def start_page(request: Request) -> HTMLResponse:
    """Return links to the screens that fit the identities of this browser."""
    house = house_of(request)
    board = house.board
    site = "Punto" if board is None else board.greeter.site.name
    displays = [] if board is None else [_display(table) for table in sorted(board.gallery.feeds)]
    if house.open_screens and is_on_this_machine(request):
        return plain_page(site, _demonstration(house, displays))
    entries = [
        *[each async for each in _terminals(house, request)],
        *[each async for each in _staff_screens(house, request)],
        *displays,
    ]
    return plain_page(site, _list(entries))


def _demonstration(house: House, displays: list[Entry]) -> str:
    """List all screens: the first of each kind, then the rest."""
    first, more, seen = list[Entry](), list[Entry](), set[str]()
    floor = None if house.board is None else house.board.desk.node.floor
    for slot, note in house.open_screens.items():
        kind = urlsplit(note.page).path
        (more if kind in seen else first).append(_opened(slot, note, floor))
        seen.add(kind)
    first += [*displays, Entry("/lab", _LAB)]
    rest = [] if not more else [heading(_MORE), _list(more)]
    return "\n".join([paragraph(_DEMONSTRATION), _list(first), *rest])


def _opened(slot: str, note: LinkNote, floor: Floor | None) -> Entry:
    """Link to a screen of the demonstration; its page names the table."""
    at = urlsplit(note.page)
    name, path = _NAMES[at.path], f"/open/{slot}"
    if note.purpose == "device":
        return Entry(path, name.with_mark(note.subject))
    tables = parse_qs(at.query).get("table", []) if at.path == "/console" else []
    person = None if floor is None else floor.people.get(PersonId(note.subject))
    as_whom = note.subject if person is None else person.name
    return Entry(path, name.with_mark("".join(tables)), Said(f"As {as_whom}", f"以 {as_whom} 登录"))


async def _terminals(house: House, request: Request) -> AsyncIterator[Entry]:
    """List the terminals of this browser; without one, offer to enrol it."""
    known = False
    for slot, token in slots_of(request, DEVICE_COOKIE):
        terminal = await house.keys.devices.terminal_of(token)
        if terminal is not None:
            known = True
            yield Entry(_at("/terminal", slot), _TERMINAL.with_mark(terminal))
    if not known:
        yield Entry("/enrol", _TERMINAL, _ENROL_FIRST)


async def _staff_screens(house: House, request: Request) -> AsyncIterator[Entry]:
    """List the screens of all people signed in here; without one, offer to sign in."""
    floor = None if house.board is None else house.board.desk.node.floor
    lab = None if not house.lab.is_open else Entry("/lab", _LAB)
    known = False
    for slot, token in slots_of(request, STAFF_COOKIE):
        session = await house.keys.sessions.find(token)
        if floor is None or session is None:
            continue
        person = floor.people.get(PersonId(session.person))
        roles = () if person is None else person.roles_at(house.now())
        if person is None or not roles:
            continue
        known = True
        note = Said(f"Signed in as {person.name}", f"已以 {person.name} 登录")
        if max(roles) >= Role.PIT_SUPERVISOR:
            yield Entry(_at("/pit", slot), _PIT, note)
        yield Entry(_at("/console", slot), _CONSOLE, note)
        lab = lab or Entry(_at("/lab", slot), _LAB, note)
    if not known:
        yield Entry(_signing_in("/console"), _CONSOLE, _SIGN_IN_FIRST)
        yield Entry(_signing_in("/pit"), _PIT, _SIGN_IN_FIRST)
    yield lab or Entry(_signing_in("/lab"), _LAB, _SIGN_IN_FIRST)


def _display(table: str) -> Entry:
    return Entry(f"/display?{urlencode({'table': table})}", _DISPLAY.with_mark(table))


def _signing_in(path: str) -> str:
    return f"/sign-in?{urlencode({'to': path})}"


def _at(path: str, slot: str) -> str:
    return f"{path}?{urlencode({'slot': slot})}" if slot else path


def _list(entries: list[Entry]) -> str:
    return "<ul>\n" + "\n".join(link(*each) for each in entries) + "\n</ul>"

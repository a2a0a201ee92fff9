"""The start page: the tables as they play, and the screens that this browser can open."""

from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.requests import Request

from punto.identity import Floor
from punto.rules import Role
from punto.values import PersonId, TableId
from punto.views.screens import game_shown
from punto.views.watched_table import Watched
from punto.web.http.app_state import AppState
from punto.web.http.endpoints import Asked, Endpoint, Who
from punto.web.http.errors import HttpProblem
from punto.web.http.identities import DEVICE_COOKIE, STAFF_COOKIE, is_on_this_machine, slots_of
from punto.web.http.ports import AuditFailed
from punto.web.security.one_time_links import LinkNote
from punto.web.wire.start import AuditTold, StartTold, TableTile, TilesTold, WayIn

_RESULTS_COUNT = 18
"""As many results as a tile has room for."""


async def start(asked: Asked[None]) -> StartTold:
    """Return the screens that the identities of this browser can open."""
    app, request = asked.app, asked.request
    is_demonstration = _is_demonstration(asked)
    displays = [_display(table) for table in sorted(asked.services.table_feeds.feeds)]
    displays.append(WayIn("wall", "/wall"))
    if is_demonstration:
        screens = _demonstration(app, asked.services.desk.node.floor)
        ways = [*screens, *displays, WayIn("lab", "/lab")]
    else:
        ways = [
            *[each async for each in _terminals(app, request)],
            *[each async for each in _staff_screens(asked)],
            *displays,
        ]
    return StartTold(asked.services.greeter.site.name, is_demonstration, tuple(ways))


def _is_demonstration(asked: Asked[None]) -> bool:
    return bool(asked.app.open_screens) and is_on_this_machine(asked.request)


async def tiles(asked: Asked[None]) -> TilesTold:
    """Return the tables as they play now; nothing here depends on anyone's bets or credits."""
    feeds = asked.services.table_feeds.feeds
    found = (_tile(table, feeds[table].watched) for table in sorted(feeds))
    tour = asked.app.tour if _is_demonstration(asked) else None
    return TilesTold(
        asked.app.now(),
        tuple(tile for tile in found if tile is not None),
        None if tour is None else tour.told(),
    )


async def audit(asked: Asked[None]) -> AuditTold:
    """Audit the record of a demonstration; a real floor is audited at the command line."""
    tour = asked.app.tour
    if tour is None or not _is_demonstration(asked):
        raise HttpProblem(404, "not_found", "only a demonstration is audited from its start page")
    try:
        return await tour.audit()
    except AuditFailed as fault:
        raise HttpProblem(503, "no_verdict", str(fault)) from None


def _tile(table: TableId, watched: Watched) -> TableTile | None:
    """Return a table's tile; None before the table has a game."""
    state = watched.table
    if state.configuration is None:
        return None
    name = game_shown(state.configuration).name
    beads = watched.roads.bead.cells[-_RESULTS_COUNT:]
    return TableTile(
        table,
        name.en,
        name.zh,
        state.configuration.layout is not None,
        state.phase,
        state.rounds_count,
        state.closes_at,
        tuple(bead.winner.value for bead in beads),
    )


def _demonstration(app: AppState, floor: Floor) -> list[WayIn]:
    """List all screens of a demonstration, which open already signed in."""
    ways = []
    for slot, note in app.open_screens.items():
        at, path = urlsplit(note.page), f"/open/{slot}"
        if note.purpose == "device":
            ways.append(WayIn("terminal", path, note.subject))
            continue
        person = floor.people.get(PersonId(note.subject))
        name = note.subject if person is None else person.name
        ways += _of_person(app, at.path, path, _table_of(note), name)
    return ways


def _table_of(note: LinkNote) -> str:
    return "".join(parse_qs(urlsplit(note.page).query).get("table", []))


def _of_person(app: AppState, page: str, path: str, table: str, name: str) -> list[WayIn]:
    """List the screens of a person of the demonstration: a console, a felt, or the pit."""
    if page == "/pit":
        return [WayIn("pit", path, "", name), WayIn("record", f"{path}?section=events", "", name)]
    feed = None if app.services is None else app.services.table_feeds.feeds.get(TableId(table))
    configuration = None if feed is None else feed.watched.table.configuration
    is_live = configuration is not None and configuration.layout is not None
    return [WayIn("felt" if is_live else "console", path, table, name)]


async def _terminals(app: AppState, request: Request) -> AsyncIterator[WayIn]:
    """List the terminals of this browser; without one, offer to enrol it."""
    known = False
    for slot, token in slots_of(request, DEVICE_COOKIE):
        terminal = await app.keys.devices.terminal_of(token)
        if terminal is not None:
            known = True
            yield WayIn("terminal", _at("/terminal", slot), terminal)
    if not known:
        yield WayIn("terminal", "/enrol", needs="enrolment")


async def _staff_screens(asked: Asked[None]) -> AsyncIterator[WayIn]:
    """List the screens of all people signed in here; without one, offer to sign in."""
    app, floor = asked.app, asked.services.desk.node.floor
    lab = WayIn("lab", "/lab") if app.lab.is_open else None
    known = False
    for slot, token in slots_of(asked.request, STAFF_COOKIE):
        session = await app.keys.sessions.find(token)
        person = None if session is None else floor.people.get(PersonId(session.person))
        roles = () if person is None else person.roles_at(app.now())
        if person is None or not roles:
            continue
        known = True
        if max(roles) >= Role.PIT_SUPERVISOR:
            yield WayIn("pit", _at("/pit", slot), person=person.name)
            record = _at("/pit", slot, section="events")
            yield WayIn("record", record, person=person.name)
        yield WayIn("console", _at("/console", slot), person=person.name)
        lab = lab or WayIn("lab", _at("/lab", slot), person=person.name)
    if not known:
        yield WayIn("console", _signing_in("/console"), needs="sign-in")
        yield WayIn("pit", _signing_in("/pit"), needs="sign-in")
    yield lab or WayIn("lab", _signing_in("/lab"), needs="sign-in")


def _display(table: str) -> WayIn:
    return WayIn("display", _at("/display", "", table=table), table)


def _signing_in(path: str) -> str:
    return f"/sign-in?{urlencode({'to': path})}"


def _at(path: str, slot: str, **more: str) -> str:
    asked = {**more, **({"slot": slot} if slot else {})}
    return f"{path}?{urlencode(asked)}" if asked else path


START = (
    Endpoint("GET /api/start", start, Who.ANYBODY),
    Endpoint("GET /api/tiles", tiles, Who.ANYBODY),
    Endpoint("POST /api/audit", audit, Who.ANYBODY),
)

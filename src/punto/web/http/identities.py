"""Who sends a request, by the cookie or the bearer token that it carries."""

import re
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from punto.values.ids import PersonId
from punto.web.http.app_state import House
from punto.web.http.attempts import address_of
from punto.web.http.forwarded_addresses import is_forwarded
from punto.web.security.bearers import Shown
from punto.web.security.credentials import SessionNote, kept_as
from punto.web.sessions.speakers import Device, Passer, StaffMember

DEVICE_COOKIE = "punto-device"
STAFF_COOKIE = "punto-staff"
CLAIM_COOKIE = "punto-claim"
BROWSER_COOKIE = "punto-browser"

_SLOT = re.compile(r"[A-Za-z0-9.-]{1,32}")
_BEARER = "bearer "
_LOOPBACK = frozenset({"127.0.0.1", "::1"})
_OWN_NAMES = _LOOPBACK | {"localhost"}


def slot_of(connection: HTTPConnection) -> str:
    """Which of several identities of one browser is meant; the usual one has no name.

    A floor in one browser, as in a demonstration, has many: they differ by ``?slot=`` in the
    address. It chooses among cookies that the browser has, and gives none that it has not.
    """
    slot = connection.query_params.get("slot", "")
    return slot if _SLOT.fullmatch(slot) else ""


def cookie_name(base: str, slot: str) -> str:
    """The name of a cookie of one identity."""
    return f"{base}-{slot}" if slot else base


def slots_of(connection: HTTPConnection, base: str) -> list[tuple[str, str]]:
    """Every identity of one kind for which a cookie came along: its slot and its token."""
    named = (
        (name.removeprefix(base), token)
        for name, token in connection.cookies.items()
        if name == base or name.startswith(f"{base}-")
    )
    found = [(rest.removeprefix("-"), token) for rest, token in named]
    return sorted(each for each in found if not each[0] or _SLOT.fullmatch(each[0]))


def is_on_this_machine(connection: HTTPConnection) -> bool:
    """Whether a browser on this machine asks, for this machine by one of its own names.

    The name counts as well: a page elsewhere whose name leads here has another. A tunnel may put
    in the right name, but says that it passes the request on.
    """
    peer = connection.client
    host = urlsplit(f"//{connection.headers.get('host', '')}").hostname
    if peer is None or is_forwarded(connection.headers):
        return False
    return peer.host in _LOOPBACK and host in _OWN_NAMES


def bearer_of(connection: HTTPConnection) -> str | None:
    """The token that another program shows."""
    shown = connection.headers.get("authorization", "")
    return shown[len(_BEARER) :].strip() if shown.lower().startswith(_BEARER) else None


async def shown_by(house: House, connection: HTTPConnection) -> tuple[Shown, ...]:
    """Everybody that its sender may be: a terminal at which somebody has signed in is both."""
    bearer = bearer_of(connection)
    if bearer is not None:
        return (await _known_by(house, bearer, connection),)
    slot, found = slot_of(connection), list[Shown]()
    device = await device_of(house, connection)
    if device is not None:
        token = connection.cookies[cookie_name(DEVICE_COOKIE, slot)]
        found.append(Shown(device, kept_as(token)))
    session = await session_of(house, connection)
    if session is not None:
        token = connection.cookies[cookie_name(STAFF_COOKIE, slot)]
        found.append(Shown(StaffMember(PersonId(session.person)), kept_as(token)))
    return (*found, Shown(Passer()))


async def device_of(house: House, connection: HTTPConnection) -> Device | None:
    """The terminal whose cookie came along."""
    token = connection.cookies.get(cookie_name(DEVICE_COOKIE, slot_of(connection)))
    terminal = None if token is None else await house.keys.devices.terminal_of(token)
    return None if terminal is None else Device(terminal)


async def session_of(house: House, connection: HTTPConnection) -> SessionNote | None:
    """The session whose cookie came along."""
    token = connection.cookies.get(cookie_name(STAFF_COOKIE, slot_of(connection)))
    return None if token is None else await known_session(house, token, connection)


async def known_session(house: House, token: str, connection: HTTPConnection) -> SessionNote | None:
    """The session of a token; what was forged in the store is told to the floor."""
    session = await house.keys.sessions.find(token)
    while house.keys.forged and house.board is not None:
        await house.board.doors.tell_forgery(
            PersonId(house.keys.forged.pop()), address_of(connection)
        )
    return session


async def _known_by(house: House, token: str, connection: HTTPConnection) -> Shown:
    terminal = await house.keys.devices.terminal_of(token)
    if terminal is not None:
        return Shown(Device(terminal), kept_as(token))
    session = await known_session(house, token, connection)
    if session is None:
        return Shown(Passer())
    return Shown(StaffMember(PersonId(session.person)), kept_as(token))

"""Identifies the sender of a request by its cookie or bearer token, and sets these cookies.

No script can read a cookie, and no other site can make a browser send it.
"""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from punto.values import PersonId, Value
from punto.web.http.app_state import AppState
from punto.web.http.forwarded_addresses import is_forwarded
from punto.web.http.request_pace import address_of
from punto.web.security.browser_credentials import SESSION_MS, SessionNote, ShownCredential, kept_as
from punto.web.security.enrolments import LASTS_MS
from punto.web.sessions.effects import Device, Passer, StaffMember

DEVICE_COOKIE = "punto-device"
STAFF_COOKIE = "punto-staff"
CLAIM_COOKIE = "punto-claim"
BROWSER_COOKIE = "punto-browser"

_SLOT = re.compile(r"[A-Za-z0-9.-]{1,32}")
_MOST_SLOTS = 32
"""The identities of one kind that the start page looks up for a browser."""
_BEARER = "bearer "
_LOOPBACK = frozenset({"127.0.0.1", "::1"})
_OWN_NAMES = _LOOPBACK | {"localhost"}


def slot_of(connection: HTTPConnection) -> str:
    """Return which of a browser's identities is meant; the default one has no name.

    One browser may show a whole floor, as in a demonstration; its identities differ by ``?slot=``
    in the address. The slot chooses among the browser's cookies, and grants nothing by itself.
    """
    slot = connection.query_params.get("slot", "")
    return slot if _SLOT.fullmatch(slot) else ""


def cookie_name(base: str, slot: str) -> str:
    """Return the name of an identity's cookie."""
    return f"{base}-{slot}" if slot else base


def slots_of(connection: HTTPConnection, base: str) -> list[tuple[str, str]]:
    """Return the slot and the token of the identities of one kind in the request."""
    named = (
        (name.removeprefix(base), token)
        for name, token in connection.cookies.items()
        if name == base or name.startswith(f"{base}-")
    )
    found = [(rest.removeprefix("-"), token) for rest, token in named]
    return sorted(each for each in found if not each[0] or _SLOT.fullmatch(each[0]))[:_MOST_SLOTS]


def is_on_this_machine(connection: HTTPConnection) -> bool:
    """Return whether a browser on this machine sent the request to one of the machine's own names.

    The name matters: a foreign page whose name resolves to this machine uses that name. A tunnel
    may insert the right name, but its headers show that it forwards the request.
    """
    peer = connection.client
    host = urlsplit(f"//{connection.headers.get('host', '')}").hostname
    if peer is None or is_forwarded(connection.headers):
        return False
    return peer.host in _LOOPBACK and host in _OWN_NAMES


def bearer_of(connection: HTTPConnection) -> str | None:
    """Return the bearer token of another program."""
    shown = connection.headers.get("authorization", "")
    return shown[len(_BEARER) :].strip() if shown.lower().startswith(_BEARER) else None


def tokens_of(connection: HTTPConnection) -> tuple[str, ...]:
    """Return the tokens by which the sender may be known: a program's, or those of the slot."""
    bearer = bearer_of(connection)
    if bearer is not None:
        return (bearer,)
    slot, cookies = slot_of(connection), connection.cookies
    names = (cookie_name(DEVICE_COOKIE, slot), cookie_name(STAFF_COOKIE, slot))
    return tuple(cookies[name] for name in names if name in cookies)


async def shown_by(app: AppState, connection: HTTPConnection) -> tuple[ShownCredential, ...]:
    """Return all identities of the sender: a terminal with a signed-in person is both."""
    bearer = bearer_of(connection)
    if bearer is not None:
        return (await _known_by(app, bearer, connection),)
    slot, found = slot_of(connection), list[ShownCredential]()
    device = await device_of(app, connection)
    if device is not None:
        token = connection.cookies[cookie_name(DEVICE_COOKIE, slot)]
        found.append(ShownCredential(device, kept_as(token)))
    session = await session_of(app, connection)
    if session is not None:
        token = connection.cookies[cookie_name(STAFF_COOKIE, slot)]
        found.append(ShownCredential(StaffMember(PersonId(session.person)), kept_as(token)))
    return (*found, ShownCredential(Passer()))


async def device_of(app: AppState, connection: HTTPConnection) -> Device | None:
    """Return the terminal of the device cookie."""
    token = connection.cookies.get(cookie_name(DEVICE_COOKIE, slot_of(connection)))
    terminal = None if token is None else await app.keys.devices.terminal_of(token)
    return None if terminal is None else Device(terminal)


async def session_of(app: AppState, connection: HTTPConnection) -> SessionNote | None:
    """Return the session of the bearer token, or else of the staff cookie."""
    token = bearer_of(connection)
    if token is None:
        token = connection.cookies.get(cookie_name(STAFF_COOKIE, slot_of(connection)))
    return None if token is None else await _known_session(app, token, connection)


async def _known_session(
    app: AppState, token: str, connection: HTTPConnection
) -> SessionNote | None:
    """Return the session of a token; reports forged credentials to the floor."""
    session = await app.keys.sessions.find(token)
    while app.keys.forged and app.services is not None:
        await app.services.doors.tell_forgery(
            PersonId(app.keys.forged.pop()), address_of(connection)
        )
    return session


async def _known_by(app: AppState, token: str, connection: HTTPConnection) -> ShownCredential:
    terminal = await app.keys.devices.terminal_of(token)
    if terminal is not None:
        return ShownCredential(Device(terminal), kept_as(token))
    session = await _known_session(app, token, connection)
    if session is None:
        return ShownCredential(Passer())
    return ShownCredential(StaffMember(PersonId(session.person)), kept_as(token))


_DEVICE_SECONDS = 10 * 365 * 24 * 60 * 60
"""A terminal stays enrolled until the pit says otherwise."""


_BROWSER_SECONDS = 400 * 24 * 60 * 60
"""The longest time that browsers keep a cookie."""


class Cookie(Value):
    """A cookie to set; an empty value deletes it."""

    name: str
    value: str
    seconds: int


def device_cookie(slot: str, credential: str) -> Cookie:
    """Make the credential cookie of a Player Terminal."""
    return Cookie(cookie_name(DEVICE_COOKIE, slot), credential, _DEVICE_SECONDS)


def claim_cookie(slot: str, claim: str) -> Cookie:
    """Make the cookie that identifies a device waiting to be admitted."""
    return Cookie(cookie_name(CLAIM_COOKIE, slot), claim, LASTS_MS // 1_000)


def staff_cookie(slot: str, token: str) -> Cookie:
    """Make the session cookie of a staff member; an empty token ends the session."""
    return Cookie(
        cookie_name(STAFF_COOKIE, slot),
        token,
        SESSION_MS // 1_000 if token else 0,
    )


def browser_cookie(token: str) -> Cookie:
    """Make the cookie that recognises a browser; it grants no access."""
    return Cookie(BROWSER_COOKIE, token, _BROWSER_SECONDS)


def put_cookies(answer: Response, app: AppState, cookies: Iterable[Cookie]) -> None:
    """Set cookies on an answer."""
    for cookie in cookies:
        answer.set_cookie(
            cookie.name,
            cookie.value,
            max_age=cookie.seconds,
            path="/",
            secure=app.address.secure,
            httponly=True,
            samesite="strict",
        )

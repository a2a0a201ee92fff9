"""Accounts: signing in and out, choosing secrets, and founding the floor."""

from typing import Any
from uuid import uuid4

from punto.identity import EnrolPerson, FloorCommand, Person, Reset, person_meant
from punto.runtime import NotRecordable
from punto.values import CommandId, Instant, PersonId, class_name
from punto.web.http.endpoints import Asked, Endpoint, Who
from punto.web.http.errors import HttpProblem
from punto.web.http.identities import (
    BROWSER_COOKIE,
    STAFF_COOKIE,
    browser_cookie,
    cookie_name,
    device_of,
    staff_cookie,
)
from punto.web.http.request_pace import address_of
from punto.web.security.doors import LetIn
from punto.web.security.lockouts import KnownBrowser, Stranger
from punto.web.security.one_time_links import LinkNote, Purpose
from punto.web.security.passwords_and_pins import Unheard, unfitness
from punto.web.wire.sign_ins import Change, Choose, FirstPerson, SessionTold, SignIn

_TOLD_MS = 30 * 24 * 60 * 60 * 1_000


async def session(asked: Asked[None]) -> SessionTold:
    """Return the person who is signed in at this browser."""
    known = asked.session
    device = await device_of(asked.app, asked.request)
    services = asked.app.services
    floor = None if services is None else services.desk.node.floor
    person = None if known is None or floor is None else floor.people.get(PersonId(known.person))
    return SessionTold(
        person=None if known is None else known.person,
        name=None if person is None else person.name,
        roles=() if person is None else person.roles_at(asked.app.now()),
        csrf=None if known is None else known.csrf,
        terminal=None if device is None else device.terminal,
        founded=floor is None or bool(floor.people),
        resets=() if person is None else _resets(person, asked.app.now()),
    )


def _resets(person: Person, now: Instant) -> tuple[Reset, ...]:
    """Return the person's resets of the last month, in case another person asked for them."""
    return tuple(each for each in person.resets if each.at > now - _TOLD_MS)


async def sign_in(asked: Asked[SignIn]) -> SessionTold:
    """Sign a person in by user name, or full name, and password."""
    person = person_meant(asked.services.desk.node.floor, asked.body.person)
    token = asked.request.cookies.get(BROWSER_COOKIE, "")
    browser = await asked.app.keys.browsers.known_as(token, person)
    asked.app.attempts.check(asked.request, asked.app.now(), browser or "")
    origin = Stranger(address_of(asked.request)) if browser is None else KnownBrowser(browser)
    let_in = await asked.services.doors.sign_in(person, asked.body.password, origin)
    if isinstance(let_in, Unheard):
        wait = -(-(let_in.until - asked.app.now()) // 1_000)
        raise HttpProblem(429, "too_many_wrong", f"too many wrong passwords: wait {wait} s")
    if let_in is None:
        # This is all that a guesser learns.
        sentence = "the name or the password is wrong, or the person is locked out"
        raise HttpProblem(401, "not_let_in", sentence)
    return await _begin(asked, let_in)


async def sign_out(asked: Asked[None]) -> SessionTold:
    """End the session."""
    token = asked.request.cookies.get(cookie_name(STAFF_COOKIE, asked.slot), "")
    await asked.app.keys.sessions.end(token)
    await _end_lines(asked)
    asked.session = None
    asked.cookies.append(staff_cookie(asked.slot, ""))
    return await session(asked)


async def found(asked: Asked[FirstPerson]) -> SessionTold:
    """Found the floor: enrol its first person, with the secrets that this person chose."""
    body, services = asked.body, asked.services
    asked.app.attempts.check(asked.request, asked.app.now())
    await _expected(asked, body.token, "found")
    person = PersonId(body.person)
    _check_fit(person, body.password, body.pin)
    command = FloorCommand(
        CommandId(f"found/{uuid4().hex}"), asked.app.now(), None, EnrolPerson(person, body.name)
    )
    try:
        answer = await services.desk.node.ask_floor(command)
    except NotRecordable as fault:
        raise HttpProblem(422, "not_recordable", str(fault)) from None
    if not isinstance(answer, tuple):
        raise HttpProblem(409, class_name(answer), answer.sentence)
    await asked.app.keys.links.withdraw("found", "")
    await services.doors.choose(person, body.password, body.pin)
    return await _begin(asked, await services.doors.let_in(person))


async def choose(asked: Asked[Choose]) -> SessionTold:
    """Let an invited person choose a password and a PIN, and sign in."""
    body, doors = asked.body, asked.services.doors
    asked.app.attempts.check(asked.request, asked.app.now())
    note = await _expected(asked, body.token, "password")
    person = PersonId(note.subject)
    _check_fit(person, body.password, body.pin)
    taken = await asked.app.keys.links.take(body.token)
    if taken is None or taken.used:
        raise HttpProblem(410, "link_used", "this link was already used: ask for a new one")
    if not await doors.choose(person, body.password, body.pin, CommandId(note.invitation)):
        raise HttpProblem(410, "link_used", "a newer invitation has replaced this one")
    await asked.app.keys.browsers.forget(person)
    await _end_lines(asked)
    return await _begin(asked, await doors.let_in(person))


async def change(asked: Asked[Change]) -> SessionTold:
    """Replace the password and PIN, after checking the present ones."""
    body, person, doors = asked.body, asked.person, asked.services.doors
    if not await doors.password_fits(person, body.present_password):
        raise HttpProblem(403, "not_let_in", "the present password is wrong")
    if await doors.pin_fits(person, body.present_pin, person) is not True:
        raise HttpProblem(403, "not_let_in", "the present PIN is wrong")
    _check_fit(person, body.password, body.pin)
    await asked.app.keys.browsers.forget(person)
    await doors.choose(person, body.password, body.pin)
    await _end_lines(asked)
    return await _begin(asked, await doors.let_in(person))


async def _end_lines(asked: Asked[Any]) -> None:
    """End the lines that were opened with a session which has just ended."""
    if asked.app.services is not None:
        await asked.app.services.credential_watch.look()


async def _begin(asked: Asked[Any], let_in: LetIn) -> SessionTold:
    person = PersonId(let_in.session.person)
    known = asked.request.cookies.get(BROWSER_COOKIE, "")
    browser = await asked.app.keys.browsers.remember(known, person)
    asked.cookies += [staff_cookie(asked.slot, let_in.token), browser_cookie(browser)]
    asked.session = let_in.session
    return await session(asked)


async def _expected(asked: Asked[Any], token: str, purpose: Purpose) -> LinkNote:
    note = await asked.app.keys.links.look(token)
    if note is None or note.used or note.purpose != purpose:
        raise HttpProblem(410, "link_used", "this link was used or has expired: ask for a new one")
    return note


def _check_fit(person: PersonId, password: str, pin: str) -> None:
    unfit = unfitness(person, password, pin)
    if unfit is not None:
        raise HttpProblem(422, "secret_unfit", unfit)


ACCOUNTS = (
    Endpoint("GET /api/session", session, Who.ANYBODY),
    Endpoint("POST /api/sign-in", sign_in, Who.ANYBODY),
    Endpoint("POST /api/sign-out", sign_out),
    Endpoint("POST /api/found", found, Who.ANYBODY),
    Endpoint("POST /api/secrets", choose, Who.ANYBODY),
    Endpoint("POST /api/secrets/change", change),
)

"""Admits devices: a device shows a code, the pit types it, and the device gets its credential."""

from punto.identity import AdmitTerminal, EnrolSensor, EnrolTerminal, Wish
from punto.values import TableId, TerminalId
from punto.web.http.endpoints import Asked, Endpoint, Who, ask_floor
from punto.web.http.errors import HttpProblem
from punto.web.http.identities import (
    CLAIM_COOKIE,
    claim_cookie,
    cookie_name,
    device_cookie,
    device_of,
)
from punto.web.http.request_pace import address_of
from punto.web.security.enrolments import TooManyWait
from punto.web.sessions.effects import Device
from punto.web.wire.api import Admit, CommandOutcome, EnrolmentTold


async def begin(asked: Asked[None]) -> EnrolmentTold:
    """Let an unknown device ask to be admitted."""
    app = asked.app
    app.attempts.check(asked.request, app.now())
    shown = asked.request.cookies.get(cookie_name(CLAIM_COOKIE, asked.slot), "")
    known = await app.keys.enrolments.find(shown)
    if known is not None and not known.terminal:
        # A reloaded page keeps its code, and its one place among the waiting devices.
        return EnrolmentTold("waiting", known.code, known.ends_at)
    try:
        claim, note = await app.keys.enrolments.ask(address_of(asked.request))
    except TooManyWait as fault:
        raise HttpProblem(503, "too_many", str(fault)) from None
    asked.cookies.append(claim_cookie(asked.slot, claim))
    return EnrolmentTold("waiting", note.code, note.ends_at)


async def look(asked: Asked[None]) -> EnrolmentTold:
    """Return the state of an admission; once granted, the answer carries the credential."""
    keys = asked.app.keys
    device = await device_of(asked.app, asked.request)
    if device is not None:
        return EnrolmentTold("enrolled", terminal=device.terminal)
    claim = asked.request.cookies.get(cookie_name(CLAIM_COOKIE, asked.slot), "")
    note = await keys.enrolments.find(claim)
    if note is None:
        return EnrolmentTold("unknown")
    if not note.terminal:
        return EnrolmentTold("waiting", note.code, note.ends_at)
    # Asking again issues another credential, so that a lost answer does no harm.
    credential = await keys.devices.issue(TerminalId(note.terminal))
    asked.cookies.append(device_cookie(asked.slot, credential))
    return EnrolmentTold("enrolled", terminal=note.terminal)


async def admit(asked: Asked[Admit]) -> CommandOutcome:
    """Let the device that shows a code speak for a terminal, new or known."""
    body, keys = asked.body, asked.app.keys
    terminal = TerminalId(body.terminal)
    if not await keys.enrolments.is_waiting(body.code):
        raise HttpProblem(404, "no_such_code", f"code {body.code}: no device shows it now")
    if body.place is not None and terminal not in asked.services.desk.node.floor.terminals:
        device = _new_device(asked, terminal, body.place)
        enrolled = await ask_floor(asked, f"{body.id}/enrol", device)
        if not enrolled.accepted:
            return enrolled
    # With the code in its id, the same wish for another device is a new command, not a repeat.
    admitted = await ask_floor(asked, f"{body.id}/admit/{body.code}", AdmitTerminal(terminal))
    if admitted.accepted:
        await keys.enrolments.forget(terminal)
        await keys.devices.revoke(terminal)
        await keys.enrolments.let_in(body.code, terminal)
        await asked.services.credential_watch.look(Device(terminal))
        reads = asked.services.desk.node.floor.terminals[terminal].reads
        if reads is not None:
            await asked.services.readings.forget(reads)
    return admitted


def _new_device(asked: Asked[Admit], terminal: TerminalId, place: str) -> Wish:
    """Return the command that enrols a device: a Player Terminal, or a live table's sensor."""
    if asked.body.reads is None:
        return EnrolTerminal(terminal, place)
    table = TableId(asked.body.reads)
    standing = asked.services.desk.node.tables().get(table)
    configuration = None if standing is None else standing.table.configuration
    if configuration is None or configuration.layout is None:
        raise HttpProblem(404, "no_such_table", f"table {table}: no live table of this floor")
    return EnrolSensor(terminal, table, place)


ENROLMENTS = (
    Endpoint("POST /api/enrolment", begin, Who.ANYBODY),
    Endpoint("GET /api/enrolment", look, Who.ANYBODY),
    Endpoint("POST /api/floor/admissions", admit),
)

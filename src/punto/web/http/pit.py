"""The pit's requests about the floor: its people, terminals and tables, and a patron's ticket."""

import asyncio
from typing import Any

from punto import identity
from punto.ledger import Ticket, TicketNumber, TicketRedeemed, masked
from punto.rounds import CommandIdReused
from punto.rules import Actor, Role
from punto.runtime import CannotRecord, Closed, Halted, Node, RecordBroken
from punto.values import Instant, PersonId, TableId, TerminalId
from punto.views.significance import TableEvents
from punto.web.desk.problems import PinNeeded
from punto.web.desk.wishes_to_commands import own_id, pin_refusal
from punto.web.http.configurations import configure, games
from punto.web.http.endpoints import Asked, Endpoint, ask_floor, check_pit
from punto.web.http.errors import HttpProblem
from punto.web.http.floor_views import floor_told, for_consoles
from punto.web.lines.greetings import tell_call
from punto.web.sessions.effects import Device, StaffMember
from punto.web.wire import api
from punto.web.wire.forms import form_of
from punto.web.wire.messages import Called
from punto.web.wire.wish_forms import NoSuchWish, read_floor_wish

_EVENTS = form_of(TableEvents)
_DISMISSED = "you no longer work on this floor"
_RETIRED = "this terminal is out of service"


async def floor(asked: Asked[None]) -> api.FloorTold:
    """Return the whole floor to the pit; lower roles get only what a console needs."""
    secrets = await asked.app.keys.secrets.known()
    told = floor_told(asked.services, secrets, asked.app.now())
    return told if _role(asked) >= Role.PIT_SUPERVISOR else for_consoles(told)


def _role(asked: Asked[Any]) -> int:
    by = identity.actor(asked.services.desk.node.floor, asked.person, asked.app.now())
    return by.role if isinstance(by, Actor) else 0


async def events(asked: Asked[None]) -> list[Any]:
    """Return the significant events of every table, to people who may open the pit."""
    check_pit(asked)
    feeds = sorted(asked.services.table_feeds.feeds.items())
    told = (TableEvents(table, feed.watched.significant) for table, feed in feeds)
    return [_EVENTS.out(each) for each in told]


async def command(asked: Asked[api.FloorWishBody]) -> api.CommandOutcome:
    """Submit a wish about the floor, then end the affected sessions and credentials."""
    try:
        wish = read_floor_wish(asked.body.wish)
    except NoSuchWish as wrong:
        raise HttpProblem(422, "malformed", str(wrong)) from None
    if isinstance(wish, identity.UnlockPerson):
        refusal = await pin_problem(asked, asked.body.pin)
        if refusal is not None:
            return refusal
        await asked.services.doors.unlocking(wish.person)
    outcome = await ask_floor(asked, asked.body.id, wish)
    if outcome.accepted:
        await _see_to_doors(asked, wish)
    return outcome


async def pin_problem(asked: Asked[Any], pin: str) -> api.CommandOutcome | None:
    """Return why the sender's PIN does not confirm the step; None if it does."""
    person = asked.person
    if not pin:
        return api.outcome_of(PinNeeded(person))
    refusal = await pin_refusal(asked.services.doors, person, pin, person)
    return None if refusal is None else api.outcome_of(refusal)


async def _see_to_doors(asked: Asked[api.FloorWishBody], wish: object) -> None:
    """End sessions and credentials by the floor's present state: a repeat may be out of date."""
    keys, floor = asked.app.keys, asked.services.desk.node.floor
    match wish:
        case identity.DismissPerson(person) if floor.people[person].dismissed:
            await keys.sessions.end_all(person)
            await keys.secrets.forget(person)
            asked.services.register.hang_up(StaffMember(person), "dismissed", _DISMISSED)
        case identity.UnlockPerson(person) if not floor.people[person].locked:
            await keys.secrets.unlock(person)
        case identity.RetireTerminal(terminal):
            await keys.enrolments.forget(terminal)
            await keys.devices.revoke(terminal)
            asked.services.register.hang_up(Device(terminal), "retired", _RETIRED)
        case identity.RevokeRole() | identity.EndActingRole():
            await asked.services.credential_watch.look()
        case _:
            return


async def invite(asked: Asked[api.Invite]) -> api.CommandOutcome:
    """Make a link with which a person chooses a password and a PIN; earlier links become void.

    If the person already has secrets, the first of two people gets no link, and both enter their
    PIN.
    """
    person, keys = PersonId(asked.body.person), asked.app.keys
    has_secrets = person in await keys.secrets.known()
    known = asked.services.desk.node.floor.people.get(person)
    if has_secrets or (known is not None and known.had_secrets):
        refusal = await pin_problem(asked, asked.body.pin)
        if refusal is not None:
            return refusal
    command = own_id(asked.person, asked.body.id)
    if known is not None and known.invitation is not None and known.invitation.command == command:
        # The sender may have lost the right since, and another link would not be recorded.
        raise HttpProblem(409, "repeated", "this invitation was already made: invite again")
    outcome = await ask_floor(asked, asked.body.id, identity.InvitePerson(person, has_secrets))
    if not outcome.accepted:
        return outcome
    invited = asked.services.desk.node.floor.people[person].invitation
    if invited is None or invited.command != command:
        return api.outcome_of(None)
    path = await keys.links.make_for("password", person, command)
    return api.CommandOutcome(accepted=True, link=path)


async def bring_up(asked: Asked[api.BringUp]) -> api.CommandOutcome:
    """Restart a halted table, verified as at a start; the floor's record has who asked."""
    node, table = asked.services.desk.node, TableId(asked.body.table)
    standing = node.tables().get(table)
    if standing is None:
        raise HttpProblem(404, "no_such_table", f"table {table}: not on this floor")
    if not standing.halted and not node.is_shared:
        raise HttpProblem(409, "not_halted", f"table {table} is not halted")
    # With the position in its id, the same wish at a later halt is a new command, not a repeat.
    name = f"{asked.body.id}/{standing.position}"
    outcome = await ask_floor(asked, name, identity.BringUpTable(table))
    if not outcome.accepted or not standing.halted:
        # Other nodes on which the table is halted learn of the order from the floor's record.
        return outcome
    try:
        await node.reopen(table, if_halted=True)
    except (Halted, RecordBroken, CannotRecord) as fault:
        raise HttpProblem(503, "halted", f"table {table} is halted: {fault}") from None
    except Closed:
        raise HttpProblem(503, "not_ready", "the server is shutting down") from None
    await asked.services.table_feeds.read_again(table)
    return outcome


async def attended(asked: Asked[api.Attended]) -> api.CommandOutcome:
    """End the call of a terminal whose attendant has come; the record has who answered."""
    terminal, services = TerminalId(asked.body.terminal), asked.services
    await services.attendants.look()  # the call may have been made at another node
    since = services.attendants.since(terminal)
    if since is None:
        raise HttpProblem(409, "not_calling", f"terminal {terminal} does not call here")
    # A refusal to a lower role must not use up the id under which the call is answered.
    outcome = await ask_floor(
        asked,
        f"call/{terminal}/{since}",
        identity.AnswerCall(terminal),
        is_shared=_role(asked) >= Role.PIT_SUPERVISOR,
    )
    is_second = outcome.refusal is not None and outcome.refusal.code == CommandIdReused.__name__
    if not outcome.accepted and not is_second:
        return outcome
    await services.attendants.dismiss(terminal, since)
    now, left = asked.app.now(), services.attendants.since(terminal)
    tell_call(services.table_feeds, terminal, Called(now, since=left))
    if is_second:
        raise HttpProblem(409, "not_calling", f"terminal {terminal} was answered already")
    return outcome


async def look_up(asked: Asked[api.LookUpTicket]) -> api.TicketTold:
    """Look up a ticket by its whole number, without changing anything."""
    _check_role(asked)
    number = TicketNumber(asked.body.number)
    try:
        # Reading waits for writers, so it must not run in the event loop.
        on_file, ended = await asyncio.to_thread(asked.services.tickets.ticket, number)
    except CannotRecord as fault:
        raise HttpProblem(503, "halted", f"the register cannot be read: {fault}") from None
    if on_file is not None:
        return _told(on_file, ended, asked.app.now())
    return _reserved(asked.services.desk.node, number) or api.TicketTold(
        masked(number), "not on file"
    )


def _check_role(asked: Asked[api.LookUpTicket]) -> None:
    """Require a Pit Supervisor or above: a Dealer must not see a patron's money."""
    person = asked.services.desk.node.floor.people.get(asked.person)
    held = () if person is None else person.roles_at(asked.app.now())
    if max(held, default=0) < Role.PIT_SUPERVISOR:
        least = Role.PIT_SUPERVISOR.plain_name
        raise HttpProblem(403, "not_allowed", f"tickets are for a {least} or above")


def _told(ticket: Ticket, ended: TicketRedeemed | None, now: Instant) -> api.TicketTold:
    return api.TicketTold(
        ticket.shown,
        "paid" if ended is not None else "expired" if ticket.is_expired(now) else "outstanding",
        amount=ticket.amount,
        terminal=ticket.terminal,
        issued_at=ticket.issued_at,
        expires_at=ticket.expires_at,
        paid_terminal=None if ended is None else ended.terminal,
        paid_at=None if ended is None else ended.at,
    )


def _reserved(node: Node, number: TicketNumber) -> api.TicketTold | None:
    """Return a ticket that its printer has not confirmed; only its terminal knows it."""
    for standing in node.tables().values():
        for terminal, seat in standing.table.seats.items():
            if seat.ticket == number:
                return api.TicketTold(
                    masked(number),
                    "uncertain" if seat.uncertain else "waiting",
                    amount=standing.table.book.reserved(terminal),
                    terminal=terminal,
                )
    return None


PIT = (
    Endpoint("GET /api/floor", floor),
    Endpoint(
        "GET /api/floor/events",
        events,
        answer_type=list[_EVENTS.wire],  # type: ignore[name-defined]
    ),
    Endpoint("POST /api/floor/commands", command),
    Endpoint("POST /api/floor/invitations", invite),
    Endpoint("GET /api/games", games),
    Endpoint("POST /api/tables", configure),
    Endpoint("POST /api/tables/up", bring_up),
    Endpoint("POST /api/attendants/done", attended),
    Endpoint("POST /api/tickets/look", look_up),
)

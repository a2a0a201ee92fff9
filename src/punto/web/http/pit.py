"""The pit's requests about the floor: its people, terminals and tables."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import uuid4

import msgspec

from punto import identity
from punto.rounds import CardSource, Command, Configuration, ConfigureTable
from punto.rules import Actor, Limits, Role, Terms, terms_of, usual_decks
from punto.runtime import CannotRecord, Closed, Halted, NotRecordable, RecordBroken
from punto.values import Cents, PersonId, TableId, TerminalId
from punto.views.significance import TableEvents
from punto.web.desk.problems import PinNeeded
from punto.web.desk.requests import own_id, pin_refusal
from punto.web.http.endpoints import Asked, Endpoint, Who
from punto.web.http.errors import Problem
from punto.web.http.floor_requests import ask_floor
from punto.web.http.floor_views import floor_told, for_consoles
from punto.web.sessions.outboxes import OutboxFull
from punto.web.sessions.speakers import Device, StaffMember
from punto.web.wire import api
from punto.web.wire.floor_wishes import read_floor_wish
from punto.web.wire.forms import form_of
from punto.web.wire.messages import Called, write
from punto.web.wire.refusals import refusal_told
from punto.web.wire.wishes import NoSuchWish

_EVENTS = form_of(TableEvents)
_DISMISSED = "you no longer work on this floor"
_RETIRED = "this terminal is out of service"


async def floor(asked: Asked[None]) -> api.FloorTold:
    """Return the whole floor to the pit, and only what a console needs to lower roles."""
    secrets = await asked.house.keys.secrets.known()
    told = floor_told(asked.board, secrets, asked.house.now())
    return told if _role(asked) >= Role.PIT_SUPERVISOR else for_consoles(told)


def _role(asked: Asked[Any]) -> int:
    by = identity.actor(asked.board.desk.node.floor, asked.person, asked.house.now())
    return by.role if isinstance(by, Actor) else 0


async def events(asked: Asked[None]) -> list[Any]:
    """Return the significant events of every table, to people who may open the pit."""
    too_low = asked.board.greeter.too_low_for(StaffMember(asked.person), "pit")
    if too_low is not None:
        raise Problem(403, "not_allowed", too_low)
    feeds = sorted(asked.board.gallery.feeds.items())
    told = (TableEvents(table, feed.watched.significant) for table, feed in feeds)
    return [_EVENTS.out(each) for each in told]


async def command(asked: Asked[api.FloorCommand]) -> api.Outcome:
    """Submit a wish about the floor, then end the affected sessions and credentials."""
    try:
        wish = read_floor_wish(asked.body.wish)
    except NoSuchWish as wrong:
        raise Problem(422, "malformed", str(wrong)) from None
    if isinstance(wish, identity.UnlockPerson):
        refusal = await pin_problem(asked, asked.body.pin)
        if refusal is not None:
            return refusal
        await asked.board.doors.unlocking(wish.person)
    outcome = await ask_floor(asked, asked.body.id, wish)
    if outcome.accepted:
        await _see_to_doors(asked, wish)
    return outcome


async def pin_problem(asked: Asked[Any], pin: str) -> api.Outcome | None:
    """Return why the sender's PIN does not confirm the step; None if it does."""
    person = asked.person
    if not pin:
        return api.Outcome(accepted=False, refusal=refusal_told(PinNeeded(person)))
    refusal = await pin_refusal(asked.board.doors, person, pin, person)
    return None if refusal is None else api.Outcome(accepted=False, refusal=refusal_told(refusal))


async def _see_to_doors(asked: Asked[api.FloorCommand], wish: object) -> None:
    """Do what the floor now says; a repeated command may be older than what it says."""
    keys, floor = asked.house.keys, asked.board.desk.node.floor
    match wish:
        case identity.DismissPerson(person) if floor.people[person].dismissed:
            await keys.sessions.end_all(person)
            await keys.secrets.forget(person)
            asked.board.register.hang_up(StaffMember(person), "dismissed", _DISMISSED)
        case identity.UnlockPerson(person) if not floor.people[person].locked:
            await keys.secrets.unlock(person)
        case identity.RetireTerminal(terminal):
            await keys.enrolments.forget(terminal)
            await keys.devices.revoke(terminal)
            asked.board.register.hang_up(Device(terminal), "retired", _RETIRED)
        case identity.RevokeRole() | identity.EndActingRole():
            await asked.board.vigil.look()
        case _:
            return


async def invite(asked: Asked[api.Invite]) -> api.Outcome:
    """Make a link with which a person chooses a password and a PIN; earlier links become void.

    If the person already has secrets, the first of two people gets no link, and both enter their
    PIN.
    """
    person, keys = PersonId(asked.body.person), asked.house.keys
    has_secrets = person in await keys.secrets.known()
    known = asked.board.desk.node.floor.people.get(person)
    if has_secrets or (known is not None and known.had_secrets):
        refusal = await pin_problem(asked, asked.body.pin)
        if refusal is not None:
            return refusal
    command = own_id(asked.person, asked.body.id)
    if known is not None and known.invitation is not None and known.invitation.command == command:
        # The sender may have lost the right since, and another link would not be recorded.
        raise Problem(409, "repeated", "this invitation was already made: invite again")
    outcome = await ask_floor(asked, asked.body.id, identity.InvitePerson(person, has_secrets))
    if not outcome.accepted:
        return outcome
    invited = asked.board.desk.node.floor.people[person].invitation
    if invited is None or invited.command != command:
        return api.Outcome(accepted=True)
    path = await keys.links.make_for("password", person, command)
    return api.Outcome(accepted=True, link=path)


async def games(asked: Asked[None]) -> list[api.GameTold]:
    """Return the games that a table can play."""
    return [
        api.GameTold(
            key=key,
            en=game.name.en,
            zh=game.name.zh,
            decks=(game.decks.least, game.decks.most),
            bets=tuple(bet.key for bet in game.bets),
        )
        for key, game in asked.house.games.all().items()
    ]


async def configure(asked: Asked[api.TableSetup]) -> api.Outcome:
    """Configure a table's game; creates the table if it is new."""
    desk, at = asked.board.desk, asked.house.now()
    table = TableId(asked.body.table)
    by = identity.actor(desk.node.floor, asked.person, at)
    if not isinstance(by, Actor):
        return api.Outcome(accepted=False, refusal=refusal_told(by))
    unfit = (
        None
        if table in desk.node.tables()
        else identity.id_refusal("table", table, desk.node.tables())
    )
    if unfit is not None:
        return api.Outcome(accepted=False, refusal=refusal_told(unfit))
    wish = ConfigureTable(_configuration(asked))
    name = own_id(asked.person, asked.body.id)
    try:
        answer = await desk.node.ask(table, Command(name, at, by, wish))
    except NotRecordable as fault:
        raise Problem(422, "not_recordable", str(fault)) from None
    except Halted as fault:
        raise Problem(503, "halted", f"table {table} is halted: {fault}") from None
    except Closed:
        raise Problem(503, "not_ready", "the server is shutting down") from None
    if not isinstance(answer, tuple):
        return api.Outcome(accepted=False, refusal=refusal_told(answer))
    await asked.board.gallery.open_table(table)
    return api.Outcome(accepted=True)


def _configuration(asked: Asked[api.TableSetup]) -> Configuration:
    body = asked.body
    game = asked.house.games.all().get(body.game)
    if game is None:
        raise Problem(404, "no_such_game", f"game {body.game}: not among those of this server")
    decks = usual_decks(game) if body.decks is None else body.decks
    maximum = None if body.maximum is None else Cents(body.maximum)
    limits = Limits(Cents(body.minimum), maximum, Cents(body.step))
    terms = terms_of(game, decks, body.not_offered, limits)
    if not isinstance(terms, Terms):
        raise Problem(422, "terms_unfit", "; ".join(each.sentence for each in terms))
    usual = asked.house.games.configuration(TableId(body.table), terms)
    return replace(
        usual,
        source=CardSource(body.source),
        self_dealing=body.self_dealing,
        burns_cards=body.burns_cards,
        betting_ms=usual.betting_ms if body.betting_ms is None else body.betting_ms,
        pace_ms=usual.pace_ms if body.pace_ms is None else body.pace_ms,
        liability_cap=None if body.liability_cap is None else Cents(body.liability_cap),
    )


async def bring_up(asked: Asked[api.BringUp]) -> api.Outcome:
    """Bring up a halted table again, verified as at a start; the floor's record says who asked."""
    node, table = asked.board.desk.node, TableId(asked.body.table)
    standing = node.tables().get(table)
    if standing is None:
        raise Problem(404, "no_such_table", f"table {table}: not on this floor")
    if not standing.halted and not node.is_shared:
        raise Problem(409, "not_halted", f"table {table} is not halted")
    # The position makes a repeat at a later halt another command, which is judged and recorded.
    name = f"{asked.body.id}/{standing.position}"
    outcome = await ask_floor(asked, name, identity.BringUpTable(table))
    if not outcome.accepted or not standing.halted:
        # Nodes where it is halted learn of the order from the floor's record.
        return outcome
    try:
        await node.reopen(table, if_halted=True)
    except (Halted, RecordBroken, CannotRecord) as fault:
        raise Problem(503, "halted", f"table {table} is halted: {fault}") from None
    except Closed:
        raise Problem(503, "not_ready", "the server is shutting down") from None
    await asked.board.gallery.read_again(table)
    return outcome


async def attended(asked: Asked[api.Attended]) -> api.Outcome:
    """Note that an attendant has come, which ends the call; the record says who answered."""
    terminal, board = TerminalId(asked.body.terminal), asked.board
    if board.attendants.since(terminal) is None:
        raise Problem(409, "not_calling", f"terminal {terminal} does not call here")
    outcome = await ask_floor(asked, uuid4().hex, identity.AnswerCall(terminal))
    if not outcome.accepted:
        return outcome
    board.attendants.dismiss(terminal)
    for screen in board.gallery.screens_of(terminal):
        with suppress(OutboxFull):  # it accepts nothing any more, and asks again when it comes back
            screen.put(write(Called(asked.house.now(), since=None)))
    return api.Outcome(accepted=True)


def _asking(
    path: str,
    summary: str,
    act: Callable[[Asked[Any]], Awaitable[api.Outcome]],
    body: type[msgspec.Struct],
) -> Endpoint:
    return Endpoint("POST", path, summary, act, Who.STAFF, body, api.Outcome)


PIT = (
    Endpoint("GET", "/api/floor", "The whole floor.", floor, answer=api.FloorTold),
    Endpoint(
        "GET",
        "/api/floor/events",
        "The significant events of every table.",
        events,
        answer=list[_EVENTS.wire],  # type: ignore[name-defined]
    ),
    _asking("/api/floor/commands", "Submit a wish about the floor.", command, api.FloorCommand),
    _asking("/api/floor/invitations", "Invite a person to choose secrets.", invite, api.Invite),
    Endpoint(
        "GET", "/api/games", "The games that a table can play.", games, answer=list[api.GameTold]
    ),
    _asking("/api/tables", "Configure a table.", configure, api.TableSetup),
    _asking("/api/tables/up", "Bring up a halted table again.", bring_up, api.BringUp),
    _asking(
        "/api/attendants/done",
        "Note that an attendant has come to a terminal.",
        attended,
        api.Attended,
    ),
)

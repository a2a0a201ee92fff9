"""decide: judges a command to the floor, and changes nothing."""

from typing import assert_never

from punto.identity.access.commands import AccessNote, AccessWish
from punto.identity.access.decisions import let_in, noticed
from punto.identity.access.refusals import NotForAPerson
from punto.identity.floors import Floor
from punto.identity.messages import EVENTS, Fact, FloorCommand, FloorEvent, Wish
from punto.identity.people.actors import actor
from punto.identity.people.commands import EnrolPerson, PeopleWish, RoleWish
from punto.identity.people.decisions import decide_people, decide_roles, enrolled
from punto.identity.people.events import PersonEnrolled, RoleGranted
from punto.identity.people.refusals import NobodyNamed
from punto.identity.refusals import Refusal
from punto.identity.terminals.commands import EraseName, NoteClock, TerminalWish
from punto.identity.terminals.decisions import decide_terminals
from punto.identity.terminals.events import ClockFoundOff, NameErased
from punto.rules import Actor, Role
from punto.values import Instant


def decide(floor: Floor, command: FloorCommand) -> tuple[FloorEvent, ...] | Refusal:
    """Return the events that a command leads to, or the refusal.

    Judged in this order: the sender, the subject, the sender's role, the rest.
    """
    if command.by is None:
        return _by_nobody(floor, command)
    by = actor(floor, command.by, command.at)
    if not isinstance(by, Actor):
        return by
    judged = _judge(floor, by, command.at, command.wish)
    return (_event(command, by, judged),) if isinstance(judged, Fact) else judged


def _by_nobody(floor: Floor, command: FloorCommand) -> tuple[FloorEvent, ...] | Refusal:
    wish = command.wish
    if isinstance(wish, EraseName) and floor.people:
        # From the operator of the server's machine, who could delete the whole store of names.
        return (_event(command, None, NameErased(wish.table, wish.patron)),)
    if isinstance(wish, NoteClock) and floor.people:
        return (_event(command, None, ClockFoundOff(wish.clock, wish.ahead_ms)),)
    if not isinstance(wish, AccessNote):
        return _found(floor, command)
    told = noticed(floor, wish, command.at)
    if not isinstance(told, tuple):
        return told
    return tuple(_event(command, None, fact) for fact in told)


def _found(floor: Floor, command: FloorCommand) -> tuple[FloorEvent, ...] | Refusal:
    """Found a floor: the first person enrolled becomes its Shift Manager."""
    if floor.people or not isinstance(command.wish, EnrolPerson):
        return NobodyNamed()
    founder = enrolled(floor, command.wish)
    if not isinstance(founder, PersonEnrolled):
        return founder
    # This role can grant every other, so no later role needs to be granted without an actor.
    granted = RoleGranted(founder.person, Role.SHIFT_MANAGER)
    return _event(command, None, founder), _event(command, None, granted)


def _event(command: FloorCommand, by: Actor | None, fact: Fact) -> FloorEvent:
    return FloorEvent(fact, by, command.at, command.id, EVENTS[type(fact)].clause)


def _judge(floor: Floor, by: Actor, at: Instant, wish: Wish) -> Fact | Refusal:
    if isinstance(wish, PeopleWish):
        return decide_people(floor, by, at, wish)
    if isinstance(wish, RoleWish):
        return decide_roles(floor, by, at, wish)
    if isinstance(wish, TerminalWish):
        return decide_terminals(floor, by, wish)
    if isinstance(wish, AccessWish):
        return let_in(floor, by, at, wish)
    if isinstance(wish, AccessNote | NoteClock):
        return NotForAPerson(by.person)
    assert_never(wish)

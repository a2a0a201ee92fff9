"""What becomes of a command: it is judged here, and nothing is changed."""

from typing import assert_never

from punto.identity.access.commands import AccessWish, Notice
from punto.identity.access.decisions import let_in, noticed
from punto.identity.access.refusals import NotForAPerson
from punto.identity.commands import (
    AnswerCall,
    BringUpTable,
    ChooseProfile,
    Command,
    DismissPerson,
    EndActingRole,
    EnrolPerson,
    EnrolTerminal,
    GrantActingRole,
    GrantRole,
    ReinstatePerson,
    RetireTerminal,
    RevokeRole,
    Wish,
)
from punto.identity.events import (
    BringUpOrdered,
    Event,
    Fact,
    PersonEnrolled,
    ProfileChosen,
    RoleGranted,
    clause_of,
)
from punto.identity.floors import Floor
from punto.identity.people.decisions import dismiss_person, enrol_person, enrolled, reinstate_person
from punto.identity.people.refusals import NobodyNamed
from punto.identity.profiles import Profile
from punto.identity.refusals import Refusal
from punto.identity.roles.actors import actor
from punto.identity.roles.decisions import (
    end_acting_role,
    grant_acting_role,
    grant_role,
    revoke_role,
)
from punto.identity.roles.ranks import BRINGS_UP, rank_refusal
from punto.identity.terminals.decisions import answer_call, enrol_terminal, retire_terminal
from punto.identity.terminals.refusals import FloorHasStaff, ProfileAlreadyChosen
from punto.rules.roles import Actor, Role
from punto.values.ids import Instant


def decide(floor: Floor, command: Command) -> tuple[Event, ...] | Refusal:
    """What follows from a command, or why nothing does.

    In this order: who asks, whom or what it is about, whether the role suffices, the rest.
    """
    if command.by is None:
        return _by_nobody(floor, command)
    by = actor(floor, command.by, command.at)
    if not isinstance(by, Actor):
        return by
    judged = _judge(floor, by, command.at, command.wish)
    return (_event(command, by, judged),) if isinstance(judged, Fact) else judged


def _by_nobody(floor: Floor, command: Command) -> tuple[Event, ...] | Refusal:
    if not isinstance(command.wish, Notice):
        return _found(floor, command)
    told = noticed(floor, command.wish, command.at)
    if not isinstance(told, tuple):
        return told
    return tuple(_event(command, None, fact) for fact in told)


def _found(floor: Floor, command: Command) -> tuple[Event, ...] | Refusal:
    """Begin a floor: the first to be enrolled is its Shift Manager, for nobody else could be."""
    if floor.people or not isinstance(command.wish, EnrolPerson):
        return NobodyNamed()
    founder = enrolled(floor, command.wish)
    if not isinstance(founder, PersonEnrolled):
        return founder
    # From this role every other can be granted, so none is ever again granted by nobody.
    granted = RoleGranted(founder.person, Role.SHIFT_MANAGER)
    return _event(command, None, founder), _event(command, None, granted)


def _event(command: Command, by: Actor | None, fact: Fact) -> Event:
    return Event(fact, by, command.at, command.id, clause_of(fact))


def _judge(  # noqa: C901, PLR0912 (one case for each wish)
    floor: Floor, by: Actor, at: Instant, wish: Wish
) -> Fact | Refusal:
    if isinstance(wish, AccessWish):
        return let_in(floor, by, at, wish)
    if isinstance(wish, Notice):
        return NotForAPerson(by.person)
    match wish:
        case EnrolPerson():
            return enrol_person(floor, by, wish)
        case DismissPerson():
            return dismiss_person(floor, by, at, wish)
        case ReinstatePerson():
            return reinstate_person(floor, by, wish)
        case GrantRole():
            return grant_role(floor, by, wish)
        case RevokeRole():
            return revoke_role(floor, by, wish)
        case GrantActingRole():
            return grant_acting_role(floor, by, at, wish)
        case EndActingRole():
            return end_acting_role(floor, by, at, wish)
        case ChooseProfile():
            return _choose_profile(floor, by, wish)
        case EnrolTerminal():
            return enrol_terminal(floor, by, wish)
        case RetireTerminal():
            return retire_terminal(floor, by, wish)
        case AnswerCall():
            return answer_call(floor, by, wish)
        case BringUpTable():
            return rank_refusal(by, BRINGS_UP) or BringUpOrdered(wish.table)
    assert_never(wish)


def _choose_profile(floor: Floor, by: Actor, wish: ChooseProfile) -> ProfileChosen | Refusal:
    refusal = rank_refusal(by, Role.SHIFT_MANAGER)
    if refusal is not None:
        return refusal
    if wish.profile is floor.profile:
        return ProfileAlreadyChosen(wish.profile)
    # where people can check one another, nobody may be excused from it.
    if wish.profile is Profile.SINGLE_PERSON and len(floor.working) > 1:
        return FloorHasStaff(len(floor.working))
    return ProfileChosen(floor.profile, wish.profile)

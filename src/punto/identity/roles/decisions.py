"""Judgements on roles, given for good and for a time."""

from typing import assert_never

from punto.identity.floors import Floor, Person
from punto.identity.refusals import Refusal
from punto.identity.roles import commands, events, refusals
from punto.identity.roles.actors import granter_of, rank_refusal, working_person
from punto.rules import Actor, Role
from punto.values import Instant, PersonId


def decide_roles(
    floor: Floor, by: Actor, at: Instant, wish: commands.RoleWish
) -> events.RoleFact | Refusal:
    """Judge a command about the roles of a person."""
    match wish:
        case commands.GrantRole():
            return grant_role(floor, by, wish)
        case commands.RevokeRole():
            return revoke_role(floor, by, wish)
        case commands.GrantActingRole():
            return grant_acting_role(floor, by, at, wish)
        case commands.EndActingRole():
            return end_acting_role(floor, by, at, wish)
        case _:
            assert_never(wish)


def grant_role(floor: Floor, by: Actor, wish: commands.GrantRole) -> events.RoleGranted | Refusal:
    """Judge a role without a time limit; a lower one may be added, as it may outlast a higher."""
    person = _grantee(floor, by, wish.person, wish.role)
    if not isinstance(person, Person):
        return person
    if wish.role in person.roles:
        return refusals.RoleAlreadyHeld(person.id, wish.role, wish.role)
    return events.RoleGranted(person.id, wish.role)


def revoke_role(floor: Floor, by: Actor, wish: commands.RevokeRole) -> events.RoleRevoked | Refusal:
    """Judge a revocation; the role that could grant it may also revoke it."""
    person = working_person(floor, wish.person)
    if not isinstance(person, Person):
        return person
    refusal = rank_refusal(by, granter_of(wish.role))
    if refusal is not None:
        return refusal
    if wish.role not in person.roles:
        return refusals.RoleNotHeld(person.id, wish.role)
    if wish.role is Role.SHIFT_MANAGER and floor.shift_managers == (person.id,):
        return refusals.LastShiftManager(person.id)
    return events.RoleRevoked(person.id, wish.role)


def grant_acting_role(
    floor: Floor, by: Actor, at: Instant, wish: commands.GrantActingRole
) -> events.ActingRoleGranted | Refusal:
    """Judge a role given for a time (R 1.12, L 1.13, M 6.2)."""
    person = _grantee(floor, by, wish.person, wish.role)
    if not isinstance(person, Person):
        return person
    if not at <= wish.since < wish.until:
        return refusals.BoxContradicts(at, wish.since, wish.until)
    lasting = person.lasting_role
    # M 6.2: a person in a higher position performs the functions of the lower ones anyway.
    if lasting is not None and lasting >= wish.role:
        return refusals.RoleAlreadyHeld(person.id, wish.role, lasting)
    box = person.box_left(at)
    if box is not None:
        return refusals.ActingAlready(person.id, box.role, box.until)
    return events.ActingRoleGranted(person.id, wish.role, wish.since, wish.until)


def end_acting_role(
    floor: Floor, by: Actor, at: Instant, wish: commands.EndActingRole
) -> events.ActingRoleEnded | Refusal:
    """Judge the early end of an acting role; its holder may also give it up."""
    person = working_person(floor, wish.person)
    if not isinstance(person, Person):
        return person
    box = person.box_left(at)
    if box is None:
        return refusals.NotActing(person.id)
    refusal = rank_refusal(by, granter_of(box.role))
    if refusal is not None and by.person != person.id:
        return refusal
    return events.ActingRoleEnded(person.id, box.role)


def _grantee(floor: Floor, by: Actor, person: PersonId, role: Role) -> Person | Refusal:
    """Return a person to whom this actor may grant this role."""
    found = working_person(floor, person)
    if not isinstance(found, Person):
        return found
    if by.person == person:
        return refusals.GrantToOneself(person, role)
    return rank_refusal(by, granter_of(role)) or found

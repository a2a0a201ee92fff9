"""Decisions on people: enrolled, dismissed and reinstated, and on roles for good or for a time."""

from typing import assert_never

from punto.identity.floors import Floor, Person, Profile
from punto.identity.people import actors, commands, events, refusals
from punto.identity.people.refusals import LastShiftManager, id_refusal
from punto.identity.refusals import Refusal
from punto.identity.words import alike, is_readable, looks_like, tidy
from punto.rules import Actor, Role
from punto.values import Instant, PersonId


def decide_people(
    floor: Floor, by: Actor, at: Instant, wish: commands.PeopleWish
) -> events.PeopleFact | Refusal:
    """Judge a command about a person or about the floor's profile."""
    match wish:
        case commands.EnrolPerson():
            return enrol_person(floor, by, wish)
        case commands.DismissPerson():
            return dismiss_person(floor, by, at, wish)
        case commands.ReinstatePerson():
            return reinstate_person(floor, by, wish)
        case commands.ChooseProfile():
            return choose_profile(floor, by, wish)
        case _:
            assert_never(wish)


def enrol_person(
    floor: Floor, by: Actor, wish: commands.EnrolPerson
) -> events.PersonEnrolled | Refusal:
    """Judge an enrolment by a person who is enrolled already."""
    refusal = actors.rank_refusal(by, actors.ENROLS) or _joining_refusal(floor)
    return refusal or enrolled(floor, wish)


def enrolled(floor: Floor, wish: commands.EnrolPerson) -> events.PersonEnrolled | Refusal:
    """Judge a newcomer's id and name, each of which must identify one person in the record."""
    name = tidy(wish.name)
    unfit = id_refusal("person", wish.person, floor.people)
    if unfit is not None:
        return unfit
    if not is_readable(name):
        return refusals.TextUnreadable("name", wish.name)
    if any(alike(name, role.plain_name) for role in Role):
        return refusals.NameIsGeneric(name)
    if wish.person in floor.people:
        return refusals.PersonAlreadyEnrolled(wish.person, floor.people[wish.person].name)
    # The dismissed keep their names: old records are still read by them.
    for person in floor.people.values():
        # People sign in with either, so no name may pass for the id of another person.
        if alike(name, person.name) or _taken_for(name, person.id):
            return refusals.NameTaken(name, person.id)
        if _taken_for(person.name, wish.person):
            return refusals.IdAlike("person", wish.person, person.name)
    return events.PersonEnrolled(wish.person, name)


def _taken_for(name: str, person: PersonId) -> bool:
    return alike(name, person) or looks_like(name, person)


def dismiss_person(
    floor: Floor, by: Actor, at: Instant, wish: commands.DismissPerson
) -> events.PersonDismissed | Refusal:
    """Judge a dismissal: the actor must be able to revoke every role of the person."""
    person = actors.working_person(floor, wish.person)
    if not isinstance(person, Person):
        return person
    refusal = actors.rank_refusal(by, actors.rank_over(person, at))
    if refusal is not None:
        return refusal
    if floor.shift_managers == (person.id,):
        return LastShiftManager(person.id)
    return events.PersonDismissed(person.id)


def reinstate_person(
    floor: Floor, by: Actor, wish: commands.ReinstatePerson
) -> events.PersonReinstated | Refusal:
    """Judge the reinstatement of a dismissed person."""
    person = floor.people.get(wish.person)
    if person is None:
        return actors.PersonUnknown(wish.person)
    refusal = actors.rank_refusal(by, actors.ENROLS) or _joining_refusal(floor)
    if refusal is not None:
        return refusal
    if not person.dismissed:
        return refusals.PersonNotDismissed(person.id)
    return events.PersonReinstated(person.id)


def _joining_refusal(floor: Floor) -> refusals.FloorIsForOne | None:
    return refusals.FloorIsForOne() if floor.profile is Profile.SINGLE_PERSON else None


def choose_profile(
    floor: Floor, by: Actor, wish: commands.ChooseProfile
) -> events.ProfileChosen | Refusal:
    """Judge a change of the floor's profile."""
    refusal = actors.rank_refusal(by, Role.SHIFT_MANAGER)
    if refusal is not None:
        return refusal
    if wish.profile is floor.profile:
        return refusals.ProfileAlreadyChosen(wish.profile)
    # where people can check each other, dual control stays.
    if wish.profile is Profile.SINGLE_PERSON and len(floor.working) > 1:
        return refusals.FloorHasStaff(len(floor.working))
    return events.ProfileChosen(floor.profile, wish.profile)


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
    person = actors.working_person(floor, wish.person)
    if not isinstance(person, Person):
        return person
    refusal = actors.rank_refusal(by, actors.granter_of(wish.role))
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
    person = actors.working_person(floor, wish.person)
    if not isinstance(person, Person):
        return person
    box = person.box_left(at)
    if box is None:
        return refusals.NotActing(person.id)
    refusal = actors.rank_refusal(by, actors.granter_of(box.role))
    if refusal is not None and by.person != person.id:
        return refusal
    return events.ActingRoleEnded(person.id, box.role)


def _grantee(floor: Floor, by: Actor, person: PersonId, role: Role) -> Person | Refusal:
    """Return a person to whom this actor may grant this role."""
    found = actors.working_person(floor, person)
    if not isinstance(found, Person):
        return found
    if by.person == person:
        return refusals.GrantToOneself(person, role)
    return actors.rank_refusal(by, actors.granter_of(role)) or found

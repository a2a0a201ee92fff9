"""Judgements on people coming and going."""

from punto.identity.commands import DismissPerson, EnrolPerson, ReinstatePerson
from punto.identity.events import PersonDismissed, PersonEnrolled, PersonReinstated
from punto.identity.floors import Floor, Person
from punto.identity.ids import id_refusal
from punto.identity.people.refusals import (
    IdAlike,
    NameIsGeneric,
    NameTaken,
    PersonAlreadyEnrolled,
    PersonNotDismissed,
    PersonUnknown,
    TextUnreadable,
)
from punto.identity.profiles import Profile
from punto.identity.refusals import Refusal
from punto.identity.roles.actors import working_person
from punto.identity.roles.ranks import ENROLS, rank_over, rank_refusal
from punto.identity.roles.refusals import LastShiftManager
from punto.identity.terminals.refusals import FloorIsForOne
from punto.identity.words import alike, is_readable, looks_like, tidy
from punto.rules.roles import Actor, Role
from punto.values.ids import Instant, PersonId


def enrol_person(floor: Floor, by: Actor, wish: EnrolPerson) -> PersonEnrolled | Refusal:
    """Judge an enrolment by somebody."""
    refusal = rank_refusal(by, ENROLS) or _joining_refusal(floor)
    return refusal or enrolled(floor, wish)


def enrolled(floor: Floor, wish: EnrolPerson) -> PersonEnrolled | Refusal:
    """Judge a newcomer's id and name: one person behind each, whom the record can name."""
    name = tidy(wish.name)
    unfit = id_refusal("person", wish.person, floor.people)
    if unfit is not None:
        return unfit
    if not is_readable(name):
        return TextUnreadable("name", wish.name)
    if any(alike(name, role.plain_name) for role in Role):
        return NameIsGeneric(name)
    if wish.person in floor.people:
        return PersonAlreadyEnrolled(wish.person, floor.people[wish.person].name)
    # The dismissed keep their names: old records are still read by them.
    for person in floor.people.values():
        # People sign in with either, so no name may pass for the id of another person.
        if alike(name, person.name) or _taken_for(name, person.id):
            return NameTaken(name, person.id)
        if _taken_for(person.name, wish.person):
            return IdAlike("person", wish.person, person.name)
    return PersonEnrolled(wish.person, name)


def _taken_for(name: str, person: PersonId) -> bool:
    return alike(name, person) or looks_like(name, person)


def dismiss_person(
    floor: Floor, by: Actor, at: Instant, wish: DismissPerson
) -> PersonDismissed | Refusal:
    """Judge a dismissal: it takes somebody who may take away every role of the person."""
    person = working_person(floor, wish.person)
    if not isinstance(person, Person):
        return person
    refusal = rank_refusal(by, rank_over(person, at))
    if refusal is not None:
        return refusal
    if floor.shift_managers == (person.id,):
        return LastShiftManager(person.id)
    return PersonDismissed(person.id)


def reinstate_person(floor: Floor, by: Actor, wish: ReinstatePerson) -> PersonReinstated | Refusal:
    """Judge the return of somebody dismissed."""
    person = floor.people.get(wish.person)
    if person is None:
        return PersonUnknown(wish.person)
    refusal = rank_refusal(by, ENROLS) or _joining_refusal(floor)
    if refusal is not None:
        return refusal
    if not person.dismissed:
        return PersonNotDismissed(person.id)
    return PersonReinstated(person.id)


def _joining_refusal(floor: Floor) -> FloorIsForOne | None:
    return FloorIsForOne() if floor.profile is Profile.SINGLE_PERSON else None

"""Who somebody is at an instant: the role in which an act of theirs goes into a record."""

from dataclasses import dataclass

from punto.identity.floors import Floor, Person
from punto.identity.people.refusals import ActorRefusal, NoRole, PersonIsDismissed, PersonUnknown
from punto.identity.profiles import Profile
from punto.identity.words import alike
from punto.rules import Actor
from punto.values import Instant, PersonId


@dataclass(frozen=True, slots=True)
class Standing:
    """An actor and the profile of the floor, which every round has to be stamped with (A-73)."""

    actor: Actor
    profile: Profile


def standing(floor: Floor, person: PersonId, at: Instant) -> Standing | ActorRefusal:
    """The person's role at that instant, and the floor's profile."""
    found = actor(floor, person, at)
    return Standing(found, floor.profile) if isinstance(found, Actor) else found


def actor(floor: Floor, person: PersonId, at: Instant) -> Actor | ActorRefusal:
    """The person in the highest role held at that instant, acting if it is an acting one."""
    found = working_person(floor, person)
    if not isinstance(found, Person):
        return found
    role = max(found.roles_at(at), default=None)
    if role is None:
        return NoRole(person, at)
    alone = floor.profile is Profile.SINGLE_PERSON
    return Actor(person, role, acting=role not in found.roles, alone=alone)


def working_person(floor: Floor, person: PersonId) -> Person | PersonUnknown | PersonIsDismissed:
    """Somebody who is enrolled and was not dismissed."""
    found = floor.people.get(person)
    if found is None:
        return PersonUnknown(person)
    return PersonIsDismissed(person) if found.dismissed else found


def person_meant(floor: Floor, typed: str) -> PersonId:
    """The person whose user name or full name was typed; the text itself where it is not one's."""
    if typed in floor.people:
        return PersonId(typed)
    people = floor.people.values()
    meant = (each.id for each in people if alike(typed, each.id) or alike(typed, each.name))
    return next(meant, PersonId(typed))  # two people are never alike

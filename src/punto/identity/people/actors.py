"""The role in which a person acts at an instant, and the role that each step needs."""

from typing import Final

from punto.identity.floors import Floor, Person, Profile
from punto.identity.words import alike
from punto.rules import Actor, Role
from punto.values import Instant, PersonId, Value, moment


class PersonUnknown(Value):
    """An id that belongs to no enrolled person."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: not enrolled on this floor, expected a person who is (A-52)"
        )


class PersonIsDismissed(Value):
    """A dismissed person, who cannot act or receive roles."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: dismissed, expected a person who works on this floor (A-52)"
        )


class NoRole(Value):
    """An enrolled person without a role at that instant (A-52)."""

    person: PersonId
    at: Instant

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: holds no role at {moment(self.at)}, "
            "expected a role granted, or an acting one whose time runs (A-52)"
        )


class RankTooLow(Value):
    """The step needs a higher role than the person holds (A-52)."""

    actor: Actor
    required: Role

    @property
    def sentence(self) -> str:
        acting = "acting " if self.actor.acting else ""
        return (
            f"person {self.actor.person!r} as {acting}{self.actor.role.plain_name}: "
            f"expected {self.required.plain_name} or above (A-52)"
        )


ActorRefusal = PersonUnknown | PersonIsDismissed | NoRole
"""The reasons why no person can act under an id at that instant."""


def actor(floor: Floor, person: PersonId, at: Instant) -> Actor | ActorRefusal:
    """Return the person in the highest role held at that instant, marked if only acting."""
    found = working_person(floor, person)
    if not isinstance(found, Person):
        return found
    role = max(found.roles_at(at), default=None)
    if role is None:
        return NoRole(person, at)
    alone = floor.profile is Profile.SINGLE_PERSON
    return Actor(person, role, acting=role not in found.roles, alone=alone)


def working_person(floor: Floor, person: PersonId) -> Person | PersonUnknown | PersonIsDismissed:
    """Return a person who is enrolled and not dismissed."""
    found = floor.people.get(person)
    if found is None:
        return PersonUnknown(person)
    return PersonIsDismissed(person) if found.dismissed else found


def person_meant(floor: Floor, typed: str) -> PersonId:
    """Return the person with this user name or full name, or else the text itself."""
    if typed in floor.people:
        return PersonId(typed)
    people = floor.people.values()
    meant = (each.id for each in people if alike(typed, each.id) or alike(typed, each.name))
    return next(meant, PersonId(typed))  # two people are never alike


ENROLS: Final = Role.PIT_MANAGER
"""The lowest role that enrols and dismisses people and terminals: the first in charge of a pit."""


UNLOCKS: Final = Role.PIT_MANAGER
"""The lowest role that unlocks a person; unlocking gives no power, so rank does not matter."""


ASKS_RESET: Final = Role.PIT_SUPERVISOR
"""The lower of the two who let a person replace password and PIN; the other is above them all."""


CLOSES_ALARMS: Final = Role.PIT_SUPERVISOR


ANSWERS_CALLS: Final = Role.PIT_SUPERVISOR


ERASES_NAMES: Final = Role.PIT_MANAGER
"""The lowest role that erases a patron's name: the first who answers for personal data."""


BRINGS_UP: Final = Role.PIT_MANAGER
"""The lowest role that may restart a halted table."""


def granter_of(role: Role) -> Role:
    """Return the lowest role that grants this one: the next above, or its equal at the top."""
    return Role(min(role + 1, Role.SHIFT_MANAGER))


def rank_over(person: Person, at: Instant) -> Role:
    """Return the lowest role that may revoke every role of a person."""
    highest = person.highest_granted(at)
    return ENROLS if highest is None else max(ENROLS, granter_of(highest))


def rank_refusal(actor: Actor, required: Role) -> RankTooLow | None:
    """Refuse an actor whose role is too low; a higher one may act for a lower (A-52)."""
    return None if actor.may_act_as(required) else RankTooLow(actor, required)

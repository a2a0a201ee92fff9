"""Commands about the people of the floor."""

from dataclasses import dataclass

from punto.identity.messages import PIT, FloorCommandRow
from punto.identity.profiles import Profile
from punto.values import PersonId


@dataclass(frozen=True, slots=True)
class EnrolPerson:
    """Let somebody work on the floor, under their own name."""

    person: PersonId
    name: str


@dataclass(frozen=True, slots=True)
class DismissPerson:
    """Let somebody act no longer, and take all their roles away."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class ReinstatePerson:
    """Let somebody who was dismissed work again; roles have to be granted anew."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class ChooseProfile:
    """Say whether the floor is run by staff or by one person alone (A-73)."""

    profile: Profile


PeopleWish = EnrolPerson | DismissPerson | ReinstatePerson | ChooseProfile

COMMANDS = (
    FloorCommandRow(EnrolPerson, PIT),
    FloorCommandRow(DismissPerson, PIT),
    FloorCommandRow(ReinstatePerson, PIT),
    FloorCommandRow(ChooseProfile, PIT),
)

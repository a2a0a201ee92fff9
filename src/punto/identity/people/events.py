"""Events about the people of the floor."""

from dataclasses import dataclass

from punto.identity.messages import FloorFactRow
from punto.identity.profiles import Profile
from punto.rules import News
from punto.values import PersonId


@dataclass(frozen=True, slots=True)
class PersonEnrolled:
    """Somebody named works on the floor."""

    person: PersonId
    name: str


@dataclass(frozen=True, slots=True)
class PersonDismissed:
    """Somebody acts no longer and holds no role."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class PersonReinstated:
    """Somebody works on the floor again, as yet without a role."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class ProfileChosen:
    """The floor is run in another way from now on."""

    before: Profile
    profile: Profile


PeopleFact = PersonEnrolled | PersonDismissed | PersonReinstated | ProfileChosen

EVENTS = (
    FloorFactRow(PersonEnrolled, News("Person added", "people", "notable")),
    FloorFactRow(PersonDismissed, News("Person dismissed", "people", "notable")),
    FloorFactRow(PersonReinstated, News("Person reinstated", "people", "notable")),
    FloorFactRow(ProfileChosen, News("Profile chosen", "people", "notable"), "A-73"),
)

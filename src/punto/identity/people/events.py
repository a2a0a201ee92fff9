"""Events about the people of the floor."""

from punto.identity.floors import Profile
from punto.identity.message_rows import FloorFactRow
from punto.rules import News
from punto.values import PersonId, Value


class PersonEnrolled(Value):
    """A person works on the floor under this name."""

    person: PersonId
    name: str


class PersonDismissed(Value):
    """A person was dismissed and holds no role any more."""

    person: PersonId


class PersonReinstated(Value):
    """A dismissed person works on the floor again, without a role so far."""

    person: PersonId


class ProfileChosen(Value):
    """The floor has another profile from now on."""

    before: Profile
    profile: Profile


PeopleFact = PersonEnrolled | PersonDismissed | PersonReinstated | ProfileChosen

EVENTS = (
    FloorFactRow(PersonEnrolled, News("Person added", "people", "notable")),
    FloorFactRow(PersonDismissed, News("Person dismissed", "people", "notable")),
    FloorFactRow(PersonReinstated, News("Person reinstated", "people", "notable")),
    FloorFactRow(ProfileChosen, News("Profile chosen", "people", "notable"), "A-73"),
)

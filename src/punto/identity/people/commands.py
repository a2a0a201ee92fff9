"""Commands about the people of the floor."""

from punto.identity.floors import Profile
from punto.identity.message_rows import PIT, FloorCommandRow
from punto.values import PersonId, Value


class EnrolPerson(Value):
    """Enrol a person on the floor under their own name."""

    person: PersonId
    name: str


class DismissPerson(Value):
    """Dismiss a person and take away all their roles."""

    person: PersonId


class ReinstatePerson(Value):
    """Reinstate a dismissed person; roles must be granted again."""

    person: PersonId


class ChooseProfile(Value):
    """Choose whether the floor is run by staff or by one person alone (A-73)."""

    profile: Profile


PeopleWish = EnrolPerson | DismissPerson | ReinstatePerson | ChooseProfile

COMMANDS = (
    FloorCommandRow(EnrolPerson, PIT),
    FloorCommandRow(DismissPerson, PIT),
    FloorCommandRow(ReinstatePerson, PIT),
    FloorCommandRow(ChooseProfile, PIT),
)

"""Events about the people of the floor and the roles that they hold."""

from punto.identity.floors import Profile
from punto.identity.message_rows import FloorFactRow
from punto.rules import News, Role
from punto.values import Instant, PersonId, Value


class PersonEnrolled(Value):
    """A person works on the floor under this name."""

    person: PersonId
    name: str


class PersonDismissed(Value):
    """A person was dismissed, and no longer holds any role."""

    person: PersonId


class PersonReinstated(Value):
    """A dismissed person works on the floor again, as yet without a role."""

    person: PersonId


class ProfileChosen(Value):
    """The floor has another profile from now on."""

    before: Profile
    profile: Profile


PeopleFact = PersonEnrolled | PersonDismissed | PersonReinstated | ProfileChosen


class RoleGranted(Value):
    """A role is held until it is revoked."""

    person: PersonId
    role: Role


class RoleRevoked(Value):
    """A role is no longer held."""

    person: PersonId
    role: Role


class ActingRoleGranted(Value):
    """A role is held for a time, which runs out by itself."""

    person: PersonId
    role: Role
    since: Instant
    until: Instant


class ActingRoleEnded(Value):
    """A time box was closed early."""

    person: PersonId
    role: Role


RoleFact = RoleGranted | RoleRevoked | ActingRoleGranted | ActingRoleEnded


EVENTS = (
    FloorFactRow(PersonEnrolled, News("Person added", "people", "notable")),
    FloorFactRow(PersonDismissed, News("Person dismissed", "people", "notable")),
    FloorFactRow(PersonReinstated, News("Person reinstated", "people", "notable")),
    FloorFactRow(ProfileChosen, News("Profile chosen", "people", "notable"), "A-73"),
    FloorFactRow(RoleGranted, News("Role granted", "people", "notable"), "A-52"),
    FloorFactRow(RoleRevoked, News("Role revoked", "people", "notable"), "A-52"),
    FloorFactRow(ActingRoleGranted, News("Acting role granted", "people", "notable"), "A-52"),
    FloorFactRow(ActingRoleEnded, News("Acting role ended", "people", "notable"), "A-52"),
)

"""Events about the roles that people hold."""

from punto.identity.message_rows import FloorFactRow
from punto.rules import News, Role
from punto.values import Instant, PersonId, Value


class RoleGranted(Value):
    """A role is held until it is revoked."""

    person: PersonId
    role: Role


class RoleRevoked(Value):
    """A role is held no longer."""

    person: PersonId
    role: Role


class ActingRoleGranted(Value):
    """A role is held for a time, which runs out by itself."""

    person: PersonId
    role: Role
    since: Instant
    until: Instant


class ActingRoleEnded(Value):
    """A time box was closed before its time."""

    person: PersonId
    role: Role


RoleFact = RoleGranted | RoleRevoked | ActingRoleGranted | ActingRoleEnded

EVENTS = (
    FloorFactRow(RoleGranted, News("Role granted", "people", "notable"), "A-52"),
    FloorFactRow(RoleRevoked, News("Role revoked", "people", "notable"), "A-52"),
    FloorFactRow(ActingRoleGranted, News("Acting role granted", "people", "notable"), "A-52"),
    FloorFactRow(ActingRoleEnded, News("Acting role ended", "people", "notable"), "A-52"),
)

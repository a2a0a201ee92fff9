"""Events about the roles that people hold."""

from dataclasses import dataclass

from punto.identity.messages import FloorFactRow
from punto.rules import News, Role
from punto.values import Instant, PersonId


@dataclass(frozen=True, slots=True)
class RoleGranted:
    """A role is held until it is revoked."""

    person: PersonId
    role: Role


@dataclass(frozen=True, slots=True)
class RoleRevoked:
    """A role is held no longer."""

    person: PersonId
    role: Role


@dataclass(frozen=True, slots=True)
class ActingRoleGranted:
    """A role is held for a time, which runs out by itself."""

    person: PersonId
    role: Role
    since: Instant
    until: Instant


@dataclass(frozen=True, slots=True)
class ActingRoleEnded:
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

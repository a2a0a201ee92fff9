"""Commands about the roles that people hold."""

from dataclasses import dataclass

from punto.identity.messages import PIT, FloorCommandRow
from punto.rules import Role
from punto.values import Instant, PersonId


@dataclass(frozen=True, slots=True)
class GrantRole:
    """Give a role until it is revoked."""

    person: PersonId
    role: Role


@dataclass(frozen=True, slots=True)
class RevokeRole:
    """Take back a role that was given for good."""

    person: PersonId
    role: Role


@dataclass(frozen=True, slots=True)
class GrantActingRole:
    """Let somebody act in a role for a time (R 1.12, L 1.13, M 6.2)."""

    person: PersonId
    role: Role
    since: Instant
    until: Instant
    """The first instant at which the role is held no longer."""


@dataclass(frozen=True, slots=True)
class EndActingRole:
    """Close somebody's time box before its time."""

    person: PersonId


RoleWish = GrantRole | RevokeRole | GrantActingRole | EndActingRole

COMMANDS = (
    FloorCommandRow(GrantRole, PIT),
    FloorCommandRow(RevokeRole, PIT),
    FloorCommandRow(GrantActingRole, PIT),
    FloorCommandRow(EndActingRole, PIT),
)

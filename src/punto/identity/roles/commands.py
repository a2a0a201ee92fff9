"""Commands about the roles that people hold."""

from punto.identity.message_rows import PIT, FloorCommandRow
from punto.rules import Role
from punto.values import Instant, PersonId, Value


class GrantRole(Value):
    """Give a role until it is revoked."""

    person: PersonId
    role: Role


class RevokeRole(Value):
    """Revoke a role that was granted without a time limit."""

    person: PersonId
    role: Role


class GrantActingRole(Value):
    """Let a person act in a role for a time (R 1.12, L 1.13, M 6.2)."""

    person: PersonId
    role: Role
    since: Instant
    until: Instant
    """The first instant at which the role has ended."""


class EndActingRole(Value):
    """End a person's acting role early."""

    person: PersonId


RoleWish = GrantRole | RevokeRole | GrantActingRole | EndActingRole

COMMANDS = (
    FloorCommandRow(GrantRole, PIT),
    FloorCommandRow(RevokeRole, PIT),
    FloorCommandRow(GrantActingRole, PIT),
    FloorCommandRow(EndActingRole, PIT),
)

"""Commands about the people of the floor and the roles that they hold."""

from typing import get_args

from punto.identity.floors import Profile
from punto.rules import Role
from punto.values import Instant, PersonId, Value


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


PIT_WISHES = (*get_args(PeopleWish), *get_args(RoleWish))
"""The commands that the pit sends from its screens."""

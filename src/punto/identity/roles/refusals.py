"""Refusals about roles, and of people who cannot act."""

from punto.rules import Actor, Role
from punto.values import Instant, PersonId, Value, moment


class PersonUnknown(Value):
    """An id that belongs to no enrolled person."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: not enrolled on this floor, expected a person who is (A-52)"
        )


class PersonIsDismissed(Value):
    """A dismissed person, who cannot act or receive roles."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: dismissed, expected a person who works on this floor (A-52)"
        )


class NoRole(Value):
    """An enrolled person without a role at that instant (A-52)."""

    person: PersonId
    at: Instant

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: holds no role at {moment(self.at)}, "
            "expected a role granted, or an acting one whose time runs (A-52)"
        )


class RankTooLow(Value):
    """An act above the role that the person holds (A-52)."""

    actor: Actor
    required: Role

    @property
    def sentence(self) -> str:
        acting = "acting " if self.actor.acting else ""
        return (
            f"person {self.actor.person!r} as {acting}{self.actor.role.plain_name}: "
            f"expected {self.required.plain_name} or above (A-52)"
        )


class GrantToOneself(Value):
    """A role that a person grants to themselves."""

    person: PersonId
    role: Role

    @property
    def sentence(self) -> str:
        return (
            f"role {self.role.plain_name} for {self.person!r}: asked by the same person, "
            "expected another person to grant it (A-52)"
        )


class RoleAlreadyHeld(Value):
    """A role that would add nothing to the one held."""

    person: PersonId
    role: Role
    held: Role

    @property
    def sentence(self) -> str:
        return (
            f"role {self.role.plain_name} for {self.person!r}: covered by "
            f"{self.held.plain_name}, which is held, expected one that is not (A-52)"
        )


class RoleNotHeld(Value):
    """A revocation of a role that was not granted without a time limit."""

    person: PersonId
    role: Role

    @property
    def sentence(self) -> str:
        return (
            f"role {self.role.plain_name} of {self.person!r}: not held for good, "
            "expected one that is (A-52)"
        )


class LastShiftManager(Value):
    """The removal of the last Shift Manager, who alone can rule or appoint one (R 5.12, M 6.1)."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: the only {Role.SHIFT_MANAGER.plain_name} for good, "
            "expected another one beside (R 5.12, L 5.17, M 6.1)"
        )


class BoxContradicts(Value):
    """A time box that is empty, or that would change who held a role in the past."""

    at: Instant
    since: Instant
    until: Instant

    @property
    def sentence(self) -> str:
        return (
            f"acting from {moment(self.since)} until {moment(self.until)}, asked at "
            f"{moment(self.at)}: expected asked, from and until in that order, "
            "and until after from (A-52)"
        )


class ActingAlready(Value):
    """A second time box beside one that has not run out."""

    person: PersonId
    role: Role
    until: Instant

    @property
    def sentence(self) -> str:
        return (
            f"person {self.person!r}: acting {self.role.plain_name} until "
            f"{moment(self.until)}, expected that to be over or ended first (A-52)"
        )


class NotActing(Value):
    """A person without an acting role to end."""

    person: PersonId

    @property
    def sentence(self) -> str:
        return f"person {self.person!r}: acts in no role, expected a person who does (A-52)"


ActorRefusal = PersonUnknown | PersonIsDismissed | NoRole
"""The reasons why no person can act under an id at that instant."""
RolesRefusal = (
    ActorRefusal
    | RankTooLow
    | GrantToOneself
    | RoleAlreadyHeld
    | RoleNotHeld
    | LastShiftManager
    | BoxContradicts
    | ActingAlready
    | NotActing
)

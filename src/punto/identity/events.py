"""Events: what happened to the floor. A fact cannot be refused, and nothing else is the state."""

from dataclasses import dataclass
from typing import assert_never

from punto.identity.access.events import AccessFact
from punto.identity.profiles import Profile
from punto.rules.roles import Actor, Role
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId


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


@dataclass(frozen=True, slots=True)
class ProfileChosen:
    """The floor is run in another way from now on."""

    before: Profile
    profile: Profile


@dataclass(frozen=True, slots=True)
class TerminalEnrolled:
    """A device belongs to the floor."""

    terminal: TerminalId
    place: str


@dataclass(frozen=True, slots=True)
class TerminalRetired:
    """A device is off the floor for good."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class BringUpOrdered:
    """A halted table is to be verified and brought up again; whether it holds, it says itself."""

    table: TableId


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """An attendant is at a terminal that called."""

    terminal: TerminalId


Fact = (
    CallAnswered
    | PersonEnrolled
    | PersonDismissed
    | PersonReinstated
    | RoleGranted
    | RoleRevoked
    | ActingRoleGranted
    | ActingRoleEnded
    | ProfileChosen
    | TerminalEnrolled
    | TerminalRetired
    | BringUpOrdered
    | AccessFact
)


@dataclass(frozen=True, slots=True)
class Event:
    """A fact with who caused it, when, by which command, and under which clause or reading."""

    fact: Fact
    by: Actor | None
    """Nobody at the founding, when there was nobody yet, and in what a server noticed."""
    at: Instant
    command: CommandId
    clause: str
    """Empty where the rule documents are silent: who is enrolled is the House's own affair."""


def clause_of(fact: Fact) -> str:
    """The reading that a fact rests on, or nothing."""
    if isinstance(fact, AccessFact):
        return ""
    match fact:
        case RoleGranted() | RoleRevoked() | ActingRoleGranted() | ActingRoleEnded():
            return "A-52"
        case ProfileChosen():
            return "A-73"
        case (
            PersonEnrolled()
            | PersonDismissed()
            | PersonReinstated()
            | TerminalEnrolled()
            | TerminalRetired()
            | BringUpOrdered()
            | CallAnswered()
        ):
            return ""
    assert_never(fact)

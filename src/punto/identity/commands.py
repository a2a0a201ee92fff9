"""Commands: what people may ask of the floor. Each may be refused."""

from dataclasses import dataclass

from punto.identity.access.commands import AccessWish, Notice
from punto.identity.profiles import Profile
from punto.rules.roles import Role
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId


@dataclass(frozen=True, slots=True)
class EnrolPerson:
    """Let somebody work on the floor, under their own name."""

    person: PersonId
    name: str


@dataclass(frozen=True, slots=True)
class DismissPerson:
    """Let somebody act no longer, and take all their roles away."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class ReinstatePerson:
    """Let somebody who was dismissed work again; roles have to be granted anew."""

    person: PersonId


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


@dataclass(frozen=True, slots=True)
class ChooseProfile:
    """Say whether the floor is run by staff or by one person alone (A-73)."""

    profile: Profile


@dataclass(frozen=True, slots=True)
class EnrolTerminal:
    """Make a device known to the floor, and where it stands."""

    terminal: TerminalId
    place: str


@dataclass(frozen=True, slots=True)
class RetireTerminal:
    """Take a device off the floor for good."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class BringUpTable:
    """Bring up a table again that was halted, once people have seen to what was the matter."""

    table: TableId


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """Say that an attendant is at a terminal that called."""

    terminal: TerminalId


Wish = (
    AnswerCall
    | EnrolPerson
    | DismissPerson
    | ReinstatePerson
    | GrantRole
    | RevokeRole
    | GrantActingRole
    | EndActingRole
    | ChooseProfile
    | EnrolTerminal
    | RetireTerminal
    | BringUpTable
    | AccessWish
    | Notice
)


@dataclass(frozen=True, slots=True)
class Command:
    """A wish, who has it, and when it came in."""

    id: CommandId
    at: Instant
    by: PersonId | None
    """Nobody at the founding of an empty floor, and in what a server notices by itself."""
    wish: Wish

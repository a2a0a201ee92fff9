"""The state of a floor: a fold of its events. The past is in the record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from punto.rules import Role
from punto.values import CommandId, Instant, PersonId, TableId, TerminalId, Value


class Profile(Enum):
    """The way a floor is run: by staff, or by one person alone at a private game (A-73)."""

    STAFFED = "staffed"
    SINGLE_PERSON = "single person"


class ActingBox(Value):
    """A role held for a time: from the first instant up to, but not including, the last (A-52)."""

    role: Role
    since: Instant
    until: Instant

    def holds(self, at: Instant) -> bool:
        """Whether the role is held at that instant."""
        return self.since <= at < self.until

    def is_over(self, at: Instant) -> bool:
        """Whether the time has run out; no command is needed to end it."""
        return at >= self.until


class AlarmCause(Enum):
    """The reason why the pit must look into the access of a person."""

    LOCKED_AGAIN = "locked out twice within an hour"
    GUESSED_BY_STRANGERS = "password guessed from unknown browsers"
    GUESSES_AT_OTHERS = "guesses the PINs of other people"
    FORGED = "credential that the server never issued"


class Alarm(Value):
    """An alarm for the pit to look into."""

    cause: AlarmCause
    source: str
    at: Instant


class ResetRequest(Value):
    """The first of two steps towards new secrets of a person."""

    by: PersonId
    at: Instant


class Invitation(Value):
    """A person may choose secrets with the link of this command."""

    command: CommandId
    by: tuple[PersonId, ...]


class Reset(Value):
    """Secrets that were replaced by an invitation."""

    at: Instant
    by: tuple[PersonId, ...]
    """The people who allowed it; empty if it was done at the server's machine."""


class Person(Value):
    """A person who works, or worked, on the floor."""

    id: PersonId
    name: str
    roles: frozenset[Role] = frozenset()
    acting: ActingBox | None = None
    """The last time box granted, which may be still to come, running or over."""
    dismissed: bool = False
    locked: bool = False
    """Whether the account is locked after too many wrong secrets."""
    locked_at: Instant | None = None
    """The last lockout, over or not."""
    alarms: tuple[Alarm, ...] = ()
    """The latest open alarm of each cause."""
    had_secrets: bool = False
    """Whether a password and a PIN were ever chosen; leaving and coming back does not end it."""
    reset_asked: ResetRequest | None = None
    invitation: Invitation | None = None
    """The latest that was not used yet."""
    vouched_by: tuple[PersonId, ...] = ()
    """The people who made the invitation for the present secrets."""
    vouched_until: Instant | None = None
    resets: tuple[Reset, ...] = ()
    """The latest, which the person is told of."""

    @property
    def lasting_role(self) -> Role | None:
        """Return the highest role held without a time limit."""
        return max(self.roles, default=None)

    def roles_at(self, at: Instant) -> tuple[Role, ...]:
        """Return the roles held at that instant, with or without a time limit, lowest first."""
        box = self.acting
        # R 1.12, M 6.2: someone acting in a position has its powers, but not after the time is up.
        acting = () if box is None or not box.holds(at) else (box.role,)
        return tuple(sorted(self.roles.union(acting)))

    def box_left(self, at: Instant) -> ActingBox | None:
        """Return the time box that runs or has yet to begin."""
        return None if self.acting is None or self.acting.is_over(at) else self.acting

    def highest_granted(self, at: Instant) -> Role | None:
        """The highest role granted to the person and not ended, even if it has not begun."""
        box = self.box_left(at)
        return max(self.roles if box is None else self.roles | {box.role}, default=None)


class Terminal(Value):
    """A device enrolled on the floor, wherever its table is."""

    id: TerminalId
    place: str
    retired: bool = False
    reads: TableId | None = None
    """The live table whose chips it reads; None for a Player Terminal."""


@dataclass(frozen=True, slots=True)
class Floor:
    """Everything on which the floor's future depends."""

    profile: Profile = Profile.STAFFED
    people: Mapping[PersonId, Person] = field(default_factory=dict)
    terminals: Mapping[TerminalId, Terminal] = field(default_factory=dict)

    @property
    def working(self) -> tuple[Person, ...]:
        """The people who may act, in the order of their enrolment."""
        return tuple(person for person in self.people.values() if not person.dismissed)

    @property
    def shift_managers(self) -> tuple[PersonId, ...]:
        """The people who are Shift Manager without a time limit."""
        return tuple(p.id for p in self.working if Role.SHIFT_MANAGER in p.roles)

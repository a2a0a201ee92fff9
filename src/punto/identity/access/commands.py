"""Commands about being let in: by a password, by a PIN, by a device's credential.

The secrets themselves are in no command and no record: the floor knows that they were chosen, shown
and guessed at, and by whom. What a server notices, nobody asks for, and nobody can.
"""

from dataclasses import dataclass, field
from enum import Enum

from punto.identity.messages import PIT, FloorCommandRow
from punto.values import CommandId, PersonId, TerminalId


class SecretKind(Enum):
    """What somebody shows to be known."""

    PASSWORD = "password"  # noqa: S105 (the word itself)
    PIN = "PIN"


class AlarmCause(Enum):
    """Why the pit has to look into the access of a person."""

    LOCKED_AGAIN = "locked out twice within an hour"
    GUESSED_BY_STRANGERS = "password guessed from unknown browsers"
    GUESSES_AT_OTHERS = "guesses the PINs of other people"
    FORGED = "credential that the server never issued"


@dataclass(frozen=True, slots=True)
class InvitePerson:
    """Let a person choose a password and a PIN.

    In place of those that the person has, two people have to ask for it, one after the other.
    """

    person: PersonId
    has_secrets: bool = field(default=False, compare=False)
    """Whether the server keeps secrets of that person."""


@dataclass(frozen=True, slots=True)
class UnlockPerson:
    """Listen again to somebody who was locked out."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class CloseAlarms:
    """Say that the pit has looked into all alarms about a person."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class AdmitTerminal:
    """Let a device that stands on the floor speak for a terminal, and no other any more."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class NoteInvitation:
    """Whoever runs the server itself lets somebody choose secrets, where nobody else can."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class NoteSecrets:
    """A person has chosen a password and a PIN."""

    person: PersonId
    invitation: CommandId | None = None
    """The command that invited the person; None where they change their own secrets."""
    tied_ms: int = 0
    """How long the account is tied to the inviters."""


@dataclass(frozen=True, slots=True)
class NoteSignIn:
    """Somebody has signed in."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class NoteFailure:
    """Somebody has shown a wrong secret under that name."""

    person: PersonId
    secret: SecretKind


@dataclass(frozen=True, slots=True)
class NoteLockout:
    """Too many were wrong, so that no secret of that person is listened to."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class NoteAlarm:
    """The server has seen an attack on the access of a person, or by that person."""

    person: PersonId
    cause: AlarmCause
    source: str
    """The address that it came from, or nothing."""


AccessWish = InvitePerson | UnlockPerson | CloseAlarms | AdmitTerminal
Notice = NoteInvitation | NoteSecrets | NoteSignIn | NoteFailure | NoteLockout | NoteAlarm
"""What a server tells by itself."""

COMMANDS = (
    FloorCommandRow(InvitePerson),
    FloorCommandRow(UnlockPerson, PIT),
    FloorCommandRow(CloseAlarms, PIT),
    FloorCommandRow(AdmitTerminal),
    FloorCommandRow(NoteInvitation),
    FloorCommandRow(NoteSecrets),
    FloorCommandRow(NoteSignIn),
    FloorCommandRow(NoteFailure),
    FloorCommandRow(NoteLockout),
    FloorCommandRow(NoteAlarm),
)

"""Commands about access by a password, a PIN or a device's credential.

No command or record contains the secrets themselves: the floor knows only that they were chosen,
entered and guessed at, and by whom. People cannot send a server's notices.
"""

from dataclasses import dataclass, field
from enum import Enum

from punto.identity.floors import AlarmCause
from punto.values import CommandId, PersonId, TerminalId, Value


class SecretKind(Enum):
    """The kind of secret that a person enters."""

    PASSWORD = "password"  # noqa: S105 (the word itself)
    PIN = "PIN"


@dataclass(frozen=True, slots=True)
class InvitePerson:
    """Let a person choose a password and a PIN.

    If the person already has secrets, two people must ask for new ones, one after the other.
    """

    person: PersonId
    has_secrets: bool = field(default=False, compare=False)
    """Whether the server keeps secrets of that person."""


class UnlockPerson(Value):
    """Unlock a person who was locked out."""

    person: PersonId


class CloseAlarms(Value):
    """Record that the pit has looked into all alarms about a person."""

    person: PersonId


class AdmitTerminal(Value):
    """Let one device on the floor act as a terminal; it replaces any earlier device."""

    terminal: TerminalId


class NoteInvitation(Value):
    """Let a person choose new secrets by order of the server's administrator, as a last resort."""

    person: PersonId


class NoteSecrets(Value):
    """A person has chosen a password and a PIN."""

    person: PersonId
    invitation: CommandId | None = None
    """The command that invited the person; None where they change their own secrets."""
    tied_ms: int = 0
    """How long the account is tied to the inviters."""


class NoteSignIn(Value):
    """A person has signed in."""

    person: PersonId


class NoteFailure(Value):
    """A wrong secret was entered for a person."""

    person: PersonId
    secret: SecretKind


class NoteLockout(Value):
    """A person was locked out after too many wrong secrets."""

    person: PersonId


class NoteAlarm(Value):
    """The server has seen an attack on the access of a person, or by that person."""

    person: PersonId
    cause: AlarmCause
    source: str
    """The address that it came from; empty if unknown."""


AccessWish = InvitePerson | UnlockPerson | CloseAlarms | AdmitTerminal
AccessNote = NoteInvitation | NoteSecrets | NoteSignIn | NoteFailure | NoteLockout | NoteAlarm
"""A command by which the server itself notes something on record."""

PIT_WISHES = (UnlockPerson, CloseAlarms)
"""The commands that the pit sends from its screens."""

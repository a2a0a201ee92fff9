"""Commands about being let in: by a password, by a PIN, by a device's credential.

The secrets themselves are in no command and no record: the floor knows that they were chosen, shown
and guessed at, and by whom. What a server notices, nobody asks for, and nobody can.
"""

from dataclasses import dataclass
from enum import Enum

from punto.values.ids import PersonId, TerminalId


class SecretKind(Enum):
    """What somebody shows to be known."""

    PASSWORD = "password"  # noqa: S105 (the word itself)
    PIN = "PIN"


@dataclass(frozen=True, slots=True)
class InvitePerson:
    """Let somebody choose a password and a PIN, in place of those they had."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class UnlockPerson:
    """Listen again to somebody who was locked out."""

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
    """Somebody has chosen a password and a PIN."""

    person: PersonId


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


AccessWish = InvitePerson | UnlockPerson | AdmitTerminal
Notice = NoteInvitation | NoteSecrets | NoteSignIn | NoteFailure | NoteLockout
"""What a server tells by itself."""

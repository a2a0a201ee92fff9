"""Events about being let in; none of them tells a secret."""

from dataclasses import dataclass

from punto.identity.access.commands import AlarmCause, SecretKind
from punto.identity.messages import FloorFactRow
from punto.rules import News
from punto.values import Instant, PersonId, TerminalId


@dataclass(frozen=True, slots=True)
class ResetAsked:
    """The first of two people asks that a person may choose a new password and PIN."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class PersonInvited:
    """A person may choose a password and a PIN."""

    person: PersonId
    asked_by: PersonId | None
    """The first of two people, where secrets are to be replaced."""


@dataclass(frozen=True, slots=True)
class SecretsChosen:
    """A person has a password and a PIN of their own choice."""

    person: PersonId
    vouched_by: tuple[PersonId, ...]
    """Who handed out the invitation; nobody where it was the server's machine."""
    until: Instant
    """The account is tied to these people until then."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Somebody has shown who they are, and acts from now on."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class SignInFailed:
    """A wrong secret was shown under that name."""

    person: PersonId
    secret: SecretKind


@dataclass(frozen=True, slots=True)
class PersonLockedOut:
    """No secret of that person is listened to until somebody unlocks it."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class PersonUnlocked:
    """Somebody is listened to again."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class AlarmRaised:
    """The pit has to look into the access of a person."""

    person: PersonId
    cause: AlarmCause
    source: str
    """The address that it came from, or nothing."""


@dataclass(frozen=True, slots=True)
class AlarmsClosed:
    """The pit has looked into all alarms about a person."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class TerminalAdmitted:
    """One device speaks for that terminal from now on, and no other."""

    terminal: TerminalId


AccessFact = (
    ResetAsked
    | PersonInvited
    | SecretsChosen
    | SignedIn
    | SignInFailed
    | PersonLockedOut
    | PersonUnlocked
    | AlarmRaised
    | AlarmsClosed
    | TerminalAdmitted
)

EVENTS = (
    FloorFactRow(ResetAsked, News("New password and PIN requested", "people", "notable")),
    FloorFactRow(PersonInvited, News("Person invited", "people", "notable")),
    FloorFactRow(SecretsChosen, News("Password and PIN chosen", "people", "routine")),
    FloorFactRow(SignedIn, News("Signed in", "people", "routine")),
    FloorFactRow(SignInFailed, News("Sign-in failed", "people", "grave")),
    FloorFactRow(PersonLockedOut, News("Locked out", "people", "grave")),
    FloorFactRow(PersonUnlocked, News("Unlocked", "people", "notable")),
    FloorFactRow(AlarmRaised, News("Alarm", "people", "grave")),
    FloorFactRow(AlarmsClosed, News("Alarms checked", "people", "grave")),
    FloorFactRow(TerminalAdmitted, News("Device admitted", "terminal", "routine")),
)

"""Events about access; none of them contains a secret."""

from punto.identity.access.commands import SecretKind
from punto.identity.floors import AlarmCause
from punto.identity.message_rows import FloorFactRow
from punto.rules import News
from punto.values import Instant, PersonId, TerminalId, Value


class ResetAsked(Value):
    """The first of two people asks that a person may choose a new password and PIN."""

    person: PersonId


class PersonInvited(Value):
    """A person may choose a password and a PIN."""

    person: PersonId
    asked_by: PersonId | None
    """The first of two people, where secrets are to be replaced."""


class SecretsChosen(Value):
    """A person has a password and a PIN of their own choice."""

    person: PersonId
    vouched_by: tuple[PersonId, ...]
    """The people who made the invitation; none if it came from the server's machine."""
    until: Instant
    """The account is tied to these people until then."""


class SignedIn(Value):
    """A person signed in."""

    person: PersonId


class SignInFailed(Value):
    """A wrong secret was entered under that name."""

    person: PersonId
    secret: SecretKind


class PersonLockedOut(Value):
    """The person's secrets are refused until a colleague unlocks the account."""

    person: PersonId


class PersonUnlocked(Value):
    """The person's secrets are accepted again."""

    person: PersonId


class AlarmRaised(Value):
    """The pit must look into the access of a person."""

    person: PersonId
    cause: AlarmCause
    source: str
    """The address that it came from; empty if unknown."""


class AlarmsClosed(Value):
    """The pit has looked into all alarms about a person."""

    person: PersonId


class TerminalAdmitted(Value):
    """One device now acts as this terminal; any earlier device no longer does."""

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

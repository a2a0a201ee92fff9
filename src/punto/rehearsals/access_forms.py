"""Statements about access: choosing, showing and guessing secrets, and admitting devices."""

from collections.abc import Callable
from typing import Final

from punto.identity import AlarmCause, AnswerCall, ClockKind, NoteClock
from punto.identity.access import commands as access_commands
from punto.rehearsals.forms import Action, Deed, Found, StatementForm, of_floor
from punto.rehearsals.scenes import NOBODY, OfFloor, Scene
from punto.rehearsals.scopes import Scope
from punto.values import CommandId

_TIED_MS: Final = 24 * 60 * 60 * 1_000
"""The default time for which a server ties an account to its inviters."""


_HOUR_MS = 60 * 60 * 1_000


def _noticed(
    pattern: str,
    meaning: str,
    example: str,
    notice: Callable[[Found, Scene], access_commands.AccessNote | NoteClock],
) -> StatementForm:
    """A notice from the server itself."""

    def deed(found: Found, scope: Scope) -> Deed:
        del scope
        return Action(lambda scene: (OfFloor(NOBODY, notice(found, scene)),))

    return StatementForm(f"nobody notes {pattern}", meaning, f"nobody notes {example}", deed)


def _invited_secrets(found: Found, scene: Scene) -> access_commands.NoteSecrets:
    person = scene.floor.people.get(found["person"])
    invitation = None if person is None else person.invitation
    command = CommandId("none") if invitation is None else invitation.command
    return access_commands.NoteSecrets(found["person"], command, _TIED_MS)


ACCESS_FORMS: Final = (
    of_floor(
        "{somebody} invites {person}",
        "Let a person choose a password and a PIN. Replacing existing ones takes two people.",
        "tan invites mei",
        lambda found: access_commands.InvitePerson(found["person"]),
    ),
    of_floor(
        "{somebody} unlocks {person}",
        "Unlock a person who was locked out.",
        "tan unlocks mei",
        lambda found: access_commands.UnlockPerson(found["person"]),
    ),
    of_floor(
        "{somebody} closes the alarms about {person}",
        "Close all alarms about a person after checking them.",
        "tan closes the alarms about mei",
        lambda found: access_commands.CloseAlarms(found["person"]),
    ),
    of_floor(
        "{somebody} admits terminal {terminal}",
        "Admit a device as this terminal.",
        "tan admits terminal T1",
        lambda found: access_commands.AdmitTerminal(found["terminal"]),
    ),
    of_floor(
        "{somebody} answers the call of {terminal}",
        "Confirm that an attendant is at a terminal that called.",
        "tan answers the call of T1",
        lambda found: AnswerCall(found["terminal"]),
    ),
    _noticed(
        "the invitation of {person}",
        "The server reports that its administrator let a person choose secrets.",
        "the invitation of tan",
        lambda found, _: access_commands.NoteInvitation(found["person"]),
    ),
    _noticed(
        "the new secrets of {person}",
        "The server reports that a person changed their own password and PIN.",
        "the new secrets of mei",
        lambda found, _: access_commands.NoteSecrets(found["person"]),
    ),
    _noticed(
        "the secrets that {person} chose by invitation",
        "The server reports that an invited person chose a password and a PIN.",
        "the secrets that mei chose by invitation",
        _invited_secrets,
    ),
    _noticed(
        "the sign-in of {person}",
        "The server reports a sign-in.",
        "the sign-in of mei",
        lambda found, _: access_commands.NoteSignIn(found["person"]),
    ),
    _noticed(
        "a wrong {secret} of {person}",
        "The server reports a wrong password or PIN.",
        "a wrong PIN of mei",
        lambda found, _: access_commands.NoteFailure(found["person"], found["secret"]),
    ),
    _noticed(
        "the lockout of {person}",
        "The server reports too many wrong entries.",
        "the lockout of mei",
        lambda found, _: access_commands.NoteLockout(found["person"]),
    ),
    _noticed(
        "strangers guessing the password of {person}",
        "The server reports too many wrong passwords from unknown browsers.",
        "strangers guessing the password of mei",
        lambda found, _: access_commands.NoteAlarm(
            found["person"], AlarmCause.GUESSED_BY_STRANGERS, ""
        ),
    ),
    _noticed(
        "that the clock was set back",
        "The server reports that the clock of its machine was set back by an hour.",
        "that the clock was set back",
        lambda _found, _scene: NoteClock(ClockKind.SYSTEM, -_HOUR_MS),
    ),
    of_floor(
        "{somebody} notes the sign-in of {person}",
        "The same from a person, who cannot know it; it is refused.",
        "tan notes the sign-in of mei",
        lambda found: access_commands.NoteSignIn(found["person"]),
    ),
)

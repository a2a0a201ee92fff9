"""Statements about being let in: secrets chosen, shown and guessed at, and devices admitted."""

from collections.abc import Callable
from typing import Final

from punto.identity.access.commands import (
    AdmitTerminal,
    AlarmCause,
    CloseAlarms,
    InvitePerson,
    NoteAlarm,
    NoteFailure,
    NoteInvitation,
    NoteLockout,
    NoteSecrets,
    NoteSignIn,
    Notice,
    UnlockPerson,
)
from punto.identity.commands import AnswerCall
from punto.rehearsals.deeds import Action, Deed
from punto.rehearsals.forms import Form, of_floor
from punto.rehearsals.patterns import Found
from punto.rehearsals.scenes import OfFloor, Scene
from punto.rehearsals.scopes import Scope
from punto.rehearsals.senders import NOBODY
from punto.values.ids import CommandId

_TIED_MS: Final = 24 * 60 * 60 * 1_000
"""How long a server ties an account to its inviters, unless its settings say otherwise."""


def _noticed(pattern: str, meaning: str, example: str, notice: Callable[[Found], Notice]) -> Form:
    """What the server tells by itself."""
    return _noticed_now(pattern, meaning, example, lambda found, _: notice(found))


def _noticed_now(
    pattern: str, meaning: str, example: str, notice: Callable[[Found, Scene], Notice]
) -> Form:
    """What the server tells by itself, which depends on how things stand."""

    def deed(found: Found, scope: Scope) -> Deed:
        del scope
        return Action(lambda scene: (OfFloor(NOBODY, notice(found, scene)),))

    return Form(f"nobody notes {pattern}", meaning, f"nobody notes {example}", deed)


def _invited_secrets(found: Found, scene: Scene) -> NoteSecrets:
    person = scene.floor.people.get(found["person"])
    invitation = None if person is None else person.invitation
    command = CommandId("none") if invitation is None else invitation.command
    return NoteSecrets(found["person"], command, _TIED_MS)


ACCESS_FORMS: Final = (
    of_floor(
        "{somebody} invites {person}",
        "Let a person choose a password and a PIN; in place of those before, two people say it.",
        "tan invites mei",
        lambda found: InvitePerson(found["person"]),
    ),
    of_floor(
        "{somebody} unlocks {person}",
        "Listen again to somebody who was locked out.",
        "tan unlocks mei",
        lambda found: UnlockPerson(found["person"]),
    ),
    of_floor(
        "{somebody} closes the alarms about {person}",
        "Say that all alarms about a person were looked into.",
        "tan closes the alarms about mei",
        lambda found: CloseAlarms(found["person"]),
    ),
    of_floor(
        "{somebody} admits terminal {terminal}",
        "Let the device that asks for it speak for a terminal.",
        "tan admits terminal T1",
        lambda found: AdmitTerminal(found["terminal"]),
    ),
    of_floor(
        "{somebody} answers the call of {terminal}",
        "Say that an attendant is at a terminal that called.",
        "tan answers the call of T1",
        lambda found: AnswerCall(found["terminal"]),
    ),
    _noticed(
        "the invitation of {person}",
        "Whoever runs the server lets somebody choose secrets; the server tells.",
        "the invitation of tan",
        lambda found: NoteInvitation(found["person"]),
    ),
    _noticed(
        "the new secrets of {person}",
        "A person changed their own password and PIN; the server tells.",
        "the new secrets of mei",
        lambda found: NoteSecrets(found["person"]),
    ),
    _noticed_now(
        "the secrets that {person} chose by invitation",
        "An invited person chose a password and a PIN; the server tells.",
        "the secrets that mei chose by invitation",
        _invited_secrets,
    ),
    _noticed(
        "the sign-in of {person}",
        "Somebody signed in; the server tells.",
        "the sign-in of mei",
        lambda found: NoteSignIn(found["person"]),
    ),
    _noticed(
        "a wrong {secret} of {person}",
        "A wrong password or PIN was given; the server tells.",
        "a wrong PIN of mei",
        lambda found: NoteFailure(found["person"], found["secret"]),
    ),
    _noticed(
        "the lockout of {person}",
        "Too many were wrong; the server tells.",
        "the lockout of mei",
        lambda found: NoteLockout(found["person"]),
    ),
    _noticed(
        "strangers guessing the password of {person}",
        "Too many wrong passwords came from unknown browsers; the server tells.",
        "strangers guessing the password of mei",
        lambda found: NoteAlarm(found["person"], AlarmCause.GUESSED_BY_STRANGERS, ""),
    ),
    of_floor(
        "{somebody} notes the sign-in of {person}",
        "The same told by somebody, who cannot know.",
        "tan notes the sign-in of mei",
        lambda found: NoteSignIn(found["person"]),
    ),
)

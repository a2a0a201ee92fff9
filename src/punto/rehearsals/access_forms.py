"""Statements about being let in: secrets chosen, shown and guessed at, and devices admitted."""

from collections.abc import Callable
from typing import Final

from punto.identity.access_commands import (
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
from punto.rehearsals.scenes import OfFloor
from punto.rehearsals.scopes import Scope
from punto.rehearsals.senders import NOBODY


def _noticed(pattern: str, meaning: str, example: str, notice: Callable[[Found], Notice]) -> Form:
    """What the server tells by itself."""

    def deed(found: Found, scope: Scope) -> Deed:
        del scope
        return Action(lambda _: (OfFloor(NOBODY, notice(found)),))

    return Form(f"nobody notes {pattern}", meaning, f"nobody notes {example}", deed)


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
        "siti closes the alarms about mei",
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
        "siti answers the call of T1",
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
        "Somebody chose a password and a PIN; the server tells.",
        "the new secrets of mei",
        lambda found: NoteSecrets(found["person"]),
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

"""Judgements on being let in."""

from typing import assert_never

from punto.identity.access_commands import (
    AccessWish,
    AdmitTerminal,
    InvitePerson,
    NoteFailure,
    NoteInvitation,
    NoteLockout,
    NoteSecrets,
    NoteSignIn,
    Notice,
    UnlockPerson,
)
from punto.identity.access_events import (
    AccessFact,
    PersonInvited,
    PersonLockedOut,
    PersonUnlocked,
    SecretsChosen,
    SignedIn,
    SignInFailed,
    TerminalAdmitted,
)
from punto.identity.access_refusals import NotLockedOut
from punto.identity.actors import working_person
from punto.identity.floors import Floor, Person, Terminal
from punto.identity.ranks import ENROLS, rank_over, rank_refusal
from punto.identity.refusals import Refusal
from punto.identity.terminals import terminal_in_service
from punto.rules.roles import Actor
from punto.values.ids import Instant


def let_in(floor: Floor, by: Actor, at: Instant, wish: AccessWish) -> AccessFact | Refusal:
    """Judge what somebody asks for another, or for a device."""
    if isinstance(wish, AdmitTerminal):
        terminal = terminal_in_service(floor, wish.terminal)
        if not isinstance(terminal, Terminal):
            return terminal
        return rank_refusal(by, ENROLS) or TerminalAdmitted(terminal.id)
    person = working_person(floor, wish.person)
    if not isinstance(person, Person):
        return person
    # Whoever chooses another's password could act as that person.
    refusal = rank_refusal(by, rank_over(person, at))
    if refusal is not None:
        return refusal
    match wish:
        case InvitePerson():
            return PersonInvited(person.id)
        case UnlockPerson():
            return PersonUnlocked(person.id) if person.locked else NotLockedOut(person.id)
    assert_never(wish)


def noticed(floor: Floor, notice: Notice) -> AccessFact | Refusal:
    """What a server tells is so; only of somebody unknown there is nothing to tell."""
    person = working_person(floor, notice.person)
    if not isinstance(person, Person):
        return person
    match notice:
        case NoteInvitation():
            return PersonInvited(person.id)
        case NoteSecrets():
            return SecretsChosen(person.id)
        case NoteSignIn():
            return SignedIn(person.id)
        case NoteFailure():
            return SignInFailed(person.id, notice.secret)
        case NoteLockout():
            return PersonLockedOut(person.id)
    assert_never(notice)

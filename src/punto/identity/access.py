"""Judgements on being let in."""

from typing import Final, assert_never

from punto.identity.access_commands import (
    AccessWish,
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
from punto.identity.access_events import (
    AccessFact,
    AlarmRaised,
    AlarmsClosed,
    PersonInvited,
    PersonLockedOut,
    PersonUnlocked,
    SecretsChosen,
    SignedIn,
    SignInFailed,
    TerminalAdmitted,
)
from punto.identity.access_refusals import AlarmAboutOneself, NoAlarm, NotLockedOut, UnlockOneself
from punto.identity.actors import working_person
from punto.identity.floors import Floor, Person, Terminal
from punto.identity.ranks import CLOSES_ALARMS, ENROLS, UNLOCKS, rank_over, rank_refusal
from punto.identity.refusals import Refusal
from punto.identity.terminals import terminal_in_service
from punto.rules.roles import Actor
from punto.values.ids import Instant

ALARM_WITHIN_MS: Final = 60 * 60 * 1_000
"""A second lockout of one person within this time raises an alarm."""

SimpleNotice = NoteInvitation | NoteSecrets | NoteSignIn | NoteFailure | NoteAlarm


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
    match wish:
        case InvitePerson():
            # Whoever chooses another's password could act as that person.
            return rank_refusal(by, rank_over(person, at)) or PersonInvited(person.id)
        case UnlockPerson():
            return rank_refusal(by, UNLOCKS) or _unlocked(person, by)
        case CloseAlarms():
            return rank_refusal(by, CLOSES_ALARMS) or _closed(person, by)
    assert_never(wish)


def _unlocked(person: Person, by: Actor) -> AccessFact | Refusal:
    # A guesser who could unlock would have as many guesses as there are PINs.
    if by.person == person.id:
        return UnlockOneself(person.id)
    return PersonUnlocked(person.id) if person.locked else NotLockedOut(person.id)


def _closed(person: Person, by: Actor) -> AccessFact | Refusal:
    if by.person == person.id and not by.alone:
        return AlarmAboutOneself(person.id)
    return AlarmsClosed(person.id) if person.alarms else NoAlarm(person.id)


def noticed(floor: Floor, notice: Notice, at: Instant) -> tuple[AccessFact, ...] | Refusal:
    """The facts in what a server tells; a refusal only if it is about nobody on the floor."""
    person = working_person(floor, notice.person)
    if not isinstance(person, Person):
        return person
    if isinstance(notice, NoteLockout):
        return (PersonLockedOut(person.id), *_second_lockout(person, at))
    return (_fact(person, notice),)


def _second_lockout(person: Person, at: Instant) -> tuple[AccessFact, ...]:
    if person.locked_at is None or at - person.locked_at > ALARM_WITHIN_MS:
        return ()
    return (AlarmRaised(person.id, AlarmCause.LOCKED_AGAIN, ""),)


def _fact(person: Person, notice: SimpleNotice) -> AccessFact:
    match notice:
        case NoteInvitation():
            return PersonInvited(person.id)
        case NoteSecrets():
            return SecretsChosen(person.id)
        case NoteSignIn():
            return SignedIn(person.id)
        case NoteFailure():
            return SignInFailed(person.id, notice.secret)
        case NoteAlarm():
            return AlarmRaised(person.id, notice.cause, notice.source)
    assert_never(notice)

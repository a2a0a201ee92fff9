"""Access: who may invite or unlock whom, and what the server reports on its own."""

import pytest

from punto.identity.access.commands import (
    AccessNote,
    AdmitTerminal,
    CloseAlarms,
    InvitePerson,
    NoteAlarm,
    NoteFailure,
    NoteInvitation,
    NoteLockout,
    NoteSecrets,
    NoteSignIn,
    SecretKind,
    UnlockPerson,
)
from punto.identity.access.events import (
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
from punto.identity.access.refusals import (
    AlarmAboutOneself,
    NoAlarm,
    NotForAPerson,
    NotLockedOut,
    UnlockOneself,
)
from punto.identity.decisions import decide
from punto.identity.floors import Alarm, AlarmCause, Floor, Profile
from punto.identity.messages import FloorEvent
from punto.identity.people.actors import PersonIsDismissed, PersonUnknown, RankTooLow
from punto.identity.people.commands import (
    ChooseProfile,
    DismissPerson,
    GrantActingRole,
    ReinstatePerson,
)
from punto.identity.terminals.commands import EnrolTerminal, RetireTerminal
from punto.identity.terminals.refusals import TerminalIsRetired, TerminalUnknown
from punto.rules.roles import Actor, Role
from punto.values.ids import CommandId, Instant, PersonId, TerminalId
from support.identity.floors_in_tests import (
    CHIEF,
    DEE,
    MAX,
    NEW,
    NOW,
    SUE,
    after,
    ask,
    founded,
    refused,
    staffed,
)

ONE = TerminalId("t-1")
ZOE = PersonId("zoe")


def locked() -> Floor:
    return after(staffed(), ask(NoteLockout(DEE), None))


@pytest.mark.parametrize(
    ("notice", "fact"),
    [
        (NoteInvitation(DEE), PersonInvited(DEE, None)),
        (NoteSecrets(DEE), SecretsChosen(DEE, (), NOW)),
        (NoteSignIn(DEE), SignedIn(DEE)),
        (NoteFailure(DEE, SecretKind.PIN), SignInFailed(DEE, SecretKind.PIN)),
        (NoteFailure(DEE, SecretKind.PASSWORD), SignInFailed(DEE, SecretKind.PASSWORD)),
        (NoteLockout(DEE), PersonLockedOut(DEE)),
        (NoteAlarm(DEE, AlarmCause.FORGED, "::1"), AlarmRaised(DEE, AlarmCause.FORGED, "::1")),
    ],
)
def test_what_the_server_notices_is_recorded_in_nobodys_name(
    notice: AccessNote, fact: AccessFact
) -> None:
    expected = (FloorEvent(fact, None, NOW, CommandId("c-1"), ""),)
    assert decide(staffed(), ask(notice, None)) == expected


def test_nobody_can_tell_what_only_the_server_sees() -> None:
    assert refused(staffed(), ask(NoteSignIn(DEE), CHIEF)) == NotForAPerson(CHIEF)


def test_of_strangers_there_is_nothing_to_tell() -> None:
    assert refused(staffed(), ask(NoteSignIn(ZOE), None)) == PersonUnknown(ZOE)
    gone = after(staffed(), ask(DismissPerson(DEE)))
    assert refused(gone, ask(NoteSignIn(DEE), None)) == PersonIsDismissed(DEE)


@pytest.mark.parametrize(
    ("by", "whom"), [(MAX, DEE), (MAX, SUE), (MAX, NEW), (CHIEF, MAX), (CHIEF, CHIEF)]
)
def test_who_could_take_all_roles_of_somebody_may_invite_them(by: PersonId, whom: PersonId) -> None:
    decided = decide(staffed(), ask(InvitePerson(whom), by))
    assert isinstance(decided, tuple)
    assert [event.fact for event in decided] == [PersonInvited(whom, None)]


@pytest.mark.parametrize(
    ("by", "role", "whom", "needed"),
    [
        (SUE, Role.PIT_SUPERVISOR, DEE, Role.PIT_MANAGER),
        (MAX, Role.PIT_MANAGER, MAX, Role.SHIFT_MANAGER),
        (MAX, Role.PIT_MANAGER, CHIEF, Role.SHIFT_MANAGER),
    ],
)
def test_nobody_invites_whom_they_could_then_act_for(
    by: PersonId, role: Role, whom: PersonId, needed: Role
) -> None:
    assert refused(staffed(), ask(InvitePerson(whom), by)) == RankTooLow(Actor(by, role), needed)


def test_an_acting_role_still_to_come_counts_too() -> None:
    later, end = Instant(NOW + 10), Instant(NOW + 20)
    floor = after(staffed(), ask(GrantActingRole(DEE, Role.PIT_MANAGER, later, end)))
    too_low = RankTooLow(Actor(MAX, Role.PIT_MANAGER), Role.SHIFT_MANAGER)
    assert refused(floor, ask(InvitePerson(DEE), MAX)) == too_low


def test_strangers_are_not_invited() -> None:
    assert refused(staffed(), ask(InvitePerson(ZOE))) == PersonUnknown(ZOE)


def test_who_is_locked_out_stays_so_until_somebody_above_unlocks_it() -> None:
    assert locked().people[DEE].locked
    refusal = refused(locked(), ask(UnlockPerson(DEE), SUE))
    assert refusal == RankTooLow(Actor(SUE, Role.PIT_SUPERVISOR), Role.PIT_MANAGER)
    decided = decide(locked(), ask(UnlockPerson(DEE), MAX))
    assert isinstance(decided, tuple)
    assert [event.fact for event in decided] == [PersonUnlocked(DEE)]
    assert not after(locked(), ask(UnlockPerson(DEE), MAX)).people[DEE].locked


def test_a_person_cannot_unlock_themselves() -> None:
    for person in (CHIEF, MAX):
        floor = after(staffed(), ask(NoteLockout(person), None))
        assert refused(floor, ask(UnlockPerson(person), person)) == UnlockOneself(person)


def test_a_pit_manager_unlocks_the_shift_manager_which_gives_no_power() -> None:
    floor = after(staffed(), ask(NoteLockout(CHIEF), None))
    assert not after(floor, ask(UnlockPerson(CHIEF), MAX)).people[CHIEF].locked


@pytest.mark.parametrize(("later", "alarms"), [(3_600_000, 1), (3_600_001, 0)])
def test_a_second_lockout_within_an_hour_raises_an_alarm(later: int, alarms: int) -> None:
    floor = after(locked(), ask(UnlockPerson(DEE), MAX))
    at = Instant(NOW + later)
    decided = decide(floor, ask(NoteLockout(DEE), None, at))
    assert isinstance(decided, tuple)
    raised = AlarmRaised(DEE, AlarmCause.LOCKED_AGAIN, "")
    assert [e.fact for e in decided] == [PersonLockedOut(DEE), *[raised] * alarms]
    told = after(floor, ask(NoteLockout(DEE), None, at)).people[DEE].alarms
    assert told == ((Alarm(AlarmCause.LOCKED_AGAIN, "", at),) if alarms else ())


def test_leaving_and_coming_back_hides_no_lockout() -> None:
    floor = after(locked(), ask(DismissPerson(DEE)), ask(ReinstatePerson(DEE)))
    again = after(floor, ask(NoteLockout(DEE), None))
    assert [alarm.cause for alarm in again.people[DEE].alarms] == [AlarmCause.LOCKED_AGAIN]


def test_an_alarm_stays_until_another_person_has_looked_into_it() -> None:
    forged = NoteAlarm(SUE, AlarmCause.FORGED, "10.0.0.1")
    later = NoteAlarm(SUE, AlarmCause.FORGED, "10.0.0.2")
    other = NoteAlarm(SUE, AlarmCause.GUESSES_AT_OTHERS, "")
    floor = after(staffed(), *(ask(each, None) for each in (forged, other, later)))
    assert [(alarm.cause, alarm.source) for alarm in floor.people[SUE].alarms] == [
        (AlarmCause.GUESSES_AT_OTHERS, ""),
        (AlarmCause.FORGED, "10.0.0.2"),
    ]
    assert refused(floor, ask(CloseAlarms(SUE), SUE)) == AlarmAboutOneself(SUE)
    too_low = RankTooLow(Actor(DEE, Role.DEALER), Role.PIT_SUPERVISOR)
    assert refused(floor, ask(CloseAlarms(SUE), DEE)) == too_low
    decided = decide(floor, ask(CloseAlarms(SUE), MAX))
    assert isinstance(decided, tuple)
    assert [event.fact for event in decided] == [AlarmsClosed(SUE)]
    closed = after(floor, ask(CloseAlarms(SUE), MAX))
    assert closed == staffed()
    assert refused(closed, ask(CloseAlarms(SUE), MAX)) == NoAlarm(SUE)


def test_one_person_alone_closes_alarms_about_themselves() -> None:
    alone = after(founded(), ask(ChooseProfile(Profile.SINGLE_PERSON)))
    guessed = after(alone, ask(NoteAlarm(CHIEF, AlarmCause.GUESSED_BY_STRANGERS, ""), None))
    assert after(guessed, ask(CloseAlarms(CHIEF))) == alone


def test_who_is_listened_to_is_not_unlocked() -> None:
    assert refused(staffed(), ask(UnlockPerson(DEE))) == NotLockedOut(DEE)


def test_new_secrets_end_a_lockout() -> None:
    assert not after(locked(), ask(NoteSecrets(DEE), None)).people[DEE].locked


def test_signing_in_and_failing_to_change_nothing_of_the_floor() -> None:
    notices = (NoteSignIn(DEE), NoteFailure(DEE, SecretKind.PIN))
    assert after(staffed(), *(ask(notice, None) for notice in notices)) == staffed()


def test_a_device_is_let_in_for_a_terminal_in_service() -> None:
    floor = after(staffed(), ask(EnrolTerminal(ONE, "bank 1")))
    decided = decide(floor, ask(AdmitTerminal(ONE), MAX))
    assert isinstance(decided, tuple)
    assert [event.fact for event in decided] == [TerminalAdmitted(ONE)]
    assert after(floor, ask(AdmitTerminal(ONE))) == floor
    too_low = RankTooLow(Actor(SUE, Role.PIT_SUPERVISOR), Role.PIT_MANAGER)
    assert refused(floor, ask(AdmitTerminal(ONE), SUE)) == too_low
    assert refused(staffed(), ask(AdmitTerminal(ONE))) == TerminalUnknown(ONE)
    retired = after(floor, ask(RetireTerminal(ONE)))
    assert refused(retired, ask(AdmitTerminal(ONE))) == TerminalIsRetired(ONE)

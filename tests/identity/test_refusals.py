from typing import get_args

import pytest

from punto.identity.access.refusals import (
    AlarmAboutOneself,
    InvitationOver,
    NoAlarm,
    NotForAPerson,
    NotLockedOut,
    ResetOfOneself,
    UnlockOneself,
)
from punto.identity.floors import Profile
from punto.identity.people.actors import NoRole, PersonIsDismissed, PersonUnknown, RankTooLow
from punto.identity.people.refusals import (
    ActingAlready,
    BoxContradicts,
    FloorHasStaff,
    FloorIsForOne,
    GrantToOneself,
    IdAlike,
    IdUnfit,
    LastShiftManager,
    NameIsGeneric,
    NameTaken,
    NobodyNamed,
    NotActing,
    PersonAlreadyEnrolled,
    PersonNotDismissed,
    ProfileAlreadyChosen,
    RoleAlreadyHeld,
    RoleNotHeld,
    TextUnreadable,
)
from punto.identity.refusals import Refusal
from punto.identity.terminals.refusals import (
    PlaceTaken,
    SensorInPlace,
    TerminalAlreadyEnrolled,
    TerminalIsRetired,
    TerminalIsSensor,
    TerminalUnknown,
)
from punto.rules.dual_control import OnePersonAsTwo, SamePersonTwice
from punto.rules.roles import Actor, Role
from punto.values.ids import Instant, TableId, TerminalId
from support.identity.floors_in_tests import CHIEF, DEE, NOW, SUE

ONE = TerminalId("t-1")
SENTENCES: list[tuple[Refusal, str]] = [
    (NotLockedOut(DEE), "person 'dee': not locked out, expected a person who is (A-53)"),
    (
        UnlockOneself(DEE),
        "person 'dee': unlocked by the same person, expected another (A-53)",
    ),
    (
        AlarmAboutOneself(DEE),
        "alarms about 'dee': closed by the same person, expected another (A-53)",
    ),
    (
        ResetOfOneself(DEE),
        "new password and PIN of 'dee': asked by the same person, expected two others (A-53)",
    ),
    (
        InvitationOver(DEE),
        "invitation of 'dee': used or replaced, expected the latest (A-53)",
    ),
    (
        OnePersonAsTwo(DEE, SUE, Instant(0)),
        "persons 'dee' and 'sue': one person may have set up both accounts, "
        "expected a third person before 1970-01-01T00:00:00+00:00 (A-53)",
    ),
    (
        IdUnfit("person", "boss "),
        "person 'boss ': expected letters a to z and digits, at most 40, "
        "with a single dot, dash or underscore between them (A-53)",
    ),
    (
        IdAlike("person", "BOSS", "boss"),
        "person 'BOSS': looks like 'boss', "
        "expected an id that differs in more than case, 0 and O, or 1, I and l (A-53)",
    ),
    (NoAlarm(DEE), "person 'dee': no open alarm, expected one (A-53)"),
    (
        NotForAPerson(DEE),
        "told by 'dee': expected the server itself, which alone has seen it (A-53)",
    ),
    (
        NobodyNamed(),
        "nobody is named: expected the person who asks; "
        "only the first enrolment of an empty floor has none (A-52)",
    ),
    (
        PersonUnknown(DEE),
        "person 'dee': not enrolled on this floor, expected a person who is (A-52)",
    ),
    (
        PersonIsDismissed(DEE),
        "person 'dee': dismissed, expected a person who works on this floor (A-52)",
    ),
    (
        PersonNotDismissed(DEE),
        "person 'dee': works on this floor, expected a dismissed person (A-52)",
    ),
    (
        PersonAlreadyEnrolled(DEE, "Dee Koh"),
        "person 'dee': already enrolled as 'Dee Koh', "
        "expected at most one person for each id (A-53)",
    ),
    (
        NoRole(DEE, NOW),
        "person 'dee': holds no role at 1970-01-01T00:00:01+00:00, "
        "expected a role granted, or an acting one whose time runs (A-52)",
    ),
    (
        TextUnreadable("name", "\u200b"),
        "name '\\u200b': expected at least one letter or digit, and nothing that cannot be seen",
    ),
    (
        NameIsGeneric("Dealer"),
        "name 'Dealer': a position, expected a person's own name (R 1.12, M 6.2)",
    ),
    (
        NameTaken("Dee Koh", DEE),
        "name 'Dee Koh': person 'dee' is enrolled under it, "
        "expected at most one person for each name (A-53)",
    ),
    (
        RankTooLow(Actor(DEE, Role.DEALER), Role.PIT_SUPERVISOR),
        "person 'dee' as Dealer: expected Pit Supervisor or above (A-52)",
    ),
    (
        RankTooLow(Actor(DEE, Role.PIT_MANAGER, acting=True), Role.SHIFT_MANAGER),
        "person 'dee' as acting Pit Manager: expected Shift Manager or above (A-52)",
    ),
    (
        GrantToOneself(DEE, Role.DEALER),
        "role Dealer for 'dee': asked by the same person, "
        "expected another person to grant it (A-52)",
    ),
    (
        RoleAlreadyHeld(DEE, Role.DEALER, Role.PIT_MANAGER),
        "role Dealer for 'dee': held already as Pit Manager, "
        "expected a role that adds to it (A-52)",
    ),
    (
        RoleNotHeld(DEE, Role.DEALER),
        "role Dealer of 'dee': not held for good, "
        "expected a role that was granted without a time limit (A-52)",
    ),
    (
        LastShiftManager(CHIEF),
        "person 'chief': the only Shift Manager for good, "
        "expected another one beside (R 5.12, L 5.17, M 6.1)",
    ),
    (
        BoxContradicts(NOW, Instant(2_500), Instant(0)),
        "acting from 1970-01-01T00:00:02.500000+00:00 until 1970-01-01T00:00:00+00:00, asked at "
        "1970-01-01T00:00:01+00:00: expected asked, from and until in that order, "
        "and until after from (A-52)",
    ),
    (
        ActingAlready(DEE, Role.PIT_SUPERVISOR, Instant(10**18)),
        "person 'dee': acting Pit Supervisor until 1000000000000000000 ms, "
        "expected that to be over or ended first (A-52)",
    ),
    (
        NotActing(DEE),
        "person 'dee': acts in no role, expected a person who does (A-52)",
    ),
    (
        SamePersonTwice(DEE),
        "person 'dee': took both steps of a dual control, expected two different people (A-53)",
    ),
    (
        FloorHasStaff(5),
        "profile single person: 5 people work on this floor, expected one alone (A-73)",
    ),
    (
        FloorIsForOne(),
        "profile single person: nobody can join, expected the profile staffed first (A-73)",
    ),
    (
        ProfileAlreadyChosen(Profile.STAFFED),
        "profile staffed: chosen already, expected the other one (A-73)",
    ),
    (
        TerminalUnknown(ONE),
        "terminal 't-1': not enrolled on this floor, "
        "expected it to be enrolled first (R 1.15, M 1.1.15)",
    ),
    (
        TerminalAlreadyEnrolled(ONE, "bank 1"),
        "terminal 't-1': already enrolled at 'bank 1', "
        "expected at most one terminal for each id (R 1.15, M 1.1.15)",
    ),
    (
        TerminalIsRetired(ONE),
        "terminal 't-1': retired for good, expected one in service (R 1.15, M 1.1.15)",
    ),
    (
        PlaceTaken("bank 1", ONE),
        "place 'bank 1': terminal 't-1' is there, "
        "expected at most one terminal at each place (R 1.15, M 1.1.15)",
    ),
    (
        SensorInPlace(TableId("L1"), ONE),
        "table 'L1': 't-1' reads its chips, expected at most one sensor at each table (L 5.13)",
    ),
    (
        TerminalIsSensor(ONE, TableId("L1")),
        "terminal 't-1': reads the chips of table 'L1', "
        "expected a Player Terminal (R 1.15, M 1.1.15)",
    ),
]


@pytest.mark.parametrize(("refusal", "sentence"), SENTENCES)
def test_a_refusal_says_what_is_wrong_and_what_was_expected(
    refusal: Refusal, sentence: str
) -> None:
    assert refusal.sentence == sentence


def test_every_refusal_has_its_sentence_here() -> None:
    assert {type(refusal) for refusal, _ in SENTENCES} == set(get_args(Refusal))

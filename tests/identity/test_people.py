import pytest

from punto.identity.decisions import decide
from punto.identity.floors import Floor, Person
from punto.identity.messages import FloorEvent
from punto.identity.people.actors import (
    PersonIsDismissed,
    PersonUnknown,
    RankTooLow,
    actor,
    person_meant,
)
from punto.identity.people.commands import (
    DismissPerson,
    EnrolPerson,
    GrantActingRole,
    GrantRole,
    ReinstatePerson,
)
from punto.identity.people.events import (
    PersonDismissed,
    PersonEnrolled,
    PersonReinstated,
    RoleGranted,
)
from punto.identity.people.refusals import (
    IdAlike,
    LastShiftManager,
    NameIsGeneric,
    NameTaken,
    NobodyNamed,
    PersonAlreadyEnrolled,
    PersonNotDismissed,
    TextUnreadable,
)
from punto.identity.terminals.commands import EnrolTerminal
from punto.rules.roles import Actor, Role
from punto.values.ids import CommandId, Instant, PersonId, TerminalId
from support.identity.floors_in_tests import (
    CHIEF,
    DEE,
    MAX,
    NAMES,
    NEW,
    NOW,
    SUE,
    after,
    ask,
    founded,
    refused,
    staffed,
)

FRIEND = PersonId("friend")


def test_the_first_person_of_an_empty_floor_founds_it_as_shift_manager() -> None:
    decided = decide(Floor(), ask(EnrolPerson(CHIEF, "Ada Lim"), by=None))
    assert decided == (
        FloorEvent(PersonEnrolled(CHIEF, "Ada Lim"), None, NOW, CommandId("c-1"), ""),
        FloorEvent(RoleGranted(CHIEF, Role.SHIFT_MANAGER), None, NOW, CommandId("c-1"), "A-52"),
    )
    assert actor(founded(), CHIEF, NOW) == Actor(CHIEF, Role.SHIFT_MANAGER)


def test_only_an_empty_floor_can_be_founded() -> None:
    assert refused(founded(), ask(EnrolPerson(DEE, "Dee Koh"), by=None)) == NobodyNamed()


def test_nothing_but_a_founding_is_done_by_nobody() -> None:
    wish = EnrolTerminal(TerminalId("t-1"), "bank 1")
    assert refused(Floor(), ask(wish, by=None)) == NobodyNamed()
    assert refused(founded(), ask(wish, by=None)) == NobodyNamed()


def test_a_founder_needs_a_name_like_everybody() -> None:
    command = ask(EnrolPerson(CHIEF, " "), by=None)
    assert refused(Floor(), command) == TextUnreadable("name", " ")


def test_an_empty_floor_knows_nobody_who_could_ask() -> None:
    command = ask(EnrolPerson(CHIEF, "Ada Lim"), by=CHIEF)
    assert refused(Floor(), command) == PersonUnknown(CHIEF)


@pytest.mark.clause("rws-etg", "1.12")
@pytest.mark.clause("rws-live", "1.13")
def test_an_enrolment_names_who_did_it_in_which_role_and_when() -> None:
    decided = decide(staffed(), ask(EnrolPerson(FRIEND, " Flo   Yeo "), MAX, Instant(7)))
    by = Actor(MAX, Role.PIT_MANAGER)
    assert decided == (
        FloorEvent(PersonEnrolled(FRIEND, "Flo Yeo"), by, Instant(7), CommandId("c-1"), ""),
    )


@pytest.mark.parametrize("by", [SUE, DEE])
def test_a_role_below_pit_manager_cannot_enrol(by: PersonId) -> None:
    refusal = refused(staffed(), ask(EnrolPerson(FRIEND, "Flo Yeo"), by))
    assert isinstance(refusal, RankTooLow)
    assert refusal.required is Role.PIT_MANAGER


@pytest.mark.parametrize("name", ["", " \t", "-", "Ada\u200b", "\x07Ada"])
def test_a_name_must_be_seen(name: str) -> None:
    refusal = refused(staffed(), ask(EnrolPerson(FRIEND, name)))
    assert refusal == TextUnreadable("name", name)


@pytest.mark.parametrize("person", ["", " ", "flo\n"])
def test_an_id_must_be_seen(person: str) -> None:
    refusal = refused(staffed(), ask(EnrolPerson(PersonId(person), "Flo Yeo")))
    assert refusal == TextUnreadable("person", person)


@pytest.mark.parametrize("name", ["Dealer", "pit  supervisor", "PIT MANAGER", "Shift Manager"])
def test_a_position_is_nobodys_name(name: str) -> None:
    assert isinstance(refused(staffed(), ask(EnrolPerson(FRIEND, name))), NameIsGeneric)


@pytest.mark.parametrize("name", ["dee", "DEE", "d\u0435e", "\uff44ee"])
def test_no_name_is_taken_for_the_id_of_another(name: str) -> None:
    refusal = refused(staffed(), ask(EnrolPerson(FRIEND, name)))
    assert refusal == NameTaken(name, DEE)


def test_no_id_is_taken_for_the_name_of_another() -> None:
    floor = after(staffed(), ask(EnrolPerson(FRIEND, "Flo")))
    refusal = refused(floor, ask(EnrolPerson(PersonId("flo"), "Flora Yeo")))
    assert refusal == IdAlike("person", "flo", "Flo")
    # An id that equals the person's own name confuses no one.
    after(staffed(), ask(EnrolPerson(FRIEND, "Friend")))


@pytest.mark.parametrize("name", ["Dee Koh", "dee  KOH"])
def test_a_name_is_not_shared(name: str) -> None:
    refusal = refused(staffed(), ask(EnrolPerson(FRIEND, name)))
    assert isinstance(refusal, NameTaken)
    assert refusal.person == DEE


def test_an_id_means_one_person_for_ever() -> None:
    expected = PersonAlreadyEnrolled(DEE, NAMES[DEE])
    assert refused(staffed(), ask(EnrolPerson(DEE, "Flo Yeo"))) == expected
    dismissed = after(staffed(), ask(DismissPerson(DEE)))
    assert refused(dismissed, ask(EnrolPerson(DEE, "Flo Yeo"))) == expected


def test_the_name_of_a_dismissed_person_stays_theirs() -> None:
    dismissed = after(staffed(), ask(DismissPerson(DEE)))
    assert refused(dismissed, ask(EnrolPerson(FRIEND, NAMES[DEE]))) == NameTaken(NAMES[DEE], DEE)


def test_a_dismissed_person_holds_no_role_and_may_not_act() -> None:
    acting = GrantActingRole(DEE, Role.PIT_MANAGER, NOW, Instant(9_000))
    floor = after(staffed(), ask(acting), ask(DismissPerson(DEE)))
    assert floor.people[DEE] == Person(DEE, NAMES[DEE], dismissed=True)
    assert actor(floor, DEE, NOW) == PersonIsDismissed(DEE)
    assert refused(floor, ask(DismissPerson(DEE))) == PersonIsDismissed(DEE)
    assert refused(floor, ask(GrantRole(DEE, Role.DEALER))) == PersonIsDismissed(DEE)


def test_a_dismissal_is_recorded_as_such() -> None:
    decided = decide(staffed(), ask(DismissPerson(DEE)))
    assert isinstance(decided, tuple)
    assert [event.fact for event in decided] == [PersonDismissed(DEE)]


@pytest.mark.parametrize(
    ("by", "person", "required"),
    [
        (SUE, NEW, Role.PIT_MANAGER),
        (SUE, DEE, Role.PIT_MANAGER),
        (MAX, MAX, Role.SHIFT_MANAGER),
        (MAX, CHIEF, Role.SHIFT_MANAGER),
    ],
)
def test_a_dismissal_takes_one_who_may_revoke_every_role_of_the_person(
    by: PersonId, person: PersonId, required: Role
) -> None:
    refusal = refused(staffed(), ask(DismissPerson(person), by))
    assert isinstance(refusal, RankTooLow)
    assert refusal.required is required


@pytest.mark.parametrize("person", [SUE, DEE, NEW])
def test_a_pit_manager_dismisses_those_below(person: PersonId) -> None:
    assert after(staffed(), ask(DismissPerson(person), MAX)).people[person].dismissed


def test_an_acting_role_still_to_come_counts_for_a_dismissal() -> None:
    acting = GrantActingRole(DEE, Role.SHIFT_MANAGER, Instant(2_000), Instant(3_000))
    floor = after(staffed(), ask(acting))
    assert isinstance(refused(floor, ask(DismissPerson(DEE), MAX)), RankTooLow)
    assert after(floor, ask(DismissPerson(DEE), MAX, Instant(3_000))).people[DEE].dismissed


def test_the_last_shift_manager_is_not_dismissed() -> None:
    acting = GrantActingRole(MAX, Role.SHIFT_MANAGER, NOW, Instant(9_000))
    floor = after(staffed(), ask(acting))
    # A person who is only acting Shift Manager will soon not be one.
    assert refused(floor, ask(DismissPerson(CHIEF), MAX)) == LastShiftManager(CHIEF)
    floor = after(floor, ask(GrantRole(MAX, Role.SHIFT_MANAGER)))
    assert after(floor, ask(DismissPerson(CHIEF))).people[CHIEF].dismissed


def test_a_stranger_cannot_be_dismissed_or_reinstated() -> None:
    assert refused(staffed(), ask(DismissPerson(FRIEND))) == PersonUnknown(FRIEND)
    assert refused(staffed(), ask(ReinstatePerson(FRIEND))) == PersonUnknown(FRIEND)


def test_a_reinstated_person_begins_without_a_role() -> None:
    floor = after(staffed(), ask(DismissPerson(DEE)))
    decided = decide(floor, ask(ReinstatePerson(DEE), MAX))
    assert isinstance(decided, tuple)
    assert [event.fact for event in decided] == [PersonReinstated(DEE)]
    assert after(floor, ask(ReinstatePerson(DEE), MAX)).people[DEE] == Person(DEE, NAMES[DEE])


def test_only_a_dismissed_person_is_reinstated_and_by_a_pit_manager_or_above() -> None:
    assert refused(staffed(), ask(ReinstatePerson(DEE))) == PersonNotDismissed(DEE)
    floor = after(staffed(), ask(DismissPerson(DEE)))
    assert isinstance(refused(floor, ask(ReinstatePerson(DEE), SUE)), RankTooLow)


@pytest.mark.parametrize("typed", ["dee", "DEE", " dee ", "Dee Koh", "dee  koh"])
def test_a_person_is_meant_by_user_name_and_by_full_name(typed: str) -> None:
    assert person_meant(staffed(), typed) == DEE


def test_a_text_that_is_nobody_s_means_itself() -> None:
    assert person_meant(staffed(), "Koh") == "Koh"

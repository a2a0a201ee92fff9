from itertools import product

import pytest

from punto.identity.decisions import decide
from punto.identity.floors import Profile
from punto.identity.messages import FloorEvent
from punto.identity.people.actors import NoRole, PersonUnknown, RankTooLow, actor, rank_refusal
from punto.identity.people.commands import (
    ChooseProfile,
    DismissPerson,
    EnrolPerson,
    GrantActingRole,
    ReinstatePerson,
)
from punto.identity.people.events import ProfileChosen
from punto.identity.people.refusals import FloorHasStaff, FloorIsForOne, ProfileAlreadyChosen
from punto.rules.dual_control import SamePersonTwice, same_person_refusal
from punto.rules.roles import Actor, Role
from punto.values import replace
from punto.values.ids import CommandId, Instant, PersonId
from support.identity.floors_in_tests import (
    CHIEF,
    DEE,
    MAX,
    NAMES,
    NEW,
    NOW,
    STAFF,
    after,
    ask,
    founded,
    refused,
    staffed,
)

ALONE = ChooseProfile(Profile.SINGLE_PERSON)

SUPERVISOR = Actor(PersonId("sue"), Role.PIT_SUPERVISOR)


@pytest.mark.reading("A-73")
def test_one_person_alone_may_choose_to_fill_both_steps() -> None:
    assert decide(founded(), ask(ALONE)) == (
        FloorEvent(
            ProfileChosen(Profile.STAFFED, Profile.SINGLE_PERSON),
            Actor(CHIEF, Role.SHIFT_MANAGER),
            NOW,
            CommandId("c-1"),
            "A-73",
        ),
    )


@pytest.mark.reading("A-73")
@pytest.mark.clause("rws-etg", "1.12")
@pytest.mark.clause("rws-live", "1.13")
def test_an_actor_is_alone_on_a_floor_with_the_single_person_profile() -> None:
    chief = Actor(CHIEF, Role.SHIFT_MANAGER)
    assert actor(founded(), CHIEF, NOW) == chief
    alone = after(founded(), ask(ALONE))
    assert actor(alone, CHIEF, NOW) == replace(chief, alone=True)
    assert actor(alone, DEE, NOW) == PersonUnknown(DEE)
    assert actor(staffed(), NEW, NOW) == NoRole(NEW, NOW)


@pytest.mark.reading("A-73")
def test_a_floor_with_staff_cannot_be_run_by_one() -> None:
    assert refused(staffed(), ask(ALONE)) == FloorHasStaff(5)
    two = after(founded(), ask(EnrolPerson(DEE, NAMES[DEE])))
    assert refused(two, ask(ALONE)) == FloorHasStaff(2)


@pytest.mark.reading("A-73")
def test_nobody_joins_a_floor_run_by_one_before_it_has_staff() -> None:
    alone = after(founded(), ask(ALONE))
    join = ask(EnrolPerson(DEE, NAMES[DEE]))
    assert refused(alone, join) == FloorIsForOne()
    assert len(after(alone, ask(ChooseProfile(Profile.STAFFED)), join).working) == 2


@pytest.mark.reading("A-73")
def test_nobody_comes_back_to_a_floor_run_by_one() -> None:
    two = after(founded(), ask(EnrolPerson(DEE, NAMES[DEE])))
    alone = after(two, ask(DismissPerson(DEE)), ask(ALONE))
    assert refused(alone, ask(ReinstatePerson(DEE))) == FloorIsForOne()


def test_a_profile_is_chosen_once() -> None:
    again = ask(ChooseProfile(Profile.STAFFED))
    assert refused(founded(), again) == ProfileAlreadyChosen(Profile.STAFFED)
    alone = after(founded(), ask(ALONE))
    assert refused(alone, ask(ALONE)) == ProfileAlreadyChosen(Profile.SINGLE_PERSON)


def test_a_profile_is_the_shift_managers_to_choose() -> None:
    refusal = refused(staffed(), ask(ALONE, MAX))
    assert refusal == RankTooLow(Actor(MAX, Role.PIT_MANAGER), Role.SHIFT_MANAGER)


@pytest.mark.reading("A-53")
def test_a_dealer_who_acts_as_supervisor_does_not_attest_their_own_step() -> None:
    box = GrantActingRole(DEE, Role.PIT_SUPERVISOR, Instant(2_000), Instant(3_000))
    floor = after(staffed(), ask(box))
    before, acting = actor(floor, DEE, NOW), actor(floor, DEE, Instant(2_000))
    assert isinstance(before, Actor)
    assert isinstance(acting, Actor)
    refusal = same_person_refusal(before.person, acting, alone=False)
    assert refusal == SamePersonTwice(DEE)


@pytest.mark.reading("A-52")
@pytest.mark.clause("mbs", "6.2")
@pytest.mark.parametrize(("person", "required"), list(product(STAFF, Role)))
def test_a_step_is_for_the_required_role_or_a_higher_one(person: PersonId, required: Role) -> None:
    by = Actor(person, STAFF[person])
    refusal = rank_refusal(by, required)
    assert refusal == (None if STAFF[person] >= required else RankTooLow(by, required))

from itertools import product

import pytest

from punto.identity.decisions import decide
from punto.identity.messages import FloorEvent
from punto.identity.people.actors import NoRole, PersonUnknown, RankTooLow, actor
from punto.identity.people.commands import EndActingRole, GrantActingRole, GrantRole, RevokeRole
from punto.identity.people.events import (
    ActingRoleEnded,
    ActingRoleGranted,
    RoleGranted,
    RoleRevoked,
)
from punto.identity.people.refusals import (
    ActingAlready,
    BoxContradicts,
    GrantToOneself,
    LastShiftManager,
    NotActing,
    RoleAlreadyHeld,
    RoleNotHeld,
)
from punto.rules.roles import Actor, Role
from punto.values.ids import CommandId, Instant, PersonId
from support.identity.floors_in_tests import (
    CHIEF,
    DEE,
    MAX,
    NEW,
    NOW,
    STAFF,
    SUE,
    after,
    ask,
    refused,
    staffed,
)

LATER, LATEST = Instant(2_000), Instant(3_000)

STRANGER = PersonId("stranger")

# Every role is given by those above it; the Shift Manager gives any.
GIVES = {
    (CHIEF, Role.DEALER),
    (CHIEF, Role.PIT_SUPERVISOR),
    (CHIEF, Role.PIT_MANAGER),
    (CHIEF, Role.SHIFT_MANAGER),
    (CHIEF, Role.CASINO_MANAGER),
    (MAX, Role.DEALER),
    (MAX, Role.PIT_SUPERVISOR),
    (SUE, Role.DEALER),
}


@pytest.mark.reading("A-52")
@pytest.mark.parametrize(("by", "role"), list(product(STAFF, Role)))
def test_a_role_is_granted_by_a_higher_role_or_by_a_shift_manager(by: PersonId, role: Role) -> None:
    lasting = decide(staffed(), ask(GrantRole(NEW, role), by))
    acting = decide(staffed(), ask(GrantActingRole(NEW, role, NOW, LATER), by))
    granted = (by, role) in GIVES
    assert isinstance(lasting, tuple) == granted
    assert isinstance(acting, tuple) == granted
    if not granted:
        required = Role(min(role + 1, 4))
        assert lasting == acting == RankTooLow(Actor(by, STAFF[by]), required)


@pytest.mark.reading("A-52")
def test_a_grant_is_recorded_with_person_role_and_reading() -> None:
    assert decide(staffed(), ask(GrantRole(NEW, Role.DEALER), SUE)) == (
        FloorEvent(
            RoleGranted(NEW, Role.DEALER),
            Actor(SUE, Role.PIT_SUPERVISOR),
            NOW,
            CommandId("c-1"),
            "A-52",
        ),
    )


@pytest.mark.parametrize("role", Role)
def test_a_person_cannot_grant_a_role_to_themselves(role: Role) -> None:
    for by in STAFF:
        assert refused(staffed(), ask(GrantRole(by, role), by)) == GrantToOneself(by, role)
        acting = GrantActingRole(by, role, NOW, LATER)
        assert refused(staffed(), ask(acting, by)) == GrantToOneself(by, role)


def test_a_stranger_gets_loses_and_ends_nothing() -> None:
    for wish in (
        GrantRole(STRANGER, Role.DEALER),
        RevokeRole(STRANGER, Role.DEALER),
        GrantActingRole(STRANGER, Role.DEALER, NOW, LATER),
        EndActingRole(STRANGER),
    ):
        assert refused(staffed(), ask(wish)) == PersonUnknown(STRANGER)


def test_a_person_without_a_role_may_ask_for_nothing() -> None:
    assert refused(staffed(), ask(GrantRole(DEE, Role.DEALER), NEW)) == NoRole(NEW, NOW)


def test_a_role_is_not_granted_twice() -> None:
    refusal = refused(staffed(), ask(GrantRole(DEE, Role.DEALER)))
    assert refusal == RoleAlreadyHeld(DEE, Role.DEALER, Role.DEALER)


def test_a_lower_role_beside_a_higher_one_outlasts_it() -> None:
    floor = after(staffed(), ask(GrantRole(SUE, Role.DEALER)))
    assert actor(floor, SUE, NOW) == Actor(SUE, Role.PIT_SUPERVISOR)
    floor = after(floor, ask(RevokeRole(SUE, Role.PIT_SUPERVISOR)))
    assert actor(floor, SUE, NOW) == Actor(SUE, Role.DEALER)


@pytest.mark.parametrize(("by", "person"), list(product(STAFF, (MAX, SUE, DEE))))
def test_a_role_is_revoked_by_a_role_that_could_grant_it(by: PersonId, person: PersonId) -> None:
    decided = decide(staffed(), ask(RevokeRole(person, STAFF[person]), by))
    if (by, STAFF[person]) in GIVES:
        assert isinstance(decided, tuple)
        assert [event.fact for event in decided] == [RoleRevoked(person, STAFF[person])]
    else:
        assert isinstance(decided, RankTooLow)


def test_what_is_not_held_for_good_is_not_revoked() -> None:
    floor = after(staffed(), ask(GrantActingRole(DEE, Role.PIT_SUPERVISOR, NOW, LATER)))
    refusal = refused(floor, ask(RevokeRole(DEE, Role.PIT_SUPERVISOR)))
    assert refusal == RoleNotHeld(DEE, Role.PIT_SUPERVISOR)


def test_the_floor_keeps_one_shift_manager_for_good() -> None:
    floor = after(staffed(), ask(GrantActingRole(MAX, Role.SHIFT_MANAGER, NOW, LATER)))
    step_down = RevokeRole(CHIEF, Role.SHIFT_MANAGER)
    assert refused(floor, ask(step_down)) == LastShiftManager(CHIEF)
    assert refused(floor, ask(step_down, MAX)) == LastShiftManager(CHIEF)
    floor = after(floor, ask(GrantRole(MAX, Role.SHIFT_MANAGER)), ask(step_down))
    assert floor.shift_managers == (MAX,)


def test_the_only_shift_manager_may_lose_a_lower_role() -> None:
    floor = after(staffed(), ask(GrantRole(MAX, Role.SHIFT_MANAGER)))
    floor = after(floor, ask(GrantRole(CHIEF, Role.DEALER), MAX))
    floor = after(floor, ask(RevokeRole(MAX, Role.SHIFT_MANAGER)))
    assert after(floor, ask(RevokeRole(CHIEF, Role.DEALER))).shift_managers == (CHIEF,)


@pytest.mark.reading("A-52")
@pytest.mark.clause("rws-etg", "1.12")
@pytest.mark.clause("rws-live", "1.13")
@pytest.mark.clause("mbs", "6.2")
def test_whoever_acts_in_a_role_has_its_powers_from_its_first_instant_until_its_last() -> None:
    floor = after(staffed(), ask(GrantActingRole(DEE, Role.PIT_MANAGER, LATER, LATEST)))
    seen = {
        at: actor(floor, DEE, Instant(at)) for at in (LATER - 1, LATER, LATEST - 1, LATEST, 10**15)
    }
    dealer = Actor(DEE, Role.DEALER)
    acting = Actor(DEE, Role.PIT_MANAGER, acting=True)
    assert list(seen.values()) == [dealer, acting, acting, dealer, dealer]


@pytest.mark.reading("A-52")
@pytest.mark.clause("mbs", "6.2")
def test_a_step_in_an_acting_role_is_recorded_as_such() -> None:
    floor = after(staffed(), ask(GrantActingRole(DEE, Role.PIT_MANAGER, NOW, LATER)))
    decided = decide(floor, ask(GrantRole(NEW, Role.PIT_SUPERVISOR), DEE))
    assert isinstance(decided, tuple)
    assert decided[0].by == Actor(DEE, Role.PIT_MANAGER, acting=True)
    assert isinstance(
        refused(floor, ask(GrantRole(NEW, Role.PIT_SUPERVISOR), DEE, LATER)), RankTooLow
    )


@pytest.mark.reading("A-52")
def test_an_acting_role_is_recorded_with_its_time_box() -> None:
    decided = decide(staffed(), ask(GrantActingRole(DEE, Role.PIT_SUPERVISOR, LATER, LATEST), MAX))
    assert decided == (
        FloorEvent(
            ActingRoleGranted(DEE, Role.PIT_SUPERVISOR, LATER, LATEST),
            Actor(MAX, Role.PIT_MANAGER),
            NOW,
            CommandId("c-1"),
            "A-52",
        ),
    )


@pytest.mark.parametrize(
    ("since", "until"), [(NOW, NOW), (LATER, NOW), (Instant(NOW - 1), LATER), (LATER, LATER)]
)
def test_a_time_box_is_neither_empty_nor_in_the_past(since: Instant, until: Instant) -> None:
    refusal = refused(staffed(), ask(GrantActingRole(DEE, Role.PIT_SUPERVISOR, since, until)))
    assert refusal == BoxContradicts(NOW, since, until)


def test_nobody_acts_in_a_role_they_reach_already() -> None:
    for role in (Role.DEALER, Role.PIT_SUPERVISOR):
        refusal = refused(staffed(), ask(GrantActingRole(SUE, role, NOW, LATER)))
        assert refusal == RoleAlreadyHeld(SUE, role, Role.PIT_SUPERVISOR)


def test_one_time_box_at_a_time() -> None:
    floor = after(staffed(), ask(GrantActingRole(DEE, Role.PIT_SUPERVISOR, LATER, LATEST)))
    again = GrantActingRole(DEE, Role.PIT_MANAGER, LATEST, Instant(4_000))
    assert refused(floor, ask(again)) == ActingAlready(DEE, Role.PIT_SUPERVISOR, LATEST)
    floor = after(floor, ask(again, at=LATEST))
    assert actor(floor, DEE, LATEST) == Actor(DEE, Role.PIT_MANAGER, acting=True)


def test_a_role_for_good_that_reaches_the_acting_one_is_no_longer_acting() -> None:
    floor = after(staffed(), ask(GrantActingRole(DEE, Role.PIT_SUPERVISOR, NOW, LATER)))
    floor = after(floor, ask(GrantRole(DEE, Role.PIT_SUPERVISOR)))
    assert actor(floor, DEE, NOW) == Actor(DEE, Role.PIT_SUPERVISOR)


@pytest.mark.parametrize("by", [CHIEF, MAX, DEE])
def test_an_acting_role_is_ended_by_whoever_could_grant_it_or_by_who_acts(by: PersonId) -> None:
    floor = after(staffed(), ask(GrantActingRole(DEE, Role.PIT_SUPERVISOR, NOW, LATER)))
    decided = decide(floor, ask(EndActingRole(DEE), by))
    assert isinstance(decided, tuple)
    assert [event.fact for event in decided] == [ActingRoleEnded(DEE, Role.PIT_SUPERVISOR)]
    assert actor(after(floor, ask(EndActingRole(DEE), by)), DEE, NOW) == Actor(DEE, Role.DEALER)


def test_an_acting_role_is_not_ended_by_others() -> None:
    floor = after(staffed(), ask(GrantActingRole(DEE, Role.PIT_SUPERVISOR, NOW, LATER)))
    refusal = refused(floor, ask(EndActingRole(DEE), SUE))
    assert refusal == RankTooLow(Actor(SUE, Role.PIT_SUPERVISOR), Role.PIT_MANAGER)


def test_what_has_run_out_or_never_was_cannot_be_ended() -> None:
    assert refused(staffed(), ask(EndActingRole(DEE))) == NotActing(DEE)
    floor = after(staffed(), ask(GrantActingRole(DEE, Role.PIT_SUPERVISOR, NOW, LATER)))
    assert refused(floor, ask(EndActingRole(DEE), at=LATER)) == NotActing(DEE)

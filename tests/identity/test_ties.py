"""One person as two: who invites others to choose secrets, and what tied accounts may do."""

import pytest

from punto.identity.access.commands import InvitePerson, NoteInvitation, NoteSecrets
from punto.identity.access.events import PersonInvited, ResetAsked, SecretsChosen
from punto.identity.access.refusals import InvitationOver, ResetOfOneself
from punto.identity.decisions import decide
from punto.identity.evolution import evolve
from punto.identity.floors import Floor, Reset
from punto.identity.messages import FloorCommand, FloorEvent, Wish
from punto.identity.people.actors import RankTooLow
from punto.identity.people.commands import DismissPerson, GrantRole, ReinstatePerson, RevokeRole
from punto.identity.people.ties import ties_of
from punto.rules.dual_control import OnePersonAsTwo, SamePersonTwice, Tie
from punto.rules.roles import Actor, Role
from punto.values.ids import CommandId, Instant, PersonId
from support.identity.floors_in_tests import (
    CHIEF,
    DEE,
    MAX,
    NEW,
    NOW,
    SUE,
    after,
    ask,
    refused,
    staffed,
)

DAY_MS = 24 * 60 * 60 * 1_000
LATER = Instant(NOW + DAY_MS)
INVITED = CommandId("c-1")


def chosen(floor: Floor, person: PersonId, by: PersonId, at: Instant = NOW) -> Floor:
    """Return a floor on which a person has chosen their first secrets by an invitation."""
    return after(
        floor,
        ask(InvitePerson(person), by, at),
        ask(NoteSecrets(person, INVITED, DAY_MS), None, at),
    )


def facts(floor: Floor, command: FloorCommand) -> list[object]:
    decided = decide(floor, command)
    assert isinstance(decided, tuple), decided
    return [event.fact for event in decided]


def test_first_secrets_are_tied_to_the_inviter_for_a_time() -> None:
    floor = chosen(staffed(), SUE, CHIEF)
    assert ties_of(floor, SUE, NOW, all_ways=False) == (Tie(CHIEF, LATER),)
    assert ties_of(floor, SUE, LATER, all_ways=False) == ()
    # The inviter is tied only where all ways count.
    assert ties_of(floor, CHIEF, NOW, all_ways=False) == ()
    assert ties_of(floor, CHIEF, NOW, all_ways=True) == (Tie(SUE, LATER),)


def test_a_chain_of_invitations_ties_all_of_it() -> None:
    floor = chosen(chosen(staffed(), MAX, CHIEF), SUE, MAX)
    assert ties_of(floor, SUE, NOW, all_ways=False) == (Tie(CHIEF, LATER), Tie(MAX, LATER))
    assert ties_of(floor, CHIEF, NOW, all_ways=True) == (Tie(MAX, LATER), Tie(SUE, LATER))


def test_a_chain_of_invitations_holds_as_long_as_each_of_its_links() -> None:
    soon = Instant(NOW + DAY_MS // 2)
    floor = chosen(chosen(staffed(), SUE, MAX), MAX, CHIEF, soon)
    assert ties_of(floor, SUE, soon, all_ways=False) == (Tie(CHIEF, LATER), Tie(MAX, LATER))
    assert ties_of(floor, SUE, LATER, all_ways=False) == ()


def test_accounts_of_one_inviter_are_tied_where_all_ways_count() -> None:
    soon = Instant(NOW + DAY_MS // 2)
    floor = chosen(chosen(staffed(), MAX, CHIEF), SUE, CHIEF, soon)
    end = Instant(soon + DAY_MS)
    assert ties_of(floor, SUE, soon, all_ways=True) == (Tie(CHIEF, end), Tie(MAX, LATER))
    assert ties_of(floor, MAX, soon, all_ways=True) == (Tie(CHIEF, LATER), Tie(SUE, LATER))
    assert ties_of(floor, SUE, soon, all_ways=False) == (Tie(CHIEF, end),)
    assert ties_of(floor, SUE, LATER, all_ways=True) == (Tie(CHIEF, end),)


def test_two_accounts_of_one_inviter_do_not_replace_the_secrets_of_a_third() -> None:
    floor = chosen(chosen(staffed(), MAX, CHIEF), SUE, CHIEF)
    asked = after(floor, ask(InvitePerson(DEE, has_secrets=True), SUE))
    second = ask(InvitePerson(DEE, has_secrets=True), MAX)
    assert refused(asked, second) == OnePersonAsTwo(SUE, MAX, LATER)


@pytest.mark.parametrize("gone", [DismissPerson(SUE), RevokeRole(SUE, Role.PIT_SUPERVISOR)])
def test_who_may_not_ask_any_more_is_not_the_first_of_two(gone: Wish) -> None:
    floor = after(staffed(), ask(InvitePerson(DEE, has_secrets=True), SUE))
    second = ask(InvitePerson(DEE, has_secrets=True), MAX)
    assert facts(floor, second) == [PersonInvited(DEE, SUE)]
    # So the other is now the first, and waits for a second.
    assert facts(after(floor, ask(gone)), second) == [ResetAsked(DEE)]


def test_the_first_of_two_counts_in_the_role_held_now() -> None:
    floor = after(
        staffed(),
        ask(InvitePerson(MAX, has_secrets=True), CHIEF),
        ask(GrantRole(NEW, Role.SHIFT_MANAGER)),
        ask(GrantRole(CHIEF, Role.PIT_SUPERVISOR), NEW),
        ask(RevokeRole(CHIEF, Role.SHIFT_MANAGER), NEW),
    )
    assert isinstance(refused(floor, ask(InvitePerson(MAX, has_secrets=True), SUE)), RankTooLow)


def test_a_circle_of_invitations_ends() -> None:
    floor = chosen(chosen(staffed(), CHIEF, CHIEF), MAX, CHIEF)
    assert ties_of(floor, CHIEF, NOW, all_ways=True) == (Tie(MAX, LATER),)
    assert ties_of(floor, MAX, NOW, all_ways=True) == (Tie(CHIEF, LATER),)
    assert ties_of(floor, PersonId("zoe"), NOW, all_ways=False) == ()


def test_who_changes_their_own_secrets_stays_tied() -> None:
    floor = chosen(staffed(), SUE, CHIEF)
    assert facts(floor, ask(NoteSecrets(SUE), None)) == [SecretsChosen(SUE, (CHIEF,), LATER)]
    changed = after(floor, ask(NoteSecrets(SUE), None))
    assert ties_of(changed, SUE, NOW, all_ways=False) == (Tie(CHIEF, LATER),)
    assert changed.people[SUE].resets == ()


def test_an_invitation_is_used_once_and_the_latest_counts() -> None:
    nobody_invited = ask(NoteSecrets(SUE, INVITED, DAY_MS), None)
    assert refused(staffed(), nobody_invited) == InvitationOver(SUE)
    floor = after(staffed(), ask(InvitePerson(SUE), MAX))
    other = ask(NoteSecrets(SUE, CommandId("c-0"), DAY_MS), None)
    assert refused(floor, other) == InvitationOver(SUE)
    assert refused(chosen(staffed(), SUE, MAX), nobody_invited) == InvitationOver(SUE)


def test_to_replace_secrets_takes_two_people() -> None:
    floor = chosen(staffed(), DEE, MAX)
    asked = ask(InvitePerson(DEE), MAX, LATER)
    assert facts(floor, asked) == [ResetAsked(DEE)]
    waiting = after(floor, asked)
    assert refused(waiting, asked) == SamePersonTwice(MAX)
    second = ask(InvitePerson(DEE), SUE, LATER)
    # The first has a high enough role, so a Pit Supervisor may be the second.
    assert facts(waiting, second) == [PersonInvited(DEE, MAX)]
    replaced = after(waiting, second, ask(NoteSecrets(DEE, INVITED, DAY_MS), None, LATER))
    assert replaced.people[DEE].resets == (Reset(LATER, (MAX, SUE)),)
    until = Instant(LATER + DAY_MS)
    ties = ties_of(replaced, DEE, LATER, all_ways=False)
    assert ties == (Tie(MAX, until), Tie(SUE, until))


def test_secrets_that_only_the_server_knows_of_take_two_people_as_well() -> None:
    assert facts(staffed(), ask(InvitePerson(DEE, has_secrets=True), MAX)) == [ResetAsked(DEE)]


def test_neither_of_the_two_is_the_person_concerned() -> None:
    floor = chosen(staffed(), MAX, CHIEF)
    assert refused(floor, ask(InvitePerson(MAX), MAX, LATER)) == ResetOfOneself(MAX)


def test_one_of_the_two_is_above_the_person() -> None:
    floor = chosen(staffed(), MAX, CHIEF)
    too_low = RankTooLow(Actor(DEE, Role.DEALER), Role.PIT_SUPERVISOR)
    assert refused(floor, ask(InvitePerson(MAX), DEE, LATER)) == too_low
    other = after(floor, ask(GrantRole(NEW, Role.PIT_SUPERVISOR)))
    asked = after(other, ask(InvitePerson(MAX), SUE, LATER))
    also_low = RankTooLow(Actor(NEW, Role.PIT_SUPERVISOR), Role.SHIFT_MANAGER)
    assert refused(asked, ask(InvitePerson(MAX), NEW, LATER)) == also_low
    assert facts(asked, ask(InvitePerson(MAX), CHIEF, LATER)) == [PersonInvited(MAX, SUE)]


@pytest.mark.parametrize(("first", "second"), [(CHIEF, SUE), (SUE, CHIEF)])
def test_an_inviter_and_the_account_they_set_up_are_not_two(
    first: PersonId, second: PersonId
) -> None:
    floor = chosen(chosen(staffed(), SUE, CHIEF), DEE, MAX)
    asked = after(floor, ask(InvitePerson(DEE), first))
    refusal = refused(asked, ask(InvitePerson(DEE), second))
    assert refusal == OnePersonAsTwo(first, second, LATER)


def test_the_first_of_two_waits_for_a_day() -> None:
    floor = after(chosen(staffed(), DEE, MAX), ask(InvitePerson(DEE), MAX))
    assert facts(floor, ask(InvitePerson(DEE), SUE, Instant(LATER + 1))) == [ResetAsked(DEE)]


def test_leaving_and_coming_back_is_no_way_around_it() -> None:
    floor = after(
        chosen(staffed(), DEE, MAX),
        ask(InvitePerson(DEE), MAX),
        ask(DismissPerson(DEE)),
        ask(ReinstatePerson(DEE)),
    )
    assert facts(floor, ask(InvitePerson(DEE), CHIEF)) == [ResetAsked(DEE)]


def test_who_runs_the_machine_is_tied_to_nobody_and_the_reset_is_kept() -> None:
    floor = chosen(staffed(), CHIEF, CHIEF)
    invited = after(floor, ask(NoteInvitation(CHIEF), None))
    replaced = after(invited, ask(NoteSecrets(CHIEF, INVITED, DAY_MS), None, LATER))
    assert replaced.people[CHIEF].resets == (Reset(LATER, ()),)
    assert ties_of(replaced, CHIEF, LATER, all_ways=True) == ()


def test_the_first_step_always_has_a_person() -> None:
    event = FloorEvent(ResetAsked(DEE), None, NOW, INVITED, "")
    with pytest.raises(ValueError, match="expected a person who asks"):
        evolve(staffed(), event)

"""Who may decide on an irregularity (A-52, A-53)."""

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.command_names import WishName
from punto.rounds.command_refusals import ActingInVain
from punto.rounds.commands import Timer
from punto.rounds.dealing.commands import DealCard
from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.irregularity.refusals import DealtTheRound
from punto.rounds.shoe.commands import RetireShoe
from punto.rules.dual_control import SamePersonTwice
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Actor, Role
from punto.values import replace
from punto.values.cards import parse_card, parse_cards
from punto.values.ids import PersonId
from support.rounds.evening import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    betting,
    configuration,
    opened,
)
from support.rounds.matters import Policies, config_for, report, settled, with_cards

clause = pytest.mark.clause
reading = pytest.mark.reading

CASINO_MANAGER = Actor(PersonId("koh"), Role.CASINO_MANAGER)
ACTING = Actor(PersonId("siti"), Role.SHIFT_MANAGER, acting=True)


@reading("A-53")
def test_a_person_who_dealt_a_card_of_the_round_decides_nothing_about_it(
    policies: Policies,
) -> None:
    evening = with_cards("mbs", policies, "4D")
    evening.do(DealCard(parse_card("KS")), SUPERVISOR)
    evening.do(report(Irregularity.FOREIGN_CARD))
    for wish in (Attest(), Decline("it is ours")):
        assert evening.refused(wish, SUPERVISOR) == DealtTheRound(SUPERVISOR.person, 1)
    evening.do(Attest(), PIT_MANAGER)
    # The next matter concerns no round.
    evening = opened(config_for("mbs", policies))
    evening.do(report(Irregularity.FOREIGN_CARD))
    evening.do(Attest(), SUPERVISOR)


@reading("A-53", "A-29")
def test_a_person_who_dealt_an_earlier_round_decides_nothing_about_that_one(
    policies: Policies,
) -> None:
    evening = settled("rws-etg", policies)
    promoted = replace(DEALER, role=Role.SHIFT_MANAGER)
    misread = Irregularity.WRONG_CARD_REGISTERED
    evening.do(report(misread, "KS 3D QH 4C 3D"), SUPERVISOR)
    assert evening.refused(Attest(), promoted) == DealtTheRound(DEALER.person, 1)


@reading("A-53", "A-28")
def test_what_a_timer_reports_is_reported_by_the_dealer_of_record(policies: Policies) -> None:
    evening = betting(config_for("mbs", policies))
    assert evening.table.round_now.dealt_by == {DEALER.person}
    wish = report(Irregularity.TECHNICAL_INTERRUPTION)
    evening.do(replace(wish, lasted_ms=9_000), Timer(DEALER))
    promoted = replace(DEALER, role=Role.PIT_SUPERVISOR)
    assert evening.refused(Attest(), promoted) == SamePersonTwice(DEALER.person)


@reading("A-53", "A-73")
def test_a_person_alone_on_the_floor_deals_and_decides(policies: Policies) -> None:
    alone = Actor(DEALER.person, Role.SHIFT_MANAGER, alone=True)
    evening = betting(replace(config_for("mbs", policies), single_person=True))
    evening.do(report(Irregularity.FOREIGN_CARD), alone)
    evening.do(Attest(), alone)
    assert evening.table.round_now.void


@reading("A-53")
@clause("rws-etg", "5.7", "5.12")
def test_where_the_document_names_one_person_that_person_may_have_reported_it(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(report(Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN), SUPERVISOR)
    evening.do(Attest(parse_cards("KS 4D")), SUPERVISOR)
    evening.do(report(Irregularity.NOT_COVERED), SHIFT_MANAGER)
    evening.do(Rule(Verdict.GOES_ON, "it is nothing"), SHIFT_MANAGER)
    # After a denial it is a fact like any other, and takes two people.
    evening.do(report(Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN), SHIFT_MANAGER)
    evening.do(Decline("one by one"), SUPERVISOR)
    ruling = Rule(Verdict.GOES_ON, "so it seems")
    assert evening.refused(ruling, SHIFT_MANAGER) == SamePersonTwice(SHIFT_MANAGER.person)
    evening.do(ruling, CASINO_MANAGER)


@reading("A-52")
@clause("rws-etg", "1.12")
@clause("mbs", "6.2")
def test_nobody_acts_for_the_shift_manager_where_the_document_does_not_let_them(
    policies: Policies,
) -> None:
    ruling = Rule(Verdict.GOES_ON, "it is nothing")
    rws = betting(config_for("rws-etg", policies))
    rws.do(report(Irregularity.NOT_COVERED))
    assert rws.refused(ruling, ACTING) == ActingInVain(WishName("Rule"), Role.SHIFT_MANAGER)
    rws.do(ruling, SHIFT_MANAGER)
    # Where no Shift Manager is needed, an acting one may act like any acting person of lower rank.
    rws.do(report(Irregularity.FOREIGN_CARD))
    rws.do(Attest(), ACTING)
    mbs = betting(config_for("mbs", policies))
    mbs.do(report(Irregularity.NOT_COVERED))
    mbs.do(ruling, ACTING)


@reading("A-52", "A-29")
def test_an_acting_shift_manager_attests_no_earlier_round_at_rws(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(OpenBets())
    misread = report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 3D", earlier=1)
    evening.do(misread)
    for wish in (Attest(), Decline("no")):
        refused = evening.refused(wish, ACTING)
        assert refused == ActingInVain(WishName(type(wish).__name__), Role.SHIFT_MANAGER)
    evening.do(Attest(), CASINO_MANAGER)


@reading("A-52")
def test_a_role_above_the_shift_manager_may_do_all_that_one_may() -> None:
    evening = opened(configuration("rws-etg"))
    evening.do(RetireShoe("worn"), CASINO_MANAGER)
    assert evening.table.shoe is None

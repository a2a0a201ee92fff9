"""At MBS a seen card that the round does not need is carried or burned by a ruling (M 6.1)."""

from collections import Counter

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.betting.events import BetsOpened
from punto.rounds.dealing.commands import Settle
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.irregularity.events import (
    CardsCarried,
    CardsCorrected,
    CardsDiscarded,
    RoundResettled,
    RoundVoided,
    RulingGiven,
)
from punto.rounds.irregularity.refusals import ForTheShiftManager, NoCardLeftOver
from punto.rounds.phases import Phase
from punto.rules import SamePersonTwice
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_cards
from punto.values.money import dollars
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR, T1, Evening, opened
from support.rounds.matters import GAMES, Policies, config_for, report, settled, with_cards

clause = pytest.mark.clause
pytestmark = pytest.mark.reading("A-43")

EXCESS = Irregularity.EXCESS_OR_EXPOSED_CARD
CARRY, BURN = Rule(Verdict.CARRY, "carry it"), Rule(Verdict.BURN, "burn it")
NATURAL = "KS 3D 9H 4C"
"""Player has 9 and Banker 7: no hand draws."""


def clauses(evening: Evening, count: int) -> list[str]:
    return [event.clause for event in evening.record.events[-count:]]


@clause("rws-etg", "5.4", "5.5", "5.7")
def test_at_rws_a_card_that_is_out_before_the_first_round_is_carried_by_its_clause(
    policies: Policies,
) -> None:
    kinds = [each for each in policies["rws-etg"] if each.takes_extra]
    assert len(kinds) == 6
    for policy in kinds:
        evening = opened(config_for("rws-etg", policies))
        evening.do(report(policy.irregularity, extra="8D 9C"))
        order = parse_cards("8D 9C") if policy.order_by_attester else None
        evening.do(Attest(order), SUPERVISOR)
        assert evening.table.carried == parse_cards("8D 9C")
        assert set(clauses(evening, 3)) == {policy.clause}


@clause("mbs", "5.7", "5.8", "6.1")
def test_at_mbs_the_shift_manager_rules_on_a_seen_card_before_the_first_round(
    policies: Policies,
) -> None:
    kinds = [each for each in policies["mbs"] if each.takes_extra]
    assert len(kinds) == 4
    for policy in kinds:
        evening = opened(config_for("mbs", policies))
        evening.do(report(policy.irregularity, extra="8D 9C"))
        assert evening.refused(Attest(), SUPERVISOR) == ForTheShiftManager("6.1")
        evening.do(CARRY, SHIFT_MANAGER)
        assert (evening.phase(), evening.table.carried) == (Phase.IDLE, parse_cards("8D 9C"))
        burning = opened(config_for("mbs", policies))
        burning.do(report(policy.irregularity, extra="8D unseen"))
        _, carried, burned, _ = burning.do(BURN, SHIFT_MANAGER)
        assert (carried, burned) == (CardsCarried((None,)), CardsDiscarded(parse_cards("8D")))


@clause("mbs", "6.1")
def test_a_carried_card_is_warned_of_before_the_next_bets(policies: Policies) -> None:
    evening = with_cards("mbs", policies, NATURAL)
    evening.do(report(EXCESS, extra="8D"))
    facts = evening.do(CARRY, SHIFT_MANAGER)
    carried = CardsCarried(parse_cards("8D"))
    assert facts[:2] == (RulingGiven("carry it", Verdict.CARRY), carried)
    assert clauses(evening, 5)[:3] == ["6.1", "6.1", "6.1"]
    evening.do(Settle())
    (bets,) = evening.do(OpenBets())
    assert isinstance(bets, BetsOpened)
    assert bets.seen_before == parse_cards("8D")


@clause("mbs", "6.1")
def test_a_burned_card_has_left_the_shoe_and_the_round_goes_on(policies: Policies) -> None:
    evening = with_cards("mbs", policies, NATURAL)
    evening.do(report(EXCESS, extra="8D"))
    facts = evening.do(BURN, SHIFT_MANAGER)
    burned = CardsDiscarded(parse_cards("8D"))
    assert facts[:2] == (RulingGiven("burn it", Verdict.BURN), burned)
    assert clauses(evening, 5)[:3] == ["6.1", "6.1", "6.1"]
    assert (evening.phase(), evening.table.carried) == (Phase.RESULT, ())
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 9H 4C 8D"))
    evening.do(Settle())
    (bets,) = evening.do(OpenBets())
    assert isinstance(bets, BetsOpened)
    assert bets.seen_before == ()
    assert replay(evening.record.events) == evening.table


@clause("mbs", "5.7", "6.1")
def test_a_registered_card_that_the_right_order_leaves_over_is_burned(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "KS 3D QH 4C 9D")
    evening.do(report(Irregularity.WRONG_ORDER, "KS 3D 9D 4C QH"))
    _, corrected, burned, *_ = evening.do(BURN, SHIFT_MANAGER)
    assert corrected == CardsCorrected(parse_cards("KS 3D QH 4C 9D"), parse_cards("KS 3D 9D 4C"))
    assert burned == CardsDiscarded(parse_cards("QH"))
    # The round is corrected by its own paragraph; the ruling concerns only the card.
    assert clauses(evening, 6)[:3] == ["6.1", "5.7", "6.1"]
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 9D 4C QH"))
    assert evening.table.shoe_now.dealt_count == 5
    assert replay(evening.record.events) == evening.table


@clause("mbs", "6.1", "6.3")
def test_a_paid_round_is_paid_by_its_cards_and_the_card_left_over_is_burned(
    policies: Policies,
) -> None:
    evening = with_cards("mbs", policies, "KS 3D 5H 4C 2D")
    evening.do(Settle())
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 9H 4C 2D"))
    assert evening.refused(Attest(), SUPERVISOR) == ForTheShiftManager("6.1")
    _, _, burned, resettled = evening.do(BURN, SHIFT_MANAGER)
    assert burned == CardsDiscarded(parse_cards("2D"))
    assert isinstance(resettled, RoundResettled)
    assert clauses(evening, 4) == ["6.1", "6.3", "6.1", "6.3"]
    assert evening.table.credits_of(T1) == dollars(900)
    assert evening.table.shoe_now.counts == Counter(parse_cards("KS 3D 9H 4C 2D"))
    assert replay(evening.record.events) == evening.table


@clause("mbs", "5.7")
def test_a_seen_card_that_this_round_is_certain_to_want_needs_no_ruling(
    policies: Policies,
) -> None:
    evening = with_cards("mbs", policies, "KS 3D")
    evening.do(report(EXCESS, extra="unseen 8D"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.carried == (None, *parse_cards("8D"))
    with_more = with_cards("mbs", policies, "KS 3D")
    with_more.do(report(EXCESS, extra="unseen 8D 9C"))
    with_more.do(BURN, SHIFT_MANAGER)
    assert with_more.table.carried == (None, *parse_cards("8D"))


@clause("mbs", "5.7", "6.1")
def test_a_seen_card_behind_one_that_waits_is_burned_and_the_other_waits_on(
    policies: Policies,
) -> None:
    evening = with_cards("mbs", policies, NATURAL)
    evening.do(report(EXCESS, extra="unseen"))
    evening.do(Attest(), SUPERVISOR)
    evening.do(report(EXCESS, extra="8D"))
    evening.do(BURN, SHIFT_MANAGER)
    assert list(evening.table.carried) == [None]
    assert evening.table.shoe_now.dealt_count == 6


@clause("mbs", "6.1")
def test_a_ruling_on_a_card_left_over_may_also_void_the_round(policies: Policies) -> None:
    evening = with_cards("mbs", policies, NATURAL)
    evening.do(report(EXCESS, extra="8D"))
    _, voided, discarded = evening.do(Rule(Verdict.VOID, "a mess"), SHIFT_MANAGER)
    assert isinstance(voided, RoundVoided)
    assert discarded == CardsDiscarded(parse_cards("8D"))
    assert clauses(evening, 1) == ["A-42"]


@pytest.mark.parametrize("verdict", [CARRY, BURN])
def test_where_no_seen_card_is_left_over_none_is_carried_or_burned(
    policies: Policies, verdict: Rule
) -> None:
    for document, cited in (("rws-etg", "5.4"), ("mbs", "5.7")):
        evening = with_cards(document, policies, NATURAL)
        evening.do(report(EXCESS, extra="unseen"))
        evening.do(Decline("not so"), SUPERVISOR)
        assert evening.refused(verdict, SHIFT_MANAGER) == NoCardLeftOver(cited)
    late = settled("mbs", policies)
    late.do(OpenBets())
    late.do(report(Irregularity.WRONG_ORDER, earlier=1))
    assert late.refused(verdict, SHIFT_MANAGER) == NoCardLeftOver("6.1")


@pytest.mark.reading("A-53")
def test_who_reports_the_card_does_not_rule_on_it(policies: Policies) -> None:
    evening = with_cards("mbs", policies, NATURAL)
    evening.do(report(EXCESS, extra="8D"), SHIFT_MANAGER)
    assert isinstance(evening.refused(CARRY, SHIFT_MANAGER), SamePersonTwice)


@pytest.mark.parametrize("document", GAMES)
def test_an_unseen_card_waits_by_its_clause_at_either_house(
    policies: Policies, document: str
) -> None:
    evening = with_cards(document, policies, NATURAL)
    evening.do(report(EXCESS, extra="unseen"))
    evening.do(Attest(), SUPERVISOR)
    assert list(evening.table.carried) == [None]

"""Rulings of the Shift Manager: in words, with money if it is due, and with an order."""

import pytest

from punto.rounds.adjustment.events import CreditsAdjusted
from punto.rounds.adjustment.refusals import AdjustsNothing, NoMoneyHere
from punto.rounds.dealing.commands import Settle
from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.irregularity.events import OrderDecided, RulingGiven
from punto.rounds.irregularity.refusals import CardsMissing, NotForARuling, OrderNotYours
from punto.rounds.phases import Phase
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_cards
from punto.values.ids import TerminalId
from punto.values.money import Cents, dollars
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR, T1, T2
from support.rounds.matters import GAMES, Policies, report, settled, with_cards

clause = pytest.mark.clause
reading = pytest.mark.reading

UNKNOWN = Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN


@clause("rws-etg", "5.12")
@clause("mbs", "6.1")
@reading("A-65")
@pytest.mark.parametrize("document", GAMES)
def test_a_ruling_may_give_and_take_credits(policies: Policies, document: str) -> None:
    evening = with_cards(document, policies, "4D KS")
    evening.do(report(Irregularity.NOT_COVERED))
    adjustments = ((T1, dollars(30)), (T2, dollars(-1200)))
    ruling, _, given, taken = evening.do(
        Rule(Verdict.VOID, "a fire alarm", adjustments), SHIFT_MANAGER
    )
    assert ruling == RulingGiven("a fire alarm", Verdict.VOID)
    assert given == CreditsAdjusted(T1, dollars(30), "a fire alarm", by_ruling=True)
    assert taken == CreditsAdjusted(T2, dollars(-1200), "a fire alarm", by_ruling=True)
    assert evening.table.credits_of(T1) == dollars(1030)
    assert evening.table.credits_of(T2) == 0
    assert evening.table.book.owed(T2) == dollars(200)
    assert {e.clause for e in evening.record.events[-2:]} == {
        {"rws-etg": "5.12", "mbs": "6.1"}[document]
    }


@reading("A-28")
def test_a_paid_round_stays_paid_and_a_ruling_may_still_give(policies: Policies) -> None:
    evening = settled("rws-etg", policies)
    evening.do(report(Irregularity.NOT_COVERED))
    evening.do(Rule(Verdict.GOES_ON, "a courtesy", ((T2, dollars(5)),)), SHIFT_MANAGER)
    assert evening.phase() is Phase.SETTLED
    assert evening.table.credits_of(T2) == dollars(1005)


def test_a_ruling_adjusts_each_terminal_once_by_something_where_it_has_money(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(report(Irregularity.NOT_COVERED))
    stranger = TerminalId("T9")
    for adjustments, refusal in (
        (((T1, dollars(5)), (T1, dollars(6))), AdjustsNothing(T1)),
        (((T1, Cents(0)),), AdjustsNothing(T1)),
        (((stranger, dollars(5)),), NoMoneyHere(stranger)),
    ):
        wish = Rule(Verdict.GOES_ON, "so", adjustments)
        assert evening.refused(wish, SHIFT_MANAGER) == refusal


@clause("rws-etg", "5.7")
@reading("A-45")
def test_the_attester_decides_which_card_came_first(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D")
    evening.do(report(UNKNOWN, extra="4C QH"))
    assert evening.refused(Attest(), SUPERVISOR) == CardsMissing(UNKNOWN, "5.7")
    decided, *_ = evening.do(Attest(parse_cards("KS 3D QH 4C")), SUPERVISOR)
    assert decided == OrderDecided(parse_cards("KS 3D QH 4C"))
    (told,) = [event for event in evening.record.events if event.fact == decided]
    assert (told.by, told.clause) == (SUPERVISOR, "5.7")
    assert evening.table.round_now.cards == parse_cards("KS 3D QH 4C")
    assert evening.table.round_now.totals_announced
    evening.deal("2D")
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(1100)  # Banker 7 against 2


@clause("rws-etg", "5.7")
@reading("A-39", "A-45")
def test_a_ruling_that_establishes_such_a_draw_decides_the_order_too(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D")
    evening.do(report(UNKNOWN, extra="4C QH"))
    evening.do(Decline("there was only one"), SUPERVISOR)
    established = Rule(Verdict.ESTABLISHED, "there were two")
    assert evening.refused(established, SHIFT_MANAGER) == CardsMissing(UNKNOWN, "5.7")
    in_order = Rule(Verdict.ESTABLISHED, "there were two", cards=parse_cards("KS 3D QH 4C"))
    given, decided, *_ = evening.do(in_order, SHIFT_MANAGER)
    assert given == RulingGiven("there were two", Verdict.ESTABLISHED)
    assert decided == OrderDecided(parse_cards("KS 3D QH 4C"))
    assert evening.table.round_now.cards == parse_cards("KS 3D QH 4C")


def test_where_the_order_is_known_nobody_decides_it(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(report(Irregularity.WRONG_ORDER, "KS 4D"))
    wish = Attest(parse_cards("4D KS"))
    assert evening.refused(wish, SUPERVISOR) == OrderNotYours("5.5")
    evening.do(Decline("it is right"), SUPERVISOR)
    for verdict in Verdict:
        ruling = Rule(verdict, "so", cards=parse_cards("4D KS"))
        assert evening.refused(ruling, SHIFT_MANAGER) == OrderNotYours("5.5")


@clause("rws-etg", "5.1.1")
@reading("A-36")
def test_an_interrupted_round_waits_as_long_as_it_takes(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS 4C")
    evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))
    evening.now += 3 * 24 * 60 * 60 * 1000
    assert evening.phase() is Phase.STOPPED
    evening.do(Attest(), SUPERVISOR)
    assert evening.phase() is Phase.DEALING
    assert evening.table.credits_of(T1) == dollars(900)


@clause("rws-etg", "5.12")
@reading("A-36")
def test_or_until_the_shift_manager_rules(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS 4C")
    evening.do(report(Irregularity.TECHNICAL_INTERRUPTION))
    wish = Rule(Verdict.VOID, "the power will not come back tonight")
    assert evening.refused(wish, SHIFT_MANAGER) == NotForARuling("5.1")
    evening.do(Decline("it is more than that"), SHIFT_MANAGER)
    evening.do(wish, SHIFT_MANAGER)
    assert evening.table.credits_of(T1) == dollars(1000)

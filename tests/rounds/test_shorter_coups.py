"""A misread card that ends the coup earlier: the surplus card waits for the next deal."""

from collections import Counter

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.dealing.commands import CardOrigin, Settle
from punto.rounds.dealing.events import CardDealt
from punto.rounds.events import Fact
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest
from punto.rounds.irregularity.events import (
    CardsCarried,
    CardsCorrected,
    RoundResettled,
    RulingGiven,
)
from punto.rounds.irregularity.expected_cards import ExpectedCards
from punto.rounds.irregularity.refusals import CardsCannotBe
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import RetireShoe
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_card, parse_cards
from punto.values.money import dollars
from punto.values.sides import Side
from support.rounds.evening import SUPERVISOR, T1, Evening
from support.rounds.matters import GAMES, Policies, establish, report, with_cards

pytestmark = [
    pytest.mark.clause("rws-etg", "5.4", "5.6"),
    pytest.mark.clause("mbs", "5.7", "6.3"),
    pytest.mark.reading("A-43", "A-72"),
]

MISREAD = Irregularity.WRONG_CARD_REGISTERED
REGISTERED = "KS 3D 5H 4C 2D"
"""Player 5 draws the 2; 7 to 7, and a bet on Banker is pushed."""
LIES_THERE = "KS 3D 9H 4C 2D"
"""The 5 was a 9: Player had a natural, and no hand should have drawn."""
USED, EXCESS = parse_cards("KS 3D 9H 4C"), parse_cards("2D")


def next_deal_begins_with_it(evening: Evening) -> None:
    assert evening.table.carried == EXCESS
    assert evening.table.shoe_now.counts == Counter(parse_cards(LIES_THERE))
    assert evening.table.shoe_now.dealt_count == 5
    evening.do(OpenBets())
    evening.close()
    first = CardDealt(parse_card("2D"), Side.PLAYER, CardOrigin.CARRIED)
    assert evening.record.events[-1].fact == first
    assert evening.table.shoe_now.dealt_count == 5
    assert replay(evening.record.events) == evening.table


def established(evening: Evening) -> tuple[Fact, ...]:
    """Return the facts that correct the round, without the ruling itself."""
    return tuple(fact for fact in establish(evening) if not isinstance(fact, RulingGiven))


@pytest.mark.parametrize("document", GAMES)
def test_before_payment_the_shorter_coup_is_paid(policies: Policies, document: str) -> None:
    evening = with_cards(document, policies, REGISTERED)
    evening.do(report(MISREAD, LIES_THERE))
    facts = established(evening)
    assert facts[:2] == (
        CardsCorrected(parse_cards(REGISTERED), USED),
        CardsCarried(EXCESS, in_front=True),
    )
    assert (evening.phase(), evening.table.round_now.cards) == (Phase.RESULT, USED)
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(900)
    next_deal_begins_with_it(evening)


@pytest.mark.parametrize("document", GAMES)
def test_after_payment_the_shorter_coup_is_paid_instead(policies: Policies, document: str) -> None:
    evening = with_cards(document, policies, REGISTERED)
    evening.do(Settle())
    assert evening.table.credits_of(T1) == dollars(1000)
    evening.do(report(MISREAD, LIES_THERE))
    corrected, carried, anew = established(evening)
    assert corrected == CardsCorrected(parse_cards(REGISTERED), USED)
    assert carried == CardsCarried(EXCESS, in_front=True)
    assert isinstance(anew, RoundResettled)
    assert evening.table.credits_of(T1) == dollars(900)
    next_deal_begins_with_it(evening)


def test_in_the_middle_of_the_deal_a_shorter_coup_ends_it(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "KS 3D")
    evening.do(report(MISREAD, LIES_THERE))
    establish(evening)
    assert (evening.phase(), evening.table.carried) == (Phase.RESULT, EXCESS)


def test_no_card_of_a_shoe_that_is_gone_waits(policies: Policies) -> None:
    too_many = CardsCannotBe(parse_cards(LIES_THERE), ExpectedCards.NO_MORE_THAN_USED)
    evening = with_cards("mbs", policies, REGISTERED)
    evening.do(Settle())
    gone = evening.record
    evening.do(RetireShoe("worn"), SUPERVISOR)
    assert evening.refused(report(MISREAD, LIES_THERE)) == too_many
    evening.record = gone
    evening.do(OpenBets())
    assert evening.refused(report(MISREAD, LIES_THERE, earlier=1)) == too_many


def test_no_more_cards_wait_than_a_deal_begins_with(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "KS 3D")
    four = report(MISREAD, "KS 3D 9H 4C 2D 2H 2C 2S")
    five = report(MISREAD, "KS 3D 9H 4C 2D 2H 2C 2S 6C")
    refusal = evening.refused(five)
    behind = parse_cards("2D 2H 2C 2S 6C")
    assert refusal == CardsCannotBe(behind, ExpectedCards.FOR_THE_NEXT_DEAL, 4)
    evening.do(four)


@pytest.mark.reading("A-43", "A-72")
def test_a_card_of_the_coup_waits_in_front_of_one_that_was_drawn_after_it(
    policies: Policies,
) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D 5H 4C 2D")
    evening.do(report(Irregularity.EXCESS_OR_EXPOSED_CARD, extra="8D"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.carried == parse_cards("8D")
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D 9H 4C 2D"))
    evening.do(Attest(), SUPERVISOR)
    assert evening.table.carried == parse_cards("2D 8D")

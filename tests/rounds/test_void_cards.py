"""The cards that a void round has drawn, and those it has not: both count for the shoe."""

from collections import Counter

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.dealing.commands import Settle
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.irregularity.events import CardsDiscarded, PlayResumed, RoundVoided, RulingGiven
from punto.rounds.irregularity.refusals import NoCardIsOut
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import NoteCutCard
from punto.rounds.shoe.events import ShoeRetired
from punto.rounds.shoe.refusals import ShoeIsOver
from punto.rules.irregularity_policies import Irregularity
from punto.values import replace
from punto.values.cards import parse_cards
from punto.values.money import dollars
from support.rounds.evening import (
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Evening,
    betting,
    configuration,
    opened,
)
from support.rounds.matters import Policies, config_for, report, with_cards

clause = pytest.mark.clause
reading = pytest.mark.reading


@clause("mbs", "5.2")
@reading("A-42")
def test_a_card_drawn_too_many_is_discarded_with_the_void_round(policies: Policies) -> None:
    evening = with_cards("mbs", policies, "4D KS")
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS, extra="4C 8H"))
    voided, discarded = evening.do(Attest(), SHIFT_MANAGER)
    assert isinstance(voided, RoundVoided)
    assert discarded == CardsDiscarded(parse_cards("4C 8H"))
    assert evening.record.events[-1].clause == "A-42"
    shoe = evening.table.shoe_now
    assert (shoe.counts, shoe.dealt_count) == (Counter(parse_cards("4D KS 4C 8H")), 4)
    assert (evening.phase(), evening.table.carried) == (Phase.IDLE, ())
    assert replay(evening.record.events) == evening.table


ABOUT_DEALT_CARDS = [
    pytest.param("mbs", Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN, marks=clause("mbs", "5.8.1")),
    pytest.param("mbs", Irregularity.DEALT_ORDER_LOST, marks=clause("mbs", "5.2", "5.7")),
    pytest.param("mbs", Irregularity.WRONG_NUMBER_OF_CARDS, marks=clause("mbs", "5.2")),
    pytest.param("rws-etg", Irregularity.WRONG_NUMBER_OF_CARDS, marks=clause("rws-etg", "5.3.3")),
]


@reading("A-42", "A-45", "A-48", "A-75")
@pytest.mark.parametrize(("document", "what"), ABOUT_DEALT_CARDS)
@pytest.mark.parametrize("is_open", [True, False])
def test_unregistered_first_cards_void_the_round_once_they_are_named(
    policies: Policies, document: str, what: Irregularity, *, is_open: bool
) -> None:
    evening = betting(config_for(document, policies))
    evening.bet(T1, banker=100)
    if not is_open:
        evening.close()
    assert isinstance(evening.refused(report(what)), NoCardIsOut)
    evening.do(report(what, extra="4D KS"))
    voided, discarded = evening.do(Attest(), SHIFT_MANAGER)
    assert isinstance(voided, RoundVoided)
    assert discarded == CardsDiscarded(parse_cards("4D KS"))
    assert evening.table.shoe_now.dealt_count == 2
    assert evening.table.credits_of(T1) == dollars(1000)


@reading("A-75")
def test_all_cards_may_be_named_in_their_order_where_none_is_registered(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "")
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS, "4D KS"))
    assert isinstance(evening.do(Attest(), SUPERVISOR)[0], RoundVoided)


@clause("rws-etg", "5.12")
@reading("A-42", "A-75")
def test_unregistered_cards_whose_order_is_lost_are_ruled_on(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "")
    lost = Irregularity.DEALT_ORDER_LOST
    assert isinstance(evening.refused(report(lost)), NoCardIsOut)
    evening.do(report(lost, extra="4D KS"))
    _, voided, discarded = evening.do(Rule(Verdict.VOID, "nobody can tell"), SHIFT_MANAGER)
    assert isinstance(voided, RoundVoided)
    assert discarded == CardsDiscarded(parse_cards("4D KS"))


@clause("rws-etg", "5.3.3")
@reading("A-28", "A-75")
def test_between_rounds_an_unregistered_card_makes_no_round_void(policies: Policies) -> None:
    evening = opened(config_for("rws-etg", policies))
    wish = report(Irregularity.WRONG_NUMBER_OF_CARDS, extra="4D KS")
    assert evening.refused(wish) == NoCardIsOut("5.3.3")


@reading("A-41", "A-42")
def test_between_rounds_an_extra_card_goes_with_its_bad_shoe(policies: Policies) -> None:
    evening = opened(config_for("mbs", policies))
    evening.do(report(Irregularity.FOREIGN_CARD, extra="4C"))
    facts = evening.do(Attest(), SUPERVISOR)
    assert facts == (
        PlayResumed(evening.table.closes_at),
        CardsDiscarded(parse_cards("4C")),
        ShoeRetired("clause 5.1"),
    )


@clause("rws-etg", "5.12")
@reading("A-42")
def test_a_ruling_of_void_discards_the_extra_cards_as_well(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "4D KS")
    evening.do(report(Irregularity.EXCESS_OR_EXPOSED_CARD, extra="4C"))
    evening.do(Decline("it was never out"), SUPERVISOR)
    given, voided, discarded = evening.do(Rule(Verdict.VOID, "too much doubt"), SHIFT_MANAGER)
    assert given == RulingGiven("too much doubt", Verdict.VOID)
    assert isinstance(voided, RoundVoided)
    assert discarded == CardsDiscarded(parse_cards("4C"))
    assert evening.table.shoe_now.dealt_count == 3


def void(evening: Evening) -> None:
    evening.do(report(Irregularity.NOT_COVERED))
    evening.do(Rule(Verdict.VOID, "a fight"), SHIFT_MANAGER)


@clause("mbs", "3.10")
@reading("A-49")
def test_a_void_round_without_a_card_is_not_the_last_of_its_shoe() -> None:
    evening = opened()
    evening.do(NoteCutCard())
    evening.do(OpenBets())
    assert evening.table.shoe_now.is_over
    void(evening)
    assert evening.table.shoe_now.rounds_left == 1
    evening.do(OpenBets())
    evening.close()
    evening.deal("4D")
    void(evening)
    assert evening.refused(OpenBets()) == ShoeIsOver(1)
    assert replay(evening.record.events) == evening.table


@reading("A-49")
def test_a_void_round_without_a_card_gives_one_more_round_back_too() -> None:
    evening = opened(replace(configuration(), one_more_after_cut_card=True))
    evening.do(OpenBets())
    evening.close()
    evening.do(NoteCutCard())
    evening.deal("KS 3D 9H 4C")
    evening.do(Settle())
    evening.do(OpenBets())
    void(evening)
    evening.do(OpenBets())
    evening.play("KS 3D 9H 4C")
    assert evening.refused(OpenBets()) == ShoeIsOver(1)


def test_before_the_cut_card_a_void_round_gives_nothing_back() -> None:
    evening = opened()
    evening.do(OpenBets())
    void(evening)
    assert evening.table.shoe_now.rounds_left == 0
    assert not evening.table.shoe_now.is_over

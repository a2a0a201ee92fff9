"""What a void round has drawn, and what it has not: both count for the shoe."""

from collections import Counter
from dataclasses import replace

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.dealing.commands import Settle
from punto.rounds.evolution import replay
from punto.rounds.irregularity.commands import Attest, Decline, Rule, Verdict
from punto.rounds.irregularity.events import CardsDiscarded, PlayResumed, RoundVoided, RulingGiven
from punto.rounds.phases import Phase
from punto.rounds.shoe.commands import NoteCutCard
from punto.rounds.shoe.events import ShoeRetired
from punto.rounds.shoe.refusals import ShoeIsOver
from punto.rules.irregularities import Irregularity
from punto.values.cards import parse_cards
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR, Evening, configuration, opened
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

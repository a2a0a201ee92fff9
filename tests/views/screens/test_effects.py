"""The effects of a step, as data that agrees with the words, for every irregularity."""

import pytest

from punto.rounds.irregularity.commands import Attest, Decline
from punto.rules.irregularity_policies import Irregularity
from punto.values.cards import parse_cards
from punto.views.procedures.effects import CardsLot, Effects, Lot, Money, Play
from punto.views.procedures.procedure import Step, procedure_of
from support.rounds.evening import SHIFT_MANAGER, SUPERVISOR, Evening
from support.rounds.matters import Policies, report, with_cards
from support.rounds.matters import settled as settled_by
from support.views.screens.stages import (
    STAGES,
    closed,
    opened,
    played,
    screens,
    settled,
    with_extra_card,
)

clause = pytest.mark.clause
reading = pytest.mark.reading


def effects(evening: Evening, step: Step = Step.ATTEST) -> Effects:
    found = procedure_of(screens(evening))
    assert found is not None
    return next(way.brings for way in found.ways if way.step is step)


@clause("mbs", "5.1")
@reading("A-42")
def test_a_foreign_card_voids_the_round_and_takes_the_shoe_with_it() -> None:
    evening = closed("KS 3D")
    evening.do(report(Irregularity.FOREIGN_CARD, extra="9H"))
    assert effects(evening) == Effects(
        Play.VOID,
        1,
        Money.RETURNED,
        None,
        (
            CardsLot(Lot.DISCARDED_WITH_ROUND, parse_cards("KS 3D")),
            CardsLot(Lot.DISCARDED, parse_cards("9H")),
        ),
        shoe_withdrawn=True,
    )


@reading("A-43")
def test_a_seen_card_that_is_out_before_the_deal_begins_the_next_one_or_is_burned() -> None:
    evening = with_extra_card(opened(), "9H")
    for step, lot in ((Step.RULE_CARRY, Lot.CARRIED), (Step.RULE_BURN, Lot.DISCARDED)):
        lots = (CardsLot(lot, parse_cards("9H")),)
        expected = Effects(Play.NEXT_ROUND, 0, Money.NOTHING, None, lots, shoe_withdrawn=False)
        assert effects(evening, step) == expected


@reading("A-72")
def test_a_wrong_card_of_a_settled_round_pays_it_again() -> None:
    evening = settled()
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D"))
    corrected = (CardsLot(Lot.CORRECTED, parse_cards("KS 3D QH 4C 9D")),)
    expected = Effects(
        Play.SETTLED_AGAIN, 1, Money.PAID_AGAIN, None, corrected, shoe_withdrawn=False
    )
    assert effects(evening) == expected


@reading("A-29")
def test_a_late_correction_names_the_round_that_it_is_about() -> None:
    evening = played(opened(), "KS 3D QH 4C 2D", "KS 3D QH 4C 2D")
    evening.do(report(Irregularity.WRONG_CARD_REGISTERED, "KS 3D QH 4C 9D", earlier=1))
    found = effects(evening)
    assert (found.money, found.earlier) == (Money.EARLIER_PAID_AGAIN, 1)
    assert found.cards == (CardsLot(Lot.EARLIER_CORRECTED, parse_cards("KS 3D QH 4C 9D")),)
    evening.do(Attest(), SHIFT_MANAGER)


@reading("A-39")
def test_nothing_moves_while_a_report_is_declined() -> None:
    evening = STAGES["dealing stopped"]()
    stands = Effects(Play.NOTHING_MOVES, 1, Money.STANDS, None, (), shoe_withdrawn=False)
    assert effects(evening, Step.DECLINE) == stands
    evening.do(Decline("it is no foreign card"), SUPERVISOR)
    goes_on = effects(evening, Step.RULE_GOES_ON)
    assert (goes_on.play, goes_on.money) == (Play.GOES_ON, Money.STANDS)


@clause("rws-etg", "5.7")
def test_an_order_that_is_still_to_be_decided_is_not_told_as_if_it_were(policies: Policies) -> None:
    evening = with_cards("rws-etg", policies, "KS 3D")
    evening.do(report(Irregularity.SIMULTANEOUS_DRAW_ORDER_UNKNOWN, extra="9H"))
    assert effects(evening).cards == (CardsLot(Lot.AS_DECIDED, ()),)


@clause("rws-etg", "5.3.3")
@reading("A-28")
def test_a_paid_round_that_becomes_void_gives_back_what_it_took(policies: Policies) -> None:
    evening = settled_by("rws-etg", policies)
    evening.do(report(Irregularity.WRONG_NUMBER_OF_CARDS))
    found = effects(evening)
    assert (found.play, found.money) == (Play.VOID, Money.TAKEN_BACK_AND_RETURNED)

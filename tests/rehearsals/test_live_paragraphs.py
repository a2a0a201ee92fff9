"""Paragraphs of the live table's document, each shown by lines that a Dealer can read aloud."""

import pytest

from punto.rounds.phases import Phase
from punto.values.ids import TableId
from punto.views.roads import Roads
from punto.views.watched_table import watched
from support.rehearsals.stage import LIVE_BETS_OPEN, held

clause = pytest.mark.clause
reading = pytest.mark.reading

BETS = ("ann bets banker 1000", "ben bets player 500 at box 1")
COUP = "KS 3D QH 4C 2D"
"""Banker wins with 7 against 2."""


def goes(*lines: str) -> None:
    """Check that these lines hold."""
    held(*lines, before=LIVE_BETS_OPEN)


@clause("rws-live", "1.18", "5.12.2")
def test_reconstruction_brings_cards_into_their_intended_order() -> None:
    goes(
        *BETS,
        "mei closes bets",
        "mei deals KS QH 3D",
        "mei reports wrong-order with the cards KS 3D QH",
        "arun attests",
        "expect cards KS 3D QH",
        "mei ends the choice",
        "mei deals 4C 2D",
        'expect event ResultShown "Player 2, Banker 7"',
    )


@clause("rws-live", "1.19", "3.3")
def test_a_round_lasts_from_place_your_bets_please_until_everybody_is_settled() -> None:
    scene = held(
        *BETS,
        "expect round 1",
        f"mei plays {COUP}",
        "expect phase settled",
        "expect account stakes:ann@1 0",
        "ann bets banker 100",
        "expect refusal OutOfPhase",
        "expect round 1",
        "mei opens bets",
        'expect event BetsOpened "round 2: Place your Bets, please"',
        before=LIVE_BETS_OPEN,
    )
    assert scene.table.phase is Phase.BETTING


@clause("rws-live", "1.24", "5.15")
def test_a_void_round_has_no_result_and_leaves_no_mark_on_the_roads() -> None:
    scene = held(
        *BETS,
        "mei closes bets",
        "mei deals KS 3D QH 4C",
        'mei reports foreign-card: "another back"',
        "arun attests",
        "expect the round void",
        "expect no event ResultShown",
        "expect ann net 0",
        before=LIVE_BETS_OPEN,
    )
    seen = watched(scene.record(TableId("L1")).events)
    assert seen.roads == Roads()


@clause("rws-live", "3.5", "5.13")
def test_a_bet_that_its_patron_misplaced_counts_where_it_lies() -> None:
    goes(
        "ann bets player 1000",
        "mei closes bets",
        "ann bets banker 1000",
        "expect refusal OutOfPhase",
        f"mei deals {COUP}",
        "mei settles",
        "expect ann player lost -1000",
    )


@clause("rws-live", "3.6")
@reading("A-60")
def test_nobody_keeps_the_room_in_a_box_from_another_patron() -> None:
    goes(
        "ann bets banker 6000",
        "ben bets banker 3000 at box 1",
        "eve bets banker 1000 at box 1",
        "mei closes bets",
        "expect ben plays banker 3000",
        "expect eve plays banker 1000",
    )


@clause("rws-live", "5.2")
@reading("A-62")
def test_a_bet_below_the_minimum_is_pointed_out_and_raised_or_taken_up() -> None:
    goes(
        "ann bets banker 50",
        'expect warning "raise it or withdraw it (L 5.2)"',
        "mei closes bets",
        "expect refusal WarningsOpen",
        "ann bets banker 100",
        "expect warnings 0",
        "ann bets banker 50",
        "ann bets nothing",
        "expect warnings 0",
        "mei closes bets",
    )


@clause("rws-live", "5.2.1")
@reading("A-62")
def test_an_unnoticed_bet_below_the_minimum_is_settled_as_it_lies() -> None:
    goes(
        "ann bets banker 50",
        "mei closes bets passing over the warnings",
        'expect event LayoutClosed "passed over: ann at box 1 (L 5.2)"',
        f"mei deals {COUP}",
        "mei settles",
        "expect ann banker won 50",
    )


@clause("rws-live", "5.8.2", "5.8 tail")
def test_a_card_with_the_wrong_person_is_put_right_and_gives_a_choice_before_a_decision() -> None:
    goes(
        *BETS,
        "mei closes bets",
        "mei deals KS 3D",
        "mei reports wrong-person with the cards KS 3D",
        "expect clause 5.8.2",
        "arun attests",
        "expect choice open for ann, ben",
        "mei ends the choice",
        "mei deals QH",
        "mei reports wrong-person with the cards KS 3D QH",
        "arun attests",
        "expect no event OptionsOffered",
    )


@clause("rws-live", "5.10.2")
def test_a_pit_supervisor_may_have_the_cards_replaced_after_a_simultaneous_draw() -> None:
    goes(
        *BETS,
        "mei closes bets",
        "mei deals KS",
        "mei reports simultaneous-draw-order-unknown with extra cards 3D QH",
        "arun attests with the cards KS 3D QH",
        "mei ends the choice",
        "mei deals 4C 2D",
        "mei settles",
        'mei retires the shoe: "two cards at once"',
        "expect refusal RoleTooLow",
        'arun retires the shoe: "two cards at once"',
        "expect no shoe",
        "mei loads the shoe",
        "expect shoe 2",
    )


@clause("rws-live", "5.11", "5.5 tail")
@reading("A-29")
def test_an_error_of_an_earlier_round_leaves_the_later_ones_as_they_are() -> None:
    goes(
        *BETS,
        f"mei plays {COUP}",
        "mei opens bets",
        "ann bets banker 300",
        "mei reports wrong-card-registered in round 1 with the cards KS 3D QH 4C 9D",
        "tan attests",
        "expect event EarlierRoundResettled",
        "expect ann plays banker 300",
        "expect phase betting",
        f"mei plays {COUP}",
        "expect ann banker won 300",
        'mei reports foreign-card in round 1: "in the discard rack"',
        "expect refusal EarlierRoundStands",
    )


@reading("A-83")
def test_patrons_choose_once_the_cards_are_put_right_and_before_another_is_dealt() -> None:
    goes(
        *BETS,
        "mei closes bets",
        "mei deals KS",
        "mei reports simultaneous-draw-order-unknown with extra cards 3D QH",
        "expect choice open for nobody",
        "arun attests with the cards KS QH 3D",
        "expect cards KS QH 3D",
        "expect choice open for ann, ben",
        "mei reads 4C",
        "expect refusal OutOfPhase",
        "ann continues",
        "mei ends the choice",
        "mei reads 4C",
        "ann takes the bets back",
        "expect refusal OutOfPhase",
    )


@clause("rws-live", "5.14")
@reading("A-88")
def test_a_paid_round_is_voided_or_corrected_until_the_next_begins_and_nothing_else() -> None:
    goes(
        *BETS,
        f"mei plays {COUP}",
        "mei reports technical-interruption",
        "expect refusal NoRoundToReach",
        "mei reports wrong-card-registered with the cards KS 3D QH 4C 9D",
        "arun attests",
        "expect ann net -1000",
        "mei reports wrong-number-of-cards",
        "arun attests",
        "expect the round void",
        "expect ann net 0",
    )

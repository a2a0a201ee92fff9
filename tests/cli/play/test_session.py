from collections.abc import Callable
from dataclasses import replace

import pytest

from punto.cli.play.dealing import play_round
from punto.cli.play.refusals import Refused
from punto.cli.play.session import (
    Session,
    add_stakes,
    clear,
    double,
    repeat,
    total_of,
    undo,
    with_new_shoe,
)
from punto.devices.virtual_shoe import VirtualShoe
from punto.rules.games import BetKey
from punto.values.cards import DECK
from punto.values.money import Cents, dollars

BANKER, TIGER = BetKey("banker"), BetKey("tiger")
Seated = Callable[[str], Session]


def accepted(answer: Session | Refused) -> Session:
    assert isinstance(answer, Session), answer
    return answer


def sentences(answer: Session | Refused) -> list[str]:
    assert not isinstance(answer, Session)
    return [refusal.sentence for refusal in answer]


def test_chips_lie_on_top_of_those_that_stand(seated: Seated) -> None:
    session = accepted(add_stakes(seated(""), {BANKER: dollars(100), TIGER: dollars(5)}))
    session = accepted(add_stakes(session, {BANKER: dollars(25)}))
    assert session.position == {BANKER: dollars(125), TIGER: dollars(5)}
    assert (session.credits, session.credits_free) == (dollars(1000), dollars(870))


def test_a_position_is_refused_whole_by_the_sentences_of_the_rules(seated: Seated) -> None:
    session = seated("")
    answer = add_stakes(
        session, {BANKER: dollars(600), TIGER: Cents(150), BetKey("lion"): dollars(1)}
    )
    assert [sentence.partition(":")[0] for sentence in sentences(answer)] == [
        "stake 600.00 on banker",
        "stake 1.50 on tiger",
        "bet 'lion'",
    ]


def test_the_limit_holds_for_all_chips_on_a_bet(seated: Seated) -> None:
    session = accepted(add_stakes(seated(""), {BANKER: dollars(500)}))
    assert sentences(add_stakes(session, {BANKER: dollars(1)})) == [
        "stake 501.00 on banker: expected at most the maximum 500.00"
    ]


@pytest.mark.parametrize("stake", [0, -50])
def test_chips_of_nothing_or_less_cannot_take_others_away(seated: Seated, stake: int) -> None:
    session = accepted(add_stakes(seated(""), {BANKER: dollars(100)}))
    assert sentences(add_stakes(session, {BANKER: dollars(stake)})) == [
        f"stake {stake}.00 on banker: expected more than 0"
    ]


def test_nobody_stakes_more_than_there_is_and_is_told_how_much_that_is(seated: Seated) -> None:
    session = replace(seated(""), credits=dollars(120))
    session = accepted(add_stakes(session, {BANKER: dollars(120)}))
    assert sentences(add_stakes(session, {TIGER: dollars(1)})) == [
        "stakes of 121.00 in all: expected at most the 120.00 of your credits"
    ]


def test_undo_goes_back_change_by_change(seated: Seated) -> None:
    one = accepted(add_stakes(seated(""), {BANKER: dollars(100)}))
    two = accepted(double(one))
    three = accepted(clear(two))
    assert (two.position, three.position) == ({BANKER: dollars(200)}, {})
    assert accepted(undo(three)) == two
    assert accepted(undo(two)) == one
    assert accepted(undo(one)) == seated("")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (clear, "clear: no bet stands on the layout"),
        (undo, "undo: nothing was changed in this round"),
        (repeat, "repeat: no round with bets was played yet"),
        (double, "double: no bet stands on the layout"),
    ],
)
def test_nothing_cannot_be_changed(
    seated: Seated, change: Callable[[Session], Session | Refused], sentence: str
) -> None:
    assert sentences(change(seated(""))) == [sentence]


def test_double_is_refused_whole_when_one_bet_would_pass_its_limit(seated: Seated) -> None:
    session = accepted(add_stakes(seated(""), {BANKER: dollars(300), TIGER: dollars(5)}))
    assert sentences(double(session)) == [
        "stake 600.00 on banker: expected at most the maximum 500.00"
    ]


def test_repeat_wants_the_last_stakes_again_in_place_of_what_stands(seated: Seated) -> None:
    session = accepted(add_stakes(seated("4D KS 4C 2H"), {BANKER: dollars(100)}))
    watched = play_round(play_round(session))
    changed = accepted(add_stakes(watched, {TIGER: dollars(5)}))
    assert accepted(repeat(changed)).position == {BANKER: dollars(100)}


def test_the_totals_of_a_session_are_the_sums_of_its_rounds(seated: Seated) -> None:
    session = accepted(add_stakes(seated("7S 8D TC TH 9H KS KC 2H"), {BANKER: dollars(100)}))
    session = accepted(repeat(play_round(session)))
    session = play_round(session)
    assert session.total_staked == dollars(200)
    assert session.total_returned == dollars(195)
    assert session.credits == dollars(995)


def test_a_new_shoe_clears_the_roads_and_keeps_the_rest(seated: Seated) -> None:
    session = play_round(seated("4D KS 4C 2H"))
    fresh = with_new_shoe(session, VirtualShoe(DECK))
    assert (session.round_number, fresh.round_number) == (2, 1)
    assert (session.shoe_number, fresh.shoe_number) == (1, 2)
    assert fresh.roads.bead.cells == ()
    assert fresh.rounds == session.rounds


def test_no_stakes_are_nothing_in_all() -> None:
    assert total_of({}) == 0

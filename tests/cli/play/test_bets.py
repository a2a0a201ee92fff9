from collections.abc import Callable

import pytest

from punto.cli.private_table.session import PlaySession
from punto.cli.private_table.steps import (
    StepRefusal,
    add_stakes,
    clear,
    double,
    open_bets,
    play_round,
    repeat,
    undo,
    want,
)
from punto.rounds.betting.refusals import BetsRefused, StakesAboveCredits
from punto.rules.games import BetKey
from punto.rules.terms import Terms
from punto.values import replace
from punto.values.money import Cents, dollars
from support.cli.play.seating import Seated, accepted, refused, seat_patron

BANKER, TIGER = BetKey("banker"), BetKey("tiger")
Sit = Callable[[str], Seated]


def test_chips_lie_on_top_of_those_that_stand(seated: Sit) -> None:
    at = seated("")
    chips = {BANKER: dollars(100), TIGER: dollars(5)}
    session = accepted(add_stakes(at.with_bets_open(), chips))
    session = accepted(add_stakes(session, {BANKER: dollars(25)}))
    assert session.position == {BANKER: dollars(125), TIGER: dollars(5)}
    assert (session.credits, session.credits_free) == (dollars(1000), dollars(870))


def test_a_position_is_refused_whole_with_a_line_for_each_bet(seated: Sit) -> None:
    at = seated("")
    chips = {BANKER: dollars(600), TIGER: Cents(150), BetKey("lion"): dollars(1)}
    answer = add_stakes(at.with_bets_open(), chips)
    assert isinstance(answer, BetsRefused)
    assert [sentence.partition(":")[0] for sentence in refused(answer)] == [
        "stake 600.00 on banker",
        "stake 1.50 on tiger",
        "bet 'lion'",
    ]


def test_the_limit_holds_for_all_chips_on_a_bet(seated: Sit) -> None:
    at = seated("")
    session = accepted(add_stakes(at.with_bets_open(), {BANKER: dollars(500)}))
    assert refused(add_stakes(session, {BANKER: dollars(1)})) == [
        "stake 501.00 on banker: expected at most the maximum 500.00 (R 3.4, L 3.4, M 2.2)"
    ]


@pytest.mark.parametrize("stake", [0, -50])
def test_chips_of_nothing_or_less_cannot_take_others_away(seated: Sit, stake: int) -> None:
    at = seated("")
    session = accepted(add_stakes(at.with_bets_open(), {BANKER: dollars(100)}))
    assert refused(add_stakes(session, {BANKER: dollars(stake)})) == [
        f"stake {stake}.00 on banker: expected more than 0 (A-17)"
    ]


def test_nobody_stakes_more_than_there_is_and_is_told_how_much_that_is(tiger: Terms) -> None:
    at = seat_patron(tiger, credits_dollars=120)
    session = accepted(add_stakes(at.with_bets_open(), {BANKER: dollars(120)}))
    answer = add_stakes(session, {TIGER: dollars(1)})
    assert answer == StakesAboveCredits(dollars(121), dollars(120))


def test_before_bets_are_open_the_table_itself_refuses(seated: Sit) -> None:
    at = seated("")
    assert refused(add_stakes(at.session, {BANKER: dollars(1)})) == [
        "betting: no round is in progress, and opening bets comes next (R 3.3, M 3.1); "
        "expected while bets are open or while bets are closing (R 3.3, R 3.7, M 3.1, M 5.5)"
    ]


def test_undo_goes_back_change_by_change(seated: Sit) -> None:
    at = seated("")
    empty = at.with_bets_open()
    one = accepted(add_stakes(empty, {BANKER: dollars(100)}))
    two = accepted(double(one))
    three = accepted(clear(two))
    assert (two.position, three.position) == ({BANKER: dollars(200)}, {})
    back = [three]
    for _ in range(3):
        back.append(accepted(undo(back[-1])))
    assert [step.position for step in back[1:]] == [two.position, one.position, {}]
    assert back[-1].credits_free == dollars(1000)
    assert refused(undo(back[-1])) == ["undo: nothing was changed in this round"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (clear, "clear: there are no bets on the layout"),
        (undo, "undo: nothing was changed in this round"),
        (repeat, "repeat: no round with bets has been played yet"),
        (double, "double: there are no bets on the layout"),
    ],
)
def test_nothing_cannot_be_changed(
    seated: Sit,
    change: Callable[[PlaySession], PlaySession | StepRefusal],
    sentence: str,
) -> None:
    at = seated("")
    assert refused(change(at.with_bets_open())) == [sentence]


def test_an_earlier_position_that_the_table_would_not_take_any_more_is_refused(
    seated: Sit,
) -> None:
    at = seated("")
    beyond = {BANKER: dollars(9999)}
    session = replace(at.with_bets_open(), earlier_positions=(beyond,))
    assert refused(undo(session)) == refused(want(session, beyond))


def test_double_is_refused_whole_when_one_bet_would_pass_its_limit(seated: Sit) -> None:
    at = seated("")
    chips = {BANKER: dollars(300), TIGER: dollars(5)}
    session = accepted(add_stakes(at.with_bets_open(), chips))
    assert refused(double(session)) == [
        "stake 600.00 on banker: expected at most the maximum 500.00 (R 3.4, L 3.4, M 2.2)"
    ]


def test_repeat_wants_the_last_stakes_again_in_place_of_what_stands(seated: Sit) -> None:
    at = seated("4D KS 4C 2H")
    session = accepted(add_stakes(at.with_bets_open(), {BANKER: dollars(100)}))
    played = play_round(session)
    watched = play_round(open_bets(played))
    changed = add_stakes(open_bets(watched), {TIGER: dollars(5)})
    assert accepted(repeat(accepted(changed))).position == {BANKER: dollars(100)}

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.live.betting_boxes import (
    BettingBox,
    BoxBet,
    BoxLimits,
    LimitNotPositive,
    PlayedBet,
    Stance,
)
from punto.live.excess import reject_excess
from punto.values.money import Cents, dollars
from punto.values.sides import Side

clause = pytest.mark.clause

LIMITS = BoxLimits(dollars(100), dollars(1_000))

BOXES = st.lists(
    st.builds(
        BoxBet,
        side=st.sampled_from(Side),
        stake=st.integers(1, 3_000).map(dollars),
        stance=st.sampled_from(Stance),
    ),
    max_size=9,
).map(lambda bets: BettingBox(tuple(bets)))

LIMITS_IN_ORDER = st.tuples(st.integers(1, 500), st.integers(0, 3_000)).map(
    lambda pair: BoxLimits(dollars(pair[0]), dollars(pair[0] + pair[1]))
)


def seated(amount: int) -> BoxBet:
    return BoxBet(Side.BANKER, dollars(amount), Stance.SEATED)


def standing(amount: int) -> BoxBet:
    return BoxBet(Side.BANKER, dollars(amount), Stance.STANDING)


def against(amount: int) -> BoxBet:
    return BoxBet(Side.PLAYER, dollars(amount), Stance.STANDING)


def kept_bets(box: BettingBox, limits: BoxLimits = LIMITS) -> tuple[PlayedBet, ...]:
    kept = reject_excess(box, limits)
    assert isinstance(kept, tuple)
    return kept


def kept_dollars(*bets: BoxBet) -> list[int]:
    return [one.played // 100 for one in kept_bets(BettingBox(bets))]


@clause("rws-live", "1.20", "1.21", "5.1")
@pytest.mark.reading("A-55")
def test_standing_bets_go_before_seated_ones_even_when_placed_earlier() -> None:
    assert kept_dollars(standing(400), seated(600), seated(400)) == [0, 600, 400]


@clause("rws-live", "5.1")
@pytest.mark.reading("A-55")
def test_of_standing_bets_the_latest_goes_first() -> None:
    assert kept_dollars(standing(500), standing(500), standing(500)) == [500, 500, 0]


@clause("rws-live", "5.1")
@pytest.mark.reading("A-55")
def test_seated_bets_go_only_after_all_standing_ones_and_the_latest_first() -> None:
    assert kept_dollars(seated(900), standing(300), seated(700)) == [900, 0, 100]


@clause("rws-live", "5.1")
def test_the_bet_at_the_edge_is_cut_back_to_the_room() -> None:
    assert kept_dollars(seated(700), standing(500)) == [700, 300]


@clause("rws-live", "5.1")
def test_a_rest_under_the_minimum_is_rejected_whole() -> None:
    assert kept_dollars(seated(901), standing(500)) == [901, 0]


@clause("rws-live", "5.1")
def test_a_rest_of_exactly_the_minimum_stays() -> None:
    assert kept_dollars(seated(900), standing(500)) == [900, 100]


@clause("rws-live", "5.1")
def test_rejection_stops_as_soon_as_the_excess_is_gone() -> None:
    assert kept_dollars(seated(500), standing(450), standing(60)) == [500, 450, 0]


@clause("rws-live", "5.1")
def test_the_lighter_side_gives_room_and_loses_nothing() -> None:
    assert kept_dollars(against(200), seated(1_000), standing(500)) == [200, 1_000, 200]


@clause("rws-live", "5.1")
def test_a_box_within_its_limit_keeps_every_bet() -> None:
    assert kept_dollars(seated(1_000), standing(50), against(50)) == [1_000, 50, 50]


def test_limits_that_make_no_sense_are_refused() -> None:
    refusal = reject_excess(BettingBox(()), BoxLimits(dollars(1), Cents(0)))
    assert refusal == LimitNotPositive("Differential", Cents(0))


@clause("rws-live", "5.1")
@given(BOXES, LIMITS_IN_ORDER)
def test_what_stays_is_within_the_limit(box: BettingBox, limits: BoxLimits) -> None:
    left = BettingBox(
        tuple(BoxBet(one.bet.side, one.played, one.bet.stance) for one in kept_bets(box, limits))
    )
    assert left.excess(limits) == 0


@clause("rws-live", "5.1")
@given(BOXES, LIMITS_IN_ORDER)
def test_nothing_grows_and_no_cut_bet_is_left_under_the_minimum(
    box: BettingBox, limits: BoxLimits
) -> None:
    for one in kept_bets(box, limits):
        assert 0 <= one.played <= one.bet.stake
        assert not one.returned or one.played == 0 or one.played >= limits.minimum


@pytest.mark.reading("A-55")
@given(BOXES, LIMITS_IN_ORDER)
def test_a_bet_is_touched_only_when_all_that_go_before_it_are_gone(
    box: BettingBox, limits: BoxLimits
) -> None:
    heavier = [one for one in kept_bets(box, limits) if one.bet.side is box.heavier_side]
    latest_first = heavier[::-1]
    order = [one for one in latest_first if one.bet.stance is Stance.STANDING]
    order += [one for one in latest_first if one.bet.stance is Stance.SEATED]
    touched = [one for one in order if one.returned]
    assert order[: len(touched)] == touched
    assert all(one.played == 0 for one in touched[:-1])
    # Without the last touched bet's rejection the side would not have fitted.
    if touched:
        gone = sum(one.bet.stake for one in touched[:-1])
        assert gone < box.excess(limits)
    assert all(not one.returned for one in kept_bets(box, limits) if one not in heavier)

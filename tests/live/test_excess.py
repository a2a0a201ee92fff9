import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.apportion import reject_at_table
from punto.live.betting_boxes import BoxBet, PlayedBet, Stance, totals_of
from punto.live.differentials import reject_excess
from punto.live.posted_limits import PostedLimits
from punto.values import replace
from punto.values.money import dollars
from support.live.bets import BETS, LIMITS_OF_BOTH, banker, in_boxes, oracle_bets, player, tie

clause = pytest.mark.clause

LIMITS = PostedLimits(dollars(100), dollars(1_000))

ONE_BOX = st.lists(BETS, max_size=9).map(lambda bets: in_boxes(bets, "1"))
LIMITS_IN_ORDER = st.tuples(st.integers(1, 500), st.integers(0, 3_000)).map(
    lambda pair: PostedLimits(dollars(pair[0]), dollars(pair[0] + pair[1]))
)


def seated(amount: int, box: str = "1") -> BoxBet:
    return banker(amount, box=box)


def standing(amount: int, box: str = "1") -> BoxBet:
    return banker(amount, Stance.STANDING, box)


def against(amount: int) -> BoxBet:
    return player(amount, Stance.STANDING)


def kept_dollars(*bets: BoxBet, limits: PostedLimits = LIMITS) -> list[int]:
    return [one.played // 100 for one in reject_excess(bets, limits)]


def heavier_of(bets: tuple[BoxBet, ...], limits: PostedLimits) -> list[PlayedBet]:
    side = totals_of(bets).heavier_side
    return [one for one in reject_excess(bets, limits) if one.bet.hand is side is not None]


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
@pytest.mark.reading("A-87")
def test_a_rest_under_the_minimum_is_rejected_whole() -> None:
    assert kept_dollars(seated(901), standing(500)) == [901, 0]


@clause("rws-live", "5.1")
@pytest.mark.reading("A-87")
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


@clause("rws-live", "5.1")
@pytest.mark.reading("A-54")
def test_side_bets_are_never_rejected_for_the_differential() -> None:
    assert kept_dollars(tie(5_000), seated(1_200)) == [5_000, 1_000]


@clause("rws-live", "1.6", "5.1")
@pytest.mark.reading("A-54", "A-55")
def test_at_the_table_standing_bets_of_all_boxes_go_before_any_seated_one() -> None:
    limits = PostedLimits(dollars(100), None, dollars(1_000))
    bets = (standing(300, "2"), seated(600, "1"), standing(200, "1"), seated(500, "2"))
    assert kept_dollars(*bets, limits=limits) == [0, 600, 0, 400]


@clause("rws-live", "1.6", "5.1")
@pytest.mark.reading("A-54")
def test_bets_on_the_other_hand_in_another_box_make_room_at_the_table_only() -> None:
    bets = (seated(1_500, "1"), player(800, box="2"))
    assert kept_dollars(*bets) == [1_000, 800]
    assert kept_dollars(*bets, limits=PostedLimits(dollars(100), None, dollars(1_000))) == [
        1_500,
        800,
    ]


@clause("rws-live", "5.1")
@pytest.mark.reading("A-54")
def test_with_both_limits_the_boxes_come_first_and_the_table_after() -> None:
    limits = PostedLimits(dollars(100), dollars(1_000), dollars(1_500))
    bets = (seated(1_400, "1"), seated(900, "2"), standing(90, "2"))
    assert kept_dollars(*bets, limits=limits) == [1_000, 500, 0]


@clause("rws-live", "5.1")
@pytest.mark.reading("A-54", "A-55", "A-87")
@given(st.lists(BETS, max_size=12).map(in_boxes), LIMITS_OF_BOTH)
def test_an_independent_reckoning_rejects_the_same(
    bets: tuple[BoxBet, ...], limits: PostedLimits
) -> None:
    box, table = limits.box_differential, limits.table_differential
    expected = reject_at_table(
        oracle_bets(bets),
        limits.minimum // 100,
        None if box is None else box // 100,
        None if table is None else table // 100,
    )
    assert kept_dollars(*bets, limits=limits) == expected


@clause("rws-live", "5.1")
@given(ONE_BOX, LIMITS_IN_ORDER)
def test_what_stays_is_within_the_limit(bets: tuple[BoxBet, ...], limits: PostedLimits) -> None:
    assert limits.box_differential is not None
    kept = (replace(one.bet, stake=one.played) for one in reject_excess(bets, limits))
    assert totals_of(kept).excess(limits.box_differential) == 0


@clause("rws-live", "5.1")
@given(ONE_BOX, LIMITS_IN_ORDER)
def test_nothing_grows_and_no_cut_bet_is_left_under_the_minimum(
    bets: tuple[BoxBet, ...], limits: PostedLimits
) -> None:
    for one in reject_excess(bets, limits):
        assert 0 <= one.played <= one.bet.stake
        assert not one.returned or one.played == 0 or one.played >= limits.minimum


@pytest.mark.reading("A-55")
@given(ONE_BOX, LIMITS_IN_ORDER)
def test_a_bet_is_touched_only_when_all_that_go_before_it_are_gone(
    bets: tuple[BoxBet, ...], limits: PostedLimits
) -> None:
    heavier = heavier_of(bets, limits)
    latest_first = heavier[::-1]
    order = [one for one in latest_first if one.bet.stance is Stance.STANDING]
    order += [one for one in latest_first if one.bet.stance is Stance.SEATED]
    touched = [one for one in order if one.returned]
    assert order[: len(touched)] == touched
    assert all(one.played == 0 for one in touched[:-1])
    # The rejection of the last bet touched was necessary for the side to fit.
    if touched:
        gone = sum(one.bet.stake for one in touched[:-1])
        assert limits.box_differential is not None
        assert gone < totals_of(bets).excess(limits.box_differential)
    assert all(not one.returned for one in reject_excess(bets, limits) if one not in heavier)

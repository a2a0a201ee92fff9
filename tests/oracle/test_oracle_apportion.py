"""The oracle's Differential limit on worked boxes."""

import pytest

from oracle.apportion import apportion, reject_excess


@pytest.mark.parametrize(
    ("heavier", "plays"),
    [
        ([9000, 3000, 150], [7407, 2469, 124]),
        ([9000, 3000, 110], [7425, 2475, 100]),
        ([9000, 3000, 110, 50], [7388, 2462, 100, 50]),
    ],
)
def test_the_examples_of_reading_a40(heavier: list[int], plays: list[int]) -> None:
    assert apportion(10_000, 100, heavier) == plays


def test_a_box_within_the_limit_plays_in_full() -> None:
    assert apportion(10_000, 100, [9000, 1000]) == [9000, 1000]
    assert apportion(10_000, 100, [9000, 3000], lighter=2000) == [9000, 3000]


def test_minimums_that_do_not_fit_all_play_at_the_minimum() -> None:
    assert apportion(250, 100, [200, 300, 50, 400]) == [100, 100, 50, 100]


def test_a_unit_left_over_goes_to_the_seated_bet_when_remainders_are_equal() -> None:
    assert apportion(1001, 100, [1000, 1000]) == [501, 500]
    assert apportion(1001, 100, [1000, 1000], seated=[False, True]) == [500, 501]


def test_standing_bets_are_rejected_before_seated_ones_and_the_latest_first() -> None:
    bets = [(400, False), (500, True), (300, False), (200, True)]
    assert reject_excess(1000, 100, bets) == [300, 500, 0, 200]
    assert reject_excess(600, 100, bets) == [0, 500, 0, 100]


def test_a_remainder_under_the_minimum_is_rejected_whole() -> None:
    assert reject_excess(550, 100, [(500, True), (200, True)]) == [500, 0]
    assert reject_excess(550, 50, [(500, True), (200, True)]) == [500, 50]


def test_the_lighter_side_makes_room() -> None:
    assert reject_excess(550, 100, [(500, True), (200, True)], lighter=150) == [500, 200]

import pytest

from punto.rules.outcomes import (
    ALL_OUTCOMES,
    ALL_POINTS,
    OUTCOMES_COUNT,
    Outcome,
    Points,
    block_start,
    outcomes_with,
)
from punto.rules.pairs import ALL_HAND_PAIRS
from punto.values.sides import Winner
from support.rules.outcome_numbers import outcome_at


def test_every_outcome_has_its_own_number() -> None:
    outcomes = [Outcome(points, pairs) for pairs in ALL_HAND_PAIRS for points in ALL_POINTS]
    assert [outcome.index for outcome in outcomes] == list(range(OUTCOMES_COUNT))
    assert [outcome_at(index) for index in range(OUTCOMES_COUNT)] == outcomes
    assert ALL_OUTCOMES.bit_count() == OUTCOMES_COUNT == 23_200


def test_points_are_numbered_in_the_order_of_their_list() -> None:
    assert [points.index for points in ALL_POINTS] == list(range(400))


def test_a_block_begins_with_the_first_outcome_of_its_pairs() -> None:
    for pairs in ALL_HAND_PAIRS:
        assert outcome_at(block_start(pairs)) == Outcome(ALL_POINTS[0], pairs)


def test_a_set_of_points_and_a_set_of_pairs_meet_in_their_product() -> None:
    both = outcomes_with(points=0b101, pairs=0b110)
    members = [index for index in range(OUTCOMES_COUNT) if both >> index & 1]
    assert members == [400, 402, 800, 802]


@pytest.mark.clause("rws-etg", "3.11", "1.19")
@pytest.mark.clause("rws-live", "3.13", "1.22")
@pytest.mark.clause("mbs", "3.9", "1.1.19")
@pytest.mark.parametrize(
    ("player", "banker", "winner", "margin"),
    [
        (9, 8, Winner.PLAYER, 1),
        (0, 9, Winner.BANKER, 9),
        (6, 6, Winner.TIE, 0),
        (0, 0, Winner.TIE, 0),
    ],
)
def test_the_higher_total_wins_and_equal_totals_tie(
    player: int, banker: int, winner: Winner, margin: int
) -> None:
    points = Points(player, banker, 2, 3)
    assert points.winner is winner
    assert points.margin == margin
    assert Outcome(points, ALL_HAND_PAIRS[0]).winner is winner


@pytest.mark.clause("rws-etg", "1.9")
@pytest.mark.clause("rws-live", "1.10")
@pytest.mark.clause("mbs", "1.1.8")
def test_a_natural_is_eight_or_nine_on_two_cards_only() -> None:
    for points in ALL_POINTS:
        assert points.player_natural == (points.player_cards == 2 and points.player_total >= 8)
        assert points.banker_natural == (points.banker_cards == 2 and points.banker_total >= 8)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.live.betting_boxes import BoxBet, PlayedBet, Stance, totals_of
from punto.values.money import dollars
from punto.values.sides import Side
from support.live.bets import BETS, banker, player, tie

clause = pytest.mark.clause


@clause("rws-live", "1.6")
@pytest.mark.reading("A-54")
def test_the_differential_is_what_one_hand_has_more_than_the_other() -> None:
    assert totals_of((banker(500), player(200), banker(50))).differential == dollars(350)


@clause("rws-live", "1.6")
@pytest.mark.reading("A-54")
def test_the_differential_of_a_table_is_taken_over_all_its_boxes() -> None:
    bets = (banker(800, box="1"), player(700, box="2"), banker(600, box="3"))
    assert totals_of(bets).differential == dollars(700)


@clause("rws-live", "1.6")
@given(st.lists(BETS))
def test_the_differential_is_the_same_seen_from_either_hand(bets: list[BoxBet]) -> None:
    swap = {Side.PLAYER: banker, Side.BANKER: player}
    swapped = [swap[bet.hand](bet.stake // 100) for bet in bets if bet.hand is not None]
    assert totals_of(bets).differential == totals_of(swapped).differential


@clause("rws-live", "1.20", "1.21")
def test_seated_and_standing_bets_count_alike_in_the_differential() -> None:
    totals = totals_of((banker(300, Stance.SEATED), banker(200, Stance.STANDING)))
    assert totals.banker == totals.differential == dollars(500)


@clause("rws-live", "1.6")
@pytest.mark.reading("A-54")
def test_side_bets_stay_outside_the_differential() -> None:
    assert totals_of((tie(900), banker(20))).differential == dollars(20)
    assert totals_of(()).differential == 0


@pytest.mark.parametrize(
    ("bets", "heavier"),
    [
        ((banker(2), player(1)), Side.BANKER),
        ((banker(1), player(2)), Side.PLAYER),
        ((banker(2), player(2)), None),
        ((), None),
    ],
)
def test_the_heavier_side_is_the_one_with_more_money(
    bets: tuple[BoxBet, ...], heavier: Side | None
) -> None:
    assert totals_of(bets).heavier_side is heavier


def test_the_heavier_side_has_room_for_the_lighter_side_and_the_limit() -> None:
    totals = totals_of((banker(12_000), player(700)))
    assert totals.room(dollars(10_000)) == dollars(10_700)
    assert totals.excess(dollars(10_000)) == dollars(1_300)


def test_a_differential_at_its_limit_is_not_an_excess() -> None:
    assert totals_of((banker(10_000),)).excess(dollars(10_000)) == 0
    assert totals_of((banker(3),)).excess(dollars(10_000)) == 0


def test_what_does_not_play_is_returned() -> None:
    assert PlayedBet(banker(300), dollars(120)).returned == dollars(180)

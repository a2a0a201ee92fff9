from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.chips import fewest_of, ways
from punto.live.chips import exact_from, fewest_chips, next_payable, payable_from, payable_step
from punto.live.layouts import USUAL_CHIPS
from punto.live.trays import value_of
from punto.rules.games import Game
from punto.values.money import Cents, dollars
from punto.values.odds import Odds

VALUES = st.lists(st.integers(1, 30).map(Cents), min_size=1, max_size=5, unique=True)
TRAYS = st.dictionaries(st.integers(1, 40).map(Cents), st.integers(0, 4), max_size=4)


def in_dollars(chips: dict[Cents, int] | None) -> dict[float, int] | None:
    return None if chips is None else {value / 100: number for value, number in chips.items()}


@pytest.mark.reading("A-89")
@pytest.mark.parametrize(
    ("amount", "chips"),
    [
        (0, {}),
        (741_250, {5_000: 1, 1_000: 2, 100: 4, 5: 2, 1: 2, 0.5: 1}),
        (50, {0.5: 1}),
        (99_950, {500: 1, 100: 4, 25: 3, 5: 4, 1: 4, 0.5: 1}),
    ],
)
def test_an_amount_is_made_with_the_fewest_chips(amount: int, chips: dict[float, int]) -> None:
    assert in_dollars(fewest_chips(Cents(amount), USUAL_CHIPS.values)) == chips


@pytest.mark.reading("A-89")
def test_the_largest_chip_is_left_out_where_others_make_the_amount_in_fewer() -> None:
    values = (dollars(25), dollars(20), dollars(5))
    assert in_dollars(fewest_chips(dollars(40), values)) == {20: 2}
    assert in_dollars(exact_from({dollars(25): 9, dollars(20): 3}, dollars(60))) == {20: 3}


@pytest.mark.reading("A-89")
def test_an_amount_that_chips_cannot_make_is_made_up_to_the_next_one() -> None:
    values = (dollars(25), dollars(5))
    assert fewest_chips(Cents(1_250), values) is None
    assert in_dollars(next_payable(Cents(1_250), values)) == {5: 3}


@pytest.mark.reading("A-89")
def test_a_tray_without_small_chips_pays_the_next_amount_that_it_can() -> None:
    tray = {dollars(100): 2, dollars(25): 1, dollars(5): 0}
    assert exact_from(tray, dollars(110)) is None
    assert in_dollars(payable_from(tray, dollars(110))) == {100: 1, 25: 1}
    assert in_dollars(payable_from(tray, dollars(30))) == {100: 1}


@pytest.mark.reading("A-89")
def test_a_tray_that_is_worth_less_pays_nothing() -> None:
    tray = {dollars(100): 2}
    assert payable_from(tray, dollars(201)) is None
    assert exact_from(tray, dollars(201)) is None
    assert payable_from({}, dollars(1)) is None
    assert payable_from({}, Cents(0)) == {}


@pytest.mark.reading("A-89")
@given(VALUES, st.integers(1, 400))
def test_brute_force_finds_no_fewer_chips_in_a_set(values: list[Cents], amount: int) -> None:
    reachable = fewest_of(list(values), amount + max(values))
    chips = fewest_chips(Cents(amount), values)
    if amount in reachable:
        assert chips is not None
        assert sum(chips.values()) == reachable[amount]
        assert value_of(chips) == amount
    else:
        assert chips is None
    up_to = next_payable(Cents(amount), values)
    least = min(each for each in reachable if each >= amount)
    assert (value_of(up_to), sum(up_to.values())) == (least, reachable[least])


@pytest.mark.reading("A-89")
@given(TRAYS, st.integers(0, 300))
def test_brute_force_finds_no_better_way_out_of_a_tray(tray: dict[Cents, int], amount: int) -> None:
    every = ways(tray)
    chips = payable_from(tray, Cents(amount))
    enough = [each for each in every if each >= amount]
    if not enough:
        assert chips is None
        return
    assert chips is not None
    assert all(number <= tray[value] for value, number in chips.items())
    assert (value_of(chips), sum(chips.values())) == (min(enough), every[min(enough)])
    assert exact_from(tray, Cents(amount)) == (chips if min(enough) == amount else None)


@pytest.mark.reading("A-89")
@pytest.mark.parametrize(
    "values",
    [
        USUAL_CHIPS.values,
        tuple(map(dollars, (7, 13, 29, 101, 499, 1_009, 4_999))),
        tuple(map(Cents, (50, 100, 250, 500, 2_000, 2_500, 10_000, 50_000))),
    ],
    ids=["usual", "coprime", "halves"],
)
def test_big_amounts_take_no_longer_than_small_ones(values: tuple[Cents, ...]) -> None:
    begun = process_time()
    for amount in (dollars(740_737), dollars(987_654_321), dollars(10**15)):
        assert value_of(next_payable(amount, values)) == amount
    big_tray = dict.fromkeys(values, 10**9)
    assert payable_from(big_tray, dollars(987_654_321)) is not None
    assert process_time() - begun < 2


@pytest.mark.reading("A-89")
@pytest.mark.parametrize(
    ("values", "odds", "step"),
    [
        ([5, 25], [Odds(1, 1), Odds(1, 2)], 10),
        ([5, 25], [Odds(8, 1)], 5),
        ([20, 25], [Odds(1, 2)], 40),
        ([1], [Odds(1, 2), Odds(19, 20)], 20),
        ([1], [], 1),
    ],
)
def test_the_proposed_step_is_the_least_whose_payouts_all_chips_can_make(
    values: list[int], odds: list[Odds], step: int
) -> None:
    assert payable_step(map(dollars, values), odds) == dollars(step)


@pytest.mark.reading("A-89")
def test_usual_chips_make_every_payout_of_whole_dollars_at_the_live_table(
    games: dict[str, Game],
) -> None:
    rows = [row.pays for bet in games["rws-live"].bets for row in bet.pays.rows]
    odds = [pays for pays in rows if isinstance(pays, Odds)]
    assert payable_step(USUAL_CHIPS.values, odds) == dollars(1)

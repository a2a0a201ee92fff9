from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.chips import fewest_of, splits, ways
from punto.live.chips import (
    Tray,
    exact_from,
    fewest_chips,
    next_payable,
    payable_from,
    split_from,
    value_of,
    what_helps,
    with_chips,
)
from punto.live.layouts import USUAL_CHIPS
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
def test_usual_chips_make_every_payout_of_whole_dollars_at_the_live_table(
    games: dict[str, Game],
) -> None:
    rows = [row.pays for bet in games["rws-live"].bets for row in bet.pays.rows]
    odds = [pays for pays in rows if isinstance(pays, Odds)]
    for each in odds:
        profit, fraction = divmod(dollars(each.win), each.per)
        assert not fraction
        assert fewest_chips(Cents(profit), USUAL_CHIPS.values) is not None


def one_after_another(tray: Tray, amounts: list[Cents]) -> bool:
    """Whether the fewest chips for each amount in turn leave enough for all."""
    for amount in amounts:
        chips = exact_from(tray, amount)
        if chips is None:
            return False
        tray = with_chips(tray, {value: -number for value, number in chips.items()})
    return True


@pytest.mark.reading("A-89")
@given(TRAYS, st.lists(st.integers(0, 60).map(Cents), max_size=3))
def test_a_tray_is_split_exactly_where_some_split_makes_every_amount(
    tray: dict[Cents, int], amounts: list[Cents]
) -> None:
    stacks = split_from(tray, amounts)
    assert (stacks is not None) == splits(tray, amounts)
    if stacks is not None:
        assert [value_of(stack) for stack in stacks] == amounts
        for value, held in tray.items():
            assert sum(stack.get(value, 0) for stack in stacks) <= held


@pytest.mark.reading("A-89")
def test_a_split_finds_what_the_fewest_chips_for_each_amount_miss() -> None:
    tray = {Cents(100): 1, Cents(25): 1, Cents(20): 4, Cents(5): 1}
    amounts = [Cents(105), Cents(100)]
    assert not one_after_another(tray, amounts)
    stacks = split_from(tray, amounts)
    assert stacks is not None
    assert [value_of(stack) for stack in stacks] == amounts


@pytest.mark.reading("A-89")
@given(
    st.lists(st.sampled_from([100, 25, 20, 5]).map(Cents), min_size=1, unique=True),
    st.data(),
)
def test_the_chips_that_help_let_the_tray_make_every_amount(
    values: list[Cents], data: st.DataObject
) -> None:
    tray = data.draw(st.dictionaries(st.sampled_from(values), st.integers(1, 4)))
    unit = min(values)
    amounts = [
        Cents(value_of(next_payable(Cents(n * unit), values)))
        for n in data.draw(st.lists(st.integers(0, 30), max_size=4))
    ]
    helped = with_chips(tray, what_helps(tray, amounts, values))
    assert split_from(helped, amounts) is not None


def test_a_great_tray_makes_no_amount_below_its_smallest_chip() -> None:
    tray = {Cents(value): 40 for value in (97, 89, 83, 79, 73, 71, 67, 61)}
    assert split_from(tray, [Cents(5)] * 3 + [Cents(9_999)] * 30) is None


def test_no_split_is_tried_twice() -> None:
    tray = {dollars(50): 2, dollars(25): 4}
    assert split_from(tray, (dollars(100), dollars(100), dollars(5))) is None


def test_what_helps_is_a_whole_stack_where_the_set_cannot_make_the_rest() -> None:
    tray, values = {dollars(25): 1}, (dollars(25), dollars(20))
    assert what_helps(tray, (dollars(30),), values) == {dollars(20): 2}

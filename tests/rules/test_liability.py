from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.settlement import profit
from punto.bootstrap.rule_book import shipped_game
from punto.rules.games import BetKey, Game
from punto.rules.liability import liability, liability_while_open
from punto.values.money import Cents, dollars
from support.representatives import representative_deals


@pytest.mark.reading("A-17")
def test_bets_on_opposite_hands_do_not_add_up(games: dict[str, Game]) -> None:
    game = games["rws-etg"]
    assert liability(game, {BetKey("player"): dollars(100)}) == dollars(100)
    both = {BetKey("player"): dollars(100), BetKey("banker"): dollars(100)}
    assert liability(game, both) == 0


@pytest.mark.reading("A-17")
def test_the_worst_outcome_counts_with_all_that_it_pays(games: dict[str, Game]) -> None:
    stakes = {
        BetKey("player-pair"): dollars(10),
        BetKey("banker-pair"): dollars(10),
        BetKey("tie"): dollars(10),
        BetKey("player"): dollars(5),
    }
    # Both pairs and a tie: 110 + 110 + 80, and the Player bet is pushed.
    assert liability(games["rws-etg"], stakes) == dollars(300)


def test_no_bets_no_liability(games: dict[str, Game]) -> None:
    assert liability(games["mbs-tiger"], {}) == 0
    assert liability_while_open(games["mbs-tiger"], {}) == 0


@pytest.mark.reading("A-17", "A-26")
def test_while_bets_are_open_none_is_a_cover_for_another(games: dict[str, Game]) -> None:
    game = games["rws-etg"]
    both = {BetKey("player"): dollars(100), BetKey("banker"): dollars(70)}
    # The Banker bet may be taken back before it can lose.
    assert liability_while_open(game, both) == dollars(100)
    tied = both | {BetKey("tie"): dollars(20)}
    # A tie pays 160 and pushes both; Player would pay 100 if the tie bet were taken back.
    assert liability_while_open(game, tied) == dollars(160)


@pytest.mark.reading("A-17", "A-26")
@given(st.lists(st.integers(0, 50), min_size=8, max_size=8), st.integers(0, 7), st.integers(0, 50))
def test_taking_a_bet_back_never_raises_what_the_house_stands_to_pay(
    amounts: list[int], index: int, less: int
) -> None:
    game = shipped_game("mbs-tiger")
    assert game is not None
    stakes = {bet.key: dollars(stake) for bet, stake in zip(game.bets, amounts, strict=True)}
    key = game.bets[index].key
    fewer = stakes | {key: Cents(max(0, stakes[key] - dollars(less)))}
    assert liability_while_open(game, fewer) <= liability_while_open(game, stakes)
    assert liability_while_open(game, stakes) >= liability(game, stakes)


@cache
def profits_of_all_deals() -> frozenset[tuple[Fraction, ...]]:
    """Return the profits of all bets of Tiger Baccarat, for every possible set of facts."""
    game = shipped_game("mbs-tiger")
    assert game is not None
    return frozenset(
        tuple(profit("mbs-tiger", bet.key, facts) for bet in game.bets)
        for facts in representative_deals()
    )


@pytest.mark.sweep
@given(st.lists(st.integers(0, 50), min_size=8, max_size=8))
def test_no_deal_costs_the_house_more_and_some_deal_costs_as_much(amounts: list[int]) -> None:
    game = shipped_game("mbs-tiger")
    assert game is not None
    stakes = {bet.key: dollars(stake) for bet, stake in zip(game.bets, amounts, strict=True)}
    cases = [
        [stake * each for stake, each in zip(stakes.values(), profits, strict=True)]
        for profits in profits_of_all_deals()
    ]
    costs = [sum(case, Fraction(0)) for case in cases]
    assert liability(game, stakes) == max(0, int(max(costs)))
    payments = [sum((paid for paid in case if paid > 0), Fraction(0)) for case in cases]
    assert liability_while_open(game, stakes) == int(max(payments))

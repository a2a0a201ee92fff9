from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from oracle.expectation import expectation
from oracle.odds import ODDS
from punto.lab import Distribution, GameOdds, exact_odds, odds_of
from punto.lab.bet_odds import profit_of
from punto.lab.joint_kernel import add_up
from punto.lab.rows import plan_rows, row_numbers
from punto.rules.conditions import Condition, Requirement
from punto.rules.games import Bet, Game
from punto.rules.pay_tables import PayRow, PayTable
from punto.values import replace
from punto.values.odds import Odds
from support.lab.tiny_shoes import TINY, dealt_by_engine, shoe_with
from support.rules.outcome_numbers import outcome_at


@pytest.fixture(scope="module")
def tiger(games: dict[str, Game]) -> GameOdds:
    return exact_odds(games["mbs-tiger"])


@pytest.mark.parametrize("decks", [4, 8])
def test_every_bet_of_every_game_has_the_oracles_edge(decks: int, games: dict[str, Game]) -> None:
    for key, game in games.items():
        odds = exact_odds(game, decks)
        assert {bet: odds[bet].edge for bet in odds} == {
            bet: -expectation(key, bet, decks) for bet in ODDS[key]
        }


def test_win_loss_and_push_make_up_the_whole(tiger: GameOdds) -> None:
    for bet in tiger.values():
        assert bet.win + bet.loss + bet.push == 1
        assert sum(row.probability for row in bet.rows) + bet.loss == 1
    assert len(tiger) == 8
    assert tiger["banker"].push == tiger["tie"].win
    assert tiger["tie"].push == 0


def test_the_edge_per_resolved_bet_leaves_ties_out(tiger: GameOdds) -> None:
    banker = tiger["banker"]
    assert banker.edge_resolved == banker.edge / (1 - tiger["tie"].win)
    assert tiger["tie"].edge_resolved == tiger["tie"].edge


def test_moments_are_those_of_a_bet_that_wins_or_loses(tiger: GameOdds) -> None:
    # A bet that pays 50 with chance p and else loses 1 is 51 times a coin, less one.
    p = tiger["big-tiger"].win
    bet = tiger["big-tiger"]
    assert bet.expectation == 51 * p - 1
    assert bet.variance == 51**2 * p * (1 - p)
    assert bet.third_moment == 51**3 * p * (1 - p) * (1 - 2 * p)
    assert bet.standard_deviation == pytest.approx(51 * sqrt(p * (1 - p)), rel=1e-14)
    assert bet.skewness == pytest.approx((1 - 2 * p) / sqrt(p * (1 - p)), rel=1e-14)


def profit(bet: Bet, index: int) -> Fraction:
    row = bet.pays.row_for(outcome_at(index))
    return Fraction(-1) if row is None else profit_of(row)


@pytest.mark.parametrize("text", TINY[3:])
def test_bets_vary_together_as_the_engine_deals_them(text: str, games: dict[str, Game]) -> None:
    odds = odds_of(games["mbs-tiger"], Distribution(shoe_with(text)))
    dealt = [(index, ways) for index, ways in enumerate(dealt_by_engine(text)) if ways]
    for first, second in product(("banker", "tie", "tiger-pair"), repeat=2):
        one, two = odds[first], odds[second]
        mean = sum(w * profit(one.bet, i) * profit(two.bet, i) for i, w in dealt) / odds.total
        assert odds.covariance(first, second) == mean - one.expectation * two.expectation


def test_a_bet_varies_with_itself_as_it_varies(tiger: GameOdds) -> None:
    for key, bet in tiger.items():
        assert tiger.covariance(key, key) == bet.variance
    assert tiger.correlation("tiger", "tiger") == pytest.approx(1)
    assert tiger.covariance("player", "banker") < 0
    assert tiger.correlation("player", "banker") == pytest.approx(-1, abs=1e-4)


def test_a_bet_that_is_sure_does_not_vary(games: dict[str, Game]) -> None:
    odds = odds_of(games["mbs-tiger"], Distribution(shoe_with("AS AS AS AS AS AS")))
    assert odds["tie"].win == 1
    assert odds["tie"].edge == -8
    assert odds["tie"].skewness is None
    assert odds["player"].edge_resolved is None
    assert odds.correlation("tie", "tiger") is None


def test_a_bet_that_asks_of_points_and_pairs_at_once_is_counted_too(tiger: GameOdds) -> None:
    asked = (Requirement("winner", ("player",)), Requirement("player_pair", (True,)))
    table = PayTable((PayRow(Condition(asked), Odds(9, 1), ""),))
    plan = plan_rows([table, tiger["player"].bet.pays, table])
    assert plan.starts == (0, 1, 0)
    (both, won, _) = plan.count(tiger.distribution).tolist()
    expected = sum(
        int(ways)
        for index, ways in enumerate(tiger.distribution.outcomes.ravel())
        if table.row_for(outcome_at(index)) is not None
    )
    assert both == expected
    assert won == tiger["player"].row_ways[0]


def test_a_game_is_compiled_once_and_another_for_itself(games: dict[str, Game]) -> None:
    game = games["mbs-tiger"]
    assert exact_odds(game).plan is exact_odds(game, 4).plan
    fewer = replace(game, bets=game.bets[:2])
    assert list(exact_odds(fewer)) == ["player", "banker"]


def test_row_numbers_are_those_of_the_pay_table(tiger: GameOdds) -> None:
    for bet in tiger.values():
        assert row_numbers(bet.bet.pays).tolist() == list(bet.bet.pays.row_numbers)


def test_rows_add_up_alike_uncompiled(tiger: GameOdds) -> None:
    entries = tiger.plan.by_points
    ways = tiger.plan.count(tiger.distribution)
    pairs_only = ways.copy()
    pairs_only[:] = 0
    add_up.py_func(tiger.distribution.points, *entries, pairs_only)
    add_up.py_func(tiger.distribution.pairs, *tiger.plan.by_pairs, pairs_only)
    assert pairs_only.tolist() == ways.tolist()


def test_odds_show_themselves_as_a_table(tiger: GameOdds) -> None:
    title, heads, *lines = repr(tiger).splitlines()
    assert title == "mbs-tiger, 416 cards, 4998398275503360 draws"
    assert heads.split() == ["bet", "house", "edge", "win", "push", "deviation"]
    assert lines[3].split() == ["tiger", "16.6836%", "5.3864%", "0.0000%", "3.5956"]
    assert repr(tiger["tiger"]) == (
        "<tiger: house edge 16.6836%, wins 5.3864%, standard deviation 3.5956>"
    )

"""The expectation and the variance of a round's win for the House."""

import json
from fractions import Fraction
from math import perm, sqrt

import pytest

from oracle.expectation import expectation
from punto.bootstrap.rule_book import shipped_house_edges, shipped_house_odds
from punto.rules.games import BetKey, Game
from punto.rules.shipped_odds import NO_ODDS, load_house_odds
from punto.values import replace

PLAYER, BANKER, TIE = BetKey("player"), BetKey("banker"), BetKey("tie")


def test_a_round_is_expected_to_win_each_stake_times_its_edge(games: dict[str, Game]) -> None:
    odds = shipped_house_odds().of(games["rws-etg"], 8)
    exact = -expectation("rws-etg", "player", 8) * 100_00 - expectation("rws-etg", "tie", 8) * 7
    assert odds.expected({PLAYER: 100_00, TIE: 7}) == exact


def test_the_variance_of_a_single_bet_is_that_of_its_pay_table(games: dict[str, Game]) -> None:
    odds = shipped_house_odds().of(games["rws-etg"], 8)
    # Player wins 44.6247 %, ties 9.5156 % and loses 45.8597 % of the coups of eight decks.
    deviation = sqrt(odds.variance({PLAYER: 100}) or 0)
    assert deviation == pytest.approx(95.115, abs=0.001)


def test_bets_on_both_hands_nearly_cancel_each_other(games: dict[str, Game]) -> None:
    odds = shipped_house_odds().of(games["mbs-no-commission"], 8)
    one, other = odds.variance({PLAYER: 100}), odds.variance({BANKER: 100})
    both = odds.variance({PLAYER: 100, BANKER: 100})
    assert one is not None
    assert other is not None
    assert both is not None
    assert both < (one + other) / 10


def test_twice_the_stakes_are_four_times_the_variance(games: dict[str, Game]) -> None:
    game = games["mbs-tiger"]
    odds = shipped_house_odds().of(game, 6)
    stakes = {bet.key: 500 + 100 * number for number, bet in enumerate(game.bets)}
    once, twice = odds.variance(stakes), odds.variance({k: 2 * v for k, v in stakes.items()})
    assert once is not None
    assert twice == 4 * once


def test_a_round_without_bets_has_nothing_to_expect(games: dict[str, Game]) -> None:
    odds = shipped_house_odds().of(games["mbs-tiger"], 8)
    assert odds.expected({}) == 0
    assert odds.variance({}) == 0


def test_no_odds_are_told_of_a_bet_that_no_shipped_game_has(games: dict[str, Game]) -> None:
    game = games["mbs-tiger"]
    for odds in (shipped_house_odds().of(game, 3), NO_ODDS.of(game, 8)):
        assert (odds.expected({PLAYER: 1}), odds.variance({PLAYER: 1})) == (None, None)


def test_two_bets_that_no_shipped_game_has_together_have_no_variance(
    games: dict[str, Game],
) -> None:
    tiger, fours = games["mbs-tiger"], games["mbs-fabulous-4s"]
    own = replace(tiger, bets=(tiger.bets[-1], fours.bets[-1]))
    odds = shipped_house_odds().of(own, 8)
    stakes = {bet.key: 100 for bet in own.bets}
    assert odds.expected(stakes) is not None
    assert odds.variance(stakes) is None
    assert odds.variance({own.bets[0].key: 100}) is not None


def test_products_are_read_as_sums_over_all_draws_of_six_cards(games: dict[str, Game]) -> None:
    bets = games["rws-etg"].bets
    rows = [[perm(416, 6) * 4 if one == two else 0 for two in range(one + 1)] for one in range(5)]
    told = json.dumps({"rws-etg": {"parts": 2, "8": rows}})
    odds = load_house_odds(told, shipped_house_edges(), games).of(games["rws-etg"], 8)
    edge = shipped_house_edges().of(games["rws-etg"], 8)[bets[0].key]
    found = Fraction(odds.covariances[bets[0].key, bets[0].key], odds.covariance_parts)
    assert found == 1 - edge**2

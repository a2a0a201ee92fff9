import numpy as np
import pytest

from punto.lab import Distribution, odds_of
from punto.lab.draw_table import drawing_of
from punto.lab.pair_classes import CARDS_BY_RANK, CLASS_OF_RANK, HAND_PAIRS, VALUE_OF_CARD
from punto.lab.studies.expectation_kernel import expect
from punto.lab.studies.expectations import expecting
from punto.lab.studies.shoes import ShoeBatch, ShoeRules, dealt, shuffled
from punto.rules.games import Game
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values.compositions import Composition
from support.lab.studies.own_bets import game_of, own_bet
from support.lab.tiny_shoes import TINY, shoe_with


def some_rounds() -> list[list[int]]:
    shoes = shuffled(3, ShoeBatch(0, 2), 8)
    unseen = dealt(shoes, ShoeRules(8, 6), drawing_of(TABLE_OF_PLAY)).unseen
    return [*unseen[::17].tolist(), *(list(shoe_with(text).counts) for text in TINY)]


def check(game: Game, rounds: list[list[int]]) -> None:
    found = expecting(game.table, game.bets).of(np.array(rounds, np.int64))
    for left, row in zip(rounds, found.tolist(), strict=True):
        odds = odds_of(game, Distribution(Composition(tuple(left)), game.table))
        exact = [float(odds[bet.key].expectation) for bet in game.bets]
        assert row == pytest.approx(exact, abs=1e-12)


def test_what_is_expected_is_what_the_exact_odds_say(games: dict[str, Game]) -> None:
    rounds = some_rounds()
    for game in games.values():
        check(game, rounds)


def test_bets_that_ask_of_points_and_pairs_together_are_expected_too(
    games: dict[str, Game],
) -> None:
    tiger = games["mbs-tiger"]
    both = own_bet("both", "9:1", winner="banker", banker_pair=True)
    check(game_of(tiger, tiger.bet("tiger"), both, tiger.bet("tiger-pair")), some_rounds()[:4])


def test_the_kernel_says_the_same_as_plain_python(games: dict[str, Game]) -> None:
    game = games["mbs-fabulous-4s"]
    ready = expecting(game.table, game.bets)
    unseen = np.array([shoe_with(TINY[3]).counts], np.int64)
    maps = (VALUE_OF_CARD, CARDS_BY_RANK, HAND_PAIRS, CLASS_OF_RANK, drawing_of(game.table))
    points, pairs = ready.plan.by_points, ready.plan.by_pairs
    entries = ((points.places, points.rows), (pairs.places, pairs.rows))
    expected = np.zeros((1, ready.bets_count))
    ways = np.zeros((1, ready.plan.rows_count), np.int64)
    expect.py_func(unseen, maps, (*entries, ready.payments), ways, expected)
    assert np.array_equal(expected, ready.of(unseen))

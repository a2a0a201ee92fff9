"""Computes the house edge of every shipped bet, and how the bets of one round are correlated.

Both are exact, for every number of decks.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from math import lcm

import numpy as np

from punto.bootstrap.rule_book import GAME_KEYS, shipped_game
from punto.lab import Distribution, exact_odds
from punto.lab.bet_odds import LOST, profit_of
from punto.lab.draw_table import Counts
from punto.lab.rows import row_numbers
from punto.rules.games import Game
from punto.rules.table_of_play import TableOfPlay
from punto.values import full_shoe


def house_edges() -> str:
    """Return exact fractions, by game, number of decks and bet."""
    return json.dumps({key: _edges(_game(key)) for key in GAME_KEYS}, indent=1) + "\n"


def house_products() -> str:
    """Return the products of the profits of every two bets of a round, summed over all draws.

    By game and number of decks, a row for each bet with all bets up to itself. The sums are whole:
    profits are counted in ``parts`` of the stake.
    """
    games = ",\n".join(_products(key, _game(key)) for key in GAME_KEYS)
    return f"{{\n{games}\n}}\n"


def _game(key: str) -> Game:
    game = shipped_game(key)
    if game is None:
        raise LookupError(key)
    return game


def _decks(game: Game) -> range:
    return range(game.decks.least, game.decks.most + 1)


def _edges(game: Game) -> dict[str, dict[str, str]]:
    return {
        str(count): {key: str(bet.edge) for key, bet in exact_odds(game, count).items()}
        for count in _decks(game)
    }


def _products(key: str, game: Game) -> str:
    profits = [[LOST, *map(profit_of, bet.pays.rows)] for bet in game.bets]
    parts = lcm(*(each.denominator for bet in profits for each in bet))
    # Most Outcomes decide all bets alike, so they are counted together.
    rows = np.stack([row_numbers(bet.pays) for bet in game.bets])
    alike, which = np.unique(rows, axis=1, return_inverse=True)
    paid = [
        [int(profit[row] * parts) for profit, row in zip(profits, case, strict=True)]
        for case in alike.T.tolist()
    ]
    decks = ",\n".join(
        f'  "{count}": {json.dumps(list(_rows(_outcomes(game.table, count), which.ravel(), paid)))}'
        for count in _decks(game)
    )
    return f' "{key}": {{\n  "parts": {parts},\n{decks}\n }}'


@lru_cache
def _outcomes(table: TableOfPlay, decks: int) -> Counts:
    """Return the draws that end in each Outcome; they take a second for each number of decks."""
    return Distribution(full_shoe(decks), table).outcomes.ravel()


def _rows(outcomes: Counts, which: Counts, paid: list[list[int]]) -> Iterator[list[int]]:
    ways = np.zeros(len(paid), np.int64)
    np.add.at(ways, which, outcomes)
    cases = [(count, case) for count, case in zip(ways.tolist(), paid, strict=True) if count]
    for one in range(len(paid[0])):
        yield [
            sum(count * case[one] * case[two] for count, case in cases) for two in range(one + 1)
        ]

"""Computes the house edge of every shipped bet, for every number of decks."""

import json

from punto.bootstrap.rule_book import GAME_KEYS, shipped_game
from punto.lab import exact_odds
from punto.rules.games import Game


def house_edges() -> str:
    """Return exact fractions, by game, number of decks and bet."""
    return json.dumps({key: _edges(_game(key)) for key in GAME_KEYS}, indent=1) + "\n"


def _game(key: str) -> Game:
    game = shipped_game(key)
    if game is None:
        raise LookupError(key)
    return game


def _edges(game: Game) -> dict[str, dict[str, str]]:
    decks = range(game.decks.least, game.decks.most + 1)
    return {
        str(count): {key: str(bet.edge) for key, bet in exact_odds(game, count).items()}
        for count in decks
    }

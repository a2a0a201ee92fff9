"""Exact odds for the lab's page, beside those of the full shoe."""

from collections.abc import Callable
from functools import cache
from typing import Any

from punto.bootstrap.rule_book import shipped_game
from punto.lab import BetOdds, GameOdds, RowOdds, ShoeRefused, exact_json, exact_odds
from punto.rules import Game, Push

Json = dict[str, Any]


@cache
def game_of(key: str) -> Game:
    """Return a shipped game; cached, because the lab caches its knowledge by game object."""
    game = shipped_game(key)
    if game is None:
        raise ShoeRefused(f"game {key}: not among those that ship")
    return game


@cache
def full_odds(key: str, decks: int) -> GameOdds:
    """Return the odds of a full shoe."""
    return exact_odds(game_of(key), decks)


def odds_answer(asked: Json, _tell: Callable[[Json], None]) -> Json:
    """Return the odds of every bet, from the rest of a shoe."""
    key, decks, without = asked["game"], asked["decks"], asked["without"]
    odds, full = exact_odds(game_of(key), decks, without), full_odds(key, decks)
    return {
        "game": key,
        "decks": decks,
        "without": without,
        "cards": odds.shoe.cards_count,
        "total": str(odds.total),
        "bets": [_bet(odds[bet], full[bet]) for bet in odds],
    }


def _bet(bet: BetOdds, full: BetOdds) -> Json:
    return {
        "bet": bet.key,
        "edge": exact_json(bet.edge),
        "full": exact_json(full.edge),
        "win": exact_json(bet.win),
        "loss": exact_json(bet.loss),
        "push": exact_json(bet.push),
        "standard_deviation": bet.standard_deviation,
        "rows": [_row(row) for row in bet.rows],
    }


def _row(row: RowOdds) -> Json:
    pays = row.row.pays
    return {
        "pays": "push" if isinstance(pays, Push) else pays.words,
        "clause": row.row.clause,
        "probability": exact_json(row.probability),
    }

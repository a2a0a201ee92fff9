"""The JSON shape of exact odds; programs depend on it."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from punto.cli.settle.json_shape import pays_json
from punto.lab import BetOdds, GameOdds, LinearCount, Removal, exact_json
from punto.values import Card, format_cards

Json = dict[str, Any]


def odds_json(odds: GameOdds, decks: int, without: Sequence[Card], bets: Sequence[str]) -> Json:
    """Return the odds of the chosen bets, or of all; with two or more, their correlations."""
    chosen = tuple(dict.fromkeys(bets))
    answer = {
        "game": odds.game.key,
        "decks": decks,
        "without": format_cards(without),
        "cards": odds.shoe.cards_count,
        "total": odds.total,
        "bets": {key: bet_json(odds[key]) for key in chosen or odds},
    }
    if len(chosen) > 1:
        answer["together"] = [_together_json(odds, *two) for two in combinations(chosen, 2)]
    return answer


def bet_json(bet: BetOdds) -> Json:
    """Return the odds of one bet, per unit of stake."""
    return {
        "edge": exact_json(bet.edge),
        "edge_resolved": exact_json(bet.edge_resolved),
        "win": exact_json(bet.win),
        "loss": exact_json(bet.loss),
        "push": exact_json(bet.push),
        "variance": exact_json(bet.variance),
        "standard_deviation": bet.standard_deviation,
        "third_moment": exact_json(bet.third_moment),
        "skewness": bet.skewness,
        "rows": [
            {
                "odds": pays_json(row.row.pays),
                "clause": row.row.clause,
                "ways": row.ways,
                "probability": exact_json(row.probability),
            }
            for row in bet.rows
        ],
    }


def removal_json(removal: Removal, count: LinearCount) -> Json:
    """Return the effect of each card's removal on a bet, and the count derived from it."""
    return {
        "effects": {str(card): exact_json(effect) for card, effect in removal.effects.items()},
        "count": {
            "tags": {str(card): tag for card, tag in count.tags.items()},
            "betting_correlation": count.betting_correlation,
        },
    }


def _together_json(odds: GameOdds, first: str, second: str) -> Json:
    return {
        "bets": [first, second],
        "covariance": exact_json(odds.covariance(first, second)),
        "correlation": odds.correlation(first, second),
    }

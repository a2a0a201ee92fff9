"""House edges of full shoes: the lab computes them once, and screens show them."""

import json
from collections.abc import Mapping
from fractions import Fraction

from punto.rules.conditions import Condition
from punto.rules.games import Bet, BetKey, Game
from punto.rules.pay_tables import Push
from punto.rules.table_of_play import TableOfPlay
from punto.values import Odds, Value

Dealt = tuple[TableOfPlay, tuple[tuple[Condition, Odds | Push], ...]]
"""Everything besides the cards that an edge depends on."""


def dealt_by(game: Game, bet: Bet) -> Dealt:
    """Return what the edge of a bet depends on."""
    return game.table, tuple((row.when, row.pays) for row in bet.pays.rows)


class HouseEdges(Value):
    """The exact edge of every bet that ships, for every number of decks."""

    by_decks: Mapping[int, Mapping[Dealt, Fraction]]

    def of(self, game: Game, decks: int) -> Mapping[BetKey, Fraction]:
        """Return the edges of a game's bets, except of bets that pay unlike any shipped bet."""
        known = self.by_decks.get(decks, {})
        keyed = ((bet.key, known.get(dealt_by(game, bet))) for bet in game.bets)
        return {key: edge for key, edge in keyed if edge is not None}


def load_house_edges(text: str, games: Mapping[str, Game]) -> HouseEdges:
    """Read the generated edges of these games."""
    by_decks: dict[int, dict[Dealt, Fraction]] = {}
    for key, decks_to_bets in json.loads(text).items():
        game = games[key]
        for decks, edges in decks_to_bets.items():
            known = by_decks.setdefault(int(decks), {})
            for bet in game.bets:
                known[dealt_by(game, bet)] = Fraction(edges[bet.key])
    return HouseEdges(by_decks)

"""The House's expected result of a bet and of a round, and its deviation, for full shoes.

All bets of a round end with the same coup, so its variance needs every two of them together. The
lab computes edges and products once; nothing here approximates.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, perm

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


_DECK, _COUP = 52, 6
"""Cards of a deck, and the most cards of a coup; a product sums over all ordered draws of these."""


class RoundOdds(Value):
    """The moments of the House's win from one round of a game, in whole parts of a stake."""

    edges: Mapping[BetKey, int]
    edge_parts: int
    covariances: Mapping[tuple[BetKey, BetKey], int]
    """Of the profits of two bets on the same coup; a bet with itself has its variance."""
    covariance_parts: int

    def expected(self, stakes: Mapping[BetKey, int]) -> Fraction | None:
        """Return the House's expected win in cents; None if the odds of a bet are not known."""
        if not stakes.keys() <= self.edges.keys():
            return None
        won = sum(self.edges[bet] * stake for bet, stake in stakes.items())
        return Fraction(won, self.edge_parts)

    def variance(self, stakes: Mapping[BetKey, int]) -> Fraction | None:
        """Return the variance of the win in square cents; None if bets are not known together."""
        total = 0
        for one, stake in stakes.items():
            for two, other in stakes.items():
                together = self.covariances.get((one, two))
                if together is None:
                    return None
                total += together * stake * other
        return Fraction(total, self.covariance_parts)


@dataclass(frozen=True, eq=False)
class HouseOdds:
    """The odds of rounds of every game that ships, for every number of decks."""

    edges: HouseEdges
    products: Mapping[int, Mapping[tuple[Dealt, Dealt], Fraction]]
    """By decks, the expected product of the profits of two bets on the same coup."""
    _found: dict[tuple[Game, int], RoundOdds] = field(default_factory=dict, init=False)

    def of(self, game: Game, decks: int) -> RoundOdds:
        """Return the odds of a game's rounds, without bets that pay unlike any shipped one."""
        found = self._found.get((game, decks))
        if found is None:
            found = self._found[game, decks] = self._made(game, decks)
        return found

    def _made(self, game: Game, decks: int) -> RoundOdds:
        edges, products = self.edges.of(game, decks), self.products.get(decks, {})
        dealt = {bet.key: dealt_by(game, bet) for bet in game.bets if bet.key in edges}
        together = {
            (one, two): products[pair] - edges[one] * edges[two]
            for one in dealt
            for two in dealt
            if (pair := (dealt[one], dealt[two])) in products
        }
        parts = lcm(*(each.denominator for each in edges.values()))
        covariance_parts = lcm(*(each.denominator for each in together.values()))
        return RoundOdds(
            {bet: int(edge * parts) for bet, edge in edges.items()},
            parts,
            {pair: int(each * covariance_parts) for pair, each in together.items()},
            covariance_parts,
        )


NO_ODDS = HouseOdds(HouseEdges({}), {})
"""Where no odds are at hand, no round has any."""


def load_house_odds(text: str, edges: HouseEdges, games: Mapping[str, Game]) -> HouseOdds:
    """Read the generated products of these games."""
    products: dict[int, dict[tuple[Dealt, Dealt], Fraction]] = {}
    for key, by_decks in json.loads(text).items():
        game, unit = games[key], by_decks.pop("parts") ** 2
        dealt = [dealt_by(game, bet) for bet in game.bets]
        for decks, rows in by_decks.items():
            known = products.setdefault(int(decks), {})
            draws = perm(int(decks) * _DECK, _COUP)
            for one, row in zip(dealt, rows, strict=True):
                for two, product in zip(dealt, row, strict=False):
                    known[one, two] = known[two, one] = Fraction(product, draws * unit)
    return HouseOdds(edges, products)

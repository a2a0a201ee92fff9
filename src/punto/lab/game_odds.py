"""The odds of all bets of a game, for one composition of the shoe."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import sqrt

import numpy as np

from punto.lab.bet_odds import LOST, BetOdds, profit_of
from punto.lab.distributions import Distribution
from punto.lab.draw_table import Counts
from punto.lab.rows import RowPlan, plan_rows, row_numbers
from punto.rules import Bet, Game
from punto.values import Composition


@dataclass(frozen=True, repr=False)
class GameOdds(Mapping[str, BetOdds]):
    """The exact odds of a game's bets, by key."""

    game: Game
    distribution: Distribution
    plan: RowPlan
    """The game's compiled pay tables; one plan serves every shoe."""

    @property
    def shoe(self) -> Composition:
        """The cards from which the coup is dealt."""
        return self.distribution.shoe

    @property
    def total(self) -> int:
        """The number of all ordered draws of six cards."""
        return self.distribution.total

    @cached_property
    def _ways(self) -> Counts:
        return self.plan.count(self.distribution)

    @cached_property
    def _bets(self) -> dict[str, BetOdds]:
        starts = zip(self.game.bets, self.plan.starts, strict=True)
        return {bet.key: self._bet_odds(bet, start) for bet, start in starts}

    def _bet_odds(self, bet: Bet, start: int) -> BetOdds:
        ways = self._ways[start : start + len(bet.pays.rows)].tolist()
        return BetOdds(bet, self.total, tuple(ways))

    def __getitem__(self, key: str) -> BetOdds:
        return self._bets[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._bets)

    def __len__(self) -> int:
        return len(self._bets)

    def covariance(self, first: str, second: str) -> Fraction:
        """Return the covariance of the profits of two bets on the same coup."""
        one, two = self[first], self[second]
        together = self._together(one.bet, two.bet)
        products = (
            int(ways) * profit * other
            for profit, row in zip(_profits(one.bet), together, strict=True)
            for other, ways in zip(_profits(two.bet), row, strict=True)
        )
        return sum(products, Fraction(0)) / self.total - one.expectation * two.expectation

    def correlation(self, first: str, second: str) -> float | None:
        """Return the correlation of two bets' profits; None if one does not vary."""
        product = self[first].variance * self[second].variance
        return float(self.covariance(first, second)) / sqrt(product) if product else None

    def _together(self, one: Bet, two: Bet) -> Counts:
        """Return the draws by the deciding rows of both bets."""
        width = len(two.pays.rows) + 1
        together = np.zeros((len(one.pays.rows) + 1) * width, np.int64)
        np.add.at(
            together,
            row_numbers(one.pays) * width + row_numbers(two.pays),
            self.distribution.outcomes.ravel(),
        )
        return together.reshape(-1, width)

    def __repr__(self) -> str:
        title = f"{self.game.key}, {self.shoe.cards_count} cards, {self.total} draws"
        heads = f"{'bet':<24}{'house edge':>12}{'win':>12}{'push':>12}{'deviation':>12}"
        return "\n".join([title, heads, *map(_line, self.values())])


def _line(odds: BetOdds) -> str:
    shares = "".join(f"{float(share):>12.4%}" for share in (odds.edge, odds.win, odds.push))
    return f"{odds.key:<24}{shares}{odds.standard_deviation:>12.4f}"


def _profits(bet: Bet) -> tuple[Fraction, ...]:
    """Return the profit by row number; number 0 is a loss."""
    return (LOST, *map(profit_of, bet.pays.rows))


def odds_of(game: Game, distribution: Distribution) -> GameOdds:
    """Return the odds of a game from an existing distribution."""
    return GameOdds(game, distribution, _plan(_TheVery(game)))


class _TheVery:
    """A game compared by identity: comparing games by content takes longer than the odds."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _TheVery) and self.game is other.game


@lru_cache(maxsize=64)
def _plan(very: _TheVery) -> RowPlan:
    return plan_rows([bet.pays for bet in very.game.bets])

"""The odds of all bets of a game, for one composition of the shoe.

Of each bet: what each row pays and how often, its house edge, and the moments of its profit.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import sqrt
from typing import Any

import numpy as np

from punto.lab.distributions import Distribution, shoe_of
from punto.lab.draw_table import Counts
from punto.lab.rows import RowPlan, plan_rows, row_numbers
from punto.rules import Bet, BetKey, Game, PayRow, TableOfPlay
from punto.values import Card, Composition, Odds, Value

LOST = Fraction(-1)


def profit_of(row: PayRow) -> Fraction:
    """Return what a row pays for each unit of stake; a push pays nothing."""
    return Fraction(row.pays.win, row.pays.per) if isinstance(row.pays, Odds) else Fraction(0)


class RowOdds(Value):
    """One row of a pay table, and its probability."""

    row: PayRow
    ways: int
    total: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.ways, self.total)

    @property
    def profit(self) -> Fraction:
        """The profit for each unit of stake."""
        return profit_of(self.row)


@dataclass(frozen=True)
class BetOdds:
    """The exact odds of one bet; amounts are per unit of stake."""

    bet: Bet
    total: int
    """The number of ordered draws of six cards."""
    row_ways: tuple[int, ...]
    """The draws that each row of the pay table decides."""

    @property
    def key(self) -> BetKey:
        return self.bet.key

    @property
    def lost_ways(self) -> int:
        """The draws that no row decides."""
        return self.total - sum(self.row_ways)

    @property
    def rows(self) -> tuple[RowOdds, ...]:
        """The rows of the pay table with their odds."""
        paired = zip(self.bet.pays.rows, self.row_ways, strict=True)
        return tuple(RowOdds(row, ways, self.total) for row, ways in paired)

    @cached_property
    def win(self) -> Fraction:
        """The probability of winning: the hit frequency."""
        return sum((row.probability for row in self.rows if row.profit > 0), Fraction(0))

    @cached_property
    def push(self) -> Fraction:
        """The probability that the stake just comes back."""
        return sum((row.probability for row in self.rows if row.profit == 0), Fraction(0))

    @cached_property
    def loss(self) -> Fraction:
        """The probability of losing."""
        return Fraction(self.lost_ways, self.total)

    @cached_property
    def expectation(self) -> Fraction:
        """The patron's expected profit."""
        return self._raw_moment(1)

    @property
    def edge(self) -> Fraction:
        """The house edge: the house's expected share of the stake."""
        return -self.expectation

    @property
    def edge_resolved(self) -> Fraction | None:
        """The edge per bet that is won or lost; None if every one is pushed."""
        return self.edge / (1 - self.push) if self.push < 1 else None

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the profit."""
        return self._raw_moment(2) - self.expectation**2

    @property
    def standard_deviation(self) -> float:
        """The root of the variance, in general irrational."""
        return sqrt(self.variance)

    @cached_property
    def third_moment(self) -> Fraction:
        """The third central moment of the profit."""
        mean = self.expectation
        return self._raw_moment(3) - 3 * mean * self._raw_moment(2) + 2 * mean**3

    @property
    def skewness(self) -> float | None:
        """The third moment in units of the standard deviation; None if nothing varies."""
        return float(self.third_moment) / float(self.variance) ** 1.5 if self.variance else None

    def _raw_moment(self, power: int) -> Fraction:
        paid = sum((row.ways * row.profit**power for row in self.rows), Fraction(0))
        return (paid + self.lost_ways * LOST**power) / self.total

    def __repr__(self) -> str:
        return (
            f"<{self.key}: house edge {float(self.edge):.4%}, wins {float(self.win):.4%},"
            f" standard deviation {self.standard_deviation:.4f}>"
        )


def exact_json(number: Fraction | None) -> dict[str, Any] | None:
    """Return a fraction in lowest terms, and the nearest float."""
    if number is None:
        return None
    return {"exact": f"{number.numerator}/{number.denominator}", "float": float(number)}


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
    return GameOdds(game, distribution, _plan(_GameItself(game)))


class _GameItself:
    """A game compared by identity: comparing games by content takes longer than the odds."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _GameItself) and self.game is other.game


@lru_cache(maxsize=64)
def _plan(itself: _GameItself) -> RowPlan:
    return plan_rows([bet.pays for bet in itself.game.bets])


def exact_odds(
    game: Game,
    decks: int | None = None,
    without: str | Iterable[Card] = (),
    counts: Composition | None = None,
) -> GameOdds:
    """Return the odds of all bets of a game, from whole decks or the rest of them."""
    return odds_of(game, _counted(shoe_of(game, decks, without, counts), game.table))


@lru_cache(maxsize=4)
def _counted(shoe: Composition, table: TableOfPlay) -> Distribution:
    """Count once for all games with the same shoe."""
    return Distribution(shoe, table)

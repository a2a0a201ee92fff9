"""The odds of one bet: what each row pays and how often, and the moments of its profit."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from punto.rules import Bet, BetKey, PayRow
from punto.values import Odds, Value

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
        return Fraction(self.total - sum(self.row_ways), self.total)

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
        lost = self.total - sum(self.row_ways)
        return (paid + lost * LOST**power) / self.total

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

"""The findings of a study, bet by bet: means over shoes, with their uncertainty."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from punto.lab.studies import tallies
from punto.lab.studies.shoes import ShoeRules
from punto.lab.studies.tallies import StudyTally, quantile
from punto.values import DECK, Card, Value

_DEVIATIONS = 1.959963984540054
"""The standard errors to either side that hold the true value in 95 % of cases."""


class Estimate(Value):
    """A figure, and its standard error; None with a single shoe."""

    value: float
    error: float | None

    @property
    def low(self) -> float | None:
        """The start of its confidence interval."""
        return None if self.error is None else self.value - _DEVIATIONS * self.error

    @property
    def high(self) -> float | None:
        """The end of its confidence interval."""
        return None if self.error is None else self.value + _DEVIATIONS * self.error

    def times(self, factor: float) -> "Estimate":
        """Return the same in another unit."""
        return Estimate(
            self.value * factor, None if self.error is None else self.error * abs(factor)
        )


class Moments(Value):
    """The sums of some quantities over shoes, and of their products."""

    shoes: int
    sums: NDArray[np.float64]
    products: NDArray[np.float64]

    def per_shoe(self, quantity: int) -> Estimate:
        """Return the mean of a quantity."""
        total = float(self.sums[quantity])
        squares = float(self.products[quantity, quantity]) - total**2 / self.shoes
        return Estimate(total / self.shoes, self._error(squares))

    def ratio(self, quantity: int, base: int) -> Estimate | None:
        """Return the ratio of one quantity to another; None if the other is zero.

        Both vary from shoe to shoe, so the error is that of the residual of the one beyond its
        share.
        """
        whole = float(self.sums[base])
        if not whole:
            return None
        share = float(self.sums[quantity]) / whole
        squares = float(
            self.products[quantity, quantity]
            - 2 * share * self.products[quantity, base]
            + share**2 * self.products[base, base]
        )
        error = self._error(squares)
        return Estimate(share, None if error is None else error * self.shoes / whole)

    def _error(self, squares: float) -> float | None:
        if self.shoes == 1:
            return None
        return sqrt(max(squares, 0.0) / (self.shoes - 1) / self.shoes)


def moments(tally: StudyTally, cut: int, bet: int) -> Moments:
    """Return the moments of a bet, for a position of the cut card."""
    return Moments(tally.shoes, tally.sums[cut, bet], tally.products[cut, bet])


OUTSIDE = 0.025
"""The fraction of rounds on either side of a band of 95 %."""


class CountingPlay(Value):
    """The profit of one way to play, with one unit on each round that it bets on."""

    bets: Estimate
    """The fraction of rounds that it bets on."""
    per_shoe: Estimate
    per_100: Estimate
    """Units per shoe, and per 100 rounds whether it bets on them or not."""
    advantage: Estimate | None
    """Units per bet; None if there was none."""


class AtCut(Value):
    """The results of the same shoes with this cut card."""

    behind: int
    rounds: float
    """Rounds per shoe."""
    perfect: CountingPlay
    counted: CountingPlay


class AtDepth(Value):
    """A patron's expectation of a bet, over the rounds that begin at this depth of the shoe."""

    start: int
    end: int
    """The cards that had left the shoe: more than ``start``, at most ``end``."""
    rounds: int
    mean: float
    low: float
    high: float
    """95 % of the rounds lie between these."""
    best: float
    favourable: float
    """The fraction of rounds that favour the patron."""


@dataclass(frozen=True)
class BetFound:
    """The findings about one bet."""

    key: str
    name: str
    edge: float
    """The house edge of the full shoe."""
    tags: Mapping[Card, int]
    betting_correlation: float | None
    trigger: float | None
    """The true count from which the count says to bet; None for never."""
    cuts: tuple[AtCut, ...]
    depths: tuple[AtDepth, ...]

    @property
    def played(self) -> AtCut:
        """The result with the cut card of the study."""
        return self.cuts[-1]


@dataclass(frozen=True)
class StudyFindings:
    """The findings of a whole study."""

    game: str
    name: str
    seed: int
    rules: ShoeRules
    shoes: int
    rounds: int
    stopped: bool
    """Whether it was stopped before all shoes were played."""
    bets: tuple[BetFound, ...]


def at_cuts(plan: tallies.StudyPlan, tally: tallies.StudyTally, bet: int) -> tuple[AtCut, ...]:
    """Return the bet's results for every cut card with at least a deck in front of it."""
    return tuple(
        _at_cut(plan.rules.cards - front, tally, cut, bet)
        for cut, front in enumerate(plan.cuts)
        if front >= len(DECK)
    )


def _at_cut(behind: int, tally: tallies.StudyTally, cut: int, bet: int) -> AtCut:
    rounds = float(tally.sums[cut, bet, tallies.ROUNDS]) / tally.shoes
    perfect = _play(tally, cut, bet, (tallies.FAVOURED, tallies.PERFECT))
    return AtCut(behind, rounds, perfect, _play(tally, cut, bet, (tallies.BETS, tallies.COUNTED)))


def _play(
    tally: tallies.StudyTally, cut: int, bet: int, quantities: tuple[int, int]
) -> CountingPlay:
    bets, profit = quantities
    found = moments(tally, cut, bet)
    per_round, share = found.ratio(profit, tallies.ROUNDS), found.ratio(bets, tallies.ROUNDS)
    if per_round is None or share is None:
        raise ValueError(f"a shoe without a round: cut {cut}, bet {bet}")
    return CountingPlay(
        share, found.per_shoe(profit), per_round.times(100), found.ratio(profit, bets)
    )


def at_depths(plan: tallies.StudyPlan, tally: tallies.StudyTally, bet: int) -> tuple[AtDepth, ...]:
    """Return the bet's results at every depth at which a round began."""
    centre = float(plan.centres[bet])
    found = []
    for depth, rounds in enumerate(tally.rounds.tolist()):
        if rounds:
            spread = tally.spread[depth, bet]
            step = AtDepth(
                start=max(0, (depth - 1) * tallies.CARDS_OF_A_STEP),
                end=min(depth * tallies.CARDS_OF_A_STEP, plan.rules.deepest),
                rounds=rounds,
                mean=float(tally.expected[depth, bet]) / rounds,
                low=centre + quantile(spread, OUTSIDE),
                high=centre + quantile(spread, 1 - OUTSIDE),
                best=float(tally.best[depth, bet]),
                favourable=int(tally.favoured[depth, bet]) / rounds,
            )
            found.append(step)
    return tuple(found)

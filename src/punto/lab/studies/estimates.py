"""Means over shoes, and their uncertainty."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from punto.lab.studies.tallies import StudyTally
from punto.values import Value

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

"""A patron's bankroll after many equal bets, computed by convolution, not by sampling.

The profit of one bet lies on a lattice: whole multiples of some part of the stake. So the profit of
n bets is the n-fold convolution of one short list of probabilities. Every round is dealt from a
full shoe.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm

import numpy as np
import numpy.typing as npt

from punto.lab.bet_odds import LOST, BetOdds
from punto.values import Value

Masses = npt.NDArray[np.float64]

LEVELS = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""The fraction of patrons below each line of a fan."""

NEGLIGIBLE = 1e-15
"""A tail with less probability than this is dropped after each round."""


class Fan(Value):
    """Quantiles of a bankroll as the rounds go on, in units of stake."""

    rounds: tuple[int, ...]
    lines: tuple[tuple[float, ...], ...]
    """For each of ``LEVELS``, the bankroll after each of ``rounds``."""
    expected: tuple[float, ...]
    ahead: float
    """The fraction of patrons who have won after the last round."""
    kept: float
    """The probability that was not dropped as negligible; close to one."""


def pay_distribution(bet: BetOdds) -> Mapping[Fraction, Fraction]:
    """Return the probability of each profit per unit of stake, the least profit first."""
    found: dict[Fraction, Fraction] = {LOST: bet.loss}
    for row in bet.rows:
        found[row.profit] = found.get(row.profit, Fraction(0)) + row.probability
    return {profit: found[profit] for profit in sorted(found) if found[profit]}


class _Lattice(Value):
    """One bet's profits as whole steps of a part of the stake."""

    step: Fraction
    shifts: tuple[int, ...]
    masses: tuple[float, ...]

    @property
    def least(self) -> int:
        return self.shifts[0]


def _lattice(profits: Mapping[Fraction, Fraction]) -> _Lattice:
    per = lcm(*(profit.denominator for profit in profits))
    scaled = [int(profit * per) for profit in profits]
    common = gcd(*scaled) or 1
    shifts = tuple(value // common for value in scaled)
    return _Lattice(Fraction(common, per), shifts, tuple(map(float, profits.values())))


def fan_of(profits: Mapping[Fraction, Fraction], rounds: int, every: int) -> Fan:
    """Return the fan of so many rounds, sampled after every so many of them."""
    lattice = _lattice(profits)
    mean = float(sum(profit * share for profit, share in profits.items()))
    start, masses = 0, np.ones(1)
    looked: list[tuple[float, ...]] = [(0.0,) * len(LEVELS)]
    for number in range(1, rounds + 1):
        start, masses = _after_one_more(lattice, start, masses)
        if number % every == 0:
            looked.append(_quantiles(lattice.step, start, masses))
    seen = tuple(range(0, rounds + 1, every))
    return Fan(
        rounds=seen,
        lines=tuple(zip(*looked, strict=True)),
        expected=tuple(mean * number for number in seen),
        ahead=float(masses[max(0, 1 - start) :].sum()),
        kept=float(masses.sum()),
    )


def _after_one_more(lattice: _Lattice, start: int, masses: Masses) -> tuple[int, Masses]:
    spread = lattice.shifts[-1] - lattice.least
    longer = np.zeros(masses.size + spread)
    for shift, share in zip(lattice.shifts, lattice.masses, strict=True):
        begin = shift - lattice.least
        longer[begin : begin + masses.size] += share * masses
    first = int(np.searchsorted(np.cumsum(longer), NEGLIGIBLE))
    last = longer.size - int(np.searchsorted(np.cumsum(longer[::-1]), NEGLIGIBLE))
    return start + lattice.least + first, longer[first:last]


def _quantiles(step: Fraction, start: int, masses: Masses) -> tuple[float, ...]:
    below = np.cumsum(masses)
    places = np.minimum(np.searchsorted(below, LEVELS), masses.size - 1)
    return tuple(float(step * (start + int(place))) for place in places)

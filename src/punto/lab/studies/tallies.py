"""The sums of a study; the tallies of different shoes add up.

Bins of histograms are narrow near the centre and wide far from it.
"""

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from punto.lab.draw_table import Counts, drawing_of
from punto.lab.studies.card_counts import STEPS_COUNT, steps_of, true_counts
from punto.lab.studies.expectations import Expecting
from punto.lab.studies.shoes import Rounds, ShoeBatch, ShoeRules, dealt, shuffled

Floats = NDArray[np.float64]

CARDS_OF_A_STEP = 13
"""Depths and cut cards are distinguished by quarters of a deck."""

FAVOURABLE = 1e-12
"""An expectation is a sum of rounded numbers: less than this counts as zero."""

ROUNDS, FAVOURED, PERFECT, BETS, COUNTED = range(5)
"""The sums over each shoe: its rounds, those that favour the patron and their expectation under
perfect play, those on which the count says to bet, and their expectation under the count."""


@dataclass(frozen=True)
class StudyPlan:
    """Everything that a worker needs to play its share of a study."""

    seed: int
    rules: ShoeRules
    expecting: Expecting
    tags: Counts
    """``[bet, card]``"""
    triggers: Floats
    centres: Floats
    """The expectation of each bet from the full shoe."""

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        """The cards in front of every examined cut card, from none to those of the rules."""
        front = self.rules.front
        return (*range(0, front, CARDS_OF_A_STEP), front)

    @property
    def depths_count(self) -> int:
        """The number of steps of depth at which a round may begin."""
        return int(step_of(np.array(self.rules.deepest))) + 1


def step_of(cards: Counts) -> Counts:
    """Return the step of a depth: 0 for a full shoe, then one for every quarter of a deck."""
    steps: Counts = -(-cards // CARDS_OF_A_STEP)
    return steps


@dataclass(frozen=True)
class StudyTally:
    """Sums over shoes, added up in the order of the shoes, so that they are reproducible.

    An earlier cut card only ends the same shoe earlier, so it is enough to play each shoe once and
    to count the rounds that each cut card would have allowed.
    """

    shoes: int
    sums: Floats
    """``[cut, bet, quantity]``"""
    products: Floats
    """``[cut, bet, quantity, quantity]``: the products of two quantities in each shoe."""
    rounds: Counts
    """``[depth]``, like the next three."""
    expected: Floats
    favoured: Counts
    best: Floats
    spread: Counts
    """``[depth, bet, bin]``: rounds by expectation."""
    brought: Floats
    """``[step, bet]``: the expected profit of betting at a step of the true count."""

    def __add__(self, other: "StudyTally") -> "StudyTally":
        return StudyTally(
            self.shoes + other.shoes,
            self.sums + other.sums,
            self.products + other.products,
            self.rounds + other.rounds,
            self.expected + other.expected,
            self.favoured + other.favoured,
            np.maximum(self.best, other.best),
            self.spread + other.spread,
            self.brought + other.brought,
        )


def tally_of(plan: StudyPlan, batch: ShoeBatch) -> StudyTally:
    """Play some shoes of a study."""
    shoes = shuffled(plan.seed, batch, plan.rules.decks)
    rounds = dealt(shoes, plan.rules, drawing_of(plan.expecting.table))
    expected = plan.expecting.of(rounds.unseen)
    counts = true_counts(plan.tags, rounds.unseen)
    sums, products = _moments(plan, batch.shoes, rounds, expected, counts >= plan.triggers)
    depths = step_of(rounds.places)
    bets = np.arange(expected.shape[1])
    by_depth = (plan.depths_count, bets.size)
    best = np.full(by_depth, -np.inf)
    np.maximum.at(best, depths, expected)
    return StudyTally(
        shoes=batch.shoes,
        sums=sums,
        products=products,
        rounds=np.bincount(depths, minlength=plan.depths_count),
        expected=_added(by_depth, (depths,), expected),
        favoured=_added(by_depth, (depths,), expected > FAVOURABLE).astype(np.int64),
        best=best,
        spread=_added(
            (*by_depth, BINS), (depths[:, None], bets, bins_of(expected - plan.centres)), 1
        ).astype(np.int32),
        brought=_added((STEPS_COUNT, bets.size), (steps_of(counts), bets), expected),
    )


def _added(shape: tuple[int, ...], places: tuple[Counts, ...], amounts: ArrayLike) -> Floats:
    """Add each amount, or row of amounts, to its place in an array of this shape, in order.

    The same as ``np.add.at``, but faster.
    """
    outer, inner = shape[: len(places)], shape[len(places) :]
    rows = np.ravel_multi_index(np.broadcast_arrays(*places), outer)
    width = prod(inner)
    cells = (rows.reshape(-1, 1) * width + np.arange(width)).ravel()
    weights = np.broadcast_to(amounts, (*rows.shape, *inner)).ravel()
    return np.asarray(np.bincount(cells, weights, prod(shape)), float).reshape(shape)


def _moments(
    plan: StudyPlan, shoes: int, rounds: Rounds, expected: Floats, told: NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    """Return the sums of the quantities of each shoe, and of their products, for every cut card."""
    favoured = expected > FAVOURABLE
    quantities = (
        np.ones_like(expected),
        favoured.astype(float),
        np.where(favoured, expected, 0),
        told.astype(float),
        np.where(told, expected, 0),
    )
    added = np.stack(quantities, axis=-1)
    begun = _added(
        (shoes, len(plan.cuts), *added.shape[1:]), (rounds.shoes, _first_cuts(plan, rounds)), added
    )
    until = begun.cumsum(axis=1)
    return until.sum(axis=0), np.einsum("scbi,scbj->cbij", until, until)


def _first_cuts(plan: StudyPlan, rounds: Rounds) -> Counts:
    """Return for each round the foremost cut card that allows it to begin (A-49)."""
    is_first = np.append(True, rounds.shoes[1:] != rounds.shoes[:-1])
    before = np.append(0, rounds.places[:-1])
    behind_which = before if plan.rules.one_more else rounds.places
    return step_of(np.where(is_first, 0, behind_which))


_FINEST = 0.001
_BINS_OF_A_FACTOR = 16
"""The number of bins for each factor of e, far from the centre."""
_REACH = 192
BINS = 2 * _REACH + 1


def bins_of(deviations: Floats) -> Counts:
    """Return the bin of each deviation from the centre; the outermost take everything beyond."""
    places = np.rint(_BINS_OF_A_FACTOR * np.arcsinh(deviations / _FINEST))
    bins: Counts = places.clip(-_REACH, _REACH).astype(np.int64) + _REACH
    return bins


def quantile(counts: Counts, share: float) -> float:
    """Return the deviation below which this share of the counts lies, interpolated within a bin."""
    reached = np.concatenate([[0], counts.cumsum()]) / counts.sum()
    edges = np.arange(BINS + 1) - _REACH - 0.5
    place = np.interp(share, reached, edges)
    return float(np.sinh(place / _BINS_OF_A_FACTOR) * _FINEST)

"""A patron's expectation of each bet, for many compositions of the shoe in one call."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.lab.compiler import kernel, part_of_kernels
from punto.lab.draw_table import Counts, Drawing
from punto.lab.pairs_kernel import pairs_of
from punto.lab.points_kernel import points_of, total_of

_Floats: TypeAlias = NDArray[np.float64]
Maps: TypeAlias = tuple[Counts, Counts, Counts, Counts, Drawing]
"""The points of each card, the cards of each rank, hand pairs, pair classes, Table of Play."""
_Entries: TypeAlias = tuple[Counts, Counts]
"""Places of a distribution, and the pay-table row that takes each."""
Payments: TypeAlias = tuple[Counts, Counts, _Floats]
"""For each row of each bet: the bet, the row that counts its draws, and the return per unit,
including the stake."""

COUP_MAX = 6


@part_of_kernels
def _add_up(counts: Counts, entries: _Entries, ways: Counts) -> None:
    for entry in range(entries[0].shape[0]):
        ways[entries[1][entry]] += counts[entries[0][entry]]


@part_of_kernels
def _count_rows(left: Counts, maps: Maps, entries: tuple[_Entries, _Entries], ways: Counts) -> None:
    """Add the draws of every row that depends on points alone, or on pairs alone."""
    points, cards_by_rank, hand_pairs, first_classes, drawing = maps
    if entries[0][0].shape[0]:
        values = np.zeros(10, np.int64)
        for card in range(left.shape[0]):
            values[points[card]] += left[card]
        _add_up(points_of(values, drawing), entries[0], ways)
    if entries[1][0].shape[0]:
        suited = np.zeros((cards_by_rank.shape[0], cards_by_rank.shape[1]), np.int64)
        for rank in range(suited.shape[0]):
            for suit in range(suited.shape[1]):
                suited[rank, suit] = left[cards_by_rank[rank, suit]]
        _add_up(pairs_of(suited, hand_pairs, first_classes), entries[1], ways)


_ENTRIES = "UniTuple(int64[::1], 2)"


@kernel(
    "void(int64[:,::1],"
    " Tuple((Array(int64, 1, 'C', readonly=True), Array(int64, 2, 'C', readonly=True),"
    " Array(int64, 3, 'C', readonly=True), Array(int64, 1, 'C', readonly=True),"
    " Array(uint8, 3, 'C', readonly=True))),"
    f" Tuple(({_ENTRIES}, {_ENTRIES}, Tuple((int64[::1], int64[::1], float64[::1])))),"
    " int64[:,::1], float64[:,::1])"
)
def expect(
    unseen: Counts,
    maps: Maps,
    prepared: tuple[_Entries, _Entries, Payments],
    ways: Counts,
    expected: _Floats,
) -> None:
    """Compute the expectation of each bet, a row for each composition.

    ``ways`` holds the draws of the rows that depend on points and pairs together; the others are
    added. All are whole numbers until the very end, so the order of adding does not matter.
    """
    bets, rows, returned = prepared[2]
    for number in range(unseen.shape[0]):
        _count_rows(unseen[number], maps, (prepared[0], prepared[1]), ways[number])
        held = total_of(unseen[number])
        every = 1
        for drawn in range(COUP_MAX):
            every *= held - drawn
        for bet in range(expected.shape[1]):
            expected[number, bet] = -1.0
        for entry in range(bets.shape[0]):
            share = float(ways[number, rows[entry]]) / float(every)
            expected[number, bets[entry]] += share * returned[entry]

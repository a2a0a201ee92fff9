"""Counts Outcomes, points and pairs together, and adds them up by the rows of pay tables.

Third cards are dealt by point value, and a pair affects them only through the two values that it
took. So the kernel weighs the first four cards by ranks and suits, and deals the third cards by
values. The coups without a pair are all coups minus those with one.
"""

import numpy as np

from punto.lab.compiler import kernel, part_of_kernels
from punto.lab.draw_table import PLAYER_DRAWS, PLAYER_STOOD, Counts, Drawing
from punto.lab.pairs_kernel import count_ranks, places_of
from punto.lab.points_kernel import last_digit, points_index, total_of

PLAYER = 0
"""The holder of a pair; Banker is 1."""


@part_of_kernels
def finish(
    totals: tuple[int, int], values: Counts, weight: int, drawing: Drawing, ends: Counts
) -> None:
    """Deal the third cards after four with these totals, weighted by their ways."""
    if weight == 0:
        return
    player, banker = totals
    judged = drawing[player, banker]
    left = total_of(values)
    if judged[PLAYER_DRAWS]:
        for third in range(10):
            start, ways = last_digit(player + third), weight * values[third]
            if not judged[third]:
                ends[points_index(start, banker, 3, 2)] += ways * (left - 1)
                continue
            for last in range(10):
                end = points_index(start, last_digit(banker + last), 3, 3)
                ends[end] += ways * (values[last] - (third == last))
    elif judged[PLAYER_STOOD]:
        for last in range(10):
            end = points_index(player, last_digit(banker + last), 2, 3)
            ends[end] += weight * values[last] * (left - 1)
    else:
        ends[points_index(player, banker, 2, 2)] += weight * left * (left - 1)


@part_of_kernels
def _by_hand(holder: int, pair: int, other: int) -> tuple[int, int]:
    """Return Player's and Banker's share, when one of them holds the pair."""
    return (pair, other) if holder == PLAYER else (other, pair)


@part_of_kernels
def _finish_beside_pair(
    holder: int, value: int, values: Counts, drawing: Drawing, ends: Counts
) -> None:
    """Finish the coups in which one hand holds a given pair and the other two different values."""
    pair = last_digit(2 * value)
    values[value] -= 2
    for first in range(10):
        for second in range(first + 1, 10):
            weight = 2 * values[first] * values[second]
            totals = _by_hand(holder, pair, last_digit(first + second))
            values[first] -= 1
            values[second] -= 1
            finish(totals, values, weight, drawing, ends)
            values[first] += 1
            values[second] += 1
    values[value] += 2


@part_of_kernels
def _ways_of_unlike_zeros(held: Counts, value_of_rank: Counts, gone: int) -> int:
    """Return the ways to two zero-value cards of two ranks, when two cards of a rank are gone."""
    every, alike = 0, 0
    for rank in range(held.shape[0]):
        if value_of_rank[rank] == 0:
            left = held[rank] - 2 * (rank == gone)
            every += left
            alike += left * left
    return every * every - alike


@part_of_kernels
def _weigh(
    suited: Counts, value_of_rank: Counts, single: Counts, zeros: Counts, both: Counts
) -> None:
    """Weigh the pairs by point value and suits.

    ``single[v, s]`` are the ways to a pair; ``zeros[v, s]`` those with two zero-value cards of two
    ranks in the other hand; ``both[t, v, w, s, z]`` those with a pair in the other hand too, of
    another rank or, for t = 1, of the same.
    """
    ranks = suited.shape[0]
    alone = np.zeros((ranks, 3), np.int64)
    twins = np.zeros((ranks, 3, 3), np.int64)
    count_ranks(suited, alone, twins)
    held = np.zeros(ranks, np.int64)
    for rank in range(ranks):
        held[rank] = total_of(suited[rank])
    for rank in range(ranks):
        value = value_of_rank[rank]
        unlike = _ways_of_unlike_zeros(held, value_of_rank, rank)
        for suits in range(3):
            single[value, suits] += alone[rank, suits]
            zeros[value, suits] += alone[rank, suits] * unlike
        for other in range(ranks):
            twin = int(other == rank)
            for suits in range(3):
                for others in range(3):
                    ways = twins[rank, suits, others]
                    if not twin:
                        ways = alone[rank, suits] * alone[other, others]
                    both[twin, value, value_of_rank[other], suits, others] += ways


@part_of_kernels
def _add_single(
    holder: int,
    value: int,
    shoe: tuple[Counts, Drawing],
    weights: tuple[Counts, Counts],
    ends: tuple[Counts, Counts, Counts],
) -> None:
    """Add the coups in which one hand alone holds a pair, one row of ends for each of its suits."""
    values, drawing = shoe
    single, zeros = weights
    unlike = np.zeros(ends[0].shape[0], np.int64)
    _finish_beside_pair(holder, value, values, drawing, unlike)
    totals = _by_hand(holder, last_digit(2 * value), 0)
    values[value] -= 2
    values[0] -= 2
    for suits in range(3):
        finish(totals, values, zeros[value, suits], drawing, ends[suits])
        for place in range(unlike.shape[0]):
            ends[suits][place] += single[value, suits] * unlike[place]
    values[value] += 2
    values[0] += 2


@part_of_kernels
def _add_both(
    pair_values: tuple[int, int],
    shoe: tuple[Counts, Drawing],
    both: Counts,
    maps: tuple[Counts, Counts, Counts],
    joint: Counts,
) -> None:
    """Add the coups in which both hands hold pairs of given values."""
    values, drawing = shoe
    hand_pairs, class_of_value, _ = maps
    own, other = pair_values
    totals = (last_digit(2 * own), last_digit(2 * other))
    values[own] -= 2
    values[other] -= 2
    for twin in range(2):
        for suits in range(3):
            for others in range(3):
                one, two = class_of_value[own] + suits, class_of_value[other] + others
                weight = both[twin, own, other, suits, others]
                if weight > 0:
                    finish(totals, values, weight, drawing, joint[hand_pairs[one, two, twin]])
    values[own] += 2
    values[other] += 2


@part_of_kernels
def _add_unpaired(points: Counts, hand_pairs: Counts, joint: Counts) -> None:
    """Add the coups without a pair: all that end in some points, minus those with one."""
    unpaired = hand_pairs[0, 0, 0]
    for place in range(points.shape[0]):
        ways = points[place]
        for paired in range(joint.shape[0]):
            ways -= joint[paired, place]
        joint[unpaired, place] = ways


_MAPS = (
    "Tuple((Array(int64, 3, 'C', readonly=True), Array(int64, 1, 'C', readonly=True),"
    " Array(int64, 1, 'C', readonly=True)))"
)


@kernel(
    f"int64[:,::1](int64[::1], int64[::1], int64[:,::1], {_MAPS},"
    " Array(uint8, 3, 'C', readonly=True))"
)
def count_outcomes(
    points: Counts,
    values: Counts,
    suited: Counts,
    maps: tuple[Counts, Counts, Counts],
    drawing: Drawing,
) -> Counts:
    """Count the ordered draws of six cards by Outcome, one row for each hand pairs.

    ``points`` is the result of ``count_points``; the other counts are used as scratch and restored.
    """
    hand_pairs, class_of_value, value_of_rank = maps
    joint = np.zeros((places_of(hand_pairs), points.shape[0]), np.int64)
    single = np.zeros((10, 3), np.int64)
    zeros = np.zeros((10, 3), np.int64)
    both = np.zeros((2, 10, 10, 3, 3), np.int64)
    _weigh(suited, value_of_rank, single, zeros, both)
    for value in range(10):
        mixed = class_of_value[value]
        for holder in range(2):
            one = _by_hand(holder, mixed, 0)
            two = _by_hand(holder, mixed + 1, 0)
            three = _by_hand(holder, mixed + 2, 0)
            ends = (
                joint[hand_pairs[one[0], one[1], 0]],
                joint[hand_pairs[two[0], two[1], 0]],
                joint[hand_pairs[three[0], three[1], 0]],
            )
            _add_single(holder, value, (values, drawing), (single, zeros), ends)
        for other in range(10):
            _add_both((value, other), (values, drawing), both, maps, joint)
    _add_unpaired(points, hand_pairs, joint)
    return joint


@kernel("void(Array(int64, 1, 'C', readonly=True), int64[::1], int64[::1], int64[::1])")
def add_up(counts: Counts, places: Counts, rows: Counts, ways: Counts) -> None:
    """Add the draws at each place to the row that takes it."""
    for entry in range(places.shape[0]):
        ways[rows[entry]] += counts[places[entry]]

"""Counts how often a coup ends in each of the ``ALL_POINTS``, from point values alone.

Ordered draws of six cards are counted; cards that the Table of Play leaves in the shoe count too,
so that all coups have the same total. For two-card totals of both hands let W be the ways to draw
four cards that make them, and d(t) how many of the four are worth t. The third cards t and u then
come in ``W (n(t) - d(t)) (n(u) - d(u) - [t = u])`` ways. Multiplied out, only sums of W, of W d(t)
and of W d(t) d(u) over the four cards are needed: a few additions for each four cards instead of a
hundred products.
"""

import numpy as np

from punto.lab.compiler import kernel, part_of_kernels
from punto.lab.draw_table import PLAYER_DRAWS, PLAYER_STOOD, Counts, Drawing


@part_of_kernels
def total_of(counts: Counts) -> int:
    """Return the sum of a row; numpy's own takes seconds to compile, and so do its slices."""
    total = 0
    for place in range(counts.shape[0]):
        total += counts[place]
    return total


@part_of_kernels
def ways_of_two(values: Counts, first: int, second: int) -> int:
    """Return the ordered ways to draw a hand of these two values, in either order."""
    if first == second:
        return int(values[first] * (values[first] - 1))
    return int(2 * values[first] * values[second])


@part_of_kernels
def last_digit(total: int) -> int:
    """Return the last digit of a sum of two digits; a division would cost more."""
    return total - 10 if total >= 10 else total  # noqa: PLR2004 (ten)


@part_of_kernels
def points_index(player: int, banker: int, player_cards: int, banker_cards: int) -> int:
    """Return the place of these points in ``ALL_POINTS``."""
    return (player * 10 + banker) * 4 + (player_cards - 2) * 2 + (banker_cards - 2)


@part_of_kernels
def _gather_banker(
    banker: int, values: Counts, hand: tuple[int, int, int], once: Counts, twice: Counts
) -> int:
    """Add the terms of all Banker hands of a total after one Player hand; returns the sum of W."""
    ways_of_player, a, c = hand
    every = 0
    for b in range(10):
        d = last_digit(banker + 10 - b)
        if d >= b:
            ways = ways_of_player * ways_of_two(values, b, d)
            every += ways
            once[b] += ways
            once[d] += ways
            twice[a, b] += ways
            twice[a, d] += ways
            twice[c, b] += ways
            twice[c, d] += ways
            twice[b, d] += ways
    return every


@part_of_kernels
def _gather(player: int, banker: int, values: Counts, once: Counts, twice: Counts) -> int:
    """Sum W, W d(t) and the mixed terms of W d(t) d(u) over all four cards of two totals."""
    for value in range(10):
        once[value] = 0
        for other in range(10):
            twice[value, other] = 0
    every = 0
    for a in range(10):
        c = last_digit(player + 10 - a)
        if c >= a:
            hand = ways_of_two(values, a, c)
            values[a] -= 1
            values[c] -= 1
            ways = _gather_banker(banker, values, (hand, a, c), once, twice)
            values[a] += 1
            values[c] += 1
            every += ways
            once[a] += ways
            once[c] += ways
            twice[a, c] += ways
    return every


@part_of_kernels
def _ways_of_four(player: int, banker: int, values: Counts) -> int:
    """Return the sum of W alone, for totals on which both hands stand."""
    every = 0
    for a in range(10):
        c = last_digit(player + 10 - a)
        if c >= a:
            hand = ways_of_two(values, a, c)
            values[a] -= 1
            values[c] -= 1
            for b in range(10):
                d = last_digit(banker + 10 - b)
                if d >= b:
                    every += hand * ways_of_two(values, b, d)
            values[a] += 1
            values[c] += 1
    return every


@part_of_kernels
def _draw_thirds(
    totals: tuple[int, int],
    sums: tuple[Counts, Counts, Counts],
    rest: tuple[Counts, int],
    judged: Drawing,
    ends: Counts,
) -> None:
    """Deal Player's third card, and Banker's if the Table of Play requires one."""
    player, banker = totals
    drawn, once, twice = sums
    values, left = rest
    for third in range(10):
        start = last_digit(player + third)
        if not judged[third]:
            ends[points_index(start, banker, 3, 2)] += drawn[third] * left
            continue
        for last in range(10):
            ways = drawn[third] * values[last] - values[third] * once[last]
            ways += twice[third, last] + twice[last, third]
            ends[points_index(start, last_digit(banker + last), 3, 3)] += ways
        # If both third cards have one value, the second is drawn from one card fewer.
        alike = points_index(start, last_digit(banker + third), 3, 3)
        ends[alike] += once[third] - drawn[third]


@part_of_kernels
def points_of(values: Counts, drawing: Drawing) -> Counts:
    """Count the ordered draws of six cards by the ``ALL_POINTS`` they end in.

    ``values`` counts the cards of each point value; it is used as scratch and restored.
    """
    ends = np.zeros(400, np.int64)
    drawn = np.zeros(10, np.int64)
    once = np.zeros(10, np.int64)
    twice = np.zeros((10, 10), np.int64)
    left = total_of(values) - 4
    for player in range(10):
        for banker in range(10):
            judged = drawing[player, banker]
            if not (judged[PLAYER_DRAWS] or judged[PLAYER_STOOD]):
                ways = _ways_of_four(player, banker, values)
                ends[points_index(player, banker, 2, 2)] += ways * left * (left - 1)
                continue
            every = _gather(player, banker, values, once, twice)
            for third in range(10):
                drawn[third] = every * values[third] - once[third]
            if judged[PLAYER_DRAWS]:
                sums = (drawn, once, twice)
                _draw_thirds((player, banker), sums, (values, left - 1), judged, ends)
            else:
                for last in range(10):
                    end = points_index(player, last_digit(banker + last), 2, 3)
                    ends[end] += drawn[last] * (left - 1)
    return ends


count_points = kernel("int64[::1](int64[::1], Array(uint8, 3, 'C', readonly=True))")(points_of)
"""``points_of`` as a separate kernel."""

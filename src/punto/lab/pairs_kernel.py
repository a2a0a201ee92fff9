"""Counts how often the first four cards show each of the ``ALL_HAND_PAIRS``.

Cards are counted by rank and suit, diamonds last. A pair is mixed, of one suit other than diamonds,
or of diamonds: places 0, 1 and 2 in arrays by suits.
"""

import numpy as np

from punto.lab.compiler import kernel, part_of_kernels
from punto.lab.draw_table import Counts
from punto.lab.points_kernel import total_of

MIXED, SAME, DIAMONDS = 0, 1, 2
LAST_SUIT = 3


@part_of_kernels
def _count_suits(suits: Counts, ways: Counts) -> None:
    """Count the ordered ways to draw a pair from the cards of one rank."""
    held = total_of(suits)
    ways[SAME] = 0
    for suit in range(LAST_SUIT):
        ways[SAME] += suits[suit] * (suits[suit] - 1)
    ways[DIAMONDS] = suits[LAST_SUIT] * (suits[LAST_SUIT] - 1)
    ways[MIXED] = held * (held - 1) - ways[SAME] - ways[DIAMONDS]


@part_of_kernels
def places_of(hand_pairs: Counts) -> int:
    """Return the number of hand pairs."""
    last = 0
    for player in range(hand_pairs.shape[0]):
        for banker in range(hand_pairs.shape[1]):
            for twin in range(2):
                last = max(last, hand_pairs[player, banker, twin])
    return last + 1


@part_of_kernels
def _suits_class(first: int, second: int) -> int:
    if first != second:
        return MIXED
    return DIAMONDS if first == LAST_SUIT else SAME


@part_of_kernels
def _count_twins(suits: Counts, second_pair: Counts, twins: Counts) -> None:
    """Count the ordered ways to draw two pairs from the cards of one rank."""
    for own in range(3):
        for other in range(3):
            twins[own, other] = 0
    for first in range(4):
        for second in range(first, 4):
            hand = suits[first] * (suits[second] - (first == second))
            if first != second:
                hand *= 2
            suits[first] -= 1
            suits[second] -= 1
            _count_suits(suits, second_pair)
            suits[first] += 1
            suits[second] += 1
            for banker in range(3):
                twins[_suits_class(first, second), banker] += hand * second_pair[banker]


@part_of_kernels
def count_ranks(suited: Counts, alone: Counts, twins: Counts) -> None:
    """Count, for each rank, the ways to one pair of it and to a pair of it in both hands."""
    second_pair = np.zeros(3, np.int64)
    for rank in range(suited.shape[0]):
        _count_suits(suited[rank], alone[rank])
        _count_twins(suited[rank], second_pair, twins[rank])


@part_of_kernels
def _count_both(
    alone: Counts, twins: Counts, hand_pairs: Counts, first_classes: Counts, ends: Counts
) -> None:
    """Add the four cards in which both hands hold a pair."""
    for player in range(alone.shape[0]):
        for banker in range(alone.shape[0]):
            for own in range(3):
                for other in range(3):
                    if player == banker:
                        ways = twins[player, own, other]
                    else:
                        ways = alone[player, own] * alone[banker, other]
                    one, two = first_classes[player] + own, first_classes[banker] + other
                    ends[hand_pairs[one, two, int(player == banker)]] += ways


@part_of_kernels
def _count_single(
    alone: Counts, others: int, hand_pairs: Counts, first_classes: Counts, ends: Counts
) -> None:
    """Add the four cards in which one hand alone holds a pair, once two pairs are counted."""
    for rank in range(alone.shape[0]):
        for suits in range(3):
            pair = first_classes[rank] + suits
            ends[hand_pairs[pair, 0, 0]] += alone[rank, suits] * others
            ends[hand_pairs[0, pair, 0]] += alone[rank, suits] * others
    # So far regardless of the other hand, so the rows of a single pair also include two pairs.
    for player in range(1, hand_pairs.shape[0]):
        for banker in range(1, hand_pairs.shape[1]):
            for twin in range(2):
                place = hand_pairs[player, banker, twin]
                if place >= 0:
                    ends[hand_pairs[player, 0, 0]] -= ends[place]
                    ends[hand_pairs[0, banker, 0]] -= ends[place]


@part_of_kernels
def pairs_of(suited: Counts, hand_pairs: Counts, first_classes: Counts) -> Counts:
    """Count the ordered draws of six cards by the ``ALL_HAND_PAIRS`` they begin with.

    ``suited`` counts the cards of each rank and suit; it is used as scratch and restored.
    """
    ends = np.zeros(places_of(hand_pairs), np.int64)
    alone = np.zeros((suited.shape[0], 3), np.int64)
    twins = np.zeros((suited.shape[0], 3, 3), np.int64)
    count_ranks(suited, alone, twins)
    _count_both(alone, twins, hand_pairs, first_classes, ends)
    held = 0
    for rank in range(suited.shape[0]):
        held += total_of(suited[rank])
    others = (held - 2) * (held - 3)
    _count_single(alone, others, hand_pairs, first_classes, ends)
    ends[hand_pairs[0, 0, 0]] = held * (held - 1) * others - total_of(ends)
    for place in range(ends.shape[0]):
        ends[place] *= (held - 4) * (held - 5)
    return ends


count_pairs = kernel(
    "int64[::1](int64[:,::1], Array(int64, 3, 'C', readonly=True),"
    " Array(int64, 1, 'C', readonly=True))"
)(pairs_of)
"""``pairs_of`` as a separate kernel."""

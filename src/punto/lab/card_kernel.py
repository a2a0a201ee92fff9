"""Counts Outcomes card by card, for any definition of a pair.

It is much slower than the other kernels, and shares only the third cards with them.
"""

import numpy as np

from punto.lab.compiler import kernel, part_of_kernels
from punto.lab.draw_table import Counts, Drawing
from punto.lab.joint_kernel import finish
from punto.lab.pairs_kernel import places_of
from punto.lab.points_kernel import last_digit, ways_of_two

_Hands = tuple[Counts, Counts, Counts, Counts]
"""Two-card hands: both cards, the class of their pair, and the ways to draw them."""

HANDS_OF_VALUES = 100


@part_of_kernels
def _hands(cards: Counts, classes: Counts) -> _Hands:
    """Return every hand of two cards that the shoe holds, in either order."""
    size = cards.shape[0] * (cards.shape[0] + 1) // 2
    one, two = np.zeros(size, np.int64), np.zeros(size, np.int64)
    pair, ways = np.zeros(size, np.int64), np.zeros(size, np.int64)
    number = 0
    for first in range(cards.shape[0]):
        for second in range(first, cards.shape[0]):
            drawn = cards[first] * (cards[second] - (first == second))
            if drawn > 0:
                one[number], two[number] = first, second
                pair[number] = classes[first, second]
                ways[number] = drawn * (1 + (first != second))
                number += 1
    return one[:number], two[:number], pair[:number], ways[:number]


@part_of_kernels
def _weigh(
    cards: Counts,
    value_of_card: Counts,
    hands: _Hands,
    maps: tuple[Counts, Counts],
    weights: Counts,
) -> None:
    """Add up the ways of all four cards by both hands' values and by their pairs."""
    one, two, pair, ways = hands
    hand_pairs, twin_cards = maps
    for player in range(one.shape[0]):
        p, q = one[player], two[player]
        row = value_of_card[p] * 10 + value_of_card[q]
        cards[p] -= 1
        cards[q] -= 1
        for banker in range(one.shape[0]):
            b, c = one[banker], two[banker]
            twin = 0
            if pair[player] and pair[banker]:
                twin = twin_cards[p, b] & twin_cards[p, c] & twin_cards[q, b] & twin_cards[q, c]
            column = value_of_card[b] * 10 + value_of_card[c]
            place = hand_pairs[pair[player], pair[banker], twin]
            weights[row, column, place] += ways[player] * ways_of_two(cards, b, c)
        cards[p] += 1
        cards[q] += 1


@kernel(
    "int64[:,::1](int64[::1], Array(int64, 1, 'C', readonly=True), int64[:,::1],"
    " Tuple((Array(int64, 3, 'C', readonly=True), int64[:,::1])),"
    " Array(uint8, 3, 'C', readonly=True))"
)
def count_outcomes_by_card(
    cards: Counts,
    value_of_card: Counts,
    classes: Counts,
    maps: tuple[Counts, Counts],
    drawing: Drawing,
) -> Counts:
    """Count the ordered draws of six cards by Outcome, one row for each hand pairs.

    ``classes`` gives the pair class of two cards; ``maps`` has the places of the hand pairs, and
    which cards match for a twin. ``cards`` is used as scratch and restored.
    """
    places = places_of(maps[0])
    weights = np.zeros((HANDS_OF_VALUES, HANDS_OF_VALUES, places), np.int64)
    _weigh(cards, value_of_card, _hands(cards, classes), maps, weights)
    values = np.zeros(10, np.int64)
    for card in range(cards.shape[0]):
        values[value_of_card[card]] += cards[card]
    joint = np.zeros((places, 400), np.int64)
    for row in range(HANDS_OF_VALUES):
        for column in range(HANDS_OF_VALUES):
            four = (row // 10, row % 10, column // 10, column % 10)
            totals = (last_digit(four[0] + four[1]), last_digit(four[2] + four[3]))
            for value in four:
                values[value] -= 1
            for place in range(places):
                finish(totals, values, weights[row, column, place], drawing, joint[place])
            for value in four:
                values[value] += 1
    return joint

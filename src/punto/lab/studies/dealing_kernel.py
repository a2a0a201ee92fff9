"""Deals whole shoes round by round, with the unseen cards before each round."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.lab.compiler import kernel, part_of_kernels
from punto.lab.draw_table import PLAYER_DRAWS, PLAYER_STOOD, Counts, Drawing
from punto.lab.points_kernel import last_digit

Cards: TypeAlias = NDArray[np.uint8]
_Limits: TypeAlias = tuple[int, int, int]
"""Cards in front of the cut card, whether cards are burned, and rounds after the last."""


@part_of_kernels
def cards_taken(shoe: Cards, place: int, points: Counts, drawing: Drawing) -> int:
    """Return how many cards the coup at a place takes."""
    player = last_digit(points[shoe[place]] + points[shoe[place + 2]])
    banker = last_digit(points[shoe[place + 1]] + points[shoe[place + 3]])
    judged = drawing[player, banker]
    if not judged[PLAYER_DRAWS]:
        return 5 if judged[PLAYER_STOOD] else 4
    return 6 if judged[points[shoe[place + 4]]] else 5


@part_of_kernels
def _see(shoe: Cards, start: int, end: int, left: Counts) -> None:
    for place in range(start, end):
        left[shoe[place]] -= 1


@part_of_kernels
def _deal(
    shoe: Cards,
    limits: _Limits,
    maps: tuple[Counts, Drawing],
    left: Counts,
    rows: tuple[Counts, Counts, int],
) -> int:
    """Deal one shoe; writes each round from a row on, and returns the next row."""
    front, burns, after = limits
    places, unseen, row = rows
    first = row
    place = 0
    if burns:
        _see(shoe, 0, 1, left)
        shown = maps[0][shoe[0]]
        place = 1 + (shown or 10)
    while True:
        # M 3.10, A-49: once the cut card is out, only the rounds after its round begin. If it came
        # out among the burned cards, one round is dealt all the same.
        if row > first and place > front:
            if after == 0:
                return row
            after -= 1
        places[row] = place
        for card in range(left.shape[0]):
            unseen[row, card] = left[card]
        row += 1
        taken = cards_taken(shoe, place, maps[0], maps[1])
        _see(shoe, place, place + taken, left)
        place += taken


@kernel(
    "int64(uint8[:,::1], UniTuple(int64, 3),"
    " Tuple((Array(int64, 1, 'C', readonly=True), Array(uint8, 3, 'C', readonly=True))),"
    " Tuple((int64[::1], int64[::1], int64[:,::1])))"
)
def deal_shoes(
    shoes: Cards,
    limits: _Limits,
    maps: tuple[Counts, Drawing],
    rounds: tuple[Counts, Counts, Counts],
) -> int:
    """Deal shuffled shoes, and return the number of their rounds.

    For each round it writes the number of its shoe, the cards that had left the shoe when it began,
    and how many of each card are unseen, including burned cards. ``maps`` has the points of each
    card and the Table of Play.
    """
    numbers, places, unseen = rounds
    left = np.zeros(unseen.shape[1], np.int64)
    row = 0
    for number in range(shoes.shape[0]):
        for card in range(left.shape[0]):
            left[card] = 0
        for place in range(shoes.shape[1]):
            left[shoes[number, place]] += 1
        end = _deal(shoes[number], limits, maps, left, (places, unseen, row))
        for dealt in range(row, end):
            numbers[dealt] = number
        row = end
    return row

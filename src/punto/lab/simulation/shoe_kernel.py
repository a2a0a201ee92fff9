"""Deals whole shoes at machine speed: shuffled, burned, dealt to the cut card, counted.

Four shoes are dealt side by side, because each coup must wait for the previous one of its shoe.
Rounds that come before the cut card in any case are dealt without checking for it.
"""

from typing import TypeAlias

import numpy as np

from punto.lab.compiler import kernel, part_of_kernels
from punto.lab.simulation.deal_kernel import Cells, Tables, Views, deal_round
from punto.lab.simulation.shuffle_kernel import LANES, Bits, Flags, mend, scale, swap
from punto.lab.simulation.streams_kernel import States, Words, begin_streams, draw_words

SHOES_AT_ONCE = 8
"""The number of shoes in memory at a time; more would not fit the nearest cache."""

BESIDE = 4
COUP_MAX = 6
BURNED_MAX = 11

Limits: TypeAlias = tuple[int, int, int]
"""Cards in front of the cut card, whether cards are burned, and rounds after its round (A-49)."""
Ranges: TypeAlias = tuple[Bits, Bits]

_U = np.uint64


@part_of_kernels
def first_place(start: int, burns: int, views: Views) -> np.uint64:
    """Return where the first coup begins: after the shown card and as many as it counts (A-49)."""
    place = _U(start)
    if burns:
        shown = int(views[0][place * _U(4) + _U(3)])
        place += _U(1 + (shown or 10))
    return place


@part_of_kernels
def deal_shoe(start: int, limits: Limits, rounds: int, dealt: tuple[Views, Tables, Cells]) -> int:
    """Deal one shoe, up to a number of rounds; returns how many were dealt."""
    cut, burns, after = limits
    views, tables, tally = dealt
    place = first_place(start, burns, views)
    number, left = 0, after
    while number < rounds:
        # M 3.10, A-49: once the cut card is out, only the rounds after its round begin. If it came
        # out before the first coup, that coup is dealt all the same.
        if number and place > _U(start + cut):
            if left == 0:
                break
            left -= 1
        place = deal_round(place, views, tables, tally)
        number += 1
    return number


@part_of_kernels
def deal_four(start: int, length: int, limits: Limits, dealt: tuple[Views, Tables, Cells]) -> None:
    """Deal four whole shoes side by side."""
    cut, burns, after = limits
    views, tables, tally = dealt
    a = first_place(start, burns, views)
    b = first_place(start + length, burns, views)
    c = first_place(start + 2 * length, burns, views)
    d = first_place(start + 3 * length, burns, views)
    for _ in range((cut - BURNED_MAX * burns) // COUP_MAX + 1):
        a = deal_round(a, views, tables, tally)
        b = deal_round(b, views, tables, tally)
        c = deal_round(c, views, tables, tally)
        d = deal_round(d, views, tables, tally)
    cut_a, cut_b = _U(start + cut), _U(start + length + cut)
    cut_c, cut_d = _U(start + 2 * length + cut), _U(start + 3 * length + cut)
    while a <= cut_a or b <= cut_b or c <= cut_c or d <= cut_d:
        if a <= cut_a:
            a = deal_round(a, views, tables, tally)
        if b <= cut_b:
            b = deal_round(b, views, tables, tally)
        if c <= cut_c:
            c = deal_round(c, views, tables, tally)
        if d <= cut_d:
            d = deal_round(d, views, tables, tally)
    for _ in range(after):
        a = deal_round(a, views, tables, tally)
        b = deal_round(b, views, tables, tally)
        c = deal_round(c, views, tables, tally)
        d = deal_round(d, views, tables, tally)


@part_of_kernels
def open_shoes(deck: Cells, cells: Cells) -> None:
    """Put the unshuffled cards into all shoes."""
    length = cells.shape[0] // SHOES_AT_ONCE
    for start in range(0, cells.shape[0], length):
        shoe = cells[start : start + length]
        for place in range(deck.shape[0]):
            shoe[place] = deck[place]


@part_of_kernels
def draw_indices(states: States, words: Words, ranges: Ranges, again: Flags) -> Bits:
    """Return the indices of all lanes' shuffles."""
    draw_words(states, words)
    bits = words.view(np.uint16)
    scale(bits, ranges[0], ranges[1], again)
    mend(bits, states, ranges, again, again.view(np.uint64))
    return bits


@kernel(
    "void(uint64, UniTuple(int64, 3), UniTuple(int64, 3),"
    " Tuple((uint32[::1], uint16[::1], uint16[::1], uint16[::1])), uint32[::1])"
)
def play_shoes(
    seed: np.uint64,
    shoes: tuple[int, int, int],
    limits: Limits,
    given: tuple[Cells, Bits, Bits, Tables],
    tally: Cells,
) -> None:
    """Deal shoes of a seed, and add their coups to the tally, by hand pairs and key.

    ``shoes`` are the number of the first, how many, and the most rounds of each; a whole shoe asks
    for more rounds than it has cards. ``given`` are the cards, the ranges of the shuffle and the
    dealing tables.
    """
    first, count, rounds = shoes
    deck, sizes, remainders, tables = given
    length = deck.shape[0] + COUP_MAX
    cells = np.zeros(SHOES_AT_ONCE * length, np.uint32)
    dealt = ((cells.view(np.uint8), cells.view(np.uint16)), tables, tally)
    state = np.zeros(4 * LANES, np.uint64)
    states = (
        state[:LANES],
        state[LANES : 2 * LANES],
        state[2 * LANES : 3 * LANES],
        state[3 * LANES :],
    )
    words = np.zeros(sizes.shape[0] // 4, np.uint64)
    again = np.zeros(sizes.shape[0], np.uint8)
    whole = rounds >= deck.shape[0]
    for group in range(0, count, LANES):
        begin_streams(seed, first + group, states)
        bits = draw_indices(states, words, (sizes, remainders), again)
        for lane in range(0, min(LANES, count - group), SHOES_AT_ONCE):
            open_shoes(deck, cells)
            swap(bits, lane, LANES, cells, length)
            for shoe in range(0, min(SHOES_AT_ONCE, count - group - lane), BESIDE):
                if whole and group + lane + shoe + BESIDE <= count:
                    deal_four(shoe * length, length, limits, dealt)
                    continue
                for one in range(shoe, min(shoe + BESIDE, count - group - lane)):
                    deal_shoe(one * length, limits, rounds, dealt)

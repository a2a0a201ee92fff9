"""Deals whole shoes at machine speed: shuffled, burned, dealt to the cut card, counted.

A coup is dealt by table look-ups, without branches that the processor would have to predict. A card
is a cell of 32 bits that holds the indices into the tables: its code times 64, its code, and its
point value.

Four shoes are dealt side by side, because each coup must wait for the previous one of its shoe.
Rounds that come before the cut card in any case are dealt without checking for it.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.lab.compiler import kernel, part_of_kernels
from punto.lab.simulation.shuffle_kernel import (
    LANES,
    Bits,
    Flags,
    States,
    StateWords,
    begin_streams,
    draw_words,
    mend,
    scale,
    swap,
)

Tables: TypeAlias = NDArray[np.uint16]
Cells: TypeAlias = NDArray[np.uint32]
Views: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.uint16]]
"""The cells of shoes by 8 and by 16 bits."""

CODES = 64
"""The limit of a card's code: its rank times the four suits, plus its suit."""

SPREAD = 40
"""The weight of Player's hand relative to Banker's; it tells apart 39 pairs and no pair."""

VALUES = 16
"""Room for the point values of a card."""

PAIR_BIT = 9
"""Totals lie below this bit of a hand, pairs above."""

USED_BIT = 14
"""The key lies below this bit of an end; above it, the number of cards dealt after the fourth."""

HANDS_AT = 0
ENDS_AT = HANDS_AT + 52 * CODES
PAIRS_AT = ENDS_AT + 10 * SPREAD * VALUES
TABLES_SIZE = PAIRS_AT + SPREAD * SPREAD

BOTH_DRAW = 0
SUMS = 19
NOBODY_DRAWS = BOTH_DRAW + 10 * SUMS
PLAYER_DRAWN = NOBODY_DRAWS + 100
BANKER_DRAWN = PLAYER_DRAWN + 100
KEYS_USED = BANKER_DRAWN + 100

KEYS = 496
"""Keys of each hand pairs, with a few unused: rows of an odd number of cache lines."""

_U = np.uint64
_TOTALS = _U((1 << PAIR_BIT) - 1)
_KEY = _U((1 << USED_BIT) - 1)


@part_of_kernels
def coup_at(place: np.uint64, views: Views, tables: Tables) -> tuple[np.uint64, np.uint64]:
    """Return where the coup that begins at a place is counted, and the place after it."""
    cells8, cells16 = views
    at, half = place * _U(4), place * _U(2)
    player = _U(tables[_U(cells16[half]) + _U(cells8[at + _U(10)])])
    banker = _U(tables[_U(cells16[half + _U(2)]) + _U(cells8[at + _U(14)])])
    hands = player * _U(SPREAD) + banker
    fifth, sixth = _U(cells8[at + _U(19)]), _U(cells8[at + _U(23)])
    end = _U(tables[(hands & _TOTALS) * _U(VALUES) + fifth + _U(ENDS_AT)])
    pairs = _U(tables[(hands >> _U(PAIR_BIT)) + _U(PAIRS_AT)])
    # All bits if six cards are dealt, else none.
    six = _U(0) - (end >> _U(USED_BIT + 1))
    return pairs + (end & _KEY) + (sixth & six), place + _U(4) + (end >> _U(USED_BIT))


@part_of_kernels
def deal_round(place: np.uint64, views: Views, tables: Tables, tally: Cells) -> np.uint64:
    """Deal and count the coup that begins at a place; returns the place after it."""
    slot, behind = coup_at(place, views, tables)
    tally[slot] += np.uint32(1)
    return behind


SHOES_AT_ONCE = 8
"""The number of shoes in memory at a time; more would not fit the nearest cache."""

BESIDE = 4
COUP_MAX = 6
BURNED_MAX = 11

ShoeEnd: TypeAlias = tuple[int, int, int]
"""Cards in front of the cut card, whether cards are burned, and rounds after its round (A-49)."""
_Ranges: TypeAlias = tuple[Bits, Bits]


@part_of_kernels
def first_place(start: int, burns: int, views: Views) -> np.uint64:
    """Return where the first coup begins: after the shown card and as many as it counts (A-49)."""
    place = _U(start)
    if burns:
        shown = int(views[0][place * _U(4) + _U(3)])
        place += _U(1 + (shown or 10))
    return place


@part_of_kernels
def deal_shoe(start: int, limits: ShoeEnd, rounds: int, dealt: tuple[Views, Tables, Cells]) -> int:
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
def deal_four(start: int, length: int, limits: ShoeEnd, dealt: tuple[Views, Tables, Cells]) -> None:
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
def draw_indices(states: States, words: StateWords, ranges: _Ranges, again: Flags) -> Bits:
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
    limits: ShoeEnd,
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

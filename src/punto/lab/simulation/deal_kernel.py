"""Deals a coup by table look-ups, without branches that the processor would have to predict.

A card is a cell of 32 bits that holds the indices into the tables: its code times 64, its code, and
its point value.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.lab.compiler import part_of_kernels

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

"""The look-up tables of a simulated dealer, computed beforehand from the rules.

One array holds three tables. The first maps a hand's two cards to its total and pair. The second
maps both totals and the fifth card to the number of cards dealt and the key under which the coup is
counted. The third maps both hands' pairs to where the keys of these hand pairs begin. There are a
few more keys than points: if both hands draw, Banker's points are added up and the ten is not yet
dropped, so that the sixth card need not be looked up with the others.
"""

import numpy as np
from numpy.typing import NDArray

from punto.lab.draw_table import PLAYER_DRAWS, PLAYER_STOOD, Counts, drawing_of
from punto.lab.pair_classes import HAND_PAIRS, NO_PAIR, RANKS, SUITS, first_class
from punto.lab.simulation import shoe_kernel
from punto.rules import ALL_HAND_PAIRS, POINTS_COUNT, PairSuits, Points, TableOfPlay, pair_of
from punto.values import DECK, Card, Composition, points_total

TALLY_SIZE = len(ALL_HAND_PAIRS) * shoe_kernel.KEYS

_SUIT_CLASSES = tuple(PairSuits)


def card_code(card: Card) -> int:
    """Return the code of a card."""
    return RANKS.index(card.rank) * len(SUITS) + SUITS.index(card.suit)


def cells_of(shoe: Composition) -> shoe_kernel.Cells:
    """Return the unshuffled cards of a shoe, each with its indices into the tables."""
    cells = [
        card_code(card) * shoe_kernel.CODES | card_code(card) << 16 | card.points << 24
        for card, count in zip(DECK, shoe.counts, strict=True)
        for _ in range(count)
    ]
    return np.array(cells, np.uint32)


def dealing_tables(table: TableOfPlay) -> shoe_kernel.Tables:
    """Return the three tables, one after the other."""
    tables = np.zeros(shoe_kernel.TABLES_SIZE, np.uint16)
    for first in DECK:
        for second in DECK:
            hand = (
                points_total((first, second)) | _pair_number(first, second) << shoe_kernel.PAIR_BIT
            )
            tables[
                shoe_kernel.HANDS_AT + card_code(first) * shoe_kernel.CODES + card_code(second)
            ] = hand
    drawing = drawing_of(table)
    for player in range(10):
        for banker in range(10):
            row = shoe_kernel.ENDS_AT + (player * shoe_kernel.SPREAD + banker) * shoe_kernel.VALUES
            for fifth in range(10):
                tables[row + fifth] = _end(player, banker, fifth, drawing[player, banker].tolist())
    for player in range(shoe_kernel.SPREAD):
        for banker in range(shoe_kernel.SPREAD):
            place = HAND_PAIRS[_class(player), _class(banker), int(_twins(player, banker))]
            tables[shoe_kernel.PAIRS_AT + player * shoe_kernel.SPREAD + banker] = (
                place * shoe_kernel.KEYS
            )
    return tables


def _pair_number(first: Card, second: Card) -> int:
    """Return which of the 39 pairs two cards are, by rank and class of suits; 0 for none."""
    pair = pair_of(first, second)
    if pair is None:
        return 0
    return 1 + RANKS.index(first.rank) * len(_SUIT_CLASSES) + _SUIT_CLASSES.index(pair.suits)


def _class(pair_number: int) -> int:
    if pair_number == 0:
        return NO_PAIR
    rank, suits = divmod(pair_number - 1, len(_SUIT_CLASSES))
    return first_class(RANKS[rank]) + suits


def _twins(player: int, banker: int) -> bool:
    suits = len(_SUIT_CLASSES)
    return min(player, banker) > 0 and (player - 1) // suits == (banker - 1) // suits


def _end(player: int, banker: int, fifth: int, judged: list[int]) -> int:
    """Return the key of a coup without its sixth card, and how many cards it took."""
    if not judged[PLAYER_DRAWS]:
        if judged[PLAYER_STOOD]:
            return (
                shoe_kernel.BANKER_DRAWN + player * 10 + (banker + fifth) % 10
                | 1 << shoe_kernel.USED_BIT
            )
        return shoe_kernel.NOBODY_DRAWS + player * 10 + banker
    drawn = (player + fifth) % 10
    if judged[fifth]:
        return shoe_kernel.BOTH_DRAW + drawn * shoe_kernel.SUMS + banker | 2 << shoe_kernel.USED_BIT
    return shoe_kernel.PLAYER_DRAWN + drawn * 10 + banker | 1 << shoe_kernel.USED_BIT


def _points_of_keys() -> NDArray[np.int64]:
    points = [Points(p, total % 10, 3, 3) for p in range(10) for total in range(shoe_kernel.SUMS)]
    for cards in ((2, 2), (3, 2), (2, 3)):
        points += [Points(p, b, *cards) for p in range(10) for b in range(10)]
    return np.array([each.index for each in points])


POINTS_OF_KEY = _points_of_keys()
"""For each key the place of its points in ``ALL_POINTS``."""


def outcomes_of(tally: Counts) -> Counts:
    """Convert coups by key into coups by Outcome, ``[hand pairs, points]``."""
    rows = tally.reshape(len(ALL_HAND_PAIRS), shoe_kernel.KEYS)[:, : shoe_kernel.KEYS_USED]
    outcomes = np.zeros((POINTS_COUNT, len(ALL_HAND_PAIRS)), np.int64)
    np.add.at(outcomes, POINTS_OF_KEY, rows.T)
    return np.ascontiguousarray(outcomes.T)

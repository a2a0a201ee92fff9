"""The pairs of a hand as numbers, in the order of the Outcome's own numbering.

A pair rule says what a pair and a twin pair are: the rule in force, or an alternative.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from punto.lab.draw_table import Counts
from punto.lab.pairs_kernel import DIAMONDS, MIXED, SAME
from punto.rules import ALL_HAND_PAIRS, ALL_PAIRS, HandPairs, Pair, PairRank, PairSuits
from punto.values import DECK, Card, Rank, Suit, Value

NO_PAIR = 0
"""The class of a hand without a pair; a pair's class is its place in ``ALL_PAIRS`` plus one."""

SUITS = (*(suit for suit in Suit if suit is not Suit.DIAMONDS), Suit.DIAMONDS)
"""The suits in the order of the kernels: diamonds last."""

RANKS = tuple(Rank)

CARDS_BY_RANK = np.array([[DECK.index(Card(rank, suit)) for suit in SUITS] for rank in RANKS])
"""The place in ``DECK`` of each card of each rank."""

VALUE_OF_RANK = np.array([rank.points for rank in RANKS])
VALUE_OF_CARD = np.array([card.points for card in DECK])


def class_of(pair: Pair | None) -> int:
    """Return the class of a hand's pair, or of none."""
    return NO_PAIR if pair is None else ALL_PAIRS.index(pair) + 1


def first_class(rank: Rank) -> int:
    """Return the class of a rank's mixed pair; one suit comes next, then diamonds."""
    kind = PairRank.FOUR if rank is Rank.FOUR else PairRank.OTHER
    return class_of(Pair(kind, PairSuits.MIXED))


def _hand_pairs_places() -> NDArray[np.int64]:
    places = np.full((len(ALL_PAIRS) + 1, len(ALL_PAIRS) + 1, 2), -1)
    for place, pairs in enumerate(ALL_HAND_PAIRS):
        places[classes_of(pairs)] = place
    places.flags.writeable = False
    return places


def classes_of(pairs: HandPairs) -> tuple[int, int, int]:
    """Return Player's class, Banker's, and whether they are twins."""
    return class_of(pairs.player), class_of(pairs.banker), int(pairs.twin)


HAND_PAIRS = _hand_pairs_places()
"""``[player class, banker class, twin]``: the place in ``ALL_HAND_PAIRS``, or -1 for none."""

CLASS_OF_RANK = np.array([first_class(rank) for rank in RANKS])
CLASS_OF_VALUE = np.array(
    [next(first_class(rank) for rank in RANKS if rank.points == value) for value in range(10)]
)
"""The class of a mixed pair of a rank, and of a point value: ranks of one value share theirs."""

for _array in (CARDS_BY_RANK, VALUE_OF_CARD, VALUE_OF_RANK, CLASS_OF_RANK, CLASS_OF_VALUE):
    _array.flags.writeable = False


SameRanks = Callable[[Rank, Rank], bool]


def one_rank(first: Rank, second: Rank) -> bool:
    """Return whether two ranks are the same (A-06 a, A-07 a, A-09)."""
    return first is second


class PairRule(Value):
    """Which ranks make a pair, and which make two pairs twins."""

    pairs: SameRanks = one_rank
    twins: SameRanks = one_rank
    """Compares every card of one pair with every card of the other."""

    def classes(self) -> Counts:
        """Return, for any two cards of ``DECK``, the class of their pair."""
        rows = [[self._class(first, second) for second in DECK] for first in DECK]
        return np.array(rows, np.int64)

    def twin_cards(self) -> Counts:
        """Return, for any two cards of ``DECK``, whether they match for a twin."""
        rows = [[self.twins(first.rank, second.rank) for second in DECK] for first in DECK]
        return np.array(rows, np.int64)

    def _class(self, first: Card, second: Card) -> int:
        if not self.pairs(first.rank, second.rank):
            return NO_PAIR
        if first.suit is not second.suit:
            return first_class(first.rank) + MIXED
        return first_class(first.rank) + (DIAMONDS if first.suit is Suit.DIAMONDS else SAME)


BY_RANK = PairRule()
"""The rule in force."""

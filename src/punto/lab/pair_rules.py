"""Definitions of pairs and twin pairs: the rule in force, and alternatives."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from punto.lab.draw_table import Counts
from punto.lab.pair_classes import NO_PAIR, first_class
from punto.lab.pairs_kernel import DIAMONDS, MIXED, SAME
from punto.values import DECK, Card, Rank, Suit

SameRanks = Callable[[Rank, Rank], bool]


def one_rank(first: Rank, second: Rank) -> bool:
    """Return whether two ranks are the same (A-06 a, A-07 a, A-09)."""
    return first is second


@dataclass(frozen=True, slots=True)
class PairRule:
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

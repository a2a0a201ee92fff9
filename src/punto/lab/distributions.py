"""The joint distribution of Outcome for one composition of the shoe, as exact integers.

A shoe is described by decks, removed cards, or a count for each card.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import perm

import numpy as np

from punto.lab import pair_classes
from punto.lab.card_kernel import count_outcomes_by_card
from punto.lab.draw_table import Counts, Drawing, drawing_of
from punto.lab.joint_kernel import count_outcomes
from punto.lab.pair_classes import BY_RANK, PairRule
from punto.lab.pairs_kernel import count_pairs
from punto.lab.points_kernel import count_points
from punto.rules import TABLE_OF_PLAY, DecksOutOfRange, Game, Outcome, TableOfPlay, usual_decks
from punto.values import DECK, Card, CardNotInShoe, Composition, full_shoe, parse_cards

CARDS_OF_A_COUP = 6
"""The most cards of a coup; every coup is counted with this many."""

_LARGEST = 2**63 - 1


class ShoeRefused(ValueError):
    """A shoe for which no odds can be computed; the message is one sentence."""


@dataclass(frozen=True)
class Distribution:
    """The number of ordered draws of six cards that end in each Outcome."""

    shoe: Composition
    table: TableOfPlay = TABLE_OF_PLAY
    pair_rule: PairRule = BY_RANK

    def __post_init__(self) -> None:
        held = self.shoe.cards_count
        if held < CARDS_OF_A_COUP:
            raise ShoeRefused(f"shoe of {held} cards: expected at least {CARDS_OF_A_COUP}")
        if self.total > _LARGEST:
            raise ShoeRefused(f"shoe of {held} cards: too many to count in 64 bits")

    @cached_property
    def total(self) -> int:
        """The number of all ordered draws of six cards."""
        return perm(self.shoe.cards_count, CARDS_OF_A_COUP)

    @cached_property
    def points(self) -> Counts:
        """The draws that end in each of the ``ALL_POINTS``."""
        return _kept(count_points(self._values(), self._drawing))

    @cached_property
    def pairs(self) -> Counts:
        """The draws that begin with each of the ``ALL_HAND_PAIRS``."""
        if self.pair_rule is not BY_RANK:
            return _kept(self.outcomes.sum(axis=1))
        return _kept(
            count_pairs(self._suited(), pair_classes.HAND_PAIRS, pair_classes.CLASS_OF_RANK)
        )

    @cached_property
    def outcomes(self) -> Counts:
        """The draws that end in each Outcome: ``[hand pairs, points]``, flat by its number."""
        if self.pair_rule is BY_RANK:
            maps = (
                pair_classes.HAND_PAIRS,
                pair_classes.CLASS_OF_VALUE,
                pair_classes.VALUE_OF_RANK,
            )
            counts = (self.points.copy(), self._values(), self._suited())
            return _kept(count_outcomes(*counts, maps, self._drawing))
        classes, twins = self.pair_rule.classes(), self.pair_rule.twin_cards()
        maps_by_card = (pair_classes.HAND_PAIRS, twins)
        return _kept(
            count_outcomes_by_card(
                self._cards(), pair_classes.VALUE_OF_CARD, classes, maps_by_card, self._drawing
            )
        )

    def ways(self, outcome: Outcome) -> int:
        """Return the draws that end in one Outcome."""
        return int(self.outcomes.ravel()[outcome.index])

    @cached_property
    def _drawing(self) -> Drawing:
        return drawing_of(self.table)

    def _cards(self) -> Counts:
        return np.array(self.shoe.counts, np.int64)

    def _suited(self) -> Counts:
        suited: Counts = self._cards()[pair_classes.CARDS_BY_RANK]
        return suited

    def _values(self) -> Counts:
        return np.bincount(pair_classes.VALUE_OF_CARD, self._cards(), 10).astype(np.int64)


def _kept(counts: Counts) -> Counts:
    counts.flags.writeable = False
    return counts


def shoe_of(
    game: Game,
    decks: int | None = None,
    without: str | Iterable[Card] = (),
    counts: Composition | None = None,
) -> Composition:
    """Return the rest of a game's shoe; raises ``ShoeRefused``.

    ``counts`` gives the number of each card instead of whole decks, and may not exceed them.
    """
    number = usual_decks(game) if decks is None else decks
    if number not in game.decks:
        raise ShoeRefused(DecksOutOfRange(game.key, number, game.decks).sentence)
    shoe = full_shoe(number)
    if counts is not None:
        _check_counts(counts, number)
        shoe = counts
    cards = parse_cards(without) if isinstance(without, str) else tuple(without)
    try:
        shoe = shoe.without(cards)
    except CardNotInShoe as error:
        gone = next(card for card in DECK if cards.count(card) > shoe.count(card))
        raise ShoeRefused(
            f"card {str(gone)!r}: taken {cards.count(gone)} times,"
            f" expected at most the {shoe.count(gone)} that the shoe holds"
        ) from error
    if shoe.cards_count < CARDS_OF_A_COUP:
        raise ShoeRefused(f"shoe of {shoe.cards_count} cards: expected at least {CARDS_OF_A_COUP}")
    return shoe


def _check_counts(counts: Composition, decks: int) -> None:
    if max(counts.counts) > decks:
        card = next(card for card in DECK if counts.count(card) > decks)
        raise ShoeRefused(
            f"count '{card}x{counts.count(card)}': expected at most {decks} in {decks} decks"
        )

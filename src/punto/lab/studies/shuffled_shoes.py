"""Shuffled shoes and their rounds; each shoe of a seed is always the same."""

from typing import NamedTuple

import numpy as np

from punto.lab.draw_table import Counts, Drawing
from punto.lab.pair_classes import VALUE_OF_CARD
from punto.lab.studies.dealing_kernel import Cards, deal_shoes
from punto.lab.studies.shoe_rules import ShoeRules
from punto.values import DECK

FEWEST_OF_A_COUP = 4


class ShoeBatch(NamedTuple):
    """Some shoes of a seed, by their numbers."""

    first: int
    shoes: int


class Rounds(NamedTuple):
    """The rounds of some shoes, in order."""

    shoes: Counts
    """The shoe of each round, from 0."""
    places: Counts
    """The cards that had left the shoe when it began, including burned ones."""
    unseen: Counts
    """The number of each card still unseen at that time."""


def shuffled(seed: int, batch: ShoeBatch, decks: int) -> Cards:
    """Shuffle shoes of cards, given by their places in ``DECK``.

    Sorts the cards by random words from Philox, whose key is the seed and the number of the shoe;
    two equal words practically never occur.
    """
    cards = np.tile(np.arange(len(DECK), dtype=np.uint8), decks)
    shoes = np.empty((batch.shoes, cards.size), np.uint8)
    for row in range(batch.shoes):
        key = np.array([seed, batch.first + row], np.uint64)
        words = np.random.Philox(key=key).random_raw(cards.size)
        shoes[row] = cards[np.argsort(words, kind="stable")]
    return shoes


def dealt(shoes: Cards, rules: ShoeRules, drawing: Drawing) -> Rounds:
    """Deal all rounds of shuffled shoes."""
    most = len(shoes) * (shoes.shape[1] // FEWEST_OF_A_COUP)
    rounds = (
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros((most, len(DECK)), np.int64),
    )
    limits = (rules.front, int(rules.burns), int(rules.one_more))
    count = deal_shoes(shoes, limits, (VALUE_OF_CARD, drawing), rounds)
    return Rounds(*(column[:count] for column in rounds))

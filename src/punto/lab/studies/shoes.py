"""How a house deals a shoe, and shuffled shoes with their rounds.

A house chooses decks, cut card, burned cards, and when the last round begins. Each shoe of a seed
is always the same.
"""

from typing import NamedTuple

import numpy as np

from punto.lab.distributions import CARDS_OF_A_COUP, ShoeRefused
from punto.lab.draw_table import Counts, Drawing
from punto.lab.pair_classes import VALUE_OF_CARD
from punto.lab.studies.dealing_kernel import Cards, deal_shoes
from punto.rules import DecksOutOfRange, Game, usual_decks
from punto.values import DECK, BadNotation, Value

USUALLY_BEHIND = 14


class ShoeRules(Value):
    """The rules that decide which rounds a shuffled shoe brings (M 3.10, A-49)."""

    decks: int
    behind: int = USUALLY_BEHIND
    """The number of cards behind the cut card."""
    burns: bool = False
    """Whether the first card is shown, and as many burned unseen as it counts.

    A ten or face is ten.
    """
    one_more: bool = False
    """Whether another round follows the one in which the cut card came out."""

    @property
    def cards(self) -> int:
        return self.decks * len(DECK)

    @property
    def front(self) -> int:
        """The number of cards in front of the cut card."""
        return self.cards - self.behind

    @property
    def deepest(self) -> int:
        """The most cards that have left the shoe when a round begins."""
        return self.front + (CARDS_OF_A_COUP if self.one_more else 0)


def shoe_rules(
    game: Game,
    decks: int | None = None,
    cut_card: str | None = None,
    *,
    burns: bool = False,
    one_more: bool = False,
) -> ShoeRules:
    """Return the rules of a game's shoe; ``cut_card`` is ``14`` or ``85%``.

    Raises ``ShoeRefused``.
    """
    number = usual_decks(game) if decks is None else decks
    if number not in game.decks:
        raise ShoeRefused(DecksOutOfRange(game.key, number, game.decks).sentence)
    rules = ShoeRules(number, burns=burns, one_more=one_more)
    behind = USUALLY_BEHIND if cut_card is None else parse_cut_card(cut_card, rules.cards)
    least = CARDS_OF_A_COUP * (2 if one_more else 1)
    most = rules.cards - len(DECK)
    if not least <= behind <= most:
        raise ShoeRefused(
            f"cut card {cut_card!r}: leaves {behind} cards behind it, expected {least} to {most}"
        )
    return ShoeRules(number, behind, burns, one_more)


def parse_cut_card(text: str, cards: int) -> int:
    """Return the cards behind a cut card, from their number or from the share before it."""
    number, percent, rest = text.partition("%")
    if not number.isascii() or not number.isdecimal() or rest:
        raise BadNotation(
            f"cut card {text!r}: expected the cards behind it such as 14,"
            " or the share of the shoe before it such as 85%"
        )
    return cards - cards * int(number) // 100 if percent else int(number)


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

from collections.abc import Iterable

from punto.devices.entropy import Entropy
from punto.values import DECK, Card, Value, replace

USUAL_CUT_FROM_END = 14
"""The number of cards behind the cut card: enough for the last round and one more."""


class ShoeIsEmpty(Exception):
    """A card was drawn from an empty shoe; the cut card comes out long before."""


class VirtualShoe(Value):
    """Shuffled cards, and how many of them have left; drawing returns a new shoe."""

    cards: tuple[Card, ...]
    cut_from_end: int = USUAL_CUT_FROM_END
    dealt_count: int = 0

    @classmethod
    def shuffled(
        cls, decks: int, entropy: Entropy, cut_from_end: int = USUAL_CUT_FROM_END
    ) -> "VirtualShoe":
        """Shuffle whole decks uniformly."""
        return cls(shuffled(DECK * decks, entropy), cut_from_end)

    @property
    def cards_left(self) -> int:
        return len(self.cards) - self.dealt_count

    @property
    def cards_before_cut(self) -> int:
        """The number of cards before the cut card; negative when it is out."""
        # M 3.10, A-49: a cut card that is next between two rounds comes out at the start of the
        # next round, which is then the last.
        return self.cards_left - self.cut_from_end

    def draw(self) -> tuple[Card, "VirtualShoe"]:
        """Return the next card, and the shoe without it."""
        if self.cards_left == 0:
            raise ShoeIsEmpty(f"all {len(self.cards)} cards are dealt")
        return self.cards[self.dealt_count], replace(self, dealt_count=self.dealt_count + 1)


def shuffled(cards: Iterable[Card], entropy: Entropy) -> tuple[Card, ...]:
    """Shuffle cards uniformly (Fisher-Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        taken = entropy.below(last + 1)
        order[last], order[taken] = order[taken], order[last]
    return tuple(order)

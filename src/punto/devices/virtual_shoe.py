from collections.abc import Iterable
from dataclasses import dataclass, replace

from punto.devices.entropy import Entropy
from punto.values.cards import DECK, Card

USUAL_CUT_FROM_END = 14
"""How many cards lie behind the cut card: enough for the last round and one more."""


class ShoeIsEmpty(Exception):
    """A card was asked of a shoe that has none left; the cut card comes out long before."""


@dataclass(frozen=True, slots=True)
class VirtualShoe:
    """Shuffled cards and how many of them have left; drawing gives the shoe as it is then."""

    cards: tuple[Card, ...]
    cut_from_end: int = USUAL_CUT_FROM_END
    dealt_count: int = 0

    @classmethod
    def shuffled(
        cls, decks: int, entropy: Entropy, cut_from_end: int = USUAL_CUT_FROM_END
    ) -> "VirtualShoe":
        """Whole decks in an order of which none is likelier than another."""
        return cls(shuffled(DECK * decks, entropy), cut_from_end)

    @property
    def cards_left(self) -> int:
        """How many cards are still in the shoe."""
        return len(self.cards) - self.dealt_count

    @property
    def cards_before_cut(self) -> int:
        """How many cards lie before the cut card; below 0 when it is out."""
        return self.cards_left - self.cut_from_end

    @property
    def cut_card_is_out(self) -> bool:
        """Whether the cut card came out, so that the round it came out in is the last."""
        # M 3.10, A-49: in front between rounds it comes out as the first card of the next round,
        # which is then the last. A shoe that ends exactly before it therefore goes on.
        return self.cards_before_cut < 0

    def draw(self) -> tuple[Card, "VirtualShoe"]:
        """The next card, and the shoe without it."""
        if self.cards_left == 0:
            raise ShoeIsEmpty(f"all {len(self.cards)} cards are dealt")
        return self.cards[self.dealt_count], replace(self, dealt_count=self.dealt_count + 1)


def shuffled(cards: Iterable[Card], entropy: Entropy) -> tuple[Card, ...]:
    """The cards in an order of which none is likelier than another (Fisher-Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        taken = entropy.below(last + 1)
        order[last], order[taken] = order[taken], order[last]
    return tuple(order)

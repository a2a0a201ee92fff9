from collections import Counter
from collections.abc import Iterable, Mapping

from punto.values.cards import DECK, Card, parse_card
from punto.values.structures import BadNotation, Value


class CardNotInShoe(ValueError):
    """More of one card was taken out than the shoe holds."""


class Composition(Value):
    """How many of each card a shoe holds, in the order of ``DECK``."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != len(DECK) or min(self.counts) < 0:
            raise ValueError(f"counts {self.counts}: expected {len(DECK)}, none negative")

    @property
    def cards_count(self) -> int:
        """How many cards the shoe holds."""
        return sum(self.counts)

    def count(self, card: Card) -> int:
        """How many of one card the shoe holds."""
        return self.counts[_PLACE[card]]

    def without(self, cards: Iterable[Card]) -> "Composition":
        """Return the composition after these cards have left the shoe."""
        counts = list(self.counts)
        for card in cards:
            place = _PLACE[card]
            if counts[place] == 0:
                raise CardNotInShoe(f"card {card}: the shoe holds only {self.count(card)} of it")
            counts[place] -= 1
        return Composition(tuple(counts))

    def __str__(self) -> str:
        return " ".join(
            f"{card}x{count}" for card, count in zip(DECK, self.counts, strict=True) if count
        )


_PLACE: Mapping[Card, int] = {card: place for place, card in enumerate(DECK)}


def full_shoe(decks: int) -> Composition:
    """Return the composition of this many whole decks."""
    return Composition((decks,) * len(DECK))


def parse_composition(text: str) -> Composition:
    """Read a composition such as ``ASx8 KDx7``; the shoe holds none of an unnamed card."""
    counts: Counter[Card] = Counter()
    for word in text.split():
        name, _, count = word.partition("x")
        card = parse_card(name)
        if not (count.isascii() and count.isdigit()) or card in counts:
            raise BadNotation(f"count {word!r}: expected each card once, such as ASx8, from x0 up")
        counts[card] = int(count)
    return Composition(tuple(counts[card] for card in DECK))

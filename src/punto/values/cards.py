from collections.abc import Iterable
from dataclasses import dataclass, field

from punto.values.structures import BadNotation, Choice


class Suit(Choice):
    """A suit, by the letter that ends a card's notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(Choice):
    """A rank, by the character that begins a card's notation."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def points(self) -> int:
        """The point value, 0 to 9: a Ten's ten points count as 0 everywhere (A-01)."""
        return _POINTS[self]


_POINTS = {rank: min(number, 10) % 10 for number, rank in enumerate(Rank, start=1)}


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 52 cards of a deck."""

    rank: Rank
    suit: Suit
    points: int = field(init=False, repr=False, compare=False)
    """The point value, 0 to 9."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", self.rank.points)

    def __str__(self) -> str:
        return self.rank.value + self.suit.value


CardOut = Card | None
"""A card that has left the shoe; None for an unseen one (A-43)."""
UNSEEN = "unseen"
"""The notation of an unseen card."""

DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""One deck of 52, suit by suit, without jokers (A-11)."""

_BY_NOTATION = {str(card): card for card in DECK}


def parse_card(text: str) -> Card:
    """Read one card, such as ``4D`` or ``TS``."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise BadNotation(
            f"card {text!r}: expected a rank A 2-9 T J Q K and a suit S H D C, such as 4D"
        ) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces, in the order they left the shoe."""
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: Iterable[CardOut]) -> str:
    """Write cards in the form that ``parse_cards`` reads; an unseen one as a word."""
    return " ".join(UNSEEN if card is None else str(card) for card in cards)


def seen_of(cards: Iterable[CardOut]) -> tuple[Card, ...]:
    """Return the seen cards, in their order."""
    return tuple(card for card in cards if card is not None)


def points_total(cards: Iterable[Card]) -> int:
    """Return the Point Total of a hand: the last digit of the sum of its cards (A-02)."""
    return sum(card.points for card in cards) % 10

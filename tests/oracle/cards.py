"""Cards as two characters: a rank of A 2-9 T J Q K, then a suit of S H D C."""

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)

POINTS = {
    "A": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "T": 0,
    "J": 0,
    "Q": 0,
    "K": 0,
}

CARD_POINTS = {card: POINTS[card[0]] for card in DECK}

# One rank for each point value, so that RANK_WORTH[points] is a rank worth that many points.
RANK_WORTH = "TA23456789"


def points(card: str) -> int:
    if card not in CARD_POINTS:
        raise ValueError(f"not a card: {card!r}")
    return CARD_POINTS[card]


def total(cards: Iterable[str]) -> int:
    """The right digit of the sum (RWS 1.16, MBS 3.4.2; A-02)."""
    return int(str(sum(points(card) for card in cards))[-1])

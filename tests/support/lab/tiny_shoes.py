"""Shoes of so few cards that every draw can be listed."""

from collections import Counter
from functools import cache
from itertools import permutations

from punto.rules.coups import deal
from punto.rules.outcomes import OUTCOMES_COUNT
from punto.rules.table_of_play import TABLE_OF_PLAY
from punto.values.cards import DECK, Card, parse_cards
from punto.values.compositions import Composition

TINY = (
    "AS 2H 3D 4C 5S 6H",
    "4D 4D 4S 4H 4D 4C",
    "TS JS QS KS TD TD KD",
    "4D 4D 4S 9H 9H TC KC",
    "6S 6S 6H 7D 7D 7C 8S",
    "AS AS 4D 4D KH KH QH TH",
)


def shoe_with(text: str) -> Composition:
    """A shoe of just these cards."""
    held = Counter(parse_cards(text))
    return Composition(tuple(held[card] for card in DECK))


@cache
def draws_of(text: str) -> Counter[tuple[Card, ...]]:
    """Count every ordered draw of six of these cards, cut to the cards that the engine deals."""
    draws: Counter[tuple[Card, ...]] = Counter()
    for six, ways in Counter(permutations(parse_cards(text), 6)).items():
        excess = deal(TABLE_OF_PLAY, six).excess
        draws[six[: 6 - len(excess)]] += ways
    return draws


@cache
def dealt_by_engine(text: str) -> list[int]:
    """Count how often each Outcome occurs when the engine deals every draw."""
    counts = [0] * OUTCOMES_COUNT
    for cards, ways in draws_of(text).items():
        counts[deal(TABLE_OF_PLAY, cards).coup.outcome.index] += ways
    return counts

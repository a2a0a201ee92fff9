"""Shoes described by decks, removed cards, or a count for each card."""

from collections.abc import Iterable

from punto.lab.distributions import CARDS_OF_A_COUP, ShoeRefused
from punto.rules import DecksOutOfRange, Game, usual_decks
from punto.values import DECK, Card, CardNotInShoe, Composition, full_shoe, parse_cards


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

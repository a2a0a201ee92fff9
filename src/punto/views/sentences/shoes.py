from typing import assert_never

from punto.rounds.shoe.events import (
    CardsBurned,
    CardsCounted,
    CutCardSeen,
    RoadsRestarted,
    ShoeFact,
    ShoeLoaded,
    ShoeRetired,
    ShoeRevealed,
)


def shoe_sentence(fact: ShoeFact) -> str:
    """Return the sentence of an event about the shoe."""
    match fact:
        case ShoeLoaded():
            return _load_words(fact)
        case CardsBurned():
            return f"{fact.shown} is shown, and {fact.unseen_count} more are burned unseen"
        case CutCardSeen():
            return f"The cut card came out; rounds that may still begin: {fact.rounds_left}"
        case CardsCounted():
            return f"{fact.counted} cards counted, {fact.expected} expected"
        case ShoeRetired():
            return f"The shoe is out of play: {fact.reason}"
        case ShoeRevealed():
            return f"The order of shoe {fact.shoe_number} is revealed, with its salt {fact.salt}"
        case RoadsRestarted():
            return "The roads restart"
        case _:
            assert_never(fact)


def _load_words(fact: ShoeLoaded) -> str:
    # The sealed order is in no sentence and no view.
    order = f"; its order is committed as {fact.commitment}" if fact.commitment else ""
    return (
        f"Shoe {fact.shoe_number} is loaded with {fact.decks} decks, "
        f"shuffled {fact.shuffle.value}{order}"
    )

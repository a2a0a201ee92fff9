from typing import assert_never

from punto.rounds.shoe import events as shoe_events


def shoe_sentence(fact: shoe_events.ShoeFact) -> str:
    """Return the sentence of an event about the shoe."""
    match fact:
        case shoe_events.ShoeLoaded():
            return _load_words(fact)
        case shoe_events.CardsBurned():
            return f"{fact.shown} is shown, and {fact.unseen_count} more are burned unseen"
        case shoe_events.CutCardSeen():
            return f"The cut card came out; rounds that may still begin: {fact.rounds_left}"
        case shoe_events.CardsCounted():
            return f"{fact.counted} cards counted, {fact.expected} expected"
        case shoe_events.ShoeRetired():
            return f"The shoe is out of play: {fact.reason}"
        case shoe_events.ShoeRevealed():
            return f"The order of shoe {fact.shoe_number} is revealed, with its salt {fact.salt}"
        case shoe_events.RoadsRestarted():
            return "The roads restart"
        case _:
            assert_never(fact)


def _load_words(fact: shoe_events.ShoeLoaded) -> str:
    # The sealed order is in no sentence and no view.
    order = f"; its order is committed as {fact.commitment}" if fact.commitment else ""
    return (
        f"Shoe {fact.shoe_number} is loaded with {fact.decks} decks, "
        f"shuffled {fact.shuffle.value}{order}"
    )

"""How far the cards in play are played."""

from dataclasses import dataclass

from punto.rounds import CardSource, Shoe


@dataclass(frozen=True, slots=True)
class Progress:
    """How many cards have left a shoe, burned ones included, and how many have not."""

    dealt_count: int
    left_count: int


@dataclass(frozen=True, slots=True)
class ShoeShown:
    """A shoe by its counts; what is in it nobody knows."""

    number: int
    decks: int
    source: CardSource
    progress: Progress | None
    """None at a continuous shuffler, which takes its cards back (A-70)."""
    cut_card_seen: bool
    is_over: bool
    """Whether the last round of the shoe has begun (A-49)."""
    commitment: str
    """What a virtual shoe promised of its order; empty for cards that nobody knows."""


def shoe_shown(shoe: Shoe) -> ShoeShown:
    """The shoe as everybody may see it."""
    return ShoeShown(
        shoe.number,
        shoe.decks,
        shoe.source,
        None if shoe.is_continuous else Progress(shoe.dealt_count, shoe.cards_left),
        shoe.cut_card_seen,
        shoe.is_over,
        shoe.commitment,
    )

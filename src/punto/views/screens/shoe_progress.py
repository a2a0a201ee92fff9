"""The progress through the cards in play."""

from punto.rounds import CardSource, Shoe
from punto.values import Value


class Progress(Value):
    """How many cards have left a shoe, burned ones included, and how many have not."""

    dealt_count: int
    left_count: int


class ShoeShown(Value):
    """A shoe by its counts; its order is not known here."""

    number: int
    decks: int
    source: CardSource
    progress: Progress | None
    """None at a continuous shuffler, which takes its cards back (A-70)."""
    cut_card_seen: bool
    is_over: bool
    """Whether the last round of the shoe has begun (A-49)."""
    commitment: str
    """The commitment to a virtual shoe's order; empty for real cards."""


def shoe_shown(shoe: Shoe) -> ShoeShown:
    """Return the shoe as everyone may see it."""
    return ShoeShown(
        shoe.number,
        shoe.decks,
        shoe.source,
        None if shoe.is_continuous else Progress(shoe.dealt_count, shoe.cards_left),
        shoe.cut_card_seen,
        shoe.is_over,
        shoe.commitment,
    )

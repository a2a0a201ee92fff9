"""Events about the shoe."""

from functools import partial

from punto.rounds.configuration import CardSource
from punto.rounds.message_rows import FactRow, paragraphs, reading
from punto.rounds.shoe.commands import Shuffle
from punto.rules import News
from punto.values import Card, Value


class ShoeLoaded(Value):
    """Shuffled decks went into play; new roads begin."""

    shoe_number: int
    decks: int
    source: CardSource
    shuffle: Shuffle
    commitment: str
    sealed: str
    cut_at: int | None


class CardsBurned(Value):
    """The first card was shown, and as many as its value were burned unseen."""

    shown: Card
    unseen_count: int


class CutCardSeen(Value):
    """The cut card is out, and this many rounds of the shoe remain after the present one."""

    rounds_left: int


class CardsCounted(Value):
    """All cards of the shoe were counted."""

    counted: int
    expected: int


class ShoeRetired(Value):
    """The shoe is out of play, and with it every card that waited for another round."""

    reason: str


class ShoeRevealed(Value):
    """The order to which the server committed before the first bet of the shoe."""

    shoe_number: int
    order: tuple[Card, ...]
    salt: str


class RoadsRestarted(Value):
    """New roads begin."""


ShoeFact = (
    ShoeLoaded
    | CardsBurned
    | CutCardSeen
    | CardsCounted
    | ShoeRetired
    | ShoeRevealed
    | RoadsRestarted
)
ShoeNote = CardsCounted | RoadsRestarted
"""For the record and the screens; the table plays on alike."""
RoadsBegun = ShoeLoaded | RoadsRestarted
"""After these the roads are empty."""


_row = partial(FactRow, group="shoe", audience="everybody")
EVENTS = (
    _row(ShoeLoaded, paragraphs("2.2.1", "2.1", "2.2.1")),
    _row(CardsBurned, reading("A-49")),
    _row(CutCardSeen, paragraphs("A-49", "3.10", "A-49")),
    _row(
        CardsCounted, paragraphs("5.3.2", "5.1", "5.5.2"), News("Cards miscounted", "shoe", "grave")
    ),
    _row(
        ShoeRetired,
        paragraphs("5.7.1", "3.10", "5.10.2"),
        News("Shoe retired early", "shoe", "grave"),
    ),
    _row(ShoeRevealed, paragraphs("1.3", "2.1", "1.4")),
    _row(RoadsRestarted, reading("A-70"), News("Roads restarted", "shoe", "routine")),
)

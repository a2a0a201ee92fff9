"""What happened to the shoe."""

from dataclasses import dataclass

from punto.rounds.configuration import CardSource
from punto.rounds.messages import FactRow, paragraphs, reading
from punto.rounds.shoe.commands import Shuffle
from punto.rules import News
from punto.values import Card


@dataclass(frozen=True, slots=True)
class ShoeLoaded:
    """Shuffled decks went into play; roads begin anew."""

    shoe_number: int
    decks: int
    source: CardSource
    shuffle: Shuffle
    commitment: str
    sealed: str
    cut_at: int | None


@dataclass(frozen=True, slots=True)
class CardsBurned:
    """The first card was shown, and as many as it counts went away unseen."""

    shown: Card
    unseen_count: int


@dataclass(frozen=True, slots=True)
class CutCardSeen:
    """The cut card is out, and the shoe has only so many rounds after the present one."""

    rounds_left: int


@dataclass(frozen=True, slots=True)
class CardsCounted:
    """Somebody counted all cards of the shoe."""

    counted: int
    expected: int


@dataclass(frozen=True, slots=True)
class ShoeRetired:
    """The shoe is out of play, and with it every card that waited for another round."""

    reason: str


@dataclass(frozen=True, slots=True)
class ShoeRevealed:
    """The order that was promised before the first bet of the shoe."""

    shoe_number: int
    order: tuple[Card, ...]
    salt: str


@dataclass(frozen=True, slots=True)
class RoadsRestarted:
    """The roads begin anew."""


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

EVENTS = (
    FactRow(ShoeLoaded, "shoe", paragraphs("2.2.1", "2.1", "2.2.1"), "everybody"),
    FactRow(CardsBurned, "shoe", reading("A-49"), "everybody"),
    FactRow(CutCardSeen, "shoe", paragraphs("A-49", "3.10", "A-49"), "everybody"),
    FactRow(
        CardsCounted,
        "shoe",
        paragraphs("5.3.2", "5.1", "5.5.2"),
        "everybody",
        News("Cards miscounted", "shoe", "grave"),
    ),
    FactRow(
        ShoeRetired,
        "shoe",
        paragraphs("5.7.1", "3.10", "5.10.2"),
        "everybody",
        News("Shoe retired early", "shoe", "grave"),
    ),
    FactRow(ShoeRevealed, "shoe", paragraphs("1.3", "2.1", "1.4"), "everybody"),
    FactRow(
        RoadsRestarted,
        "shoe",
        reading("A-70"),
        "everybody",
        News("Roads restarted", "shoe", "routine"),
    ),
)

"""Commands between the first card and the payment."""

from dataclasses import dataclass
from enum import Enum

from punto.values.cards import Card


class CardOrigin(Enum):
    """How a card came to be known."""

    READ = "read"
    KEYED = "keyed"
    DRAWN = "drawn"
    """From a virtual shoe."""
    CARRIED = "carried"
    """Left the shoe in or before an earlier deal (A-43)."""


@dataclass(frozen=True, slots=True)
class ShoePlace:
    """Where a card lies in a virtual shoe."""

    shoe_number: int
    dealt_count: int
    """How many cards leave the shoe before it."""


@dataclass(frozen=True, slots=True)
class DealCard:
    """The next card left the shoe; the engine says whose it is."""

    card: Card
    origin: CardOrigin = CardOrigin.READ
    confirmed: bool = False
    """A keyed card counts only when the Dealer has confirmed it."""
    place: ShoePlace | None = None
    """Where the sealed order has the card, so that no other step in between can make it twice."""


@dataclass(frozen=True, slots=True)
class AnnounceTotals:
    """The totals of the first four cards were announced (A-68)."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Pay and collect, all terminals at once."""


DealingWish = DealCard | AnnounceTotals | Settle

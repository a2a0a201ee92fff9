"""Commands between the first card and the payment."""

from enum import Enum
from functools import partial

from punto.rounds.configuration import CardSource
from punto.rounds.message_rows import CONSOLE, CommandRow
from punto.rounds.phases import Phase, only
from punto.rules import Role
from punto.values import Card, Value


class CardOrigin(Enum):
    """The way in which a card was identified."""

    READ = "read"
    KEYED = "keyed"
    DRAWN = "drawn"
    """From a virtual shoe."""
    CARRIED = "carried"
    """Left the shoe in or before an earlier deal (A-43)."""


ORIGINS = {
    # A card that a shoe cannot read is keyed by hand, with confirmation.
    CardSource.SHOE_THAT_READS: (CardOrigin.READ, CardOrigin.KEYED),
    CardSource.SHUFFLER: (CardOrigin.READ, CardOrigin.KEYED),
    CardSource.KEYED_SHOE: (CardOrigin.KEYED,),
    CardSource.VIRTUAL_SHOE: (CardOrigin.DRAWN,),
}


class ShoePlace(Value):
    """Where a card lies in a virtual shoe."""

    shoe_number: int
    dealt_count: int
    """How many cards leave the shoe before it."""


class DealCard(Value):
    """The next card left the shoe; the engine says to which hand it belongs."""

    card: Card
    origin: CardOrigin = CardOrigin.READ
    confirmed: bool = False
    """A keyed card counts only when the Dealer has confirmed it."""
    place: ShoePlace | None = None
    """Where the sealed order has the card, so that no other step in between can make it twice."""


class AnnounceTotals(Value):
    """The totals of the first four cards were announced (A-68)."""


class Settle(Value):
    """Pay and collect, all terminals at once."""


DealingWish = DealCard | AnnounceTotals | Settle

_row = partial(CommandRow, role=Role.DEALER, screens=CONSOLE, dealers_own=True)

COMMANDS = (
    _row(DealCard, "dealing a card", "R 3.8, M 3.6", only(Phase.DEALING)),
    _row(AnnounceTotals, "announcing the totals", "M 3.8, A-68", only(Phase.DEALING)),
    _row(Settle, "settling the round", "R 3.13, M 1.1.16", only(Phase.RESULT)),
)

"""Events between the first card and the payment."""

from functools import partial

from punto.rounds.betting.stakes import Results
from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.message_rows import FactRow, paragraphs, reading
from punto.rules import News
from punto.values import Card, Side, Value, Winner


class CardDealt(Value):
    """A card left the shoe and belongs to a hand."""

    card: Card
    side: Side
    origin: CardOrigin


class CardBeyondDecks(Value):
    """A card came out that the decks no longer hold; it belongs to no hand (A-69)."""

    card: Card
    decks: int
    reported: tuple[Card, ...] = ()
    """The cards of the report that brought it to light; none where the card was dealt."""
    instead_of: tuple[Card, ...] = ()
    """The registered cards in whose place they were reported."""


class TotalsAnnounced(Value):
    """Both totals of the first four cards were announced."""

    player_total: int
    banker_total: int


class ResultShown(Value):
    """The coup is complete."""

    winner: Winner
    player_total: int
    banker_total: int


class RoundSettled(Value):
    """Every registered bet of every terminal is settled, in one event."""

    results: Results


DealingFact = CardDealt | CardBeyondDecks | TotalsAnnounced | ResultShown | RoundSettled

_row = partial(FactRow, group="round", audience="everybody")
EVENTS = (
    _row(CardDealt, paragraphs("3.8", "3.6", "3.10")),
    _row(CardBeyondDecks, reading("A-69"), News("Card beyond the decks", "shoe", "grave")),
    _row(TotalsAnnounced, paragraphs("A-68", "3.8", "A-68")),
    _row(ResultShown, paragraphs("3.11", "3.9", "3.13")),
    _row(RoundSettled, paragraphs("3.13", "1.1.16", "4.1"), audience="each terminal"),
)

"""Events between the first card and the payment."""

from dataclasses import dataclass

from punto.rounds.betting.stakes import Results
from punto.rounds.dealing.commands import CardOrigin
from punto.rounds.messages import FactRow, paragraphs, reading
from punto.rules import News
from punto.values import Card, Side, Winner


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card left the shoe and belongs to a hand."""

    card: Card
    side: Side
    origin: CardOrigin


@dataclass(frozen=True, slots=True)
class CardBeyondDecks:
    """A card came out that the decks do not hold any more; it belongs to no hand (A-69)."""

    card: Card
    decks: int
    reported: tuple[Card, ...] = ()
    """The cards of the report that brought it to light; none where the card was dealt."""
    instead_of: tuple[Card, ...] = ()
    """The registered cards in whose place they were reported."""


@dataclass(frozen=True, slots=True)
class TotalsAnnounced:
    """Both totals of the first four cards are known to everybody."""

    player_total: int
    banker_total: int


@dataclass(frozen=True, slots=True)
class ResultShown:
    """The coup is complete."""

    winner: Winner
    player_total: int
    banker_total: int


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """Every registered bet of every terminal has its end, in one stroke."""

    results: Results


DealingFact = CardDealt | CardBeyondDecks | TotalsAnnounced | ResultShown | RoundSettled

EVENTS = (
    FactRow(CardDealt, "round", paragraphs("3.8", "3.6", "3.10"), "everybody"),
    FactRow(
        CardBeyondDecks,
        "round",
        reading("A-69"),
        "everybody",
        News("Card beyond the decks", "shoe", "grave"),
    ),
    FactRow(TotalsAnnounced, "round", paragraphs("A-68", "3.8", "A-68"), "everybody"),
    FactRow(ResultShown, "round", paragraphs("3.11", "3.9", "3.13"), "everybody"),
    FactRow(RoundSettled, "round", paragraphs("3.13", "1.1.16", "4.1"), "each terminal"),
)

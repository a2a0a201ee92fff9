"""Commands that play a round."""

from dataclasses import dataclass
from enum import Enum

from punto.rules.games import BetKey
from punto.values.cards import Card
from punto.values.ids import TerminalId
from punto.values.money import Cents


@dataclass(frozen=True, slots=True)
class OpenBets:
    """Begin a round and ask for bets."""


@dataclass(frozen=True, slots=True)
class WantPosition:
    """Everything a terminal wants to have staked in a named round, in place of what it had."""

    terminal: TerminalId
    round_number: int
    stakes: tuple[tuple[BetKey, Cents], ...]


@dataclass(frozen=True, slots=True)
class BeginClosing:
    """Say "No more bets" and wait for the terminals to freeze."""


@dataclass(frozen=True, slots=True)
class AnswerFreeze:
    """A terminal has frozen its layout for a named round."""

    terminal: TerminalId
    round_number: int


@dataclass(frozen=True, slots=True)
class CutOff:
    """Close the bets: every terminal answered, or the grace is over."""


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

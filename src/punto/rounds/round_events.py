"""What happened in a round."""

from dataclasses import dataclass

from msgspec import Struct

from punto.rounds.betting.stakes import Results, Stakes
from punto.rounds.configuration import Stamp
from punto.rounds.round_commands import CardOrigin
from punto.values.cards import Card
from punto.values.ids import Instant, TerminalId
from punto.values.sides import Side, Winner


@dataclass(frozen=True, slots=True)
class BetsOpened:
    """A round began with the words that the document requires."""

    round_number: int
    phrase: str
    closes_at: Instant
    stamp: Stamp
    """The rules, and the readings of them, that the round is played by."""
    seen_before: tuple[Card, ...] = ()
    """Cards that will begin the deal and that everybody has seen already (A-43)."""


class PositionTaken(Struct, frozen=True):
    """A terminal's registered bets are now these and no others."""

    terminal: TerminalId
    stakes: Stakes
    opposite: bool
    """Whether both hands are backed, which reports point out (A-16)."""


@dataclass(frozen=True, slots=True)
class ClosingBegan:
    """Terminals were told to freeze; what is not recorded by the cut-off does not count."""

    cut_off_at: Instant


@dataclass(frozen=True, slots=True)
class TerminalFroze:
    """A terminal answered that its layout is frozen."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """No bet can be placed, changed or withdrawn any more."""

    phrase: str
    unanswered: tuple[TerminalId, ...]
    """Terminals that did not freeze in time; they count as lost (A-24)."""


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

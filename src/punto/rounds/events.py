"""Events: what happened at a table. A fact cannot be refused, and nothing else is the state."""

from dataclasses import dataclass

from punto.rounds.commands import By, CardOrigin, Link
from punto.rounds.configuration import Configuration
from punto.rules.games import BetKey
from punto.rules.limits import Limits
from punto.rules.roles import Actor
from punto.rules.settlement import BetResult
from punto.values.cards import Card
from punto.values.ids import CommandId, Instant, TerminalId
from punto.values.money import Cents
from punto.values.sides import Side, Winner

Stakes = tuple[tuple[BetKey, Cents], ...]


@dataclass(frozen=True, slots=True)
class TableConfigured:
    """The table plays this game, in this way."""

    configuration: Configuration


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Play began under a Dealer; on a self-dealing table, the Dealer of record."""

    dealer: Actor


@dataclass(frozen=True, slots=True)
class TableClosed:
    """Play ended."""


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another Dealer took over."""

    dealer: Actor


@dataclass(frozen=True, slots=True)
class LimitsChanged:
    """Other limits hold from the next round on."""

    limits: Limits
    own_limits: tuple[tuple[BetKey, Limits], ...]


@dataclass(frozen=True, slots=True)
class ShoeLoaded:
    """Shuffled decks went into the shoe; roads begin anew."""

    shoe_number: int
    decks: int
    commitment: str


@dataclass(frozen=True, slots=True)
class CutCardSeen:
    """The shoe has one more round at most."""


@dataclass(frozen=True, slots=True)
class ShoeRetired:
    """The shoe is out of play."""

    reason: str


@dataclass(frozen=True, slots=True)
class TerminalSeated:
    """A terminal belongs to this table."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class LinkReported:
    """The table hears from a terminal, or no longer does."""

    terminal: TerminalId
    link: Link


@dataclass(frozen=True, slots=True)
class TerminalDisabled:
    """A terminal may not bet."""

    terminal: TerminalId
    reason: str


@dataclass(frozen=True, slots=True)
class TerminalEnabled:
    """A terminal may bet again."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class CashTaken:
    """Cash became credits."""

    terminal: TerminalId
    amount: Cents


@dataclass(frozen=True, slots=True)
class BetsOpened:
    """A round began with the words that the document requires."""

    round_number: int
    phrase: str
    closes_at: Instant


@dataclass(frozen=True, slots=True)
class PositionTaken:
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

    results: tuple[tuple[TerminalId, tuple[BetResult, ...]], ...]


TableFact = (
    TableConfigured
    | TableOpened
    | TableClosed
    | DealerChanged
    | LimitsChanged
    | ShoeLoaded
    | CutCardSeen
    | ShoeRetired
)
SeatFact = TerminalSeated | LinkReported | TerminalDisabled | TerminalEnabled
BettingFact = BetsOpened | PositionTaken | ClosingBegan | TerminalFroze | BetsClosed
DealingFact = CardDealt | TotalsAnnounced | ResultShown | RoundSettled
Fact = TableFact | SeatFact | CashTaken | BettingFact | DealingFact


@dataclass(frozen=True, slots=True)
class Event:
    """A fact with who caused it, when, by which command, and under which clause or reading."""

    fact: Fact
    by: By
    at: Instant
    command: CommandId
    clause: str

"""Events: what happened at a table. A fact cannot be refused, and nothing else is the state."""

from dataclasses import dataclass

from punto.ledger.ticket_numbers import TicketNumber
from punto.rounds.commands import By, CardOrigin, Link
from punto.rounds.configuration import Configuration
from punto.rules.games import BetKey
from punto.rules.irregularities import Policy
from punto.rules.limits import Limits
from punto.rules.roles import Actor
from punto.rules.settlement import BetResult
from punto.values.cards import Card
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
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
class CashOutReserved:
    """Credits wait for the printer; they are neither to be bet nor lost."""

    terminal: TerminalId
    amount: Cents
    number: TicketNumber


@dataclass(frozen=True, slots=True)
class TicketPrinted:
    """What was reserved is on paper."""

    terminal: TerminalId
    amount: Cents
    number: TicketNumber


@dataclass(frozen=True, slots=True)
class CashOutGivenBack:
    """No ticket came out; what was reserved is credits again."""

    terminal: TerminalId
    amount: Cents


@dataclass(frozen=True, slots=True)
class TicketUncertain:
    """The printer does not know; what was reserved stays so until staff have looked."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class HandPaid:
    """Credits were paid in cash by an attendant."""

    terminal: TerminalId
    amount: Cents


@dataclass(frozen=True, slots=True)
class TerminalMovedOut:
    """A terminal left for another table, with its credits."""

    terminal: TerminalId
    table: TableId
    amount: Cents


@dataclass(frozen=True, slots=True)
class TerminalMovedIn:
    """A terminal came from another table, with its credits."""

    terminal: TerminalId
    table: TableId
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


@dataclass(frozen=True, slots=True)
class IrregularityReported:
    """Something went wrong, says the person who reports it; nothing moves."""

    policy: Policy
    reporter: PersonId
    words: str
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class IrregularityDeclined:
    """The fact was denied; the Shift Manager decides."""

    reason: str


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """The Shift Manager decided, in words."""

    words: str


@dataclass(frozen=True, slots=True)
class PlayResumed:
    """The round goes on where it was."""

    closes_at: Instant
    """Betting time that an interruption took is given back (A-37)."""


@dataclass(frozen=True, slots=True)
class CardsCorrected:
    """The cards of the round are these; what was registered before is kept beside them."""

    registered: tuple[Card, ...]
    corrected: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round has no result; every bet of it is returned, decided ones included (A-38)."""

    results: tuple[tuple[TerminalId, tuple[BetResult, ...]], ...]


@dataclass(frozen=True, slots=True)
class RoundResettled:
    """What was paid is taken back, and the round is paid by the cards."""

    results: tuple[tuple[TerminalId, tuple[BetResult, ...]], ...]


MatterFact = (
    IrregularityReported
    | IrregularityDeclined
    | RulingGiven
    | PlayResumed
    | CardsCorrected
    | RoundVoided
    | RoundResettled
)
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
PurseFact = (
    CashTaken
    | CashOutReserved
    | TicketPrinted
    | CashOutGivenBack
    | TicketUncertain
    | HandPaid
    | TerminalMovedOut
    | TerminalMovedIn
)
BettingFact = BetsOpened | PositionTaken | ClosingBegan | TerminalFroze | BetsClosed
DealingFact = CardDealt | TotalsAnnounced | ResultShown | RoundSettled
Fact = TableFact | SeatFact | PurseFact | BettingFact | DealingFact | MatterFact


@dataclass(frozen=True, slots=True)
class Event:
    """A fact with who caused it, when, by which command, and under which clause or reading."""

    fact: Fact
    by: By
    at: Instant
    command: CommandId
    clause: str

"""Commands: what people and devices may ask of a table. Each may be refused."""

from dataclasses import dataclass
from enum import Enum

from punto.rounds.configuration import Configuration
from punto.rules.games import BetKey
from punto.rules.irregularities import Irregularity
from punto.rules.limits import Limits
from punto.rules.roles import Actor
from punto.values.cards import Card
from punto.values.ids import CommandId, Instant, TableId, TerminalId
from punto.values.money import Cents


@dataclass(frozen=True, slots=True)
class ConfigureTable:
    """Say which game the table plays, and how; from then on every round is stamped with it."""

    configuration: Configuration


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Begin play, in the name of the Dealer who asks."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """End play; no round may be in progress."""


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Hand the table to another Dealer."""

    dealer: Actor


@dataclass(frozen=True, slots=True)
class ChangeLimits:
    """Set other limits, from the next round on."""

    limits: Limits
    own_limits: tuple[tuple[BetKey, Limits], ...] = ()


@dataclass(frozen=True, slots=True)
class LoadShoe:
    """Put shuffled decks into the shoe."""

    decks: int
    commitment: str = ""
    """The salted hash of a virtual shoe's order; empty for cards that nobody knows."""


@dataclass(frozen=True, slots=True)
class NoteCutCard:
    """The cut card came out: the round in progress, or the next, is the last of the shoe (A-49)."""


@dataclass(frozen=True, slots=True)
class RetireShoe:
    """Take the shoe out of play."""

    reason: str


@dataclass(frozen=True, slots=True)
class SeatTerminal:
    """Bring a terminal to this table."""

    terminal: TerminalId


class Link(Enum):
    """Whether the table hears from a terminal."""

    CONNECTED = "connected"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class ReportLink:
    """The table hears from a terminal again, or no longer."""

    terminal: TerminalId
    link: Link


@dataclass(frozen=True, slots=True)
class DisableTerminal:
    """Take no more bets from a terminal; those it has stand."""

    terminal: TerminalId
    reason: str


@dataclass(frozen=True, slots=True)
class EnableTerminal:
    """Take bets from a terminal again."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class TakeCash:
    """A named attendant confirms cash for credits."""

    terminal: TerminalId
    amount: Cents


@dataclass(frozen=True, slots=True)
class CashOut:
    """A patron wants all credits as a ticket."""

    terminal: TerminalId
    chance: int
    """Entropy for the ticket's number; it comes in, nobody draws it here."""


class PrinterAnswer(Enum):
    """What the printer says of a ticket."""

    PRINTED = "printed"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class AnswerPrinter:
    """The printer of a terminal answers for the ticket that waits there."""

    terminal: TerminalId
    answer: PrinterAnswer


@dataclass(frozen=True, slots=True)
class ResolveCashOut:
    """Staff saw whether a ticket of unknown fate came out."""

    terminal: TerminalId
    came_out: bool


@dataclass(frozen=True, slots=True)
class HandPay:
    """An attendant pays credits in cash."""

    terminal: TerminalId
    amount: Cents


@dataclass(frozen=True, slots=True)
class MoveOut:
    """Send a terminal to another table, with its credits."""

    terminal: TerminalId
    table: TableId


@dataclass(frozen=True, slots=True)
class MoveIn:
    """Take a terminal that comes from another table, with its credits."""

    terminal: TerminalId
    table: TableId
    amount: Cents


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


@dataclass(frozen=True, slots=True)
class DealCard:
    """The next card left the shoe; the engine says whose it is."""

    card: Card
    origin: CardOrigin = CardOrigin.READ
    confirmed: bool = False
    """A keyed card counts only when the Dealer has confirmed it."""


@dataclass(frozen=True, slots=True)
class AnnounceTotals:
    """The totals of the first four cards were announced (A-68)."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Pay and collect, all terminals at once."""


@dataclass(frozen=True, slots=True)
class ReportIrregularity:
    """Say what went wrong; from now on nothing moves until it is dealt with."""

    irregularity: Irregularity
    words: str = ""
    cards: tuple[Card, ...] | None = None
    """The cards of the round as they should be, in their intended order, where that matters."""


@dataclass(frozen=True, slots=True)
class Attest:
    """Establish the fact that was reported; what follows is the document's, not a choice."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Deny the fact that was reported; the matter goes to the Shift Manager."""

    reason: str


class Verdict(Enum):
    """What a Shift Manager may rule on a round."""

    GOES_ON = "goes on"
    """As if nothing had been reported."""
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Rule:
    """Decide what the documents leave open, in words."""

    verdict: Verdict
    words: str


MatterWish = ReportIrregularity | Attest | Decline | Rule
"""Irregularities: reported, then attested, or declined and ruled on."""
TableWish = (
    OpenTable | CloseTable | ChangeDealer | ChangeLimits | LoadShoe | NoteCutCard | RetireShoe
)
SeatWish = SeatTerminal | ReportLink | DisableTerminal | EnableTerminal
PurseWish = TakeCash | CashOut | AnswerPrinter | ResolveCashOut | HandPay | MoveOut | MoveIn
"""Money that comes to a terminal or leaves it."""
RoundWish = WantPosition | BeginClosing | AnswerFreeze | CutOff | DealCard | AnnounceTotals | Settle
"""What can be asked only while a round is in progress."""
Wish = ConfigureTable | OpenBets | TableWish | SeatWish | PurseWish | RoundWish | MatterWish


@dataclass(frozen=True, slots=True)
class Patron:
    """Whoever stands at a terminal; a device speaks, no staff role."""

    terminal: TerminalId


By = Actor | Patron


@dataclass(frozen=True, slots=True)
class Command:
    """A wish, who has it, and when it came in."""

    id: CommandId
    at: Instant
    by: By
    wish: Wish

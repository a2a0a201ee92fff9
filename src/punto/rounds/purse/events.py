"""What happened to the money of a terminal."""

from dataclasses import dataclass, field

from punto.ledger import TicketNumber, movements
from punto.rounds.messages import TERMINALS, FactRow
from punto.rules import News
from punto.values import Cents, CommandId, Instant, TableId, TerminalId


@dataclass(frozen=True, slots=True)
class CashTaken:
    """Cash became credits."""

    terminal: TerminalId
    amount: Cents


@dataclass(frozen=True, slots=True)
class BillTaken:
    """A banknote became credits."""

    terminal: TerminalId
    amount: Cents
    simulated: bool


@dataclass(frozen=True, slots=True)
class TicketTaken:
    """A ticket became credits, once and for all."""

    terminal: TerminalId
    amount: Cents
    number: TicketNumber = field(repr=False)


@dataclass(frozen=True, slots=True)
class CashOutReserved:
    """Credits wait for the printer; they are neither to be bet nor lost."""

    terminal: TerminalId
    amount: Cents
    number: TicketNumber = field(repr=False)
    expires_at: Instant
    """The first moment at which the ticket is no longer paid, as every print of it says."""


@dataclass(frozen=True, slots=True)
class TicketPrinted:
    """What was reserved is on paper."""

    terminal: TerminalId
    amount: Cents
    number: TicketNumber = field(repr=False)
    issued_at: Instant
    """When the credits were set aside: the time on the paper, however late the printer answers."""
    expires_at: Instant
    """The first moment at which it is no longer paid."""


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
    disabled: str


@dataclass(frozen=True, slots=True)
class TerminalMovedIn:
    """A terminal came from another table, with its credits."""

    terminal: TerminalId
    table: TableId
    amount: Cents
    transfer: CommandId
    disabled: str


PurseFact = (
    CashTaken
    | BillTaken
    | TicketTaken
    | CashOutReserved
    | TicketPrinted
    | CashOutGivenBack
    | TicketUncertain
    | HandPaid
    | TerminalMovedOut
    | TerminalMovedIn
)

EVENTS = (
    FactRow(CashTaken, "purse", TERMINALS, "its terminal", moves=movements.buy_in_cash),
    FactRow(BillTaken, "purse", TERMINALS, "its terminal", moves=movements.buy_in_bill),
    FactRow(TicketTaken, "purse", TERMINALS, "its terminal", moves=movements.ticket_in),
    FactRow(
        CashOutReserved, "purse", TERMINALS, "its terminal", moves=movements.reserve_for_cash_out
    ),
    FactRow(TicketPrinted, "purse", TERMINALS, "its terminal", moves=movements.ticket_out),
    FactRow(
        CashOutGivenBack,
        "purse",
        TERMINALS,
        "its terminal",
        News("Cash-out returned", "ticket", "notable"),
        moves=movements.give_back,
    ),
    FactRow(
        TicketUncertain,
        "purse",
        TERMINALS,
        "its terminal",
        News("Ticket to check", "ticket", "grave"),
    ),
    FactRow(
        HandPaid,
        "purse",
        TERMINALS,
        "its terminal",
        News("Hand-pay", "money", "notable"),
        moves=movements.hand_pay,
    ),
    FactRow(
        TerminalMovedOut,
        "purse",
        TERMINALS,
        "its terminal",
        News("Terminal moved out", "terminal", "routine"),
        moves=movements.move_out,
    ),
    FactRow(
        TerminalMovedIn,
        "purse",
        TERMINALS,
        "its terminal",
        News("Terminal moved in", "terminal", "routine"),
        moves=movements.move_in,
    ),
)

"""Events about the money of a terminal."""

from dataclasses import dataclass, field
from functools import partial

from punto.ledger import Reason, TicketNumber
from punto.rounds.message_rows import TERMINALS, FactRow
from punto.rules import News
from punto.values import Cents, CommandId, Instant, TableId, TerminalId, Value


class CashTaken(Value):
    """Cash became credits."""

    terminal: TerminalId
    amount: Cents


class BillTaken(Value):
    """A banknote became credits."""

    terminal: TerminalId
    amount: Cents
    simulated: bool


@dataclass(frozen=True, slots=True)
class TicketTaken:
    """A ticket became credits, for the only time."""

    terminal: TerminalId
    amount: Cents
    number: TicketNumber = field(repr=False)


@dataclass(frozen=True, slots=True)
class CashOutReserved:
    """Credits wait for the printer; they can be neither bet nor lost."""

    terminal: TerminalId
    amount: Cents
    number: TicketNumber = field(repr=False)
    expires_at: Instant
    """The first moment at which the ticket is no longer paid, as every print of it says."""


@dataclass(frozen=True, slots=True)
class TicketPrinted:
    """The reserved credits were printed as a ticket."""

    terminal: TerminalId
    amount: Cents
    number: TicketNumber = field(repr=False)
    issued_at: Instant
    """When the credits were set aside: the time on the paper, however late the printer answers."""
    expires_at: Instant
    """The first moment at which it is no longer paid."""


class CashOutGivenBack(Value):
    """No ticket was printed; the reserved amount is credits again."""

    terminal: TerminalId
    amount: Cents


class TicketUncertain(Value):
    """The printer does not know; the amount stays reserved until staff have looked."""

    terminal: TerminalId


class HandPaid(Value):
    """Credits were paid in cash by an attendant."""

    terminal: TerminalId
    amount: Cents


class TerminalMovedOut(Value):
    """A terminal left for another table, with its credits."""

    terminal: TerminalId
    table: TableId
    amount: Cents
    disabled: str


class TerminalMovedIn(Value):
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


_row = partial(FactRow, cites=TERMINALS, group="purse", audience="its terminal")
_terminal = partial(News, topic="terminal", severity="routine")
EVENTS = (
    _row(CashTaken, moves=Reason.BOUGHT_IN_CASH),
    _row(BillTaken, moves=Reason.BOUGHT_IN_BILL),
    _row(TicketTaken, moves=Reason.TICKET_IN),
    _row(CashOutReserved, moves=Reason.RESERVED),
    _row(TicketPrinted, moves=Reason.TICKET_OUT),
    _row(
        CashOutGivenBack,
        news=News("Cash-out returned", "ticket", "notable"),
        moves=Reason.CASH_OUT_GIVEN_BACK,
    ),
    _row(TicketUncertain, news=News("Ticket to check", "ticket", "grave")),
    _row(HandPaid, news=News("Hand-pay", "money", "notable"), moves=Reason.HAND_PAID),
    _row(TerminalMovedOut, news=_terminal("Terminal moved out"), moves=Reason.MOVED_OUT),
    _row(TerminalMovedIn, news=_terminal("Terminal moved in"), moves=Reason.MOVED_IN),
)

"""What happened to the money of a terminal."""

from dataclasses import dataclass

from punto.ledger.ticket_numbers import TicketNumber
from punto.values.ids import TableId, TerminalId
from punto.values.money import Cents


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

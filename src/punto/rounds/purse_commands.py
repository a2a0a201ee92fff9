"""Commands about the money of a terminal."""

from dataclasses import dataclass
from enum import Enum

from punto.ledger.ticket_numbers import TicketNumber
from punto.values.ids import TableId, TerminalId
from punto.values.money import Cents


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
    number: TicketNumber
    answer: PrinterAnswer


@dataclass(frozen=True, slots=True)
class ResolveCashOut:
    """Staff saw whether a ticket came out that the printer has not answered for."""

    terminal: TerminalId
    number: TicketNumber
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

"""The printer of a terminal: a port that answers printed, failed, or that it does not know."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from punto.ledger.tickets import Ticket
from punto.ledger.words import amount_in_words
from punto.rounds.purse_commands import PrinterAnswer
from punto.values.ids import Instant
from punto.values.money import format_money


class TicketPrinter(Protocol):
    """Whatever puts a ticket on paper, and says whether it did."""

    def print_ticket(self, face: str) -> PrinterAnswer:
        """Print what is on the face; a printer that lost contact does not know."""
        ...


def ticket_face(ticket: Ticket, site: str) -> str:
    """What is on the paper: whoever holds it can be paid from it alone."""
    number = " ".join(ticket.number[i : i + 4] for i in range(0, len(ticket.number), 4))
    return "\n".join(
        (
            site,
            "CASH-OUT TICKET",
            number,
            f"${format_money(ticket.amount)}",
            amount_in_words(ticket.amount),
            f"terminal {ticket.terminal}",
            f"issued {_moment(ticket.issued_at)}",
            f"void from {_moment(ticket.expires_at)}",
        )
    )


def _moment(at: Instant) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


@dataclass
class SimulatedPrinter:
    """A printer for rehearsals: it keeps what it would have printed, and fails when told to."""

    answer: PrinterAnswer = PrinterAnswer.PRINTED
    printed: list[str] = field(default_factory=list)

    def print_ticket(self, face: str) -> PrinterAnswer:
        """Print, unless it is to fail; one that does not know may have printed all the same."""
        if self.answer is not PrinterAnswer.FAILED:
            self.printed.append(face)
        return self.answer

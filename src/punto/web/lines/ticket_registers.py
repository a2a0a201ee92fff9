"""The register of tickets, for whoever wants to read in it without a command."""

from punto.ledger.ticket_numbers import TicketNumber
from punto.ledger.tickets import Ticket, TicketRedeemed
from punto.runtime.ports import Journal


class TicketRegister:
    """One for a node."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def ticket(self, number: TicketNumber) -> tuple[Ticket | None, TicketRedeemed | None]:
        """A ticket that was printed, and how it ended, if it did."""
        with self._journal.transaction(()) as transaction:
            return transaction.ticket(number)

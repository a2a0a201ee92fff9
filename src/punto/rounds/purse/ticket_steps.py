"""The life of a ticket, as far as a table's events tell it."""

from punto.ledger.tickets import Ticket, TicketIssued, TicketRedeemed, TicketStep
from punto.rounds.events import Event
from punto.rounds.purse.events import TicketPrinted, TicketTaken


def ticket_step_of(event: Event) -> TicketStep | None:
    """The step that an event is in a ticket's life, if it is one."""
    fact = event.fact
    if isinstance(fact, TicketPrinted):
        ticket = Ticket(fact.number, fact.amount, fact.terminal, fact.issued_at, fact.expires_at)
        return TicketIssued(ticket)
    if isinstance(fact, TicketTaken):
        return TicketRedeemed(fact.number, fact.terminal, event.at)
    return None

"""The floor's answers to tables: its register of tickets, and moves from other tables."""

from functools import reduce

from punto.ledger.ticket_numbers import TicketNumber, ticket_number
from punto.ledger.tickets import Ticket, TicketBook, TicketIssued, TicketRedeemed, TicketStep
from punto.rounds.events import Event
from punto.rounds.purse.events import TerminalMovedOut, TicketPrinted, TicketTaken
from punto.rounds.records import Record
from punto.values.ids import CommandId, TerminalId


def registered(register: TicketBook, events: tuple[Event, ...]) -> TicketBook:
    """Return the register after these events."""
    steps = [step for step in map(_step, events) if step is not None]
    return reduce(TicketBook.after, steps, register)


def _step(event: Event) -> TicketStep | None:
    fact = event.fact
    if isinstance(fact, TicketPrinted):
        return TicketIssued(
            Ticket(fact.number, fact.amount, fact.terminal, fact.issued_at, fact.expires_at)
        )
    if isinstance(fact, TicketTaken):
        return TicketRedeemed(fact.number, fact.terminal, event.at)
    return None


def last_ticket(register: TicketBook, terminal: TerminalId) -> TicketNumber:
    """Return the last ticket that a terminal printed, or an unknown number if there is none."""
    printed = [ticket.number for ticket in register.issued.values() if ticket.terminal == terminal]
    return printed[-1] if printed else ticket_number(0)


def sent_by(record: Record, command: CommandId) -> TerminalMovedOut | None:
    """Return the move that this command caused, from the table's own record."""
    facts = (event.fact for event in record.events if event.command == command)
    return next((fact for fact in facts if isinstance(fact, TerminalMovedOut)), None)

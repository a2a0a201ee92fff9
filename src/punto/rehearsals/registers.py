"""What tables ask the floor for: its register of tickets, and what other tables have sent."""

from functools import reduce

from punto.ledger.ticket_numbers import TicketNumber, ticket_number
from punto.ledger.tickets import Ticket, TicketBook, TicketIssued, TicketRedeemed, TicketStep
from punto.rounds.events import Event
from punto.rounds.purse.events import TerminalMovedOut, TicketPrinted, TicketTaken
from punto.rounds.records import Record
from punto.values.ids import CommandId, TerminalId


def registered(register: TicketBook, events: tuple[Event, ...]) -> TicketBook:
    """The register after these events."""
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
    """The last ticket that a terminal printed; a number on no file when there is none."""
    printed = [ticket.number for ticket in register.issued.values() if ticket.terminal == terminal]
    return printed[-1] if printed else ticket_number(0)


def sent_by(record: Record, command: CommandId) -> TerminalMovedOut | None:
    """What left a table by that command, as the table's own record has it."""
    facts = (event.fact for event in record.events if event.command == command)
    return next((fact for fact in facts if isinstance(fact, TerminalMovedOut)), None)

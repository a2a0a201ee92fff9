"""The floor's answers to tables: its register of tickets, and moves from other tables."""

from functools import reduce

from punto import ledger
from punto.rounds import Event, Record, TerminalMovedOut, TicketPrinted, TicketTaken
from punto.values import CommandId, TerminalId


def registered(register: ledger.TicketBook, events: tuple[Event, ...]) -> ledger.TicketBook:
    """Return the register after these events."""
    steps = [step for step in map(_step, events) if step is not None]
    return reduce(ledger.TicketBook.after, steps, register)


def _step(event: Event) -> ledger.TicketStep | None:
    fact = event.fact
    if isinstance(fact, TicketPrinted):
        return ledger.TicketIssued(
            ledger.Ticket(fact.number, fact.amount, fact.terminal, fact.issued_at, fact.expires_at)
        )
    if isinstance(fact, TicketTaken):
        return ledger.TicketRedeemed(fact.number, fact.terminal, event.at)
    return None


def last_ticket(register: ledger.TicketBook, terminal: TerminalId) -> ledger.TicketNumber:
    """Return the last ticket that a terminal printed, or an unknown number if there is none."""
    printed = [ticket.number for ticket in register.issued.values() if ticket.terminal == terminal]
    return printed[-1] if printed else ledger.ticket_number(0)


def sent_by(record: Record, command: CommandId) -> TerminalMovedOut | None:
    """Return the move that this command caused, from the table's own record."""
    facts = (event.fact for event in record.events if event.command == command)
    return next((fact for fact in facts if isinstance(fact, TerminalMovedOut)), None)

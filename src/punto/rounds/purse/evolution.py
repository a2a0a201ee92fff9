"""Seats and tickets after a movement of money; the book itself follows from the postings."""

from typing import assert_never

from punto.ledger import Ticket, TicketIssued, TicketRedeemed, TicketStep
from punto.rounds.events import TableEvent
from punto.rounds.purse import events
from punto.rounds.state import NO_TICKET_YET, Seat, Table
from punto.rounds.table.evolution import with_seats
from punto.values import Instant, replace


def after_purse(table: Table, fact: events.PurseFact, at: Instant) -> Table:
    """Return the table; most of these change only the book, a ticket or a move also the seat."""
    match fact:
        case events.CashTaken() | events.BillTaken() | events.HandPaid():
            return table
        case events.TicketTaken():
            redeemed = TicketRedeemed(fact.number, fact.terminal, at)
            return replace(table, tickets_taken={**table.tickets_taken, fact.number: redeemed})
        case events.CashOutReserved():
            seat = replace(
                table.seats[fact.terminal],
                ticket=fact.number,
                ticket_from=at,
                ticket_until=fact.expires_at,
            )
            table = replace(table, tickets=table.tickets | {fact.number})
        case events.TicketUncertain():
            seat = replace(table.seats[fact.terminal], uncertain=True)
        case events.TicketPrinted() | events.CashOutGivenBack():
            seat = replace(table.seats[fact.terminal], ticket=None, uncertain=False)
            seat = replace(seat, ticket_from=NO_TICKET_YET, ticket_until=NO_TICKET_YET)
        case events.TerminalMovedIn():
            seat = Seat(disabled=fact.disabled)
            table = replace(table, arrivals=table.arrivals | {(fact.table, fact.transfer)})
        case events.TerminalMovedOut():
            rest = {t: seat for t, seat in table.seats.items() if t != fact.terminal}
            return replace(table, seats=rest)
        case _:
            assert_never(fact)
    return with_seats(table, {fact.terminal: seat})


def ticket_step_of(event: TableEvent) -> TicketStep | None:
    """Return the step that an event marks in the life of a ticket, if any."""
    fact = event.fact
    if type(fact) is events.TicketPrinted:
        ticket = Ticket(fact.number, fact.amount, fact.terminal, fact.issued_at, fact.expires_at)
        return TicketIssued(ticket)
    if type(fact) is events.TicketTaken:
        return TicketRedeemed(fact.number, fact.terminal, event.at)
    return None

"""Ticket look-up for the pit: the state of a ticket that a patron brings."""

import asyncio

from punto.ledger import Ticket, TicketNumber, TicketRedeemed, masked
from punto.rules import Role
from punto.runtime import CannotRecord, Node
from punto.values import Instant
from punto.web.http.endpoints import Asked, Endpoint
from punto.web.http.errors import HttpProblem
from punto.web.wire.api import LookUpTicket, TicketTold


async def look_up(asked: Asked[LookUpTicket]) -> TicketTold:
    """Look up a ticket by its whole number, without changing anything."""
    _check_role(asked)
    number = TicketNumber(asked.body.number)
    try:
        # Reading waits for writers, so it must not run in the event loop.
        on_file, ended = await asyncio.to_thread(asked.services.tickets.ticket, number)
    except CannotRecord as fault:
        raise HttpProblem(503, "halted", f"the register cannot be read: {fault}") from None
    if on_file is not None:
        return _told(on_file, ended, asked.app.now())
    return _reserved(asked.services.desk.node, number) or TicketTold(masked(number), "not on file")


def _check_role(asked: Asked[LookUpTicket]) -> None:
    """Require a Pit Supervisor or above: a Dealer must not see a patron's money."""
    person = asked.services.desk.node.floor.people.get(asked.person)
    held = () if person is None else person.roles_at(asked.app.now())
    if max(held, default=0) < Role.PIT_SUPERVISOR:
        least = Role.PIT_SUPERVISOR.plain_name
        raise HttpProblem(403, "not_allowed", f"tickets are for a {least} or above")


def _told(ticket: Ticket, ended: TicketRedeemed | None, now: Instant) -> TicketTold:
    return TicketTold(
        ticket.shown,
        "paid" if ended is not None else "expired" if ticket.is_expired(now) else "outstanding",
        amount=ticket.amount,
        terminal=ticket.terminal,
        issued_at=ticket.issued_at,
        expires_at=ticket.expires_at,
        paid_terminal=None if ended is None else ended.terminal,
        paid_at=None if ended is None else ended.at,
    )


def _reserved(node: Node, number: TicketNumber) -> TicketTold | None:
    """Return a ticket that its printer has not confirmed; only its terminal knows it."""
    for standing in node.tables().values():
        for terminal, seat in standing.table.seats.items():
            if seat.ticket == number:
                return TicketTold(
                    masked(number),
                    "uncertain" if seat.uncertain else "waiting",
                    amount=standing.table.book.reserved(terminal),
                    terminal=terminal,
                )
    return None


TICKETS = (Endpoint("POST /api/tickets/look", "The state of a ticket.", look_up),)

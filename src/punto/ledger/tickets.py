from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

from punto.ledger.ticket_numbers import TicketNumber, masked
from punto.values import Cents, Instant, TerminalId


class TicketStepImpossible(Exception):
    """A step against the life of a ticket, which is issued once and redeemed at most once."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Money on paper."""

    # A reader of the number can take the money, so it is kept out of messages and logs.
    number: TicketNumber = field(repr=False)
    amount: Cents
    terminal: TerminalId
    issued_at: Instant
    expires_at: Instant
    """The first instant at which it is no longer paid."""

    def is_expired(self, at: Instant) -> bool:
        """Whether the ticket is no longer paid at that instant."""
        return at >= self.expires_at

    @property
    def shown(self) -> str:
        """The masked number, for lists and messages."""
        return masked(self.number)


@dataclass(frozen=True, slots=True)
class TicketIssued:
    """The printer has confirmed the ticket."""

    ticket: Ticket

    @property
    def number(self) -> TicketNumber:
        """The number of the ticket."""
        return self.ticket.number


@dataclass(frozen=True, slots=True)
class TicketRedeemed:
    """The ticket became credits again."""

    number: TicketNumber
    terminal: TerminalId
    at: Instant


TicketStep = TicketIssued | TicketRedeemed
"""Expiry is not a step: the ticket's own date decides it."""


@dataclass(frozen=True, slots=True)
class TicketBook:
    """All tickets ever issued, with place and time of each payment."""

    issued: Mapping[TicketNumber, Ticket] = field(default_factory=dict)
    ended: Mapping[TicketNumber, TicketRedeemed] = field(default_factory=dict)

    def after(self, step: TicketStep) -> "TicketBook":
        """Return a new book with one more step."""
        if isinstance(step, TicketIssued):
            if step.number in self.issued:
                raise TicketStepImpossible(f"ticket {masked(step.number)} is already issued")
            return TicketBook({**self.issued, step.number: step.ticket}, self.ended)
        if step.number not in self.issued:
            raise TicketStepImpossible(f"ticket {masked(step.number)} was never issued")
        if step.number in self.ended:
            raise TicketStepImpossible(f"ticket {masked(step.number)} is already redeemed")
        return TicketBook(self.issued, {**self.ended, step.number: step})

    def outstanding(self) -> tuple[Ticket, ...]:
        """The unpaid tickets, in the order they were issued."""
        return tuple(t for number, t in self.issued.items() if number not in self.ended)

    @property
    def outstanding_amount(self) -> Cents:
        """The total amount of the unpaid tickets."""
        return Cents(sum(ticket.amount for ticket in self.outstanding()))


def ticket_book_of(steps: Iterable[TicketStep]) -> TicketBook:
    """Return the book of these steps."""
    return reduce(TicketBook.after, steps, TicketBook())

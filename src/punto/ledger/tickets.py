from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

from punto.ledger.ticket_numbers import TicketNumber, masked
from punto.values.ids import Instant, TerminalId
from punto.values.money import Cents


class TicketStepImpossible(Exception):
    """A step that a ticket's life does not allow: issued once, then ended once at most."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Money on paper."""

    # Whoever reads the number can take the money, so no message or log shows it by accident.
    number: TicketNumber = field(repr=False)
    amount: Cents
    terminal: TerminalId
    issued_at: Instant
    expires_at: Instant
    """The first moment at which it is no longer paid."""

    @property
    def shown(self) -> str:
        """The number as a list may show it."""
        return masked(self.number)


@dataclass(frozen=True, slots=True)
class TicketIssued:
    """The printer has confirmed the ticket."""

    ticket: Ticket

    @property
    def number(self) -> TicketNumber:
        """Whose life this step belongs to."""
        return self.ticket.number


@dataclass(frozen=True, slots=True)
class TicketRedeemed:
    """The ticket became credits again."""

    number: TicketNumber
    terminal: TerminalId
    at: Instant


TicketStep = TicketIssued | TicketRedeemed
"""It is paid, or it is not: too late is what the date on it says, and nobody's step."""


@dataclass(frozen=True, slots=True)
class TicketBook:
    """All tickets ever issued, and where and when those were paid that were."""

    issued: Mapping[TicketNumber, Ticket] = field(default_factory=dict)
    ended: Mapping[TicketNumber, TicketRedeemed] = field(default_factory=dict)

    def after(self, step: TicketStep) -> "TicketBook":
        """The book with one more step; this one stays as it is."""
        if isinstance(step, TicketIssued):
            if step.number in self.issued:
                raise TicketStepImpossible(f"ticket {masked(step.number)} is issued already")
            return TicketBook({**self.issued, step.number: step.ticket}, self.ended)
        if step.number not in self.issued:
            raise TicketStepImpossible(f"ticket {masked(step.number)} was never issued")
        if step.number in self.ended:
            raise TicketStepImpossible(f"ticket {masked(step.number)} has ended already")
        return TicketBook(self.issued, {**self.ended, step.number: step})

    def outstanding(self) -> tuple[Ticket, ...]:
        """The tickets that have not ended, in the order they were issued."""
        return tuple(t for number, t in self.issued.items() if number not in self.ended)

    @property
    def outstanding_amount(self) -> Cents:
        """What all of them are worth."""
        return Cents(sum(ticket.amount for ticket in self.outstanding()))


def ticket_book_of(steps: Iterable[TicketStep]) -> TicketBook:
    """The book that these steps make."""
    return reduce(TicketBook.after, steps, TicketBook())

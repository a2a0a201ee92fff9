from punto.ledger.tickets import Ticket, TicketBook, TicketNumber, masked
from punto.values import Cents, Instant, TerminalId, Value, format_money

# Refusals keep only the masked number, because they reach screens and logs.


class TicketNotOnFile(Value):
    """No ticket of that number was ever issued."""

    shown: str

    @property
    def sentence(self) -> str:
        return f"ticket {self.shown}: not on file, expected an issued ticket (A-22)"


class TicketAlreadyPaid(Value):
    """The ticket was redeemed before."""

    shown: str
    terminal: TerminalId
    paid_at: Instant

    @property
    def sentence(self) -> str:
        return (
            f"ticket {self.shown}: already paid at terminal {self.terminal}, "
            "expected an unpaid ticket (A-22)"
        )


class TicketExpired(Value):
    """The ticket was presented after its expiry."""

    shown: str
    expired_at: Instant

    @property
    def sentence(self) -> str:
        return f"ticket {self.shown}: expired, expected a ticket before its expiry (A-22)"


class TicketAmountDiffers(Value):
    """The amounts on paper and on record differ."""

    shown: str
    presented: Cents
    on_file: Cents

    @property
    def sentence(self) -> str:
        return (
            f"ticket {self.shown}: presented for {format_money(self.presented)}, "
            f"expected {format_money(self.on_file)} (A-22)"
        )


TicketRefusal = TicketNotOnFile | TicketAlreadyPaid | TicketExpired | TicketAmountDiffers
"""The refusals to pay a ticket."""


def judge_redemption(
    book: TicketBook, number: TicketNumber, amount: Cents, at: Instant
) -> Ticket | TicketRefusal:
    """Return the ticket to be paid, or the first reason to refuse it."""
    ticket = book.issued.get(number)
    if ticket is None:
        return TicketNotOnFile(masked(number))
    paid = book.ended.get(number)
    if paid is not None:
        return TicketAlreadyPaid(ticket.shown, paid.terminal, paid.at)
    if ticket.is_expired(at):
        return TicketExpired(ticket.shown, ticket.expires_at)
    if amount != ticket.amount:
        return TicketAmountDiffers(ticket.shown, amount, ticket.amount)
    return ticket

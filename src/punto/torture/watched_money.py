"""All money of the floor, counted from the events alone and compared with the books."""

from collections.abc import Iterable

from punto.ledger import Book
from punto.rounds import CreditsAdjusted, DebtWrittenOff, Fact
from punto.rounds.purse import events as purse_events
from punto.torture.promises import Promise, expect
from punto.values import Cents, format_money


class WatchedMoney:
    """The money that came to the floor and left it; transfers between tables do neither."""

    def __init__(self) -> None:
        self.came = 0
        self.went = 0
        self.given = 0
        self.between_tables = 0
        """Money that has left one table and not yet arrived at another.

        At no moment does the record have any.
        """
        self.tickets: dict[str, int] = {}
        """Tickets on paper that were not redeemed yet."""
        self.printed: set[str] = set()

    def take(self, fact: Fact) -> None:
        """Count one more fact."""
        match fact:
            case purse_events.CashTaken() | purse_events.BillTaken():
                self.came += fact.amount
            case purse_events.HandPaid():
                self.went += fact.amount
            case CreditsAdjusted() | DebtWrittenOff():
                self.given += fact.amount
            case purse_events.TerminalMovedOut():
                self.between_tables += fact.amount
            case purse_events.TerminalMovedIn():
                self.between_tables -= fact.amount
            case purse_events.TicketPrinted():
                is_new = fact.number not in self.printed
                expect(Promise.CREDITS_CONSERVED, is_new, "a ticket is printed twice")
                self.tickets[fact.number] = fact.amount
                self.printed.add(fact.number)
            case purse_events.TicketTaken():
                paid = self.tickets.pop(fact.number, None)
                seen = f"a ticket of {paid} cents becomes {fact.amount} cents of credits"
                expect(Promise.CREDITS_CONSERVED, paid == fact.amount, seen)
            case _:
                pass

    def check(self, books: Iterable[Book], profits: int) -> None:
        """Check that terminals hold what came, minus what left, plus what was won and given."""
        held = sum(
            amount
            for book in books
            for account, amount in book.balances.items()
            if account.terminal is not None
        )
        elsewhere = sum(self.tickets.values()) + self.between_tables
        expected = self.came - self.went - elsewhere + profits + self.given
        seen = f"terminals hold {_money(held)}, by the events {_money(expected)}"
        expect(Promise.CREDITS_CONSERVED, held == expected, seen)


def _money(amount: int) -> str:
    return format_money(Cents(amount))

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

from punto.ledger.accounts import (
    TERMINAL_KINDS,
    Account,
    AccountKind,
    account_of,
    cash_out_of,
    credits_of,
    receivable_of,
    stakes_of,
)
from punto.ledger.activity import activity_by_terminal
from punto.ledger.meters import Meters
from punto.ledger.postings import Posting
from punto.values.ids import TerminalId
from punto.values.money import NOTHING, Cents, format_money


class LedgerBroken(Exception):
    """The money does not add up: a fault of the program or of the record, never of a patron."""


class PostingOutOfOrder(LedgerBroken):
    """A posting that does not follow the one before, or reverses what is reversed already."""


class AccountOutOfBounds(LedgerBroken):
    """An account on the side of zero where it can never be."""


class BookDoesNotBalance(LedgerBroken):
    """The balances of all accounts do not sum to zero."""


class MetersDisagree(LedgerBroken):
    """A terminal's meters contradict one another or its accounts; the terminal has to be locked."""


@dataclass(frozen=True, slots=True)
class Book:
    """Where all the money of a table is, and how it came there, after a number of postings."""

    balances: Mapping[Account, Cents] = field(default_factory=dict)
    meters: Mapping[TerminalId, Meters] = field(default_factory=dict)
    posting_count: int = 0
    reversed_numbers: frozenset[int] = frozenset()
    """The postings that a later one reversed."""

    def balance(self, account: Account) -> Cents:
        """What an account holds; nothing when it was never used."""
        return self.balances.get(account, NOTHING)

    def credits(self, terminal: TerminalId) -> Cents:
        """What the patron may bet or take out."""
        return self.balance(credits_of(terminal))

    def staked(self, terminal: TerminalId) -> Cents:
        """The patron's registered bets of the round."""
        return self.balance(stakes_of(terminal))

    def reserved(self, terminal: TerminalId) -> Cents:
        """What waits for the printer."""
        return self.balance(cash_out_of(terminal))

    def owed(self, terminal: TerminalId) -> Cents:
        """What corrections could not take back so far."""
        return Cents(-self.balance(receivable_of(terminal)))

    def meters_of(self, terminal: TerminalId) -> Meters:
        """A terminal's meters; all at nothing when it never held money here."""
        return self.meters.get(terminal, Meters())

    @property
    def next_number(self) -> int:
        """The number that the next posting must have."""
        return self.posting_count + 1

    def after(self, posting: Posting) -> "Book":
        """The book with one more posting, checked as a whole; this one stays as it is."""
        self._check_order(posting)
        balances, meters = dict(self.balances), dict(self.meters)
        activities = activity_by_terminal(posting.transfers)
        for terminal, activity in activities.items():
            changes = activity.changes()
            for kind, change in changes.items():
                account = account_of(kind, terminal)
                balances[account] = Cents(balances.get(account, NOTHING) + change)
            meters[terminal] = self.meters_of(terminal).after(
                activity.counted, changes.get(AccountKind.CREDITS, NOTHING), activity.games
            )
        reverses = () if posting.reverses is None else (posting.reverses,)
        book = Book(balances, meters, posting.number, self.reversed_numbers.union(reverses))
        book.check(activities)
        return book

    def _check_order(self, posting: Posting) -> None:
        if posting.number != self.next_number:
            raise PostingOutOfOrder(f"posting {posting.number}: expected {self.next_number}")
        if posting.reverses in self.reversed_numbers:
            raise PostingOutOfOrder(
                f"posting {posting.number}: {posting.reverses} is reversed already"
            )

    def check(self, terminals: Iterable[TerminalId]) -> None:
        """Raise what is broken at these terminals or in the sum of all accounts."""
        total = Cents(sum(self.balances.values()))
        if total:
            raise BookDoesNotBalance(
                f"after posting {self.posting_count} all accounts sum to {format_money(total)}"
            )
        for terminal in terminals:
            self._check_bounds(terminal)
            self._check_meters(terminal)

    def _check_bounds(self, terminal: TerminalId) -> None:
        for kind in TERMINAL_KINDS:
            account = Account(kind, terminal)
            balance = self.balance(account)
            # What is owed is kept below zero; above it the House would owe the patron.
            is_wrong = balance > 0 if kind is AccountKind.RECEIVABLE else balance < 0
            if is_wrong:
                raise AccountOutOfBounds(
                    f"after posting {self.posting_count} {account} holds {format_money(balance)}"
                )

    def _check_meters(self, terminal: TerminalId) -> None:
        meters = self.meters_of(terminal)
        seen = {
            "the self-audit differs by": meters.audit(),
            "credits differ by": meters.credits - self.credits(terminal),
            "reserved differs by": meters.reserved - self.reserved(terminal),
        }
        for what, difference in seen.items():
            if difference:
                raise MetersDisagree(
                    f"after posting {self.posting_count} at {terminal}: "
                    f"{what} {format_money(Cents(difference))}"
                )


def book_of(postings: Iterable[Posting]) -> Book:
    """The book that these postings make."""
    return reduce(Book.after, postings, Book())

from collections.abc import Iterable, Mapping
from functools import reduce

from msgspec import Struct

from punto.ledger.accounts import Account, AccountKind, account_of
from punto.ledger.meters import Meters
from punto.ledger.postings import Posting
from punto.ledger.purses import Purse
from punto.values.ids import TerminalId
from punto.values.layered_maps import including
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


EMPTY = Purse()

# Asked for through its enum, each would be looked up by name at every bet.
_CREDITS, _STAKES = AccountKind.CREDITS, AccountKind.STAKES
_CASH_OUT, _RECEIVABLE = AccountKind.CASH_OUT, AccountKind.RECEIVABLE


class Book(Struct, frozen=True, gc=False):
    """Where all the money of a table is, and how it came there, after a number of postings."""

    purses: Mapping[TerminalId, Purse] = {}
    """The purse of every terminal that ever held money here."""
    posting_count: int = 0
    reversed_numbers: frozenset[int] = frozenset()
    """The postings that a later one reversed."""

    def purse(self, terminal: TerminalId) -> Purse:
        """A terminal's purse; an empty one when it never held money here."""
        return self.purses.get(terminal, EMPTY)

    def balance(self, account: Account) -> Cents:
        """What an account holds; nothing when it was never used."""
        if account.terminal is not None:
            return self.purse(account.terminal).balance(account.kind)
        return Cents(sum(purse.balance(account.kind) for purse in self.purses.values()))

    @property
    def balances(self) -> Mapping[Account, Cents]:
        """What every account holds that was ever used."""
        found: dict[Account, Cents] = {}
        for terminal, purse in self.purses.items():
            for kind, amount in purse.balances.items():
                account = account_of(kind, terminal)
                found[account] = Cents(found.get(account, NOTHING) + amount)
        return found

    @property
    def meters(self) -> Mapping[TerminalId, Meters]:
        """The meters of every terminal that ever held money here."""
        return {terminal: purse.meters for terminal, purse in self.purses.items()}

    def credits(self, terminal: TerminalId) -> Cents:
        """What the patron may bet or take out."""
        return self.purses.get(terminal, EMPTY).balances.get(_CREDITS, NOTHING)

    def staked(self, terminal: TerminalId) -> Cents:
        """The patron's registered bets of the round."""
        return self.purses.get(terminal, EMPTY).balances.get(_STAKES, NOTHING)

    def reserved(self, terminal: TerminalId) -> Cents:
        """What waits for the printer."""
        return self.purse(terminal).balance(_CASH_OUT)

    def owed(self, terminal: TerminalId) -> Cents:
        """What corrections could not take back so far."""
        return Cents(-self.purse(terminal).balance(_RECEIVABLE))

    def meters_of(self, terminal: TerminalId) -> Meters:
        """A terminal's meters; all at nothing when it never held money here."""
        return self.purse(terminal).meters

    @property
    def next_number(self) -> int:
        """The number that the next posting must have."""
        return self.posting_count + 1

    def after(self, posting: Posting) -> "Book":
        """The book with one more posting, checked wherever it moved money; this one stays."""
        number, reverses = posting.number, posting.reverses
        if number != self.posting_count + 1:
            raise PostingOutOfOrder(f"posting {number}: expected {self.next_number}")
        undone = self.reversed_numbers
        if reverses is not None:
            if reverses in undone:
                raise PostingOutOfOrder(f"posting {number}: {reverses} is reversed already")
            undone |= {reverses}
        purses, before = {}, self.purses
        for terminal, transfers in posting.by_terminal().items():
            purse = purses[terminal] = before.get(terminal, EMPTY).after(transfers)
            if not purse.is_sound:
                raise _fault(number, terminal, purse)
        return Book(including(before, purses), number, undone)

    def check(self) -> None:
        """Raise what is broken anywhere in the book, wherever it came from."""
        for terminal, purse in self.purses.items():
            if not purse.is_sound:
                raise _fault(self.posting_count, terminal, purse)


def _fault(number: int, terminal: TerminalId, purse: Purse) -> LedgerBroken:
    seen = f"after posting {number}"
    if purse.total:
        total = format_money(purse.total)
        return BookDoesNotBalance(f"{seen} all accounts of {terminal} sum to {total}")
    kind = purse.out_of_bounds()
    if kind is not None:
        held = format_money(purse.balance(kind))
        return AccountOutOfBounds(f"{seen} {Account(kind, terminal)} holds {held}")
    return MetersDisagree(f"{seen} at {terminal}: {purse.disagreement()}")


def book_of(postings: Iterable[Posting]) -> Book:
    """The book that these postings make."""
    return reduce(Book.after, postings, Book())

from collections.abc import Mapping

from punto.ledger.accounts import Account, AccountKind, account_of
from punto.ledger.meters import Meters
from punto.ledger.postings import Posting
from punto.ledger.purses import PLACES, Purse
from punto.values import NOTHING, Cents, TerminalId, Value, format_money, including


class LedgerBroken(Exception):
    """The money does not add up, by a fault of the program or the record, never of a patron."""


class PostingOutOfOrder(LedgerBroken):
    """A posting that is out of sequence, or reverses a posting reversed before."""


class AccountOutOfBounds(LedgerBroken):
    """An account whose balance has the wrong sign."""


class BookDoesNotBalance(LedgerBroken):
    """The balances of all accounts do not sum to zero."""


class MetersDisagree(LedgerBroken):
    """A terminal's meters contradict each other or its accounts; the terminal must be locked."""


EMPTY = Purse()

_CREDITS, _STAKES = PLACES[AccountKind.CREDITS], PLACES[AccountKind.STAKES]


class Book(Value):
    """The location and history of all money of a table, after a number of postings."""

    purses: Mapping[TerminalId, Purse] = {}
    """The purses of all terminals that have ever held money at this table."""
    posting_count: int = 0
    reversed_numbers: frozenset[int] = frozenset()
    """The numbers of postings reversed later."""

    def purse(self, terminal: TerminalId) -> Purse:
        """Return a terminal's purse, empty if it never held money at this table."""
        return self.purses.get(terminal, EMPTY)

    def balance(self, account: Account) -> Cents:
        """Return an account's balance, zero if it was never used."""
        if account.terminal is not None:
            return self.purse(account.terminal).balance(account.kind)
        return Cents(sum(purse.balance(account.kind) for purse in self.purses.values()))

    @property
    def balances(self) -> Mapping[Account, Cents]:
        """The balances of all accounts that hold money in some purse, or owe it."""
        found: dict[Account, Cents] = {}
        for terminal, purse in self.purses.items():
            for kind, amount in purse.balances.items():
                account = account_of(kind, terminal)
                found[account] = found.get(account, NOTHING) + amount
        return found

    @property
    def meters(self) -> Mapping[TerminalId, Meters]:
        """The meters of all terminals that have ever held money at this table."""
        return {terminal: purse.meters for terminal, purse in self.purses.items()}

    def credits(self, terminal: TerminalId) -> Cents:
        """Return the amount that the patron may bet or take out."""
        return self.purses.get(terminal, EMPTY).amounts[_CREDITS]

    def staked(self, terminal: TerminalId) -> Cents:
        """Return the sum of the patron's registered bets of the round."""
        return self.purses.get(terminal, EMPTY).amounts[_STAKES]

    def playable(self, terminal: TerminalId) -> Cents:
        """Return the amount that a new position may cost: credits, and the bets it replaces."""
        amounts = self.purses.get(terminal, EMPTY).amounts
        return amounts[_CREDITS] + amounts[_STAKES]

    def reserved(self, terminal: TerminalId) -> Cents:
        """Return the amount waiting for the printer."""
        return self.purse(terminal).balance(AccountKind.CASH_OUT)

    def owed(self, terminal: TerminalId) -> Cents:
        """Return the amount that corrections could not take back so far."""
        return -self.purse(terminal).balance(AccountKind.RECEIVABLE)

    def held(self, place: TerminalId) -> Cents:
        """Return the winnings held for a live table's patron who walked away."""
        return self.purse(place).balance(AccountKind.HELD)

    def meters_of(self, terminal: TerminalId) -> Meters:
        """Return a terminal's meters, all zero if it never held money at this table."""
        return self.purse(terminal).meters

    @property
    def next_number(self) -> int:
        """The required number of the next posting."""
        return self.posting_count + 1

    def after(self, posting: Posting) -> "Book":
        """Return a new book with one more posting, checked in every purse that it changed."""
        number, reverses = posting.number, posting.reverses
        if number != self.posting_count + 1:
            raise PostingOutOfOrder(f"posting {number}: expected {self.next_number}")
        undone = self.reversed_numbers
        if reverses is not None:
            if reverses in undone:
                raise PostingOutOfOrder(f"posting {number}: posting {reverses} is already reversed")
            undone |= {reverses}
        purses, before = {}, self.purses
        for terminal, transfers in posting.by_terminal().items():
            purse = purses[terminal] = before.get(terminal, EMPTY).after(transfers)
            if not purse.is_sound():
                raise _fault(number, terminal, purse)
        return Book(including(before, purses), number, undone)

    def check(self) -> None:
        """Check the whole book, from whatever source, and raise the first fault found."""
        for terminal, purse in self.purses.items():
            if not purse.is_sound():
                raise _fault(self.posting_count, terminal, purse)


def _fault(number: int, terminal: TerminalId, purse: Purse) -> LedgerBroken:
    seen = f"after posting {number}"
    if purse.total:
        total = format_money(purse.total)
        return BookDoesNotBalance(f"{seen}, all accounts of {terminal} sum to {total}, expected 0")
    kind = purse.out_of_bounds()
    if kind is not None:
        held = format_money(purse.balance(kind))
        return AccountOutOfBounds(f"{seen}, {Account(kind, terminal)} holds {held}: wrong sign")
    return MetersDisagree(f"{seen}, at {terminal}: {purse.disagreement()}")

"""A terminal and its bets, for the tests of the ledger."""

from collections.abc import Iterable, Mapping
from functools import reduce

from punto.ledger.accounts import AccountKind
from punto.ledger.books import Book
from punto.ledger.postings import Posting
from punto.ledger.purses import Purse
from punto.ledger.transfers import Reason, Transfer
from punto.rules.games import BetKey
from punto.rules.settlement import BetResult, Result
from punto.values.ids import TerminalId
from punto.values.money import NOTHING, Cents, dollars
from punto.values.structures import replace

T7 = TerminalId("T7")
T8 = TerminalId("T8")

BET = BetKey("banker")


def won(stake: int, profit: int) -> BetResult:
    return BetResult(BET, dollars(stake), Result.WON, dollars(profit), "4.1")


def lost(stake: int) -> BetResult:
    return BetResult(BET, dollars(stake), Result.LOST, dollars(-stake), "4.1")


def pushed(stake: int) -> BetResult:
    return BetResult(BET, dollars(stake), Result.PUSHED, NOTHING, "4.1")


def returned(stake: int) -> BetResult:
    return BetResult(BET, dollars(stake), Result.RETURNED, NOTHING, "5.1")


def book_of(postings: Iterable[Posting]) -> Book:
    """Return the book of these postings."""
    return reduce(Book.after, postings, Book())


def posted(book: Book, *movements: Iterable[Transfer], reverses: int | None = None) -> Book:
    """Post each movement separately; only the last posting may reverse another."""
    *first, last = movements
    for movement in first:
        book = book.after(Posting(book.next_number, tuple(movement)))
    return book.after(Posting(book.next_number, tuple(last), reverses))


def purse_of(balances: Mapping[AccountKind, Cents]) -> Purse:
    """Return a forged purse with these balances, of which nothing was counted."""
    return Purse(tuple(balances.get(kind, NOTHING) for kind in AccountKind))


def with_balance(book: Book, terminal: TerminalId, kind: AccountKind, amount: Cents) -> Book:
    """Return a forged book, in which one account of a purse has another balance."""
    purse = book.purse(terminal)
    amounts = purse_of({**purse.balances, kind: amount}).amounts
    return with_purse(book, terminal, replace(purse, amounts=amounts))


def with_counted(book: Book, terminal: TerminalId, reason: Reason, amount: Cents) -> Book:
    """Return a forged book, in which another amount was counted for a reason."""
    purse = book.purse(terminal)
    return with_purse(book, terminal, replace(purse, counted={**purse.counted, reason: amount}))


def with_purse(book: Book, terminal: TerminalId, purse: Purse) -> Book:
    """Return a forged book, in which a terminal has another purse."""
    return replace(book, purses={**book.purses, terminal: purse})


def in_dollars(amount: Cents) -> int:
    whole, cents = divmod(amount, 100)
    assert cents == 0
    return whole

"""Chips in messages, bans on moving them, and the worth of a tray by the accounts."""

from collections.abc import Iterator, Sequence

from punto.ledger import AccountKind, Book
from punto.live import Tray, value_of
from punto.rounds.state import Table
from punto.rounds.tray.commands import Chips
from punto.rounds.tray.events import StacksMoved
from punto.rounds.tray.refusals import CountWaits, NotChipsOfTheSet
from punto.values import Cents, TerminalId

_IN_TRAY = (
    AccountKind.FLOAT,
    AccountKind.HOUSE,
    AccountKind.ROUNDING,
    AccountKind.RECEIVABLE,
)


def named(tray: Tray) -> Chips:
    """Return chips in the order in which messages name them."""
    return tuple(sorted(tray.items(), reverse=True))


def worth(chips: Chips) -> Cents:
    """Return the value of all chips together."""
    return value_of(dict(chips))


def not_of_set(chips: Chips, values: Sequence[Cents]) -> NotChipsOfTheSet | None:
    """Refuse chips that the set does not have, a number below one, and a value named twice."""
    seen: set[Cents] = set()
    for value, number in chips:
        if value not in values or number <= 0 or value in seen:
            return NotChipsOfTheSet(value, number)
        seen.add(value)
    return None


def count_refusal(table: Table) -> CountWaits | None:
    """Refuse to move chips during a count: both people must find the same (A-53)."""
    first = table.papers.first_count
    return None if first is None else CountWaits(first.count)


def by_accounts(book: Book) -> Cents:
    """Return the worth of the tray by the accounts: its float, and the money that bets added.

    A debt of a patron who walked away was won by the House, but is not in the tray.
    """
    purses = book.purses.values()
    return Cents(sum(purse.balance(kind) for purse in purses for kind in _IN_TRAY))


def rounded_by(moved: StacksMoved) -> Iterator[tuple[TerminalId, Cents]]:
    """Yield each stack's excess over the amount due; negative if a correction takes it back."""
    for stack in moved.taken:
        yield stack.place, Cents(stack.amount - worth(stack.chips))
    for stack in moved.paid:
        yield stack.place, Cents(worth(stack.chips) - stack.amount)

from collections import defaultdict
from collections.abc import Iterable, Mapping

from punto.ledger.accounts import AccountKind
from punto.ledger.books import Book
from punto.ledger.movements import Transfers
from punto.ledger.transfers import Reason, Transfer
from punto.values import NOTHING, Cents, TerminalId

_DEBTS = frozenset({Reason.OWED, Reason.REPAID})


def correct(book: Book, undone: Iterable[Transfer], posted: Iterable[Transfer] = ()) -> Transfers:
    """Undo transfers and post others in their place, in one posting and without overdrawing.

    An amount that the credits cannot give back becomes a debt; a correction in the patron's
    favour repays the debt first.
    """
    # Undoing an earlier correction leaves its debts: part may be repaid by now. The new correction
    # settles them.
    reversals = [move.reversed() for move in undone if move.reason not in _DEBTS]
    moves = (*reversals, *posted)
    changes = _credits_changes(moves)
    return (*_owed(book, changes), *moves, *_repaid(book, changes))


def _credits_changes(moves: Iterable[Transfer]) -> Mapping[TerminalId, Cents]:
    changes: dict[TerminalId, Cents] = defaultdict(lambda: NOTHING)
    for move in moves:
        if move.target.kind is AccountKind.CREDITS:
            changes[move.terminal] = changes[move.terminal] + move.amount
        if move.source.kind is AccountKind.CREDITS:
            changes[move.terminal] = changes[move.terminal] - move.amount
    return changes


def _owed(book: Book, changes: Mapping[TerminalId, Cents]) -> Transfers:
    missing = {terminal: -(book.credits(terminal) + change) for terminal, change in changes.items()}
    return tuple(
        Transfer(terminal, Reason.OWED, Cents(amount))
        for terminal, amount in missing.items()
        if amount > 0
    )


def _repaid(book: Book, changes: Mapping[TerminalId, Cents]) -> Transfers:
    return tuple(
        Transfer(terminal, Reason.REPAID, min(change, book.owed(terminal)))
        for terminal, change in changes.items()
        if change > 0 and book.owed(terminal)
    )

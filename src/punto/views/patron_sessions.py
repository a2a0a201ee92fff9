"""A patron's session at a terminal, and its profit or loss so far.

A session ends when money is taken out and nothing is left. It does not end when the last credit is
lost: a patron who buys in again still sees the loss.
"""

from collections.abc import Mapping

from punto.ledger import AccountKind, Book, Purse
from punto.values import Cents, TerminalId

_Sessions = Mapping[TerminalId, Cents]
"""For each terminal the net of all sessions that ended there."""


_OF_A_PATRON = (
    AccountKind.CREDITS,
    AccountKind.STAKES,
    AccountKind.CASH_OUT,
    AccountKind.RECEIVABLE,
)
"""The accounts of what a patron holds; a debt is negative."""


def after_payout(book: Book, ended: _Sessions, terminal: TerminalId) -> _Sessions:
    """Return the ended sessions, after money left a terminal."""
    held = book.credits(terminal) + book.staked(terminal) + book.reserved(terminal)
    return ended if held else {**ended, terminal: net(book.purse(terminal))}


def is_gone(book: Book, terminal: TerminalId) -> bool:
    """Return whether the patron has taken everything: no credits and no stakes are left.

    A ticket that waits for its printer counts as taken.
    """
    return not book.credits(terminal) and not book.staked(terminal)


def net(purse: Purse) -> Cents:
    """Return what was taken out or remains, less what was brought in and is owed.

    Less the net of the sessions that ended, this is the patron's profit since the session began.
    """
    return Cents(sum(map(purse.balance, _OF_A_PATRON)) - purse.brought)

"""A patron's session at a terminal, and what it has brought or cost so far.

A session ends when money is taken out and nothing is left. It does not end when the last credit is
lost: whoever buys in again then still sees the loss.
"""

from collections.abc import Mapping

from punto.ledger import Book
from punto.values import NOTHING, Cents, TerminalId

Sessions = Mapping[TerminalId, Cents]
"""For each terminal the net of all sessions that ended there."""


def session_net(book: Book, ended: Sessions, terminal: TerminalId) -> Cents:
    """What the patron has won since the session began; below zero when it is a loss."""
    return Cents(_net(book, terminal) - ended.get(terminal, NOTHING))


def after_payout(book: Book, ended: Sessions, terminal: TerminalId) -> Sessions:
    """The sessions that ended, after money left a terminal."""
    held = book.credits(terminal) + book.staked(terminal) + book.reserved(terminal)
    return ended if held else {**ended, terminal: _net(book, terminal)}


def is_gone(book: Book, terminal: TerminalId) -> bool:
    """Whether the patron has taken everything: no credits are left, and no stakes.

    A ticket that waits for its printer counts as taken.
    """
    return not book.credits(terminal) and not book.staked(terminal)


def _net(book: Book, terminal: TerminalId) -> Cents:
    """All that was taken out or is still here, less all that was brought and what is owed."""
    meters = book.meters_of(terminal)
    held = book.credits(terminal) + book.staked(terminal) + book.reserved(terminal)
    return Cents(held + meters.all_out - meters.all_in - book.owed(terminal))

"""Movements that take more than one transfer, or none; the tables decide what is allowed."""

from collections.abc import Callable, Iterable, Iterator

from punto.ledger.accounts import AccountKind
from punto.ledger.transfers import Reason, Transfer
from punto.rules import BetResult, Result
from punto.values import Cents, TerminalId

Transfers = tuple[Transfer, ...]

# Constants, because an enum looks its members up by name, at every bet.
_STAKED, _WITHDRAWN = Reason.STAKED, Reason.WITHDRAWN
_CREDITS = AccountKind.CREDITS


def change_position(terminal: TerminalId, old_total: Cents, new_total: Cents) -> Transfers:
    """Replace a whole position; no transfer if both positions cost the same."""
    # Only the difference moves. Withdrawing and staking the whole would need no more credits, but
    # every chip moved to another bet would count as turnover in the wagered meter.
    if new_total > old_total:
        return (Transfer(terminal, _STAKED, new_total - old_total),)
    if new_total < old_total:
        return (Transfer(terminal, _WITHDRAWN, old_total - new_total),)
    return ()


_STAKE_GOES: dict[Result, Reason] = {
    Result.WON: Reason.WON_STAKE,
    Result.LOST: Reason.LOST,
    Result.PUSHED: Reason.PUSHED,
    Result.RETURNED: Reason.RETURNED,
}


def settle(terminal: TerminalId, results: Iterable[BetResult]) -> Transfers:
    """Settle each bet: its stake moves once, and a win also brings its profit."""
    transfers = []
    for result in results:
        transfers.append(Transfer(terminal, _STAKE_GOES[result.result], result.stake))
        if result.result is Result.WON:
            transfers.append(Transfer(terminal, Reason.WON_PROFIT, result.profit))
    return tuple(transfers)


def in_chips(
    transfers: Iterable[Transfer],
    is_away: Callable[[TerminalId], bool],
    held: Callable[[TerminalId], Cents],
) -> Transfers:
    """Replace transfers to and from credits by chips, since a live table has no credits.

    Patrons take chips up and lay them down by hand. For a patron who walked away, winnings are held
    (L 5.3). An amount to be taken back comes out of these first, and only the rest is owed (A-28).
    """
    moves = [move for move in transfers if move.reason is not Reason.OWED]
    left: dict[TerminalId, int] = {}
    for move in moves:
        of_credits = (move.target.kind is _CREDITS) - (move.source.kind is _CREDITS)
        left[move.terminal] = left.get(move.terminal, 0) + of_credits * move.amount
    for place, amount in left.items():
        if is_away(place):
            moves += _set_aside(place, amount, held(place))
        elif amount:
            reason = Reason.CHIPS_UP if amount > 0 else Reason.CHIPS_DOWN
            moves.append(Transfer(place, reason, Cents(abs(amount))))
    return tuple(moves)


def _set_aside(place: TerminalId, amount: int, held: Cents) -> Iterator[Transfer]:
    """Hold chips for a patron who walked away, or take some of those back."""
    if amount > 0:
        yield Transfer(place, Reason.WINNINGS_HELD, Cents(amount))
    back = min(-amount, held)
    if back > 0:
        yield Transfer(place, Reason.WINNINGS_HELD, Cents(back), is_reversal=True)
    if -amount > held:
        yield Transfer(place, Reason.OWED, Cents(-amount - held))


TRAY = TerminalId("tray")
"""The place at which a live table's own chips move, which is no patron's."""


def at_tray(*moved: tuple[Reason, Cents]) -> Transfers:
    """Move chips or cash of a live table itself; no transfer where there is nothing to move."""
    return tuple(Transfer(TRAY, reason, amount) for reason, amount in moved if amount)

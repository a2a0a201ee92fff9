"""The transfers of each movement of money; the tables decide whether it is allowed."""

from collections.abc import Callable, Iterable, Iterator

from punto.ledger.accounts import AccountKind
from punto.ledger.transfers import Reason, Transfer
from punto.rules import BetResult, Result
from punto.values import Cents, TerminalId

Transfers = tuple[Transfer, ...]
Movement = Callable[[TerminalId, Cents], Transfers]
"""A movement of one amount at one terminal, the usual form."""

# Constants, because an enum looks its members up by name, at every bet.
_STAKED, _WITHDRAWN = Reason.STAKED, Reason.WITHDRAWN
_CREDITS = AccountKind.CREDITS


def buy_in_cash(terminal: TerminalId, amount: Cents) -> Transfers:
    """Add cash that a named attendant has confirmed."""
    return (Transfer(terminal, Reason.BOUGHT_IN_CASH, amount),)


def buy_in_bill(terminal: TerminalId, amount: Cents) -> Transfers:
    """Add a banknote that the bill acceptor has taken."""
    return (Transfer(terminal, Reason.BOUGHT_IN_BILL, amount),)


def ticket_in(terminal: TerminalId, amount: Cents) -> Transfers:
    """Redeem a ticket for credits."""
    return (Transfer(terminal, Reason.TICKET_IN, amount),)


def reserve_for_cash_out(terminal: TerminalId, amount: Cents) -> Transfers:
    """Set credits aside until the printer has answered."""
    return (Transfer(terminal, Reason.RESERVED, amount),)


def ticket_out(terminal: TerminalId, amount: Cents) -> Transfers:
    """Move the reserved amount to its printed ticket."""
    return (Transfer(terminal, Reason.TICKET_OUT, amount),)


def print_failed(terminal: TerminalId, amount: Cents) -> Transfers:
    """Return the reserved amount to the credits, because no ticket was printed."""
    return (Transfer(terminal, Reason.CASH_OUT_GIVEN_BACK, amount),)


def hand_pay(terminal: TerminalId, amount: Cents) -> Transfers:
    """Pay out credits in cash by an attendant."""
    return (Transfer(terminal, Reason.HAND_PAID, amount),)


def move_out(terminal: TerminalId, amount: Cents) -> Transfers:
    """Take credits along as their terminal leaves for another table."""
    return (Transfer(terminal, Reason.MOVED_OUT, amount),)


def move_in(terminal: TerminalId, amount: Cents) -> Transfers:
    """Bring credits in as their terminal arrives from another table."""
    return (Transfer(terminal, Reason.MOVED_IN, amount),)


def stake(terminal: TerminalId, amount: Cents) -> Transfers:
    """Register bets for the round."""
    return (Transfer(terminal, _STAKED, amount),)


def withdraw(terminal: TerminalId, amount: Cents) -> Transfers:
    """Take bets back while bets are open."""
    return (Transfer(terminal, _WITHDRAWN, amount),)


def change_position(terminal: TerminalId, old_total: Cents, new_total: Cents) -> Transfers:
    """Replace a whole position; no transfer if both positions cost the same."""
    # Only the difference moves. Withdrawing and staking the whole would need no more credits, but
    # every chip moved to another bet would count as turnover in the wagered meter.
    if new_total > old_total:
        return stake(terminal, new_total - old_total)
    if new_total < old_total:
        return withdraw(terminal, old_total - new_total)
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


def open_float(amount: Cents) -> Transfers:
    """Bring the counted chips of a live table's tray from the cage."""
    return _at_tray((Reason.FLOAT_OPENED, amount))


def fill(amount: Cents) -> Transfers:
    """Bring more chips from the cage to the tray."""
    return _at_tray((Reason.FILLED, amount))


def credit(amount: Cents) -> Transfers:
    """Take chips from the tray to the cage."""
    return _at_tray((Reason.CREDITED, amount))


def buy_chips(amount: Cents) -> Transfers:
    """Sell chips of the tray for cash, which goes into the drop box."""
    return _at_tray((Reason.CHIPS_BOUGHT, amount), (Reason.DROPPED, amount))


def close_float(counted: Cents, variance: Cents) -> Transfers:
    """Book the surplus or shortage of the closing count, and take the counted chips away."""
    found = Reason.COUNTED_OVER if variance > 0 else Reason.COUNTED_SHORT
    return _at_tray((found, Cents(abs(variance))), (Reason.FLOAT_CLOSED, counted))


def _at_tray(*moved: tuple[Reason, Cents]) -> Transfers:
    return tuple(Transfer(TRAY, reason, amount) for reason, amount in moved if amount)


def round_up(place: TerminalId, amount: Cents) -> Transfers:
    """Give a patron the rounding of a payment to chips; if negative, take it back."""
    move = Transfer(place, Reason.ROUNDED_UP, Cents(abs(amount)), is_reversal=amount < 0)
    return (move,)


def claim(place: TerminalId, amount: Cents) -> Transfers:
    """Pay a patron of a live table the winnings that were held."""
    return (Transfer(place, Reason.WINNINGS_CLAIMED, amount),)


def adjust_up(terminal: TerminalId, amount: Cents) -> Transfers:
    """Give the patron an amount, on a ruling."""
    return (Transfer(terminal, Reason.ADJUSTED_UP, amount),)


def adjust_down(terminal: TerminalId, amount: Cents) -> Transfers:
    """Take an amount from the patron, on a ruling."""
    return (Transfer(terminal, Reason.ADJUSTED_DOWN, amount),)


def repay(terminal: TerminalId, amount: Cents) -> Transfers:
    """Use credits to reduce the patron's debt."""
    return (Transfer(terminal, Reason.REPAID, amount),)


def write_off(terminal: TerminalId, amount: Cents) -> Transfers:
    """Let the House bear the patron's debt."""
    return (Transfer(terminal, Reason.WRITTEN_OFF, amount),)

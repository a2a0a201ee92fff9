"""The transfers of each movement of money; whether it is allowed is judged elsewhere."""

from collections.abc import Callable, Iterable

from punto.ledger.transfers import Reason, Transfer
from punto.rules.settlement import BetResult, Result
from punto.values.ids import TerminalId
from punto.values.money import Cents, in_cents

Transfers = tuple[Transfer, ...]
Movement = Callable[[TerminalId, Cents], Transfers]
"""A movement of one amount at one terminal, as most of them are."""

# Asked for through its enum, each would be looked up by name at every bet.
_STAKED, _WITHDRAWN = Reason.STAKED, Reason.WITHDRAWN


def buy_in_cash(terminal: TerminalId, amount: Cents) -> Transfers:
    """Cash that a named attendant has confirmed."""
    return (Transfer(terminal, Reason.BOUGHT_IN_CASH, amount),)


def buy_in_bill(terminal: TerminalId, amount: Cents) -> Transfers:
    """A banknote that the bill acceptor has taken."""
    return (Transfer(terminal, Reason.BOUGHT_IN_BILL, amount),)


def ticket_in(terminal: TerminalId, amount: Cents) -> Transfers:
    """A ticket redeemed for credits."""
    return (Transfer(terminal, Reason.TICKET_IN, amount),)


def reserve_for_cash_out(terminal: TerminalId, amount: Cents) -> Transfers:
    """Credits set aside until the printer has answered."""
    return (Transfer(terminal, Reason.RESERVED, amount),)


def ticket_out(terminal: TerminalId, amount: Cents) -> Transfers:
    """The ticket is printed: what was reserved for it is on paper now."""
    return (Transfer(terminal, Reason.TICKET_OUT, amount),)


def give_back(terminal: TerminalId, amount: Cents) -> Transfers:
    """No ticket was printed: what was reserved is credits again."""
    return (Transfer(terminal, Reason.CASH_OUT_GIVEN_BACK, amount),)


def hand_pay(terminal: TerminalId, amount: Cents) -> Transfers:
    """Credits paid in cash by an attendant."""
    return (Transfer(terminal, Reason.HAND_PAID, amount),)


def move_out(terminal: TerminalId, amount: Cents) -> Transfers:
    """Credits that leave with their terminal for another table."""
    return (Transfer(terminal, Reason.MOVED_OUT, amount),)


def move_in(terminal: TerminalId, amount: Cents) -> Transfers:
    """Credits that come with their terminal from another table."""
    return (Transfer(terminal, Reason.MOVED_IN, amount),)


def stake(terminal: TerminalId, amount: Cents) -> Transfers:
    """Bets registered for the round."""
    return (Transfer(terminal, _STAKED, amount),)


def withdraw(terminal: TerminalId, amount: Cents) -> Transfers:
    """Bets taken back while bets are open."""
    return (Transfer(terminal, _WITHDRAWN, amount),)


def change_position(terminal: TerminalId, old_total: Cents, new_total: Cents) -> Transfers:
    """A whole position in place of another; nothing when both cost the same."""
    # Only the difference moves. To withdraw all and stake all would need no more credits, but
    # every chip that is put elsewhere would count as turnover, and the wagered meter would
    # measure the patron's fingers.
    if new_total > old_total:
        return stake(terminal, in_cents(new_total - old_total))
    if new_total < old_total:
        return withdraw(terminal, in_cents(old_total - new_total))
    return ()


_STAKE_GOES: dict[Result, Reason] = {
    Result.WON: Reason.WON_STAKE,
    Result.LOST: Reason.LOST,
    Result.PUSHED: Reason.PUSHED,
    Result.RETURNED: Reason.RETURNED,
}


def settle(terminal: TerminalId, results: Iterable[BetResult]) -> Transfers:
    """The end of each bet: its stake moves once, and a win brings its profit as well."""
    transfers = []
    for result in results:
        transfers.append(Transfer(terminal, _STAKE_GOES[result.result], result.stake))
        if result.result is Result.WON:
            transfers.append(Transfer(terminal, Reason.WON_PROFIT, result.profit))
    return tuple(transfers)


def adjust_up(terminal: TerminalId, amount: Cents) -> Transfers:
    """Given by the House on a ruling."""
    return (Transfer(terminal, Reason.ADJUSTED_UP, amount),)


def adjust_down(terminal: TerminalId, amount: Cents) -> Transfers:
    """Taken by the House on a ruling."""
    return (Transfer(terminal, Reason.ADJUSTED_DOWN, amount),)


def repay(terminal: TerminalId, amount: Cents) -> Transfers:
    """Credits that go towards what the patron owes."""
    return (Transfer(terminal, Reason.REPAID, amount),)


def write_off(terminal: TerminalId, amount: Cents) -> Transfers:
    """What the patron owes, borne by the House."""
    return (Transfer(terminal, Reason.WRITTEN_OFF, amount),)

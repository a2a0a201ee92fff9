"""Movements of one amount for one reason, by the name under which staff know each."""

from collections.abc import Callable

from punto.ledger.movements import Transfers
from punto.ledger.transfers import Reason, Transfer
from punto.values.ids import TerminalId
from punto.values.money import Cents

Movement = Callable[[TerminalId, Cents], Transfers]


def _for(reason: Reason) -> Movement:
    return lambda terminal, amount: (Transfer(terminal, reason, amount),)


buy_in_cash = _for(Reason.BOUGHT_IN_CASH)
buy_in_bill = _for(Reason.BOUGHT_IN_BILL)
ticket_in = _for(Reason.TICKET_IN)
reserve_for_cash_out = _for(Reason.RESERVED)
ticket_out = _for(Reason.TICKET_OUT)
print_failed = _for(Reason.CASH_OUT_GIVEN_BACK)
hand_pay = _for(Reason.HAND_PAID)
move_out = _for(Reason.MOVED_OUT)
move_in = _for(Reason.MOVED_IN)
stake = _for(Reason.STAKED)
withdraw = _for(Reason.WITHDRAWN)
adjust_up = _for(Reason.ADJUSTED_UP)
adjust_down = _for(Reason.ADJUSTED_DOWN)
repay = _for(Reason.REPAID)
write_off = _for(Reason.WRITTEN_OFF)

"""Finds the change from one patron of a terminal to the next."""

from collections.abc import Iterable

from punto.rounds.purse import events as purse_events
from punto.values import TerminalId
from punto.views.patron_sessions import is_gone
from punto.views.recall.walks import Moment

_PAYOUTS = (
    purse_events.CashOutReserved
    | purse_events.TicketPrinted
    | purse_events.HandPaid
    | purse_events.TerminalMovedOut
)


def parted_at(moments: Iterable[Moment], terminal: TerminalId) -> int:
    """Return the number of moments before the terminal's present patron, 0 if there are none."""
    parted = before = 0
    for index, moment in enumerate(moments, start=1):
        fact = moment.event.fact
        if isinstance(fact, _PAYOUTS) and fact.terminal == terminal:
            if is_gone(moment.after.book, terminal):
                before, parted = parted, index
        elif isinstance(fact, purse_events.CashOutGivenBack) and fact.terminal == terminal:
            parted = before  # no ticket came out, so the patron has not left
    return parted

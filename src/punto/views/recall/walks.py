"""A walk through a record, event by event, and where one patron of a terminal follows another."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from punto.ledger import Posting
from punto.rounds import Table, TableEvent, evolve_and_post
from punto.rounds.purse import events as purse_events
from punto.values import TerminalId, Value
from punto.views.patron_sessions import is_gone


class CannotHaveHappened(Exception):
    """The preceding events rule this one out: signed or not, the record is wrong there."""

    def __init__(self, event: TableEvent, fault: Exception) -> None:
        super().__init__(f"{type(fault).__name__}: {fault}")
        self.event = event


class Moment(Value):
    """An event with the table's state before and after it, and the money that it moved."""

    before: Table
    event: TableEvent
    after: Table
    posting: Posting | None


def walk(events: Iterable[TableEvent], before: Table | None = None) -> Iterator[Moment]:
    """Yield the moments of a record from its beginning, or from the state ``before``.

    Raises CannotHaveHappened at the first event that does not fit.
    """
    before = before or Table()
    for event in events:
        try:
            after, posting = evolve_and_post(before, event)
        except Exception as fault:  # an impossible event may raise anything
            raise CannotHaveHappened(event, fault) from fault
        yield Moment(before, event, after, posting)
        before = after


def table_after(events: Iterable[TableEvent], before: Table | None = None) -> Table:
    """Return the table that a record leads to, from its beginning or from the state ``before``."""
    state = before or Table()
    for moment in walk(events, before):
        state = moment.after
    return state


def by_command(moments: Iterable[Moment]) -> Iterator[tuple[Moment, ...]]:
    """Group the moments by the command that caused them."""
    for _, group in groupby(moments, key=lambda moment: moment.event.command):
        yield tuple(group)


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

from collections import Counter
from collections.abc import Sequence

from punto.ledger import Reason
from punto.rounds import TableEvent
from punto.values import Cents, TableId, Value
from punto.views.reports.figures import MONEY, Endings, Figures
from punto.views.reports.shape import (
    EVER,
    Column,
    ColumnKind,
    Period,
    Records,
    Report,
    columns_of,
)


class ShiftRow(Value):
    """The money that a table took and gave in the period."""

    table: TableId
    figures: Figures
    cash_in: Cents
    tickets_in: Cents
    tickets_out: Cents
    hand_paid: Cents
    moved_in: Cents
    moved_out: Cents
    adjusted: Cents
    """Credits given to patrons by rulings, less those taken."""
    written_off: Cents
    owed: Cents
    """The increase in patrons' debts after corrections; part of the win, but not in the box."""

    @property
    def drop(self) -> Cents:
        """Money exchanged for credits at this table; credits moved in were exchanged elsewhere."""
        return Cents(self.cash_in + self.tickets_in)

    @property
    def house(self) -> Cents:
        """The House's gain: the win, less adjustments given and debts written off."""
        return Cents(self.figures.win - self.adjusted - self.written_off)


COLUMNS = (
    *columns_of(ShiftRow, "table figures.settled figures.void figures.corrections drop", MONEY),
    Column("hold", ColumnKind.SHARE, ("figures.win", "drop")),
    *columns_of(
        ShiftRow,
        "cash_in tickets_in tickets_out hand_paid moved_in moved_out adjusted written_off owed",
        "house",
    ),
)


def shift_report(records: Records, period: Period = EVER) -> Report[ShiftRow]:
    """Report drop, handle, win and hold by table; the hold is the win's share of the drop."""
    rows = tuple(_row(table, events, period) for table, events in records.items())
    return Report("Shift", period, COLUMNS, rows)


def _row(table: TableId, events: Sequence[TableEvent], period: Period) -> ShiftRow:
    moved: Counter[Reason] = Counter()
    figures, endings = Figures(), Endings(table)
    for moment in period.moments(events):
        ending, posting = endings.take(moment), moment.posting
        if not period.has_begun(moment.event.at):
            continue
        if ending is not None:
            figures += ending.change
        if posting is not None:
            for transfer in posting.transfers:
                moved[transfer.reason] += transfer.counted

    def net(adds: Sequence[Reason], takes: Sequence[Reason] = ()) -> Cents:
        return Cents(sum(moved[reason] for reason in adds) - sum(moved[reason] for reason in takes))

    return ShiftRow(
        table,
        figures,
        cash_in=net((Reason.BOUGHT_IN_CASH, Reason.BOUGHT_IN_BILL)),
        tickets_in=net((Reason.TICKET_IN,)),
        tickets_out=net((Reason.TICKET_OUT,)),
        hand_paid=net((Reason.HAND_PAID,)),
        moved_in=net((Reason.MOVED_IN,)),
        moved_out=net((Reason.MOVED_OUT,)),
        adjusted=net((Reason.ADJUSTED_UP,), (Reason.ADJUSTED_DOWN,)),
        written_off=net((Reason.WRITTEN_OFF,)),
        owed=net((Reason.OWED,), (Reason.REPAID, Reason.WRITTEN_OFF)),
    )

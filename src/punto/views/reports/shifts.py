from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from punto.ledger.transfers import Reason
from punto.rounds.bookkeeping import posting_of
from punto.rounds.events import Event
from punto.values.ids import TableId
from punto.values.money import Cents
from punto.views.recall.walks import walk
from punto.views.reports.endings import endings
from punto.views.reports.figures import MONEY_COLUMNS, Figures, total_figures
from punto.views.reports.records import EVER, Period, Records
from punto.views.reports.shape import Column, Kind, Report


@dataclass(frozen=True, slots=True)
class ShiftRow:
    """What a table took and gave in the period."""

    table: TableId
    figures: Figures
    cash_in: Cents
    tickets_in: Cents
    tickets_out: Cents
    hand_paid: Cents
    moved_in: Cents
    moved_out: Cents
    adjusted: Cents
    """Given to patrons by rulings, less what rulings took from them."""
    written_off: Cents
    owed: Cents
    """By how much more patrons owe after corrections; it is in the win, and not in the box."""

    @property
    def drop(self) -> Cents:
        """All that was exchanged for credits here; credits that moved in were so elsewhere."""
        return Cents(self.cash_in + self.tickets_in)

    @property
    def house(self) -> Cents:
        """What the House is richer by: the win, less what it gave away or gave up."""
        return Cents(self.figures.win - self.adjusted - self.written_off)


COLUMNS = (
    Column("table", Kind.TEXT),
    Column("figures.settled", Kind.COUNT),
    Column("figures.void", Kind.COUNT),
    Column("figures.corrections", Kind.COUNT),
    Column("drop", Kind.MONEY),
    *MONEY_COLUMNS,
    Column("hold", Kind.SHARE, ("figures.win", "drop")),
    Column("cash_in", Kind.MONEY),
    Column("tickets_in", Kind.MONEY),
    Column("tickets_out", Kind.MONEY),
    Column("hand_paid", Kind.MONEY),
    Column("moved_in", Kind.MONEY),
    Column("moved_out", Kind.MONEY),
    Column("adjusted", Kind.MONEY),
    Column("written_off", Kind.MONEY),
    Column("owed", Kind.MONEY),
    Column("house", Kind.MONEY),
)


def shift_report(records: Records, period: Period = EVER) -> Report[ShiftRow]:
    """Drop, handle, win and hold of every table; the hold is the win's share of the drop."""
    rows = tuple(_row(table, events, period) for table, events in records.items())
    return Report("Shift", period, COLUMNS, rows)


def _row(table: TableId, events: Sequence[Event], period: Period) -> ShiftRow:
    moved = _moved(events, period)
    ended = endings({table: events}, period)

    def net(adds: Sequence[Reason], takes: Sequence[Reason] = ()) -> Cents:
        return Cents(sum(moved[reason] for reason in adds) - sum(moved[reason] for reason in takes))

    return ShiftRow(
        table,
        total_figures(ending.change for ending in ended),
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


def _moved(events: Sequence[Event], period: Period) -> Counter[Reason]:
    """What each reason moved in the period; a reversal takes off what it undid."""
    moved: Counter[Reason] = Counter()
    for moment in walk(period.known(events)):
        posting = posting_of(moment.before, moment.event.fact)
        if posting is not None and period.has_begun(moment.event.at):
            for transfer in posting.transfers:
                moved[transfer.reason] += transfer.counted
    return moved

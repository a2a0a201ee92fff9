"""A live table's float from its opening to its closing count: win by bets against win by count."""

from collections.abc import Iterator, Sequence

from punto.rounds import TableEvent
from punto.values import TableId, replace
from punto.views.floats import FloatRow, with_event
from punto.views.reports.shape import EVER, Period, Records, Report, columns_of

COLUMNS = columns_of(
    FloatRow,
    "table opened_at closed_at opening fills credits bought closing",
    "win_by_count win_by_bets difference rounding owed variance",
)


def floats_report(records: Records, period: Period = EVER) -> Report[FloatRow]:
    """Report every float that was open in the period, with what happened to it in the period."""
    rows = tuple(row for table, events in records.items() for row in _rows(table, events, period))
    return Report("Floats", period, COLUMNS, rows)


def _rows(table: TableId, events: Sequence[TableEvent], period: Period) -> Iterator[FloatRow]:
    row: FloatRow | None = None
    for moment in period.moments(events):
        at, counts = moment.event.at, period.has_begun(moment.event.at)
        if moment.before.chips is None and moment.after.chips is not None:
            row = FloatRow(table, at)
        if row is None:
            continue
        if counts:
            row = with_event(row, moment.before, moment.event, moment.after)
        if moment.after.chips is None:
            if counts:
                yield replace(row, closed_at=at)
            row = None
    if row is not None:
        yield row

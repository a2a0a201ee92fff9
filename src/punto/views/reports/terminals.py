from collections.abc import Iterator, Sequence

from punto.ledger import Meters
from punto.rounds import Table, TableEvent
from punto.values import NOTHING, Cents, TableId, TerminalId, Value, field_names
from punto.views.reports.shape import (
    EVER,
    Period,
    Records,
    Report,
    columns_of,
    state_before,
)


class TerminalRow(Value):
    """A terminal's meters at one table."""

    table: TableId
    terminal: TerminalId
    credits_before: Cents
    reserved_before: Cents
    meters: Meters
    """Counts of the period; credits and reserved are balances at its end."""
    owed: Cents
    """The debt from corrections, at the end of the period."""

    @property
    def difference(self) -> Cents:
        """The credits that the meters of the period do not explain; zero if they agree."""
        return Cents(self.meters.audit() - self.credits_before - self.reserved_before)


_METERS = field_names(Meters)
_LEVELS = frozenset({"credits", "reserved"})

COLUMNS = columns_of(
    TerminalRow,
    "table terminal credits_before reserved_before",
    *(f"meters.{name}" for name in _METERS),
    "owed difference",
)


def terminals_report(records: Records, period: Period = EVER) -> Report[TerminalRow]:
    """Report all meters of every terminal that was ever at a table, by table."""
    rows = (row for table in records for row in _rows(table, records, period))
    return Report("Terminals", period, COLUMNS, tuple(rows))


def _rows(table: TableId, records: Records, period: Period) -> Iterator[TerminalRow]:
    events = records[table]
    opening, closing = _ends(events, period)
    for terminal in sorted({*closing.seats, *closing.book.meters}):
        before, after = opening.book.meters_of(terminal), closing.book.meters_of(terminal)
        yield TerminalRow(
            table,
            terminal,
            before.credits,
            before.reserved,
            _counted(before, after),
            closing.book.owed(terminal),
        )


def _ends(events: Sequence[TableEvent], period: Period) -> tuple[Table, Table]:
    """Return the table before the period (None if the period has no start) and at its end."""
    opening = Table() if period.start is None else state_before(events)
    closing = state_before(events)
    for moment in period.moments(events):
        closing = moment.after
        if not period.has_begun(moment.event.at):
            opening = closing
    return opening, closing


def _counted(before: Meters, after: Meters) -> Meters:
    def counted(name: str) -> Cents:
        earlier = NOTHING if name in _LEVELS else getattr(before, name)
        return Cents(getattr(after, name) - earlier)

    return Meters(**{name: counted(name) for name in _METERS})

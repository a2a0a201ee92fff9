from collections.abc import Iterator
from dataclasses import dataclass, fields

from punto.ledger import Meters
from punto.rounds import replay
from punto.values import NOTHING, Cents, TableId, TerminalId
from punto.views.reports.shape import EVER, Column, Kind, Period, Records, Report


@dataclass(frozen=True, slots=True)
class TerminalRow:
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


_METERS = tuple(each.name for each in fields(Meters))
_LEVELS = frozenset({"credits", "reserved"})
_COUNTS = frozenset({"games_played"})

COLUMNS = (
    Column("table", Kind.TEXT),
    Column("terminal", Kind.TEXT),
    Column("credits_before", Kind.MONEY),
    Column("reserved_before", Kind.MONEY),
    *(Column(f"meters.{name}", Kind.COUNT if name in _COUNTS else Kind.MONEY) for name in _METERS),
    Column("owed", Kind.MONEY),
    Column("difference", Kind.MONEY),
)


def terminals_report(records: Records, period: Period = EVER) -> Report[TerminalRow]:
    """Report all meters of every terminal that was ever at a table, by table."""
    rows = (row for table in records for row in _rows(table, records, period))
    return Report("Terminals", period, COLUMNS, tuple(rows))


def _rows(table: TableId, records: Records, period: Period) -> Iterator[TerminalRow]:
    events = records[table]
    opening, closing = replay(period.before(events)), replay(period.known(events))
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


def _counted(before: Meters, after: Meters) -> Meters:
    def counted(name: str) -> Cents:
        earlier = NOTHING if name in _LEVELS else getattr(before, name)
        return Cents(getattr(after, name) - earlier)

    return Meters(**{name: counted(name) for name in _METERS})

"""The period of a report, and the shape of all reports, so that one printer serves all."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, tzinfo
from enum import Enum
from fractions import Fraction
from itertools import takewhile
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from punto.rounds import Table, TableEvent
from punto.values import Cents, Instant, TableId, Value, datetime_of, field_names, format_money
from punto.views.recall.walks import Moment, walk

Records = Mapping[TableId, Sequence[TableEvent]]
"""The events of every table that a report covers."""


class LaterEvents(Sequence[TableEvent]):
    """The events of a table after a state, for a report that needs none before it."""

    before: Table


def state_before(events: Sequence[TableEvent]) -> Table:
    """Return the table's state before the first of these events."""
    return events.before if isinstance(events, LaterEvents) else Table()


class Period(Value):
    """The time from one instant up to, not including, another; open if one is missing."""

    start: Instant | None = None
    end: Instant | None = None

    def has_begun(self, at: Instant) -> bool:
        """Whether an instant is not before the period."""
        return self.start is None or at >= self.start

    def known(self, events: Iterable[TableEvent]) -> Iterator[TableEvent]:
        """Yield the record up to the end of the period; its times never decrease."""
        end = self.end
        return takewhile(lambda event: end is None or event.at < end, events)

    def moments(self, events: Sequence[TableEvent]) -> Iterator[Moment]:
        """Yield the moments of the record up to the end of the period."""
        return walk(self.known(events), state_before(events))

    def before(self, events: Iterable[TableEvent]) -> Iterator[TableEvent]:
        """Yield the record up to the beginning of the period."""
        return takewhile(lambda event: not self.has_begun(event.at), events)


EVER = Period()


ReportCell = str | int | Fraction | None
"""The content of a column in a row; None if empty."""

Row_co = TypeVar("Row_co", covariant=True)


class ColumnKind(Enum):
    """The kind of a column's content, which decides its format and whether it is summed."""

    TEXT = "text"
    NUMBER = "number"
    COUNT = "count"
    MONEY = "money"
    """In cents."""
    INSTANT = "instant"
    """In milliseconds since 1970 (UTC)."""
    SHARE = "share"
    """The exact ratio of two other columns."""


ADDED_UP = frozenset({ColumnKind.COUNT, ColumnKind.MONEY})


class Column(Value):
    """A column that shows one attribute of each row."""

    path: str
    kind: ColumnKind
    share_of: tuple[str, str] | None = None
    """The two attributes whose ratio a share is; its total is the ratio of their sums."""

    @property
    def name(self) -> str:
        """The attribute's name, used as the column heading."""
        return self.path.rpartition(".")[2]


Number = Annotated[int, "a name"]
"""A number used as a name, such as a round's; a row's other whole numbers are counts."""

_KINDS: Mapping[object, ColumnKind] = {
    Number: ColumnKind.NUMBER,
    int: ColumnKind.COUNT,
    Cents: ColumnKind.MONEY,
    Instant: ColumnKind.INSTANT,
}


def columns_of(row: type, *paths: str) -> tuple[Column, ...]:
    """Return the columns of these attributes, separated by blanks; by default of all fields.

    The type of an attribute gives the kind of its column.
    """
    named = " ".join(paths).split() or field_names(row)
    return tuple(Column(path, _kind_of(row, path)) for path in named)


def _kind_of(row: type, path: str) -> ColumnKind:
    name, _, inner = path.partition(".")
    attribute = getattr(row, name, None)
    if isinstance(attribute, property):
        kind = get_type_hints(attribute.fget)["return"]
    else:
        kind = get_type_hints(row, include_extras=True)[name]
    if get_origin(kind) in {Union, UnionType}:
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    return _kind_of(kind, inner) if inner else _KINDS.get(kind, ColumnKind.TEXT)


class Report(Value, Generic[Row_co]):
    """Rows of one kind over a period, with the totals of their columns."""

    title: str
    period: Period
    columns: tuple[Column, ...]
    rows: tuple[Row_co, ...]

    @property
    def cells(self) -> tuple[tuple[ReportCell, ...], ...]:
        """Every row, column by column."""
        return tuple(tuple(_cell(column, row) for column in self.columns) for row in self.rows)

    @property
    def totals(self) -> tuple[ReportCell, ...]:
        """Return the total of each column; None for a column without one."""
        return tuple(_total(column, self.rows) for column in self.columns)

    def total(self, name: str) -> ReportCell:
        """Return the total of the column with this name."""
        return next(_total(column, self.rows) for column in self.columns if column.name == name)


def _cell(column: Column, row: object) -> ReportCell:
    if column.share_of is not None:
        return _share(column.share_of, (row,))
    cell: ReportCell = attrgetter(column.path)(row)
    return cell


def _total(column: Column, rows: Sequence[object]) -> ReportCell:
    if column.share_of is not None:
        return _share(column.share_of, rows)
    return _sum(column.path, rows) if column.kind in ADDED_UP else None


def _share(paths: tuple[str, str], rows: Iterable[object]) -> Fraction | None:
    part, whole = (_sum(path, rows) for path in paths)
    return Fraction(part, whole) if whole else None


def _sum(path: str, rows: Iterable[object]) -> int:
    return sum(map(attrgetter(path), rows))


def cell_text(kind: ColumnKind, cell: ReportCell, zone: tzinfo = UTC) -> str:
    """Return a cell's text in a printed report; empty for an empty cell."""
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return f"{float(cell * 100):.2f} %"
    if isinstance(cell, int) and kind is ColumnKind.MONEY:
        return format_money(Cents(cell))
    if isinstance(cell, int) and kind is ColumnKind.INSTANT:
        moment = datetime_of(Instant(cell)).astimezone(zone)
        return moment.isoformat(sep=" ", timespec="milliseconds")
    return str(cell)

"""The common shape of all reports, so that printing code need not know each of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from typing import Generic, TypeVar

from punto.views.reports.records import Period

Cell = str | int | Fraction | None
"""The content of a column in a row; None if empty."""

Row_co = TypeVar("Row_co", covariant=True)


class Kind(Enum):
    """The kind of a column's content, which decides its format and whether it is summed."""

    TEXT = "text"
    NUMBER = "number"
    """A number used as a name, such as a round's."""
    COUNT = "count"
    MONEY = "money"
    """In cents."""
    INSTANT = "instant"
    """In milliseconds since 1970 (UTC)."""
    SHARE = "share"
    """The exact ratio of two other columns."""


ADDED_UP = frozenset({Kind.COUNT, Kind.MONEY})


@dataclass(frozen=True, slots=True)
class Column:
    """A column that shows one attribute of each row."""

    path: str
    kind: Kind
    share_of: tuple[str, str] | None = None
    """The two attributes whose ratio a share is; its total is the ratio of their sums."""

    @property
    def name(self) -> str:
        """The attribute's name, used as the column heading."""
        return self.path.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Report(Generic[Row_co]):
    """Rows of one kind over a period, with the totals of their columns."""

    title: str
    period: Period
    columns: tuple[Column, ...]
    rows: tuple[Row_co, ...]

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """Every row, column by column."""
        return tuple(tuple(_cell(column, row) for column in self.columns) for row in self.rows)

    @property
    def totals(self) -> tuple[Cell, ...]:
        """Return the total of each column; None for a column without one."""
        return tuple(_total(column, self.rows) for column in self.columns)

    def total(self, name: str) -> Cell:
        """Return the total of the column with this name."""
        return next(_total(column, self.rows) for column in self.columns if column.name == name)


def _cell(column: Column, row: object) -> Cell:
    if column.share_of is not None:
        return _share(column.share_of, (row,))
    cell: Cell = attrgetter(column.path)(row)
    return cell


def _total(column: Column, rows: Sequence[object]) -> Cell:
    if column.share_of is not None:
        return _share(column.share_of, rows)
    return _sum(column.path, rows) if column.kind in ADDED_UP else None


def _share(paths: tuple[str, str], rows: Iterable[object]) -> Fraction | None:
    part, whole = (_sum(path, rows) for path in paths)
    return Fraction(part, whole) if whole else None


def _sum(path: str, rows: Iterable[object]) -> int:
    return sum(map(attrgetter(path), rows))

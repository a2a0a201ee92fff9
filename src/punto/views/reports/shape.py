"""The one shape of all reports, so that they can be printed by code that knows none of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from operator import attrgetter
from typing import Generic, TypeVar

from punto.views.reports.records import Period

Cell = str | int | Fraction | None
"""What stands in a column of a row; None where there is nothing to say."""

Row_co = TypeVar("Row_co", covariant=True)


class Kind(Enum):
    """What a column holds, and so how it is written and whether it is added up."""

    TEXT = "text"
    NUMBER = "number"
    """A name that is a number, such as a round's."""
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
    """A column, by the attribute of the row that it shows."""

    path: str
    kind: Kind
    share_of: tuple[str, str] | None = None
    """The attributes whose ratio a share is; the same ratio of their sums is its total."""

    @property
    def name(self) -> str:
        """The attribute's own name, which heads the column."""
        return self.path.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Report(Generic[Row_co]):
    """Rows of one kind over a period, and what their columns add up to."""

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
        """What each column adds up to; None where there is nothing to add."""
        return tuple(_total(column, self.rows) for column in self.columns)

    def total(self, name: str) -> Cell:
        """What the column of that name adds up to."""
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

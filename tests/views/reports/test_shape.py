"""The one shape of all reports, and how its cells are written."""

from dataclasses import dataclass
from datetime import timedelta, timezone
from fractions import Fraction

import pytest

from punto.rounds.tray.commands import FloatCount
from punto.values.ids import Instant, TableId
from punto.values.money import Cents, dollars
from punto.values.structures import Value, field_names
from punto.views.reports import REPORTS
from punto.views.reports.figures import Figures, total_figures
from punto.views.reports.shape import (
    EVER,
    Column,
    ColumnKind,
    Number,
    Period,
    Records,
    Report,
    ReportCell,
    cell_text,
    columns_of,
)
from support.rounds.evening import Evening
from support.rounds.live import live_opened
from support.rounds.trays import count
from support.views.reports.busy import an_evening_of_corrections, busy_evening


@dataclass(frozen=True)
class Fruit:
    name: str
    box: int
    count: int
    price: Cents
    figures: Figures


COLUMNS = (
    Column("name", ColumnKind.TEXT),
    Column("box", ColumnKind.NUMBER),
    Column("count", ColumnKind.COUNT),
    Column("price", ColumnKind.MONEY),
    Column("figures.handle", ColumnKind.MONEY),
    Column("share", ColumnKind.SHARE, ("count", "price")),
)
APPLES = Fruit("apples", 7, 3, Cents(12), Figures(handle=Cents(5)))
PEARS = Fruit("pears", 8, 4, Cents(0), Figures(handle=Cents(6)))


class Basket(Value):
    fruit: str
    box: Number | None
    count: int
    price: Cents
    sold_at: Instant | None
    figures: Figures

    @property
    def change(self) -> Cents:
        return Cents(-self.price)


def test_the_type_of_an_attribute_gives_the_kind_of_its_column() -> None:
    found = columns_of(Basket, "fruit box count price sold_at", "change figures.rounds figures.win")
    assert [(column.name, column.kind) for column in found] == [
        ("fruit", ColumnKind.TEXT),
        ("box", ColumnKind.NUMBER),
        ("count", ColumnKind.COUNT),
        ("price", ColumnKind.MONEY),
        ("sold_at", ColumnKind.INSTANT),
        ("change", ColumnKind.MONEY),
        ("rounds", ColumnKind.COUNT),
        ("win", ColumnKind.MONEY),
    ]
    assert [column.name for column in columns_of(Basket)] == list(field_names(Basket))


def test_cells_follow_the_columns_and_totals_add_up_what_can_be_added() -> None:
    report = Report("Fruit", EVER, COLUMNS, (APPLES, PEARS))
    assert [column.name for column in report.columns] == [
        "name", "box", "count", "price", "handle", "share",
    ]  # fmt: skip
    assert report.cells == (
        ("apples", 7, 3, 12, 5, Fraction(1, 4)),
        ("pears", 8, 4, 0, 6, None),
    )
    # A total share is computed from the sums; it is not the mean of the shares.
    assert report.totals == (None, None, 7, 12, 11, Fraction(7, 12))
    assert report.total("handle") == 11
    assert report.total("name") is None


def test_a_report_without_rows_adds_up_to_nothing() -> None:
    report: Report[Fruit] = Report("Fruit", EVER, COLUMNS, ())
    assert report.cells == ()
    assert report.totals == (None, None, 0, 0, 0, None)


def test_figures_add_and_subtract_field_by_field() -> None:
    one = Figures(1, 2, 3, handle=dollars(10), paid=dollars(4))
    other = Figures(1, 1, 1, handle=dollars(1), returned=dollars(9))
    both = one + other
    assert both == Figures(2, 3, 4, handle=dollars(11), paid=dollars(4), returned=dollars(9))
    assert both - other == one
    assert (both.rounds, both.win) == (5, dollars(7))
    assert total_figures([one, other, Figures()]) == both


@pytest.mark.parametrize(
    ("kind", "cell", "text"),
    [
        (ColumnKind.TEXT, "T1", "T1"),
        (ColumnKind.TEXT, None, ""),
        (ColumnKind.NUMBER, 7, "7"),
        (ColumnKind.COUNT, -1, "-1"),
        (ColumnKind.MONEY, -12_345, "-123.45"),
        (ColumnKind.MONEY, None, ""),
        (ColumnKind.INSTANT, 1_700_000_000_123, "2023-11-14 22:13:20.123+00:00"),
        (ColumnKind.SHARE, Fraction(955, 2500), "38.20 %"),
        (ColumnKind.SHARE, Fraction(-1, 3), "-33.33 %"),
    ],
)
def test_a_cell_is_written_by_its_kind(kind: ColumnKind, cell: ReportCell, text: str) -> None:
    assert cell_text(kind, cell) == text


def test_moments_are_written_in_the_time_of_the_floor() -> None:
    singapore = timezone(timedelta(hours=8))
    assert cell_text(ColumnKind.INSTANT, 0, singapore) == "1970-01-01 08:00:00.000+08:00"


def test_a_period_takes_in_its_start_and_leaves_out_its_end() -> None:
    events = busy_evening("mbs-tiger").record.events
    start, end = events[20].at, events[30].at
    period = Period(start, end)
    assert list(period.before(events)) == [event for event in events if event.at < start]
    assert list(period.known(events)) == [event for event in events if event.at < end]
    assert period.has_begun(start)
    assert not period.has_begun(Instant(start - 1))
    assert list(EVER.known(events)) == list(events)
    assert list(EVER.before(events)) == []


def with_a_float() -> Evening:
    """A live table whose float was counted."""
    evening = live_opened()
    count(evening, FloatCount.OPENING)
    return evening


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_can_be_printed_without_knowing_it(name: str) -> None:
    records: Records = {
        TableId("A1"): busy_evening("mbs-tiger").record.events,
        TableId("B2"): busy_evening("rws-etg").record.events,
        TableId("C3"): an_evening_of_corrections().record.events,
        TableId("L1"): with_a_float().record.events,
    }
    report = REPORTS[name].make(records, EVER)
    assert report.title
    assert report.rows
    assert len(report.totals) == len(report.columns)
    for cells in report.cells:
        texts = [
            cell_text(column.kind, cell) for column, cell in zip(report.columns, cells, strict=True)
        ]
        assert all(isinstance(text, str) for text in texts)
    # A column has numbers only if it says so, and column names are unique.
    for column, *values in zip(report.columns, *report.cells, strict=True):
        wanted = str if column.kind is ColumnKind.TEXT else int | Fraction
        assert all(value is None or isinstance(value, wanted) for value in values), column
    assert len({column.name for column in report.columns}) == len(report.columns)


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_of_nothing_is_empty(name: str) -> None:
    assert REPORTS[name].make({}, EVER).cells == ()

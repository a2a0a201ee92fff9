"""CSV is read by spreadsheets, which execute anything that looks like a formula."""

import csv
from dataclasses import dataclass
from datetime import UTC
from io import StringIO

import pytest

from punto.cli.report_formats import print_csv
from punto.views.reports.shape import Column, ColumnKind, Period, Report


@dataclass(frozen=True)
class Line:
    name: str
    money: int = -1_250
    count: int = -3


COLUMNS = (
    Column("name", ColumnKind.TEXT),
    Column("money", ColumnKind.MONEY),
    Column("count", ColumnKind.COUNT),
)


def written(name: str, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    print_csv(Report("lines", Period(None, None), COLUMNS, (Line(name),)), UTC)
    (row,) = csv.DictReader(StringIO(capsys.readouterr().out, newline=""))
    return row


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", " ="])
def test_text_that_a_spreadsheet_would_run_is_marked_as_text(
    first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert written(f"{first}HYPERLINK(A1)", capsys)["name"] == f"'{first}HYPERLINK(A1)"


def test_text_that_another_separator_would_cut_begins_no_formula(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert written("a; =b;c\t+d", capsys)["name"] == "a;' =b;c\t'+d"


def test_other_text_and_numbers_below_zero_stay_as_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    row = written("T1-2 a=b", capsys)
    assert row == {"name": "T1-2 a=b", "money": "-12.50", "count": "-3"}

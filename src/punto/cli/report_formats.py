"""Prints a report as a table, as CSV and as JSON, by its columns alone."""

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import tzinfo
from fractions import Fraction
from io import StringIO
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from punto.cli.records import moment_text
from punto.cli.report_ties import LedgerTie
from punto.cli.screens import console, end_output, plain_table
from punto.values import Cents, Instant, TableId, format_money
from punto.views.reports import ColumnKind, Period, Report, ReportCell, cell_text

_NUMERIC = frozenset({ColumnKind.NUMBER, ColumnKind.COUNT, ColumnKind.MONEY, ColumnKind.SHARE})
_SHARE_DIGITS = 6
_WIDEST = 10_000
_FORMULA = re.compile(r"(?:^|(?<=[;\t\r\n]))(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])")
"""Where a formula begins: with full-width signs in East Asian spreadsheets, and in the middle of a
text where a semicolon, a tab or a new line separates cells, as in many countries."""


def print_table(report: Report[object], ties: Sequence[LedgerTie], zone: tzinfo) -> None:
    """Print a report for people, with its totals and their ledger figures."""
    screen = console()
    screen.print(Text(report.title, style="bold"), _period_words(report.period, zone))
    if report.rows:
        _print_whole(screen, _rows_table(report, zone))
    else:
        screen.print("Nothing in this period.")
    if ties:
        screen.print()
        _print_whole(screen, _ties_table(ties))


def _print_whole(screen: Console, table: Table) -> None:
    # A truncated amount is a wrong one, so a long line is left to the viewer to wrap.
    usual, screen.width = screen.width, _WIDEST
    screen.width = max(usual, screen.measure(table).maximum)
    screen.print(table)
    screen.width = usual


def _period_words(period: Period, zone: tzinfo) -> str:
    since = "the beginning" if period.start is None else moment_text(period.start, zone)
    until = "now" if period.end is None else moment_text(period.end, zone)
    return f"from {since} to {until}"


def _rows_table(report: Report[object], zone: tzinfo) -> Table:
    table = plain_table(footer=any(total is not None for total in report.totals))
    shown = [
        index
        for index, column in enumerate(report.columns)
        if index == 0 or any(row[index] for row in report.cells)
    ]
    for index in shown:
        column, total = report.columns[index], report.totals[index]
        table.add_column(
            column.name.replace("_", " "),
            "Total" if index == 0 else cell_text(column.kind, total, zone),
            justify="right" if column.kind in _NUMERIC else "left",
            no_wrap=True,
        )
    for row in report.cells:
        table.add_row(*(Text(cell_text(report.columns[i].kind, row[i], zone)) for i in shown))
    return table


def _ties_table(ties: Sequence[LedgerTie]) -> Table:
    table = plain_table()
    for heading in ("Ties to the ledger", "Report", "Ledger", "", "Transfers"):
        table.add_column(
            heading, justify="right" if heading in {"Report", "Ledger"} else "left", no_wrap=True
        )
    for tie in ties:
        table.add_row(
            tie.figure.replace("_", " "),
            format_money(tie.in_report),
            format_money(tie.in_ledger),
            Text("ties", style="green") if tie.holds else Text("DIFFERS", style="bold red"),
            Text(tie.made_of_briefly, style="dim"),
        )
    return table


def print_csv(report: Report[object], zone: tzinfo) -> None:
    """Print the rows for a spreadsheet, with all columns, and amounts and times as in JSON."""
    lines = [_csv_line(column.name for column in report.columns)]
    for row in report.cells:
        cells = zip(report.columns, row, strict=True)
        lines.append(
            _csv_line(_csv_cell(cell, _value(each.kind, cell, zone)) for each, cell in cells)
        )
    # In one piece, so that a report that breaks off prints nothing.
    click.echo("\n".join(lines))
    end_output()


def _csv_line(cells: Iterable[str | float]) -> str:
    written = StringIO(newline="")
    # CRLF makes the writer quote cells with either character; the printed line ends as usual here.
    csv.writer(written, lineterminator="\r\n").writerow(cells)
    return written.getvalue().removesuffix("\r\n")


def _csv_cell(cell: ReportCell, value: str | float | None) -> str | float:
    """Return a value for a spreadsheet; text that it would run as a formula is marked as text."""
    if isinstance(cell, str):
        return _FORMULA.sub("'", cell)
    return "" if value is None else value


def report_json(
    name: str,
    report: Report[object],
    tables: Sequence[TableId],
    ties: Sequence[LedgerTie],
    zone: tzinfo,
) -> dict[str, Any]:
    """The JSON shape of a report; programs depend on it."""
    period = report.period
    return {
        "report": name,
        "since": None if period.start is None else moment_text(period.start, zone),
        "until": None if period.end is None else moment_text(period.end, zone),
        "tables": list(tables),
        "columns": [{"name": each.name, "kind": each.kind.value} for each in report.columns],
        "rows": [_row_json(report, row, zone) for row in report.cells],
        "totals": {
            name: value
            for name, value in _row_json(report, report.totals, zone).items()
            if value is not None
        },
        "ties": [
            {
                "figure": tie.figure,
                "report": format_money(tie.in_report),
                "ledger": format_money(tie.in_ledger),
                "transfers": tie.made_of,
                "holds": tie.holds,
            }
            for tie in ties
        ],
    }


def _row_json(report: Report[object], cells: Sequence[ReportCell], zone: tzinfo) -> dict[str, Any]:
    return {
        column.name: _value(column.kind, cell, zone)
        for column, cell in zip(report.columns, cells, strict=True)
    }


def _value(kind: ColumnKind, cell: ReportCell, zone: tzinfo) -> str | int | float | None:
    if isinstance(cell, Fraction):
        return round(float(cell), _SHARE_DIGITS)
    if isinstance(cell, int) and kind is ColumnKind.MONEY:
        return format_money(Cents(cell))
    if isinstance(cell, int) and kind is ColumnKind.INSTANT:
        return moment_text(Instant(cell), zone)
    return cell

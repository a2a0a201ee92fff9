"""punto report: reports for a shift, a pit or an auditor."""

import sys
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Unpack

import click

from punto.cli import records
from punto.cli.inputs import fail, json_option, several_option
from punto.cli.report_formats import print_csv, print_table, report_json
from punto.cli.report_ties import LedgerTie, ties_of
from punto.cli.screens import show_json
from punto.runtime import stream_of
from punto.storage.beginnings import START, Beginning
from punto.storage.record.positions import events_before
from punto.storage.record.sessions import StillRecord
from punto.values import TableId, replace
from punto.views.reports import REPORTS, Period, Report

DOES_NOT_TIE = 1


@click.command(name="report")
@click.argument("name", type=click.Choice(tuple(REPORTS)), metavar="NAME")
@records.database_option
@records.period_options
@several_option("--table", "tables", "TABLE", "Only this table (repeat).")
@click.option("--terminal", metavar="TERMINAL", help="Only rows of this terminal.")
@click.option("--dealer", metavar="PERSON", help="Only rows of this Dealer.")
@records.beginning_options
@click.option("--csv", "as_csv", is_flag=True, help="Answer in CSV, all columns, rows only.")
@json_option
def command(
    name: str,
    address: str,
    tables: tuple[str, ...],
    terminal: str | None,
    dealer: str | None,
    keys: tuple[str, ...],
    from_start: bool,
    as_csv: bool,
    as_json: bool,
    **period_given: Unpack[records.PeriodGiven],
) -> None:
    """Show a report of a record, with totals that tie to its ledger.

    Events before a period are taken into account but not counted; in a long record only those
    since a signed snapshot shortly before the period are read. The money of a report is compared
    with the transfers in the record: each tie is shown, and exit code 1 means that one does not
    hold. Times are in the zone of --since or --until. The table leaves out empty columns; CSV and
    JSON have all of them.

    \b
    Examples:
      punto report shift --database floor.db --since 2026-01-01T22:00+08:00 --hours 8
      punto report rounds --database floor.db --table A1 --dealer mei --csv
      punto report terminals --database postgresql://audit@db/floor --terminal T7 --json
    """
    if as_csv and as_json:
        fail(["--csv, --json: give only one of them"])
    asked = records.find_period(**period_given)
    trust = records.Trust(keys=keys, from_start=from_start)
    with records.opened(address) as record:
        chosen = tuple(records.find_table(record, each) for each in tables) or records.tables_of(
            record
        )
        begins = {each: _beginning(record, name, asked.period, each, trust) for each in chosen}
        report, ties = _report(record, name, asked, begins)
    # The ties cover the whole report: the ledger knows no Dealer.
    shown = _filtered(name, _filtered(name, report, "terminal", terminal), "dealer", dealer)
    if as_json:
        show_json(report_json(name, shown, chosen, ties, asked.zone))
    elif as_csv:
        print_csv(shown, asked.zone)
    else:
        print_table(shown, ties, asked.zone)
    _check(name, ties)


def _beginning(
    record: StillRecord, name: str, period: Period, table: TableId, trust: records.Trust
) -> Beginning:
    kind, stream = REPORTS[name], stream_of(table)
    if kind.is_whole:
        return START
    head = record.session.head(stream)
    end = 0 if head is None else head.position
    at, up_to = (period.end, end) if kind.is_of_the_end else (period.start, 0)
    if at is not None:
        up_to = events_before(record.session, stream, at)
    return records.find_beginning(record, stream, up_to, kind.fits, **trust)


def _report(
    record: StillRecord, name: str, asked: records.AskedPeriod, begins: Mapping[TableId, Beginning]
) -> tuple[Report[object], tuple[LedgerTie, ...]]:
    stored = {table: records.StoredEvents(record, table, begin) for table, begin in begins.items()}
    with records.places_named(stored.values()):
        report = REPORTS[name].make(stored, asked.period)
    return report, ties_of(record.session, name, report, tuple(begins))


def _filtered(name: str, report: Report[object], column: str, wanted: str | None) -> Report[object]:
    if wanted is None:
        return report
    if column not in {each.path for each in report.columns}:
        fail([f"--{column} {wanted}: the report {name} has no column {column}"])
    rows = tuple(row for row in report.rows if attrgetter(column)(row) == wanted)
    return replace(report, rows=rows)


def _check(name: str, ties: Sequence[LedgerTie]) -> None:
    wrong = [tie for tie in ties if not tie.holds]
    for tie in wrong:
        click.echo(
            f"punto: report {name}: {tie.figure} does not tie to the ledger; "
            "punto audit names the record",
            err=True,
        )
    if wrong:
        sys.exit(DOES_NOT_TIE)

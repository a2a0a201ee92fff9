"""punto export: write a record, or a period of it, as JSON Lines."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Unpack

import click

from punto.cli.inputs import json_option
from punto.cli.records import PeriodGiven, database_option, find_period, opened, period_options
from punto.cli.screens import end_output, show_json
from punto.storage.checkpoints.verification import verify
from punto.storage.copies.exports import ExportPlan, export_lines, plan_export
from punto.storage.new_files import new_file


@click.command(name="export")
@click.argument("file", type=click.Path(allow_dash=True))
@database_option
@period_options
@json_option
def command(file: str, address: str, as_json: bool, **period_given: Unpack[PeriodGiven]) -> None:
    """Write a record, or a period of it, as JSON Lines with its proof.

    FILE must be new; - is stdout. The record is verified first and read beside its writer. Streams
    continue after --until up to the first checkpoint that signs the whole period. With --since they
    begin in the middle, and only their chains can be audited; without it, everything can.

    \b
    Examples:
      punto export all.jsonl --database floor.db
      punto export january.jsonl --database floor.db --until 2026-02-01T06:00+08:00
      punto export - --database floor.db --since 2026-01-31T22:00+08:00 --hours 8 | gzip > shift.gz
    """
    period = find_period(**period_given).period
    with opened(address) as record:
        verify(record)
        plan = plan_export(record.session, period.start, period.end)
        lines = export_lines(record.session, plan)
        if file == "-":
            _print(lines)
        else:
            with new_file(Path(file)) as unfinished, unfinished.open("wb") as written:
                written.writelines(lines)
    _tell(record.name, file, plan, as_json=as_json)


def _print(lines: Iterable[bytes]) -> None:
    for line in lines:
        click.echo(line, nl=False)
    end_output()


def _tell(name: str, file: str, plan: ExportPlan, *, as_json: bool) -> None:
    """Print a summary; to stderr if the lines themselves go to stdout."""
    beside = file == "-"
    if as_json:
        show_json(_summary(name, file, plan), err=beside)
        return
    events = sum(part.events_count for part in plan.parts)
    click.echo(f"Exported {events:,} events of {len(plan.parts)} streams of {name}", err=beside)
    for part in plan.parts:
        since = "" if part.is_whole else f" after {part.start.position:,}"
        click.echo(f"  {part.end.stream}{since} to {part.end.position:,}", err=beside)
    if plan.covered_by is None:
        click.echo(
            "No checkpoint covers the end: the last events are chained, not signed", err=beside
        )
    else:
        click.echo(f"Checkpoint {plan.covered_by} signs all of it", err=beside)


def _summary(name: str, file: str, plan: ExportPlan) -> dict[str, Any]:
    return {
        "record": name,
        "file": file,
        "streams": [
            {
                "stream": part.end.stream,
                "after": part.start.position,
                "position": part.end.position,
                "answers_after": part.start.answers_count,
                "answers": part.end.answers_count,
            }
            for part in plan.parts
        ],
        "events": sum(part.events_count for part in plan.parts),
        "checkpoints": list(plan.checkpoints),
        "covered_by": plan.covered_by,
    }

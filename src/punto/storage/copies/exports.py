"""Exports: a record, or a period of it, as JSON Lines that prove themselves."""

from collections.abc import Iterator, Mapping

from msgspec import json

from punto.runtime import RecordBroken
from punto.storage.copies.export_plans import ExportPlan, StreamPart
from punto.storage.record import whole_tables
from punto.storage.record.consistent_reads import StillSession
from punto.storage.record.rows import HeadRow
from punto.storage.record.schema import NEWEST_VERSION

FORM_VERSION = 1

_TEXTS = frozenset({"body", "refusal"})
"""Columns whose bytes are text; the chain covers these bytes, so they are written unchanged."""
_FLAGS = frozenset({"is_reversal"})


def export_lines(session: StillSession, plan: ExportPlan) -> Iterator[bytes]:
    """Yield the lines of an export: a header, then one line for each row."""
    yield _line({
        "punto": "export",
        "version": FORM_VERSION,
        "tables": NEWEST_VERSION,
        "streams": [_start(part.start) for part in plan.parts if not part.is_whole],
    })  # fmt: skip
    for table, row in _rows(session, plan):
        yield _line({"table": table.name, **_written(table, row)})


def _start(start: HeadRow) -> Mapping[str, object]:
    return {
        "stream": start.stream,
        "after": start.position,
        "hash": start.hash.hex(),
        "answers_after": start.answers_count,
        "answers_hash": start.answers_hash.hex(),
    }


def _rows(
    session: StillSession, plan: ExportPlan
) -> Iterator[tuple[whole_tables.WholeTable, whole_tables.Row]]:
    for part in plan.parts:
        yield whole_tables.HEADS, part.end
        yield from _rows_of_part(session, part)
    for row in whole_tables.all_rows(session, whole_tables.CHECKPOINTS):
        if row[0] in plan.checkpoints:
            yield whole_tables.CHECKPOINTS, row


def _rows_of_part(
    session: StillSession, part: StreamPart
) -> Iterator[tuple[whole_tables.WholeTable, whole_tables.Row]]:
    start, end = part.start, part.end
    for table in (
        whole_tables.EVENTS,
        whole_tables.TRANSFERS,
        whole_tables.ISSUED,
        whole_tables.ENDED,
    ):
        for row in whole_tables.rows_of_stream(
            session, table, end.stream, start.position, end.position
        ):
            yield table, row
    for row in whole_tables.rows_of_stream(
        session, whole_tables.ANSWERS, end.stream, start.answers_count, end.answers_count
    ):
        yield whole_tables.ANSWERS, row


def _written(table: whole_tables.WholeTable, row: whole_tables.Row) -> Mapping[str, object]:
    try:
        return {
            column: _value(column, value) for column, value in zip(table.columns, row, strict=True)
        }
    except UnicodeDecodeError:
        place = " ".join(map(str, row[:2]))
        raise RecordBroken(f"{table.name} {place}: its text is not UTF-8") from None


def _value(column: str, value: object) -> object:
    if isinstance(value, bytes):
        return value.decode() if column in _TEXTS else value.hex()
    return bool(value) if column in _FLAGS else value


def _line(row: Mapping[str, object]) -> bytes:
    return json.encode(row) + b"\n"

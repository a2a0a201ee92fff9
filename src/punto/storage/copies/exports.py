"""Exports: a record, or a period of it, as JSON Lines that prove themselves."""

from collections.abc import Iterator, Mapping

from msgspec import json

from punto.runtime import RecordBroken
from punto.storage.copies.export_plans import ExportPlan, StreamPart
from punto.storage.record.consistent_reads import StillSession
from punto.storage.record.rows import HeadRow
from punto.storage.record.schema import NEWEST_VERSION
from punto.storage.record.whole_tables import (
    ANSWERS,
    CHECKPOINTS,
    ENDED,
    EVENTS,
    HEADS,
    ISSUED,
    TRANSFERS,
    Row,
    WholeTable,
    all_rows,
    rows_of_stream,
)

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


def _rows(session: StillSession, plan: ExportPlan) -> Iterator[tuple[WholeTable, Row]]:
    for part in plan.parts:
        yield HEADS, part.end
        yield from _rows_of_part(session, part)
    for row in all_rows(session, CHECKPOINTS):
        if row[0] in plan.checkpoints:
            yield CHECKPOINTS, row


def _rows_of_part(session: StillSession, part: StreamPart) -> Iterator[tuple[WholeTable, Row]]:
    start, end = part.start, part.end
    for table in (EVENTS, TRANSFERS, ISSUED, ENDED):
        for row in rows_of_stream(session, table, end.stream, start.position, end.position):
            yield table, row
    for row in rows_of_stream(session, ANSWERS, end.stream, start.answers_count, end.answers_count):
        yield ANSWERS, row


def _written(table: WholeTable, row: Row) -> Mapping[str, object]:
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

"""Exports: a record, or a period of it, as JSON Lines that prove themselves."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from msgspec import json

from punto.runtime import FLOOR, RecordBroken, Stream
from punto.storage.checkpoints.checkpoints import Checkpoint, parse_checkpoint
from punto.storage.record import whole_tables
from punto.storage.record.chain import first_answers_hash
from punto.storage.record.rows import HeadRow
from punto.storage.record.schema import NEWEST_VERSION
from punto.storage.record.sessions import RecordSession
from punto.storage.record.transactions import hash_at
from punto.storage.record.whole_tables import CHECKPOINTS, all_rows
from punto.values import Instant, Value

_LAST_ANSWER = """
    SELECT coalesce(max(number), 0) FROM answers WHERE stream = ? AND first > 0 AND first <= ?
"""


class StreamPart(Value):
    """A stream from after one place up to another."""

    start: HeadRow
    end: HeadRow

    @property
    def is_whole(self) -> bool:
        """Whether it begins with the stream's first event."""
        return self.start.position == 0

    @property
    def events_count(self) -> int:
        return self.end.position - self.start.position


class ExportPlan(Value):
    """The content of an export."""

    parts: tuple[StreamPart, ...]
    checkpoints: range
    """The numbers of the included checkpoints."""
    covered_by: int | None
    """The checkpoint that signs all of it; None if the last events are only chained."""


def plan_export(
    session: RecordSession, since: Instant | None = None, until: Instant | None = None
) -> ExportPlan:
    """Select the streams of a period, with the checkpoints that vouch for them.

    The streams continue after the period up to the first checkpoint that covers all of it, because
    only a signature proves where a stream ended. Their beginning needs none: later signatures cover
    its hash. The floor stream is always whole, because it identifies all people.
    """
    heads = {head.stream: head for head in session.heads()}
    wanted = {stream: _cut(session, head, until) for stream, head in heads.items()}
    checkpoints = tuple(_checkpoints(session))
    covering = next((each for each in checkpoints if _covers(each, wanted)), None)
    if covering is not None and until is not None:
        wanted = {end.stream: (end.position, end.answers_count) for end in covering.heads}
    starts = {stream: _place_before(session, heads[stream], since) for stream in wanted}
    parts = tuple(
        StreamPart(_head(session, stream, starts[stream]), _head(session, stream, place))
        for stream, place in wanted.items()
        if any(place)
    )
    within = [each for each in checkpoints if _is_within(each, wanted)]
    telling = [each.number for each in within if not _is_within(each, starts)]
    numbers = range(telling[0], within[-1].number + 1) if telling else range(0)
    covered = within[-1].number if telling and _covers(within[-1], wanted) else None
    return ExportPlan(parts, numbers, covered)


Place = tuple[int, int]
"""A position, and a number of answers."""


def _checkpoints(session: RecordSession) -> Iterator[Checkpoint]:
    for _, body, _ in all_rows(session, CHECKPOINTS):
        yield parse_checkpoint(bytes(body) if isinstance(body, bytes) else b"")


def _cut(session: RecordSession, head: HeadRow, moment: Instant | None) -> Place:
    """Return the place of a stream at a moment; times never decrease within a stream."""
    if moment is None:
        return head.position, head.answers_count

    def at(position: int) -> Instant:
        return Instant(session.events(head.stream, position - 1, 1)[0].at)

    position = bisect_left(range(1, head.position + 1), moment, key=at)
    # A refusal has no time of its own; it goes with the next answer.
    (answers_count,) = session.rows(int, _LAST_ANSWER, head.stream, position)
    return position, answers_count


def _place_before(session: RecordSession, head: HeadRow, since: Instant | None) -> Place:
    return (0, 0) if since is None or head.stream == FLOOR else _cut(session, head, since)


def _covers(checkpoint: Checkpoint, wanted: Mapping[str, Place]) -> bool:
    """Return whether the checkpoint has seen all of these streams."""
    seen = {end.stream: (end.position, end.answers_count) for end in checkpoint.heads}
    return all(
        position <= seen.get(stream, (0, 0))[0] and answers <= seen.get(stream, (0, 0))[1]
        for stream, (position, answers) in wanted.items()
    )


def _is_within(checkpoint: Checkpoint, places: Mapping[str, Place]) -> bool:
    """Return whether the checkpoint has seen nothing after these places."""
    return all(
        end.position <= places.get(end.stream, (0, 0))[0]
        and end.answers_count <= places.get(end.stream, (0, 0))[1]
        for end in checkpoint.heads
    )


def _head(session: RecordSession, name: str, place: Place) -> HeadRow:
    stream = Stream(name)
    position, answers_count = place
    answers_hash = first_answers_hash(stream)
    if answers_count:
        (last,) = session.answers_in_order(stream, answers_count - 1, 1)
        answers_hash = last.hash
    event_hash = hash_at(session, stream, position)
    return HeadRow(stream, position, event_hash, answers_count, answers_hash)


FORM_VERSION = 1

_TEXTS = frozenset({"body", "refusal"})
"""Columns whose bytes are text; the chain covers these bytes, so they are written unchanged."""
_FLAGS = frozenset({"is_reversal"})


def export_lines(session: RecordSession, plan: ExportPlan) -> Iterator[bytes]:
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
    session: RecordSession, plan: ExportPlan
) -> Iterator[tuple[whole_tables.WholeTable, whole_tables.Row]]:
    for part in plan.parts:
        yield whole_tables.HEADS, part.end
        yield from _rows_of_part(session, part)
    for row in whole_tables.all_rows(session, whole_tables.CHECKPOINTS):
        if row[0] in plan.checkpoints:
            yield whole_tables.CHECKPOINTS, row


def _rows_of_part(
    session: RecordSession, part: StreamPart
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

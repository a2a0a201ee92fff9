"""Chooses the part of a record that an export of a period holds, covered by a signature."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from punto.runtime import FLOOR, Stream
from punto.storage.checkpoints.checkpoints import Checkpoint, parse_checkpoint
from punto.storage.record.chain import first_answers_hash
from punto.storage.record.consistent_reads import StillSession
from punto.storage.record.rows import HeadRow
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
    session: StillSession, since: Instant | None = None, until: Instant | None = None
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
    starts = {stream: _start(session, heads[stream], since) for stream in wanted}
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


def _checkpoints(session: StillSession) -> Iterator[Checkpoint]:
    for _, body, _ in all_rows(session, CHECKPOINTS):
        yield parse_checkpoint(bytes(body) if isinstance(body, bytes) else b"")


def _cut(session: StillSession, head: HeadRow, moment: Instant | None) -> Place:
    """Return the place of a stream at a moment; times never decrease within a stream."""
    if moment is None:
        return head.position, head.answers_count

    def at(position: int) -> Instant:
        return Instant(session.events(head.stream, position - 1, 1)[0].at)

    position = bisect_left(range(1, head.position + 1), moment, key=at)
    # A refusal has no time of its own; it goes with the next answer.
    (answers_count,) = session.rows(int, _LAST_ANSWER, head.stream, position)
    return position, answers_count


def _start(session: StillSession, head: HeadRow, since: Instant | None) -> Place:
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


def _head(session: StillSession, name: str, place: Place) -> HeadRow:
    stream = Stream(name)
    position, answers_count = place
    answers_hash = first_answers_hash(stream)
    if answers_count:
        (last,) = session.answers_in_order(stream, answers_count - 1, 1)
        answers_hash = last.hash
    event_hash = hash_at(session, stream, position)
    return HeadRow(stream, position, event_hash, answers_count, answers_hash)

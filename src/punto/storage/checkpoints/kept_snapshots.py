"""Older snapshots that stay, so that a past round can be read without all events before it.

A server opens a table from its newest snapshot. When the next snapshot replaces it, it stays if it
is small compared with the events since the previous one that stayed. The checkpoint that signed it
as the newest still vouches for it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from punto.runtime import RecordBroken
from punto.storage.checkpoints.checkpoints import VouchedSnapshot, parse_checkpoint
from punto.storage.record.rows import CheckpointRow, SnapshotSize
from punto.storage.record.sessions import RecordSession

BYTES_FOR_EACH_EVENT = 50
"""The largest size of a snapshot: about a tenth of the events that it saves a reader."""


def superseded(rows: Sequence[SnapshotSize], newest: VouchedSnapshot, signed: int) -> Iterator[int]:
    """Yield the positions of the snapshots before the newest that do not stay.

    ``signed`` is the last one signed before the newest; nothing vouches for any in between.
    """
    stayed = 0
    for row in rows:
        if row.position >= newest.position:
            return
        worth = (row.position - stayed) * BYTES_FOR_EACH_EVENT
        if row.position <= signed and row.fold == newest.fold and row.size <= worth:
            stayed = row.position
        else:
            yield row.position


def vouching(session: RecordSession, stream: str, fold: str, position: int) -> CheckpointRow | None:
    """Return the checkpoint that first signed a snapshot, if any.

    Checkpoints list later and later snapshots of a stream, so a binary search reads few of them.
    """
    newest = session.newest_checkpoint()
    numbers = range(1, 1 if newest is None else newest.number + 1)

    def signed(number: int) -> int:
        listed = parse_checkpoint(_checkpoint(session, number).body).snapshots
        places = (each.position for each in listed if (each.stream, each.fold) == (stream, fold))
        return next(places, 0)

    place = bisect_left(numbers, position, key=signed)
    if place == len(numbers) or signed(numbers[place]) != position:
        return None
    return _checkpoint(session, numbers[place])


def _checkpoint(session: RecordSession, number: int) -> CheckpointRow:
    rows = session.checkpoints(number - 1, 1)
    if not rows or rows[0].number != number:
        raise RecordBroken(f"checkpoint {number}: missing")
    return rows[0]

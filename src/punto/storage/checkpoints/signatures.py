"""Signs checkpoints: all heads at one moment, and the snapshots that may stand in for events.

Before a table opens, a quick check shows that each stream holds at least what the newest checkpoint
saw. The hash of an event covers all events before it. Checking each end therefore vouches for the
whole history, provided that the chain has been followed up to there.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

from punto.runtime import RecordBroken, Stream
from punto.storage.checkpoints import checkpoints
from punto.storage.checkpoints.checkpoints import VouchedSnapshot, parse_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.record.rows import CheckpointRow, HeadRow, SnapshotSize
from punto.storage.record.sessions import Database, RecordSession
from punto.storage.record.transactions import answers_hash_at, hash_at
from punto.values import Instant

BYTES_FOR_EACH_EVENT = 50
"""The largest size of a snapshot: about a tenth of the events that it saves a reader."""


def superseded(rows: Sequence[SnapshotSize], newest: VouchedSnapshot, signed: int) -> Iterator[int]:
    """Yield the positions of the snapshots before the newest that do not stay.

    An older snapshot stays if it is small compared with the events since the previous one that
    stayed: a past round can be read from there, and the checkpoint that signed it as the newest
    still vouches for it. ``signed`` is the last one signed before the newest; nothing vouches for
    any in between.
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


class AnotherKeyExpected(Exception):
    """The previous checkpoint names another key; replacing a lost key is a separate procedure."""


def sign_checkpoint(
    database: Database,
    key: SigningKey,
    at: Instant,
    *,
    next_key: str | None = None,
    key_was_lost: bool = False,
) -> CheckpointRow:
    """Sign the ends of all streams and record the checkpoint; the old key names the new one."""
    with database.writing(()) as session:
        before = session.newest_checkpoint()
        previous = before and checkpoints.parse_checkpoint(before.body)
        if previous and previous.expected_key != key.public and not key_was_lost:
            raise AnotherKeyExpected(
                f"key {key.public}: checkpoint {previous.number} expects {previous.expected_key}"
            )
        heads = session.heads()
        checkpoint = checkpoints.Checkpoint(
            number=previous.number + 1 if previous else 1,
            at=at,
            previous=before and checkpoints.checkpoint_hash(before.body),
            key=key.public,
            next_key=next_key,
            heads=tuple(map(_end, heads)),
            snapshots=_vouched(session, heads),
        )
        body = checkpoints.checkpoint_body(checkpoint)
        row = CheckpointRow(checkpoint.number, body, key.sign(checkpoints.HEADING + body))
        session.add_checkpoint(row)
        signed = {each.stream: each.position for each in previous.snapshots} if previous else {}
        for newest in checkpoint.snapshots:
            rows = session.snapshot_sizes(newest.stream)
            for position in superseded(rows, newest, signed.get(newest.stream, 0)):
                session.drop_snapshot(newest.stream, position)
    return row


def _end(head: HeadRow) -> checkpoints.StreamEnd:
    answers = (head.answers_count, head.answers_hash.hex())
    return checkpoints.StreamEnd(head.stream, head.position, head.hash.hex(), *answers)


def _vouched(
    session: RecordSession, heads: list[HeadRow]
) -> tuple[checkpoints.VouchedSnapshot, ...]:
    # A snapshot kept after we read the heads waits for the next checkpoint.
    ends = {head.stream: head.position for head in heads}
    return tuple(
        checkpoints.VouchedSnapshot(row.stream, row.position, row.fold, row.hash.hex())
        for row in session.snapshots()
        if row.position <= ends.get(row.stream, 0)
    )


def sound_checkpoint(row: CheckpointRow, trusted: Collection[str]) -> checkpoints.Checkpoint:
    """Verify a checkpoint's signature, and that a trusted key made it if any are given."""
    name, checkpoint = f"checkpoint {row.number}", checkpoints.parse_checkpoint(row.body)
    if trusted and checkpoint.key not in trusted:
        raise RecordBroken(f"{name}: signed with {checkpoint.key}, a key that is not trusted")
    if checkpoint.number != row.number or not checkpoints.signature_holds(row.body, row.signature):
        raise RecordBroken(f"{name}: the signature does not hold")
    return checkpoint


def check_ends(session: RecordSession, checkpoint: checkpoints.Checkpoint) -> None:
    """Raise RecordBroken at the first stream that was truncated, deleted or rewritten."""
    heads = {head.stream: head for head in session.heads()}
    name = f"checkpoint {checkpoint.number}"
    for end in checkpoint.heads:
        head = heads.get(end.stream)
        if head is None:
            raise RecordBroken(f"{end.stream}: deleted, {name} saw it")
        if head.position < end.position:
            raise RecordBroken(
                f"{end.stream} ends at {head.position}, {name} saw {end.position} events"
            )
        if head.answers_count < end.answers_count:
            raise RecordBroken(
                f"{end.stream}: {head.answers_count} answers, {name} saw {end.answers_count}"
            )
        _check_end(session, end, name)


def _check_end(session: RecordSession, end: checkpoints.StreamEnd, name: str) -> None:
    stream = Stream(end.stream)
    if hash_at(session, stream, end.position).hex() != end.hash:
        raise RecordBroken(f"{stream} at {end.position}: rewritten, {name} saw another")
    if answers_hash_at(session, stream, end.answers_count).hex() != end.answers_hash:
        raise RecordBroken(f"{stream}, answer {end.answers_count}: rewritten, {name} saw another")

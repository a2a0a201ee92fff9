"""Signs checkpoints: all heads at one moment, and the snapshots that may stand in for events."""

from punto.storage.checkpoints import checkpoints
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.record.rows import CheckpointRow, HeadRow
from punto.storage.record.sessions import Database, Session
from punto.values import Instant


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
        for snapshot in checkpoint.snapshots:
            session.drop_snapshots(snapshot.stream, snapshot.position)
    return row


def _end(head: HeadRow) -> checkpoints.StreamEnd:
    answers = (head.answers_count, head.answers_hash.hex())
    return checkpoints.StreamEnd(head.stream, head.position, head.hash.hex(), *answers)


def _vouched(session: Session, heads: list[HeadRow]) -> tuple[checkpoints.VouchedSnapshot, ...]:
    # A snapshot kept after we read the heads waits for the next checkpoint.
    ends = {head.stream: head.position for head in heads}
    return tuple(
        checkpoints.VouchedSnapshot(row.stream, row.position, row.fold, row.hash.hex())
        for row in session.snapshots()
        if row.position <= ends.get(row.stream, 0)
    )

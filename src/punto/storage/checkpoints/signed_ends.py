"""A quick check before a table opens: each stream holds at least what the newest checkpoint saw.

The hash of an event covers all events before it. Checking each end therefore vouches for the whole
history, provided that the chain has been followed up to there.
"""

from collections.abc import Collection

from punto.runtime import RecordBroken, Stream
from punto.storage.checkpoints import checkpoints
from punto.storage.record.rows import CheckpointRow
from punto.storage.record.sessions import Session
from punto.storage.record.transactions import answers_hash_at, hash_at


def sound_checkpoint(row: CheckpointRow, trusted: Collection[str]) -> checkpoints.Checkpoint:
    """Verify a checkpoint's signature, and that a trusted key made it if any are given."""
    name, checkpoint = f"checkpoint {row.number}", checkpoints.parse_checkpoint(row.body)
    if trusted and checkpoint.key not in trusted:
        raise RecordBroken(f"{name}: signed with {checkpoint.key}, a key that is not trusted")
    if checkpoint.number != row.number or not checkpoints.signature_holds(row.body, row.signature):
        raise RecordBroken(f"{name}: the signature does not hold")
    return checkpoint


def check_ends(session: Session, checkpoint: checkpoints.Checkpoint) -> None:
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


def _check_end(session: Session, end: checkpoints.StreamEnd, name: str) -> None:
    stream = Stream(end.stream)
    if hash_at(session, stream, end.position).hex() != end.hash:
        raise RecordBroken(f"{stream} at {end.position}: rewritten, {name} saw another")
    if answers_hash_at(session, stream, end.answers_count).hex() != end.answers_hash:
        raise RecordBroken(f"{stream}, answer {end.answers_count}: rewritten, {name} saw another")

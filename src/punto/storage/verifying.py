"""Whether a record holds: every chain, every signature, and every end that was ever signed."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from punto.storage.chain import first_hash
from punto.storage.checkpoints import (
    Checkpoint,
    checkpoint_hash,
    parse_checkpoint,
    signature_holds,
)
from punto.storage.reading import chained, in_chunks
from punto.storage.rows import CheckpointRow, HeadRow
from punto.storage.sessions import Database, Session
from punto.storage.transactions import up_to_head
from punto.tables.ports import RecordBroken, Stream

_CHECKPOINTS_CHUNK = 100


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was looked at and holds."""

    streams_count: int
    events_count: int
    checkpoints_count: int
    keys: tuple[str, ...]
    """The public keys that signed, in order; compare them with those kept outside."""


Ends = dict[str, dict[int, tuple[str, str]]]
"""By stream and position: the hash that was signed, and by which checkpoint."""


def verify(
    database: Database, trusted: Collection[str] = (), exported: Sequence[CheckpointRow] = ()
) -> Verdict:
    """Go through the whole record; RecordBroken names the first place that does not hold.

    Without trusted keys the first checkpoint's own word is taken for its key. Checkpoints that
    were exported before are held against the record; that is what finds a record cut short.
    """
    ends: Ends = {}
    with database.reading() as session:
        # The heads first: whatever is added meanwhile comes behind them.
        heads = {head.stream: head for head in session.heads()}
        keys, hashes = _verify_checkpoints(session, frozenset(trusted), ends)
        for row in exported:
            _verify_exported(row, {*keys, *trusted}, hashes, ends)
        for stream in session.stray_streams():
            raise RecordBroken(f"{stream}: has events, and no head")
        for stream in ends:
            if stream not in heads:
                _, signer = next(iter(ends[stream].values()))
                raise RecordBroken(f"{stream}: deleted, {signer} saw it")
        counts = [
            _verify_stream(session, head, ends.get(head.stream, {})) for head in heads.values()
        ]
    return Verdict(len(heads), sum(counts), len(hashes), keys)


def _verify_checkpoints(
    session: Session, trusted: frozenset[str], ends: Ends
) -> tuple[tuple[str, ...], list[str]]:
    keys: list[str] = []
    hashes: list[str] = []
    expected: str | None = None
    for row in _all_checkpoints(session):
        name, number = f"checkpoint {row.number}", len(hashes) + 1
        checkpoint = parse_checkpoint(row.body)
        if (row.number, checkpoint.number) != (number, number):
            raise RecordBroken(f"{name}: says it is number {checkpoint.number}, expected {number}")
        if checkpoint.previous != (hashes[-1] if hashes else None):
            raise RecordBroken(f"{name}: does not follow the one before")
        _verify_signer(row, checkpoint.key, expected, trusted)
        expected = checkpoint.expected_key
        hashes.append(checkpoint_hash(row.body))
        if checkpoint.key not in keys:
            keys.append(checkpoint.key)
        _note(checkpoint, name, ends)
    return tuple(keys), hashes


def _all_checkpoints(session: Session) -> Iterator[CheckpointRow]:
    after = 0
    while rows := session.checkpoints(after, _CHECKPOINTS_CHUNK):
        yield from rows
        after = rows[-1].number


def _verify_signer(
    row: CheckpointRow, key: str, expected: str | None, trusted: frozenset[str]
) -> None:
    name = f"checkpoint {row.number}"
    is_vouched_for = key == expected or key in trusted
    # With nothing to hold it against, the first key is taken by its own word.
    if not is_vouched_for and (expected is not None or trusted):
        raise RecordBroken(f"{name}: signed with {key}, a key that nobody vouches for")
    if not signature_holds(row.body, row.signature):
        raise RecordBroken(f"{name}: the signature does not hold")


def _verify_exported(
    row: CheckpointRow, keys: Collection[str], hashes: Sequence[str], ends: Ends
) -> None:
    name = f"exported checkpoint {row.number}"
    checkpoint = parse_checkpoint(row.body)
    if not signature_holds(row.body, row.signature):
        raise RecordBroken(f"{name}: the signature does not hold")
    if checkpoint.key not in keys:
        raise RecordBroken(f"{name}: signed with {checkpoint.key}, a key that nobody vouches for")
    _note(checkpoint, name, ends)
    if checkpoint.number > len(hashes):
        raise RecordBroken(f"{name}: not in the record, which ends at {len(hashes)}")
    if hashes[checkpoint.number - 1] != checkpoint_hash(row.body):
        raise RecordBroken(f"{name}: the record has another one of that number")


def _note(checkpoint: Checkpoint, name: str, ends: Ends) -> None:
    for end in checkpoint.heads:
        first = ends.setdefault(end.stream, {}).setdefault(end.position, (end.hash, name))
        if first[0] != end.hash:
            raise RecordBroken(f"{end.stream} at {end.position}: {first[1]} and {name} differ")


def _verify_stream(session: Session, head: HeadRow, ends: dict[int, tuple[str, str]]) -> int:
    stream = Stream(head.stream)
    for position, (_, signer) in ends.items():
        if position > head.position:
            raise RecordBroken(f"{stream} ends at {head.position}, {signer} saw {position} events")
    before = first_hash(stream)
    rows = chained(in_chunks(session.events, stream, 0), stream, 0, before)
    for row in up_to_head(rows, head, 0, before):
        signed = ends.get(row.position)
        if signed is not None and signed[0] != row.hash.hex():
            raise RecordBroken(f"{stream} at {row.position}: rewritten, {signed[1]} saw another")
    return head.position

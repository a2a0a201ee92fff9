"""Verifies a record: every chain, every signature, and every end ever signed."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from punto.runtime import RecordBroken, Stream
from punto.storage.checkpoints import checkpoints
from punto.storage.record.chain import first_answers_hash, first_hash
from punto.storage.record.reader import CHUNK, chained, check_answer, in_chunks
from punto.storage.record.rows import AnswerRow, CheckpointRow, HeadRow
from punto.storage.record.sessions import Database, RecordSession
from punto.storage.record.transactions import up_to_head
from punto.values import Value

_CHECKPOINTS_CHUNK = 100


class CheckpointVerdict(Value):
    """The amount of data that was verified."""

    streams_count: int
    events_count: int
    answers_count: int
    checkpoints_count: int
    keys: tuple[str, ...]
    """The public keys that signed, in order; compare them with the copies kept elsewhere."""


Ends = dict[int, tuple[str, str]]
"""The signed hash and the checkpoint that signed it, by position or by number of answers."""


@dataclass(frozen=True, slots=True)
class SignedEnds:
    """Every end of one stream that was ever signed."""

    events: Ends = field(default_factory=dict)
    answers: Ends = field(default_factory=dict)


Signed = dict[str, SignedEnds]


def verify(
    database: Database, trusted: Collection[str] = (), exported: Sequence[CheckpointRow] = ()
) -> CheckpointVerdict:
    """Verify the whole record; RecordBroken names the first place that does not hold.

    Without trusted keys, the first checkpoint vouches for its own key. Checkpoints exported earlier
    are compared with the record; only this detects a truncated record.
    """
    signed: Signed = {}
    with database.reading() as session:
        # Read the heads first: anything added meanwhile comes after them.
        heads = {head.stream: head for head in session.heads()}
        keys, hashes = _verify_checkpoints(session, frozenset(trusted), signed)
        for row in exported:
            _verify_exported(row, {*keys, *trusted}, hashes, signed)
        for stream in session.stray_streams():
            raise RecordBroken(f"{stream}: has events or answers, and no head")
        for stream, seen in signed.items():
            if stream not in heads:
                _, signer = next(iter(seen.events.values()))
                raise RecordBroken(f"{stream}: deleted, {signer} saw it")
        for stream, head in heads.items():
            _verify_events(session, head, signed.get(stream, SignedEnds()).events)
            _verify_answers(session, head, signed.get(stream, SignedEnds()).answers)
    return CheckpointVerdict(
        len(heads),
        sum(head.position for head in heads.values()),
        sum(head.answers_count for head in heads.values()),
        len(hashes),
        keys,
    )


def signers(database: Database) -> frozenset[str]:
    """Return every key that signed, trusted or not: for checks of integrity, not of authorship."""
    with database.reading() as session:
        return frozenset(
            checkpoints.parse_checkpoint(row.body).key for row in _all_checkpoints(session)
        )


def _verify_checkpoints(
    session: RecordSession, trusted: frozenset[str], signed: Signed
) -> tuple[tuple[str, ...], list[str]]:
    keys: list[str] = []
    hashes: list[str] = []
    expected: str | None = None
    for row in _all_checkpoints(session):
        name, number = f"checkpoint {row.number}", len(hashes) + 1
        checkpoint = checkpoints.parse_checkpoint(row.body)
        if (row.number, checkpoint.number) != (number, number):
            raise RecordBroken(f"{name}: says it is number {checkpoint.number}, expected {number}")
        if checkpoint.previous != (hashes[-1] if hashes else None):
            raise RecordBroken(f"{name}: does not follow the one before")
        _verify_signer(row, checkpoint.key, expected, trusted)
        expected = checkpoint.expected_key
        hashes.append(checkpoints.checkpoint_hash(row.body))
        if checkpoint.key not in keys:
            keys.append(checkpoint.key)
        _note(checkpoint, name, signed)
    return tuple(keys), hashes


def _all_checkpoints(session: RecordSession) -> Iterator[CheckpointRow]:
    after = 0
    while rows := session.checkpoints(after, _CHECKPOINTS_CHUNK):
        yield from rows
        after = rows[-1].number


def _verify_signer(
    row: CheckpointRow, key: str, expected: str | None, trusted: frozenset[str]
) -> None:
    name = f"checkpoint {row.number}"
    is_vouched_for = key == expected or key in trusted
    # With nothing to compare it with, the first key vouches for itself.
    if not is_vouched_for and (expected is not None or trusted):
        raise RecordBroken(f"{name}: signed with {key}, a key that is not trusted")
    if not checkpoints.signature_holds(row.body, row.signature):
        raise RecordBroken(f"{name}: the signature does not hold")


def _verify_exported(
    row: CheckpointRow, keys: Collection[str], hashes: Sequence[str], signed: Signed
) -> None:
    name = f"exported checkpoint {row.number}"
    checkpoint = checkpoints.parse_checkpoint(row.body)
    if not checkpoints.signature_holds(row.body, row.signature):
        raise RecordBroken(f"{name}: the signature does not hold")
    if checkpoint.key not in keys:
        raise RecordBroken(f"{name}: signed with {checkpoint.key}, a key that is not trusted")
    _note(checkpoint, name, signed)
    if checkpoint.number > len(hashes):
        raise RecordBroken(f"{name}: not in the record, which ends at {len(hashes)}")
    if hashes[checkpoint.number - 1] != checkpoints.checkpoint_hash(row.body):
        raise RecordBroken(f"{name}: the record has another one of that number")


def _note(checkpoint: checkpoints.Checkpoint, name: str, signed: Signed) -> None:
    for end in checkpoint.heads:
        seen = signed.setdefault(end.stream, SignedEnds())
        place = f"{end.stream} at {end.position}"
        _note_end(seen.events, end.position, (end.hash, name), place)
        place = f"{end.stream}, answer {end.answers_count}"
        _note_end(seen.answers, end.answers_count, (end.answers_hash, name), place)


def _note_end(ends: Ends, number: int, seen: tuple[str, str], place: str) -> None:
    first = ends.setdefault(number, seen)
    if first[0] != seen[0]:
        raise RecordBroken(f"{place}: {first[1]} and {seen[1]} differ")


def _verify_events(session: RecordSession, head: HeadRow, ends: Ends) -> None:
    stream = Stream(head.stream)
    for position, (_, signer) in ends.items():
        if position > head.position:
            raise RecordBroken(f"{stream} ends at {head.position}, {signer} saw {position} events")
    before = first_hash(stream)
    rows = chained(in_chunks(session.events, stream, 0), stream, 0, before)
    for row in up_to_head(rows, head, 0, before):
        seen = ends.get(row.position)
        if seen is not None and seen[0] != row.hash.hex():
            raise RecordBroken(f"{stream} at {row.position}: rewritten, {seen[1]} saw another")


def _verify_answers(session: RecordSession, head: HeadRow, ends: Ends) -> None:
    stream, count = Stream(head.stream), head.answers_count
    for number, (_, signer) in ends.items():
        if number > count:
            raise RecordBroken(f"{stream} has {count} answers, {signer} saw {number}")
    number, before = 0, first_answers_hash(stream)
    for row in _answers_up_to(session, head):
        number += 1
        if row.number != number:
            raise RecordBroken(f"{stream}: no answer {number}, the next is {row.number}")
        check_answer(row, before)
        before = row.hash
        seen = ends.get(number)
        if seen is not None and seen[0] != row.hash.hex():
            raise RecordBroken(
                f"{stream}, the answer to {row.command}: rewritten, {seen[1]} saw another"
            )
    if number < count:
        raise RecordBroken(f"{stream}: no answer {number + 1}, and the head says more")
    if before != head.answers_hash:
        raise RecordBroken(f"{stream}: answer {number} is not the one that the head says")


def _answers_up_to(session: RecordSession, head: HeadRow) -> Iterator[AnswerRow]:
    """Yield the answers up to a stream's head; later ones are left for the next verification."""
    after = 0
    while rows := session.answers_in_order(head.stream, after, CHUNK):
        yield from (row for row in rows if row.number <= head.answers_count)
        after = rows[-1].number

"""The journal that the runtime works with, on either database."""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256

from punto.ledger import LedgerBroken, Posting, TicketStep
from punto.runtime import Event, KeptSnapshot, Lease, RecordBroken, Snapshot, Stream
from punto.storage.checkpoints.checkpoints import parse_checkpoint
from punto.storage.checkpoints.signatures import check_ends, sound_checkpoint, vouching
from punto.storage.codec.snapshots import decode_snapshot, encode_snapshot
from punto.storage.record.chain import first_head
from punto.storage.record.filed_postings import filed_postings, filed_ticket_steps
from punto.storage.record.reader import CHUNK, event_of
from punto.storage.record.rows import (
    CheckpointRow,
    EventRow,
    HeadRow,
    SnapshotRow,
    TransferRow,
)
from punto.storage.record.sessions import Database, RecordSession
from punto.storage.record.transactions import StoredTransaction, following, hash_at, rows_after
from punto.values import Instant


class StoredJournal:
    """Implements the runtime's ``Journal`` on a database."""

    def __init__(self, database: Database, trusted: Collection[str] = ()) -> None:
        self.database = database
        self._trusted = frozenset(trusted)
        """The public keys, in hex, that may vouch for a snapshot."""

    @contextmanager
    def transaction(self, streams: Iterable[Stream]) -> Iterator[StoredTransaction]:
        """Lock streams in a fixed order; commits on exit unless an exception is raised."""
        locked = tuple(sorted(set(streams)))
        with self.database.writing(locked) as session:
            yield StoredTransaction(session, locked)

    def streams(self) -> Mapping[Stream, int]:
        with self.database.reading() as session:
            heads = session.heads()
        return {Stream(head.stream): head.position for head in heads if head.position}

    def read(self, stream: Stream, after: int = 0) -> Generator[tuple[int, Event], None, None]:
        """Yield events with their positions, checking the chain; takes no lock."""
        with self.database.reading() as session:
            head = session.head(stream) or first_head(stream)
        for row in rows_after(self._events, head, after):
            yield row.position, event_of(row)

    def read_on(self, after: Mapping[Stream, int]) -> Mapping[Stream, Iterator[tuple[int, Event]]]:
        with self.database.reading() as session:
            # The heads come first: rows may be newer than their head, but not older.
            heads = {head.stream: head for head in session.heads()}
            rows = session.events_from([*after.items()], CHUNK + 1)
        found: dict[str, list[EventRow]] = {stream: [] for stream in after}
        for row in rows:
            found[row.stream].append(row)
        return {
            stream: _followed(found[stream], heads.get(stream) or first_head(stream), position)
            for stream, position in after.items()
        }

    def keep_snapshot(self, snapshot: Snapshot) -> int:
        # Encoding takes long, so it is done before a write transaction makes others wait.
        with self.database.reading() as session:
            chain = hash_at(session, snapshot.stream, snapshot.position)
        body = encode_snapshot(snapshot, chain)
        place = (snapshot.stream, snapshot.position, snapshot.fold)
        with self.database.writing(()) as session:
            session.keep_snapshot(SnapshotRow(*place, sha256(body).digest(), body))
        return len(body)

    def snapshot(self, stream: Stream, fold: str) -> Snapshot | None:
        with self.database.reading() as session:
            kept = self._vouched(session, session.newest_checkpoint(), stream, fold)
        return None if kept is None else kept.snapshot

    def kept_snapshots(self, stream: Stream, fold: str) -> tuple[int, ...]:
        with self.database.reading() as session:
            return tuple(row.position for row in session.snapshot_sizes(stream) if row.fold == fold)

    def kept_snapshot(self, stream: Stream, fold: str, position: int) -> KeptSnapshot | None:
        with self.database.reading() as session:
            signed = vouching(session, stream, fold, position)
            return self._vouched(session, signed, stream, fold)

    def check_signed_ends(self) -> Mapping[Stream, int]:
        with self.database.reading() as session:
            row = session.newest_checkpoint()
            if row is None:
                return {}
            checkpoint = sound_checkpoint(row, self._trusted)
            check_ends(session, checkpoint)
        return {Stream(end.stream): end.position for end in checkpoint.heads}

    def postings(self, stream: Stream, after: int) -> Generator[tuple[int, Posting], None, None]:
        yield from filed_postings(self._transfers, stream, after)

    def ticket_steps(
        self, stream: Stream, after: int
    ) -> Generator[tuple[int, TicketStep], None, None]:
        with self.database.reading() as session:
            steps = filed_ticket_steps(session, stream, after)
        yield from steps

    def _events(self, stream: str, after: int, limit: int) -> list[EventRow]:
        # A replay in the background may take hours; it holds no connection between its portions.
        with self.database.reading() as session:
            return session.events(stream, after, limit)

    def _transfers(self, stream: str, after: tuple[int, int], limit: int) -> list[TransferRow]:
        with self.database.reading() as session:
            return session.transfers(stream, after, limit)

    def leases(self) -> Mapping[str, Lease]:
        with self.database.reading() as session:
            return {row.name: Lease(row.holder, Instant(row.until)) for row in session.leases()}

    def time(self) -> Instant | None:
        now = self.database.time()
        return None if now is None else Instant(now)

    def _vouched(
        self, session: RecordSession, signed: CheckpointRow | None, stream: Stream, fold: str
    ) -> KeptSnapshot | None:
        """Return the snapshot of a stream that a checkpoint lists, if a trusted key signed it."""
        if signed is None or parse_checkpoint(signed.body).key not in self._trusted:
            return None
        checkpoint = sound_checkpoint(signed, self._trusted)
        for listed in checkpoint.snapshots:
            if (listed.stream, listed.fold) == (stream, fold):
                row = session.snapshot(stream, listed.position, fold)
                if row is not None:
                    snapshot = _sound_snapshot(session, row, bytes.fromhex(listed.hash))
                    return KeptSnapshot(snapshot, checkpoint.number, checkpoint.key)
        return None

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        return self.database.take_lease(name, holder, for_ms)

    def give_up_lease(self, name: str, holder: str) -> None:
        self.database.give_up_lease(name, holder)

    def check_place(self) -> None:
        self.database.check_place()

    def close(self) -> None:
        self.database.close()


def _followed(rows: list[EventRow], head: HeadRow, after: int) -> Iterator[tuple[int, Event]]:
    """Yield what follows a position, checking the chain."""
    if len(rows) > CHUNK:
        # The rest comes with the next portion, so that the head is not reached in this one.
        head = head._replace(position=rows[-1].position, hash=rows[-1].hash)
    for row in following(iter(rows), head, after):
        yield row.position, event_of(row)


def _sound_snapshot(session: RecordSession, row: SnapshotRow, vouched: bytes) -> Snapshot:
    """Decode a snapshot row, which must match its signed hash and belong to this history."""
    place = f"snapshot of {row.stream} at {row.position}"
    if sha256(row.body).digest() != vouched:
        raise RecordBroken(f"{place}: not the one that was vouched for")
    snapshot, chain = decode_snapshot(row.body)
    if (snapshot.stream, snapshot.position, snapshot.fold) != row[:3]:
        raise RecordBroken(f"{place}: it belongs to another stream, position or fold")
    if hash_at(session, snapshot.stream, snapshot.position) != chain:
        raise RecordBroken(f"{place}: taken from another history")
    try:
        # From here on, a posting is checked only where it moves money.
        snapshot.table.book.check()
    except LedgerBroken as fault:
        raise RecordBroken(f"{place}: {fault}") from None
    return snapshot

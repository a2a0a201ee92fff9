"""The journal that the runtime works with, on whatever database there is beneath."""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256

from punto.ledger.books import LedgerBroken
from punto.ledger.postings import Posting
from punto.ledger.tickets import TicketStep
from punto.runtime.ports import Event, Lease, RecordBroken, Snapshot, Stream
from punto.storage.checkpoints.checkpoints import Checkpoint, parse_checkpoint
from punto.storage.checkpoints.signed_ends import check_ends, sound_checkpoint
from punto.storage.codec.snapshots import decode_snapshot, encode_snapshot
from punto.storage.record.chain import first_head
from punto.storage.record.filed_postings import filed_postings, filed_ticket_steps
from punto.storage.record.reader import chained, event_of, in_chunks
from punto.storage.record.rows import SnapshotRow
from punto.storage.record.sessions import Database, Session
from punto.storage.record.transactions import StoredTransaction, hash_at, up_to_head
from punto.values.ids import Instant


class StoredJournal:
    """A record of streams in a database."""

    def __init__(self, database: Database, trusted: Collection[str] = ()) -> None:
        self.database = database
        self._trusted = frozenset(trusted)
        """The public keys, in hex, whose word on a snapshot is good enough."""

    @contextmanager
    def transaction(self, streams: Iterable[Stream]) -> Iterator[StoredTransaction]:
        """Lock streams, in an order of its own; leaving it without an exception commits."""
        locked = tuple(sorted(set(streams)))
        with self.database.writing(locked) as session:
            yield StoredTransaction(session, locked)

    def streams(self) -> Mapping[Stream, int]:
        """Every stream with the position of its last event."""
        with self.database.reading() as session:
            heads = session.heads()
        return {Stream(head.stream): head.position for head in heads if head.position}

    def read(self, stream: Stream, after: int = 0) -> Generator[tuple[int, Event], None, None]:
        """Events with their positions, chain checked on the way; no lock is taken."""
        with self.database.reading() as session:
            head = session.head(stream) or first_head(stream)
            before = hash_at(session, stream, min(after, head.position))
            rows = chained(in_chunks(session.events, stream, after), stream, after, before)
            for row in up_to_head(rows, head, after, before):
                yield row.position, event_of(row)

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep one for the next checkpoint to vouch for."""
        # It is long, so it is made before anybody has to wait for it.
        with self.database.reading() as session:
            chain = hash_at(session, snapshot.stream, snapshot.position)
        body = encode_snapshot(snapshot, chain)
        place = (snapshot.stream, snapshot.position, snapshot.fold)
        with self.database.writing(()) as session:
            session.keep_snapshot(SnapshotRow(*place, sha256(body).digest(), body))

    def snapshot(self, stream: Stream, fold: str) -> Snapshot | None:
        """The newest one that a signed checkpoint vouches for and that this fold made."""
        with self.database.reading() as session:
            checkpoint = self._vouching(session)
            for vouched in checkpoint.snapshots if checkpoint else ():
                if (vouched.stream, vouched.fold) == (stream, fold):
                    row = session.snapshot(stream, vouched.position, fold)
                    return row and _sound_snapshot(session, row, bytes.fromhex(vouched.hash))
        return None

    def check_signed_ends(self) -> Mapping[Stream, int]:
        """Where the newest checkpoint saw each stream end; nothing where nobody signed yet.

        RecordBroken when a stream is not there, or further.
        """
        with self.database.reading() as session:
            row = session.newest_checkpoint()
            if row is None:
                return {}
            checkpoint = sound_checkpoint(row, self._trusted)
            check_ends(session, checkpoint)
        return {Stream(end.stream): end.position for end in checkpoint.heads}

    def postings(self, stream: Stream, after: int) -> Generator[tuple[int, Posting], None, None]:
        """The postings behind a number as they are filed, each with its event's position."""
        with self.database.reading() as session:
            yield from filed_postings(session, stream, after)

    def ticket_steps(
        self, stream: Stream, after: int
    ) -> Generator[tuple[int, TicketStep], None, None]:
        """The steps of tickets as they are filed, each with its event's position, behind one."""
        with self.database.reading() as session:
            yield from filed_ticket_steps(session, stream, after)

    def leases(self) -> Mapping[str, Lease]:
        """Who held each name last, whether the lease is over or not."""
        with self.database.reading() as session:
            return {row.name: Lease(row.holder, Instant(row.until)) for row in session.leases()}

    def lease(self, name: str) -> Lease | None:
        """Who held a name last, whether the lease is over or not."""
        return self.leases().get(name)

    def time(self) -> Instant | None:
        """The present time by the clock of the database; None where it has none of its own."""
        now = self.database.time()
        return None if now is None else Instant(now)

    def _vouching(self, session: Session) -> Checkpoint | None:
        """The newest checkpoint, if a key that we trust has signed it."""
        row = session.newest_checkpoint()
        if row is None or parse_checkpoint(row.body).key not in self._trusted:
            return None
        return sound_checkpoint(row, self._trusted)

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Hold a name for a time, or go on holding it; false while another holder has it."""
        return self.database.take_lease(name, holder, for_ms)

    def give_up_lease(self, name: str, holder: str) -> None:
        """Let the name go, if it is held by this holder."""
        self.database.give_up_lease(name, holder)

    def check_place(self) -> None:
        """CannotRecord when the record was deleted or replaced while it is open."""
        self.database.check_place()

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()


def _sound_snapshot(session: Session, row: SnapshotRow, vouched: bytes) -> Snapshot:
    """The snapshot of a row, which must be what was signed, and of this very history."""
    place = f"snapshot of {row.stream} at {row.position}"
    if sha256(row.body).digest() != vouched:
        raise RecordBroken(f"{place}: not the one that was vouched for")
    snapshot, chain = decode_snapshot(row.body)
    if (snapshot.stream, snapshot.position, snapshot.fold) != row[:3]:
        raise RecordBroken(f"{place}: it is of another place")
    if hash_at(session, snapshot.stream, snapshot.position) != chain:
        raise RecordBroken(f"{place}: taken of another history")
    try:
        # From here on a posting is checked only where it moves money.
        snapshot.table.book.check()
    except LedgerBroken as fault:
        raise RecordBroken(f"{place}: {fault}") from None
    return snapshot

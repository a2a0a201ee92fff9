"""Opens the search index of a record, and follows the record into it, batch by batch."""

from collections.abc import Callable, Iterator, Mapping
from heapq import merge
from itertools import islice
from operator import itemgetter

from punto.runtime import Event, Stream, is_of_a_table, table_of
from punto.storage.addresses import file_of, is_postgresql, still_record
from punto.storage.journal import StoredJournal
from punto.storage.record.sessions import RecordSession, StillRecord
from punto.storage.record.transactions import hash_at
from punto.storage.search.index import (
    FollowedStream,
    IndexBroken,
    IndexEntry,
    IndexSession,
    SearchIndex,
)
from punto.storage.search.sqlite import SqliteIndex
from punto.views.search import EventPlace, StreamMemory, index_event


def open_index(address: str) -> SearchIndex:
    """Open the index of a record: a file beside the record's, or a separate schema."""
    if is_postgresql(address):
        # Imported only on demand: an embedded record works without the driver.
        from punto.storage.search.postgresql import PostgresqlIndex  # noqa: PLC0415

        return PostgresqlIndex(address)
    record = file_of(address)
    return SqliteIndex(record.with_name(f"{record.stem}-search{record.suffix}"))


BATCH = 5_000
"""Events of one transaction: about a second of work, which blocks no writer of the record."""

_Read = tuple[int, Stream, int, Event]
"""An event after its time, by which streams are merged."""


def catch_up(address: str, index: SearchIndex, tell: Callable[[int], None]) -> int:
    """Follow the record to its end; passes the number of events indexed so far to ``tell``."""
    done = 0
    while (added := _follow_once(address, index)) > 0:
        done += added
        tell(done)
    return done


def _follow_once(address: str, index: SearchIndex) -> int:
    """Add one batch; returns its size, 0 at the end or while another server follows."""
    try:
        return _batch(address, index)
    except IndexBroken:
        index.discard()
        return _batch(address, index)


def _batch(address: str, index: SearchIndex) -> int:
    with index.writing() as session, still_record(address) as record:
        return 0 if session is None else _follow(record, session)


def _follow(record: StillRecord, session: IndexSession) -> int:
    if not session.is_ready():
        session.begin_again()
    followed = session.followed()
    if not _is_of(record.session, followed):
        # The record was restored or replaced.
        session.begin_again()
        followed = {}
    journal = StoredJournal(record)
    entries = list[IndexEntry]()
    for at, stream, position, event in islice(_events(journal, followed), BATCH):
        memory = followed[stream].memory if stream in followed else StreamMemory()
        table = table_of(stream) if is_of_a_table(stream) else None
        indexed = index_event(memory, table, event)
        followed[stream] = FollowedStream(stream, position, b"", indexed.memory)
        place, number = EventPlace(stream, position), indexed.memory.round_number
        entries.append(IndexEntry(place, at, number, indexed.is_news, indexed.terms))
    if entries:
        session.add(entries, _with_hashes(record, followed))
    return len(entries)


def indexed_count(record: RecordSession, session: IndexSession | None) -> int:
    """Return how many events of this record the index has; 0 if it is missing or of another."""
    followed = session.followed() if session is not None and session.is_ready() else {}
    if not _is_of(record, followed):
        return 0
    return sum(each.position for each in followed.values())


def _is_of(record: RecordSession, followed: Mapping[str, FollowedStream]) -> bool:
    """Return whether the events up to which streams are followed are those of this record."""
    ends = [(each.stream, each.position) for each in followed.values()]
    hashes = {row.stream: row.hash for row in record.events_at(ends)}
    return hashes == {each.stream: each.hash for each in followed.values()}


def _events(journal: StoredJournal, followed: dict[str, FollowedStream]) -> Iterator[_Read]:
    """Yield the events of all streams that are not indexed yet, in the order of time."""
    after = {stream: each.position for stream, each in followed.items()}
    streams = (
        _stream_events(journal, stream, after.get(stream, 0)) for stream in journal.streams()
    )
    return merge(*streams, key=itemgetter(0))


def _stream_events(journal: StoredJournal, stream: Stream, after: int) -> Iterator[_Read]:
    for position, event in journal.read(stream, after):
        yield event.at, stream, position, event


def _with_hashes(
    record: StillRecord, followed: dict[str, FollowedStream]
) -> Iterator[FollowedStream]:
    for each in followed.values():
        seen = each.hash or hash_at(record.session, Stream(each.stream), each.position)
        yield FollowedStream(each.stream, each.position, seen, each.memory)

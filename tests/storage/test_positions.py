"""Rounds and moments are found in a long stream without reading all of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from punto.rounds.betting.events import BetsOpened
from punto.runtime.ports import Event, RecordBroken, Stream, is_of_a_table
from punto.storage.addresses import still_record
from punto.storage.journal import StoredJournal
from punto.storage.record.positions import events_before, last_round, opening_of, terminals_named
from punto.storage.record.sessions import StillRecord
from punto.storage.sqlite.session import SqliteSession
from punto.values.ids import Instant
from support.storage.golden_evening import unpack


@pytest.fixture
def record(tmp_path: Path) -> Iterator[StillRecord]:
    with still_record(str(unpack(tmp_path))) as record:
        yield record


def tables(record: StillRecord) -> Iterator[tuple[Stream, list[Event]]]:
    journal = StoredJournal(record)
    for stream in filter(is_of_a_table, journal.streams()):
        yield stream, [event for _, event in journal.read(stream)]


def test_every_round_is_found_where_it_opened(record: StillRecord) -> None:
    for stream, events in tables(record):
        facts = {place: event.fact for place, event in enumerate(events, start=1)}
        opened = {
            fact.round_number: place
            for place, fact in facts.items()
            if isinstance(fact, BetsOpened)
        }
        assert opened
        for number, place in opened.items():
            assert opening_of(record.session, stream, number) == place
        last = max(opened)
        assert last_round(record.session, stream) == last
        for missing in (last + 1, len(events) + 1, 2**70):
            assert opening_of(record.session, stream, missing) is None


def test_a_stream_without_rounds_has_none(record: StillRecord) -> None:
    for stream in (Stream("floor"), Stream("table/none")):
        assert opening_of(record.session, stream, 1) is None
        assert last_round(record.session, stream) == 0


def test_every_moment_is_found_between_its_events(record: StillRecord) -> None:
    for stream, events in tables(record):
        for at in sorted({event.at for event in events}):
            for moment in (at - 1, at, at + 1):
                expected = sum(event.at < moment for event in events)
                assert events_before(record.session, stream, Instant(moment)) == expected


def test_every_terminal_that_was_ever_there_is_known(record: StillRecord) -> None:
    for stream, events in tables(record):
        named = {getattr(event.fact, "terminal", None) for event in events} - {None}
        assert terminals_named(record.session, stream) == named


def test_a_head_that_lies_is_told_where_a_moment_is_looked_for(tmp_path: Path) -> None:
    path = unpack(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE heads SET position = position + 9 WHERE stream = 'table/A1'")
    reader = apsw.Connection(str(path), apsw.SQLITE_OPEN_READONLY)
    with closing(reader), pytest.raises(RecordBroken, match="no event, and the head says more"):
        events_before(SqliteSession(reader), Stream("table/A1"), Instant(2**62))

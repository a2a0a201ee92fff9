"""The events of a table in a record, which are never all in memory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.cli.records import StoredEvents, places_named
from punto.runtime.ports import RecordBroken, stream_of
from punto.storage.addresses import still_record
from punto.storage.journal import StoredJournal
from punto.storage.record.sessions import StillRecord
from punto.values.ids import TableId
from punto.views.recall import CannotHaveHappened

A1 = TableId("A1")


@pytest.fixture
def record(busy: Path) -> Iterator[StillRecord]:
    with still_record(str(busy)) as record:
        yield record


def test_they_are_those_of_the_record_as_often_as_they_are_read(record: StillRecord) -> None:
    events = StoredEvents(record, A1)
    read = [event for _, event in StoredJournal(record).read(stream_of(A1))]
    assert len(events) == len(read) > 10
    assert list(events) == list(events) == read
    assert (events[0], events[-1], events[7]) == (read[0], read[-1], read[7])
    assert events[2:5] == read[2:5]
    with pytest.raises(IndexError):
        events[len(read)]


def test_an_event_that_cannot_have_happened_is_named_by_its_table_and_place(
    record: StillRecord,
) -> None:
    unread, events = StoredEvents(record, A1), StoredEvents(record, A1)
    with (
        pytest.raises(RecordBroken, match="table/A1 at 3: cannot have happened, ValueError: no"),
        places_named([unread, events]),
    ):
        raise CannotHaveHappened(events[2], ValueError("no"))

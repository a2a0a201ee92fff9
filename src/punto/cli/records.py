"""Opens records for commands, and reports errors in one sentence."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import cast, overload

import click

from punto.cli.inputs import fail
from punto.rounds import TableEvent
from punto.runtime import CannotRecord, RecordBroken, is_of_a_table, stream_of, table_of
from punto.storage.addresses import still_record
from punto.storage.beginnings import START, Beginning
from punto.storage.checkpoints.signatures import AnotherKeyExpected
from punto.storage.checkpoints.signing_keys import KeyUnfit
from punto.storage.journal import StoredJournal
from punto.storage.new_files import CannotWrite
from punto.storage.record.consistent_reads import StillRecord
from punto.values import TableId
from punto.views.recall import CannotHaveHappened
from punto.views.reports import LaterEvents

database_option = click.option(
    "--database",
    "address",
    required=True,
    metavar="ADDRESS",
    envvar="PUNTO_DATABASE",
    show_envvar=True,
    help="The record: a SQLite file, or postgresql://…",
)


@contextmanager
def in_one_sentence() -> Iterator[None]:
    """Report an error of a record, a key or a file, and exit with the code for bad input."""
    try:
        yield
    except (CannotRecord, RecordBroken, CannotWrite, KeyUnfit, AnotherKeyExpected) as fault:
        fail([str(fault)])


@contextmanager
def opened(address: str) -> Iterator[StillRecord]:
    """Open a consistent read of a record, beside its writers."""
    with in_one_sentence(), still_record(address) as record:
        yield record


def tables_of(record: StillRecord) -> tuple[TableId, ...]:
    """Return the tables of a record, by name."""
    streams = StoredJournal(record).streams()
    return tuple(table_of(stream) for stream in streams if is_of_a_table(stream))


class StoredEvents(LaterEvents):
    """The events of a table from a beginning on, read again for each iteration.

    Therefore a record of any length fits into memory.
    """

    def __init__(self, record: StillRecord, table: TableId, begin: Beginning = START) -> None:
        self._journal, self._stream = StoredJournal(record), stream_of(table)
        self._begin = begin.position
        self.before = begin.table
        self._last: tuple[int, TableEvent] | None = None

    def __len__(self) -> int:
        return self._journal.streams()[self._stream] - self._begin

    def __iter__(self) -> Iterator[TableEvent]:
        return self._after(0)

    @overload
    def __getitem__(self, index: int) -> TableEvent: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[TableEvent]: ...
    def __getitem__(self, index: int | slice) -> TableEvent | Sequence[TableEvent]:
        places = range(len(self))[index]
        if isinstance(places, range):
            return [self[place] for place in places]
        return next(self._after(places))

    def _after(self, position: int) -> Iterator[TableEvent]:
        for place, read in self._journal.read(self._stream, self._begin + position):
            event = cast("TableEvent", read)
            self._last = place, event
            yield event

    def place_of(self, event: TableEvent) -> str | None:
        """Return the place of an event, if it was the last one read here."""
        if self._last is None or self._last[1] is not event:
            return None
        return f"{self._stream} at {self._last[0]}"


@contextmanager
def places_named(events: Iterable[StoredEvents]) -> Iterator[None]:
    """Raise RecordBroken, with its place, for an event that cannot have happened."""
    try:
        yield
    except CannotHaveHappened as fault:
        places = (each.place_of(fault.event) for each in events)
        place = next((place for place in places if place is not None), "an event")
        raise RecordBroken(f"{place}: cannot have happened, {fault}") from fault


def find_table(record: StillRecord, name: str) -> TableId:
    """Return a table of the record; exits with a sentence that lists the existing ones."""
    tables = tables_of(record)
    if name not in tables:
        known = " ".join(tables) or "one, and there is none yet"
        fail([f"table {name!r}: not in {record.name}, expected {known}"])
    return TableId(name)

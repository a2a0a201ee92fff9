"""Records as the commands open them, and one sentence for whatever is wrong with one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import click

from punto.cli.inputs import fail
from punto.rounds.events import Event
from punto.rounds.evolution import evolve
from punto.rounds.state import Table
from punto.runtime.ports import CannotRecord, RecordBroken, is_of_a_table, stream_of, table_of
from punto.storage.addresses import still_record
from punto.storage.checkpoints.signatures import AnotherKeyExpected
from punto.storage.checkpoints.signing_keys import KeyUnfit
from punto.storage.journal import StoredJournal
from punto.storage.new_files import CannotWrite
from punto.storage.record.consistent_reads import StillRecord
from punto.values.ids import TableId

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
    """Tell what is wrong with a record, a key or a file, and end as for all bad input."""
    try:
        yield
    except (CannotRecord, RecordBroken, CannotWrite, KeyUnfit, AnotherKeyExpected) as fault:
        fail([str(fault)])


@contextmanager
def opened(address: str) -> Iterator[StillRecord]:
    """The record at an address as it stands now, read beside whoever writes it."""
    with in_one_sentence(), still_record(address) as record:
        yield record


def tables_of(record: StillRecord) -> tuple[TableId, ...]:
    """The tables of a record, by name."""
    streams = StoredJournal(record).streams()
    return tuple(table_of(stream) for stream in streams if is_of_a_table(stream))


def events_of(record: StillRecord, table: TableId) -> tuple[Event, ...]:
    """The events of a table, each shown to follow; RecordBroken at the first that does not."""
    stream, state, events = stream_of(table), Table(), list[Event]()
    for position, read in StoredJournal(record).read(stream):
        event = cast("Event", read)
        try:
            state = evolve(state, event)
        except Exception as fault:
            # Signed or not, it tells of something that cannot have happened; of what kind that
            # is, nobody can foresee.
            said = f"{type(fault).__name__}: {fault}"
            raise RecordBroken(f"{stream} at {position}: cannot have happened, {said}") from fault
        events.append(event)
    return tuple(events)


def find_table(record: StillRecord, name: str) -> TableId:
    """A table of the record, or one sentence with those that there are."""
    tables = tables_of(record)
    if name not in tables:
        known = " ".join(tables) or "one, and there is none yet"
        fail([f"table {name!r}: not in {record.name}, expected {known}"])
    return TableId(name)

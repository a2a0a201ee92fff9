"""Opens records for commands, and reports errors in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import click

from punto.cli.inputs import fail
from punto.rounds import Event, Table, evolve
from punto.runtime import CannotRecord, RecordBroken, is_of_a_table, stream_of, table_of
from punto.storage.addresses import still_record
from punto.storage.checkpoints.signatures import AnotherKeyExpected
from punto.storage.checkpoints.signing_keys import KeyUnfit
from punto.storage.journal import StoredJournal
from punto.storage.new_files import CannotWrite
from punto.storage.record.consistent_reads import StillRecord
from punto.values import TableId

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


def events_of(record: StillRecord, table: TableId) -> tuple[Event, ...]:
    """Return the events of a table, folding each; RecordBroken names the first impossible one."""
    stream, state, events = stream_of(table), Table(), list[Event]()
    for position, read in StoredJournal(record).read(stream):
        event = cast("Event", read)
        try:
            state = evolve(state, event)
        except Exception as fault:
            # Signed or not, the event cannot have happened; the kind of error is unpredictable.
            said = f"{type(fault).__name__}: {fault}"
            raise RecordBroken(f"{stream} at {position}: cannot have happened, {said}") from fault
        events.append(event)
    return tuple(events)


def find_table(record: StillRecord, name: str) -> TableId:
    """Return a table of the record; exits with a sentence that lists the existing ones."""
    tables = tables_of(record)
    if name not in tables:
        known = " ".join(tables) or "one, and there is none yet"
        fail([f"table {name!r}: not in {record.name}, expected {known}"])
    return TableId(name)

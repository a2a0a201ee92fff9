"""Copies of a whole record: made while it is written, and put back where nothing is yet.

A backup is a record in a SQLite file, wherever it was made from. Whatever reads a record reads it,
and a record that outgrew one file is carried to PostgreSQL by it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw

from punto.runtime.ports import RecordBroken
from punto.storage.addresses import still_record
from punto.storage.checkpoints.verification import Verdict, verify
from punto.storage.new_files import new_file
from punto.storage.record.consistent_reads import StillRecord
from punto.storage.record.rows import CheckpointRow
from punto.storage.record.whole_tables import TABLES, all_rows, check_same
from punto.storage.sqlite.consistent_reads import StillSqlite
from punto.storage.sqlite.faults import sqlite_faults
from punto.storage.sqlite.files import create_database
from punto.storage.sqlite.session import SqliteSession


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy that was held against what it was made of, and holds by itself."""

    source: str
    place: str
    """Where it is, without a password."""
    rows: Mapping[str, int]
    """How many rows each table has."""
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Witnesses:
    """What was kept outside, for a copy to be held against."""

    trusted: Collection[str] = ()
    checkpoints: Sequence[CheckpointRow] = ()


NONE = Witnesses()


def back_up(address: str, path: Path, witnesses: Witnesses = NONE) -> Copied:
    """Copy the record at an address, as it stands now, to a new file; its writers go on."""
    with still_record(address) as record, new_file(path) as unfinished:
        return copied(record, unfinished, str(path), witnesses)


def judged(record: StillRecord, copy: StillRecord, witnesses: Witnesses) -> Copied:
    """Hold a copy against what it was made of, and both against what was kept outside."""
    rows = check_same(record.session, copy.session)
    verdict = verify(copy, witnesses.trusted, witnesses.checkpoints)
    return Copied(record.name, copy.name, rows, verdict)


def copied(record: StillRecord, path: Path, name: str, witnesses: Witnesses) -> Copied:
    """Fill a new file with a record, and judge the copy."""
    with sqlite_faults(name), _filled(record, path) as connection:
        # Pages come as they are, and with them whatever is wrong with the record.
        with sqlite_faults(record.name):
            _check_pages(record.name, connection)
        connection.execute("DELETE FROM leases")
        return judged(record, StillRecord(name, SqliteSession(connection)), witnesses)


@contextmanager
def _filled(record: StillRecord, path: Path) -> Iterator[apsw.Connection]:
    if not isinstance(record, StillSqlite):
        create_database(path)
    # Closing it puts everything into the one file.
    connection = apsw.Connection(str(path), apsw.SQLITE_OPEN_READWRITE)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        if isinstance(record, StillSqlite):
            record.copy_pages(connection)
        else:
            _copy_rows(record, connection)
        yield connection
    finally:
        connection.close()


def _copy_rows(record: StillRecord, to: apsw.Connection) -> None:
    with to:
        for table in TABLES:
            marks = ", ".join("?" * len(table.columns))
            statement = f"INSERT INTO {table.name} VALUES ({marks})"  # noqa: S608 (constants)
            to.executemany(statement, all_rows(record.session, table))


def _check_pages(name: str, connection: apsw.Connection) -> None:
    for pragma, sound in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
        found = connection.execute(f"PRAGMA {pragma}").fetchall()
        if found != sound:
            raise RecordBroken(f"{name}: the pages do not hold: {found[0][0]}")

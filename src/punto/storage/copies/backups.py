"""Copies a whole record while it is written, and restores the copy into an empty place.

A backup is a record in a SQLite file, whatever database it was made from. Every program that reads
a record reads a backup, and a backup carries a record that outgrew its file to PostgreSQL.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

from punto.runtime import RecordBroken
from punto.storage.addresses import still_record
from punto.storage.checkpoints.verification import CheckpointVerdict, verify
from punto.storage.new_files import new_file
from punto.storage.record.rows import CheckpointRow
from punto.storage.record.sessions import StillRecord
from punto.storage.record.whole_tables import TABLES, all_rows, check_same
from punto.storage.sqlite.files import StillSqlite, create_database, sqlite_faults
from punto.storage.sqlite.session import SqliteSession
from punto.values import Value


class Copied(Value):
    """A copy that was compared with its source and verified by itself."""

    source: str
    place: str
    """The address of the copy, without a password."""
    rows: Mapping[str, int]
    """The number of rows of each table."""
    verdict: CheckpointVerdict


class Witnesses(Value):
    """Keys and checkpoints kept elsewhere, to verify a copy against."""

    trusted: Collection[str] = ()
    checkpoints: Sequence[CheckpointRow] = ()


NONE = Witnesses()


def back_up(address: str, path: Path, witnesses: Witnesses = NONE) -> Copied:
    """Copy the record at an address, as of now, to a new file; its writers continue."""
    with still_record(address) as record, new_file(path) as unfinished:
        return copied(record, unfinished, str(path), witnesses)


def judged(record: StillRecord, copy: StillRecord, witnesses: Witnesses) -> Copied:
    """Compare a copy with its source, and verify it against the witnesses kept elsewhere."""
    rows = check_same(record.session, copy.session)
    verdict = verify(copy, witnesses.trusted, witnesses.checkpoints)
    return Copied(record.name, copy.name, rows, verdict)


def copied(record: StillRecord, path: Path, name: str, witnesses: Witnesses) -> Copied:
    """Fill a new file with a record, and verify the copy."""
    with sqlite_faults(name), _filled(record, path) as connection:
        # Copied pages include any damage of the record.
        with sqlite_faults(record.name):
            _check_pages(record.name, connection)
        connection.execute("DELETE FROM leases")
        return judged(record, StillRecord(name, SqliteSession(connection)), witnesses)


@contextmanager
def _filled(record: StillRecord, path: Path) -> Iterator[apsw.Connection]:
    if not isinstance(record, StillSqlite):
        create_database(path)
    # Closing the connection merges the log into the one file.
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

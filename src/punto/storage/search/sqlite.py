"""The search index in a SQLite file beside the record's."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

from punto.runtime import CannotRecord
from punto.storage.new_files import OWNER_ONLY
from punto.storage.record.schema import SQLITE
from punto.storage.search.index import IndexBroken, IndexSession, SearchIndex, SqlRows

APPLICATION_ID = 0x50756E69
"""``Puni`` in the file header."""

_BUSY_MS = 5_000
_BROKEN = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError, apsw.SQLError)
"""Damaged pages, another file in its place, or missing tables."""


@contextmanager
def _faults(name: str) -> Iterator[None]:
    try:
        yield
    except _BROKEN as fault:
        raise IndexBroken(f"{name}: {fault}") from fault
    except apsw.Error as fault:
        raise CannotRecord(f"{name}: {fault}") from fault


class SqliteIndexSession(IndexSession):
    """The tables through one connection."""

    words: Mapping[str, str] = {
        **SQLITE.words,
        "plain": "WITHOUT ROWID",
        "schema": "",
        "least": "min",
        "most": "max",
    }
    has_term = "instr(terms, ?) > 0"

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, *values: str | int) -> SqlRows:
        with _faults(self._connection.filename):
            return self._connection.execute(statement.format(**self.words), values).fetchall()

    def change(self, statement: str, rows: Sequence[tuple[str | int | bytes, ...]]) -> None:
        with _faults(self._connection.filename):
            self._connection.executemany(statement.format(**self.words), rows)

    def run(self, statement: str) -> None:
        with _faults(self._connection.filename):
            self._connection.execute(statement.format(**self.words))

    def has_tables(self) -> bool:
        return bool(self.rows("SELECT 1 FROM sqlite_schema WHERE name = 'about'"))


class SqliteIndex(SearchIndex):
    """A separate file, which no backup of the record contains."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def writing(self) -> Iterator[IndexSession | None]:
        with self._connected(_created) as connection:
            session = SqliteIndexSession(connection)
            session.run("BEGIN IMMEDIATE")
            yield session
            # Closing a connection rolls back what was not committed.
            session.run("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[IndexSession | None]:
        if not self._path.exists():
            yield None
            return
        with self._connected(_read) as connection:
            session = SqliteIndexSession(connection)
            # All statements of a search see the same moment.
            session.run("BEGIN")
            yield session if session.has_tables() else None

    @contextmanager
    def _connected(self, connect: Callable[[Path], apsw.Connection]) -> Iterator[apsw.Connection]:
        """Open the file for one use: it may be deleted and rebuilt at any time."""
        with _faults(str(self._path)):
            connection = connect(self._path)
        try:
            yield connection
        finally:
            connection.close()

    def discard(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            self._path.with_name(f"{self._path.name}{suffix}").unlink(missing_ok=True)

    def close(self) -> None:
        """Do nothing: every use has its own connection."""


def _created(path: Path) -> apsw.Connection:
    try:
        # Created with this mode, so that others can never read it.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY))
    except OSError as fault:
        raise CannotRecord(f"{path}: {fault.strerror}") from None
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(_BUSY_MS)
    for pragma in (
        f"application_id = {APPLICATION_ID}",
        "journal_mode = WAL",
        # After a power failure the index is intact but perhaps older; it then catches up.
        "synchronous = NORMAL",
        "trusted_schema = OFF",
    ):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _read(path: Path) -> apsw.Connection:
    # Not opened for reading only, which cannot recover the log that a killed server left.
    connection = apsw.Connection(str(path), apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_timeout(_BUSY_MS)
    connection.execute("PRAGMA query_only = ON")
    return connection

"""Opening a database file: made whole or not at all, and refused when it is not ours to use."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import apsw

from punto.runtime.ports import CannotRecord, RecordBroken
from punto.storage.new_files import OWNER_ONLY
from punto.storage.record.schema import (
    MIGRATIONS,
    MIGRATIONS_TABLE,
    SQLITE,
    check_guards,
    check_readable,
    checked_version,
)
from punto.storage.record.sessions import Session
from punto.storage.sqlite.acknowledged_positions import ABOUT, Kept, check_kept
from punto.storage.sqlite.session import SqliteSession
from punto.storage.sqlite.write_ahead_log import Log, log_beside, read_log

APPLICATION_ID = 0x50756E74
"""``Punt`` in the header of the file, by which other programs can tell what it is."""

_READ = apsw.SQLITE_OPEN_READONLY
_WRITE = apsw.SQLITE_OPEN_READWRITE
_NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
_TRIGGERS = "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'"
_BUSY_MS = 5_000
_CHUNK = 1 << 16
"""SQLite itself writes a page at a time, and its files take less than 128 KB at once."""


def create_database(path: Path) -> None:
    """Make an empty record under another name first, so that a crash leaves none by halves."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    # For its owner alone, as its log will be: it holds the numbers of tickets, which are money.
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    connection = apsw.Connection(str(unfinished), _WRITE | apsw.SQLITE_OPEN_CREATE)
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA synchronous = FULL")
        with connection:
            connection.execute(MIGRATIONS_TABLE.format(**SQLITE.words))
            _apply_from(connection, 0)
        # The file remembers this mode; closing it puts everything into the one file.
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()
    unfinished.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def connect_for_writing(path: Path, vfs: str | None, kept: Kept) -> apsw.Connection:
    """A connection that may add to the record, once it is of the present version.

    RecordBroken, with every file left as it is, when pages, indexes or the log do not hold, or when
    something is missing that was acknowledged.
    """
    log = read_log(path)
    check_log(log, kept)
    connection = apsw.Connection(str(path), _WRITE, vfs)
    with closed_on_fault(connection):
        # Until the log is safe nobody brings it into the file, also not by closing.
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        _check_is_ours(path, connection)
        _check_is_writable(path, connection)
        check_pages(str(path), connection)
        check_kept(kept, SqliteSession(connection), log.said if log.is_doubtful else "")
        write_log_again(path, vfs, log)
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
        for pragma in ("synchronous = FULL", "foreign_keys = ON", "cache_size = -65536"):
            connection.execute(f"PRAGMA {pragma}")
        with connection:
            _apply_from(connection, _version(path, connection))
            check_guards(str(path), SQLITE, connection.execute(_TRIGGERS).fetchall())
    return connection


def check_log(log: Log, kept: Kept) -> None:
    """RecordBroken when a log was damaged, or when that cannot be ruled out.

    Of a log that ends in a torn transaction, what was acknowledged decides, once it is read.
    """
    if log.is_damaged or (log.is_doubtful and kept.since is None):
        raise RecordBroken(f"{log.said}; {ABOUT}")


def check_nothing_lost(path: Path, kept: Kept, session: Session) -> None:
    """RecordBroken when a reader would not see all that was acknowledged.

    What was acknowledged has to be read before the session sees the record.
    """
    log = read_log(path)
    check_log(log, kept)
    check_kept(kept, session, log.said if log.is_doubtful else "")


def check_pages(name: str, connection: apsw.Connection) -> None:
    """RecordBroken when a page is damaged, or an index does not have what its table has."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if found != [("ok",)]:
        raise RecordBroken(f"{name}: the pages do not hold: {found[0][0]}")


def write_log_again(path: Path, vfs: str | None, log: Log) -> None:
    """Give the disk once more what the log holds, byte by byte, before anything is built on it.

    After a failed sync a system may show what is not on the disk, and say of the next sync that
    all is well. Whoever went on behind such a part of the log would lose to a power failure, along
    with that part, what was promised since; and a log with a hole in it, held against a file that
    it was brought into, makes a record that is neither the old nor the new one.

    A torn transaction at its end is cut away: behind shorter ones that follow in its place, its
    last frames would look like damage.
    """
    if not log_beside(path).exists():
        return
    file = apsw.VFSFile(vfs or "", str(log_beside(path)), [apsw.SQLITE_OPEN_WAL | _WRITE, 0])
    try:
        if log.is_doubtful:
            file.xTruncate(log.sound)
        size = file.xFileSize()
        for offset in range(0, size, _CHUNK):
            file.xWrite(file.xRead(min(_CHUNK, size - offset), offset), offset)
        file.xSync(apsw.SQLITE_SYNC_FULL)
    finally:
        file.xClose()


def connect_for_reading(path: Path, vfs: str | None) -> apsw.Connection:
    """A connection that reads beside the writer and never changes anything."""
    try:
        return _reader(path, str(path), _READ, vfs)
    except (apsw.ReadOnlyError, apsw.CantOpenError):
        if path.with_name(f"{path.name}-wal").exists():
            raise
        # A copy where nobody can write: then there is no writer beside us either.
        address = f"file:{quote(str(path.absolute()))}?immutable=1"
        return _reader(path, address, _READ | apsw.SQLITE_OPEN_URI, vfs)


def _reader(path: Path, address: str, flags: int, vfs: str | None) -> apsw.Connection:
    connection = apsw.Connection(address, flags, vfs)
    with closed_on_fault(connection):
        _check_is_ours(path, connection)
        check_readable(str(path), _version(path, connection))
    return connection


@contextmanager
def closed_on_fault(connection: apsw.Connection) -> Iterator[None]:
    """Close a connection that whoever opened it cannot use."""
    try:
        yield
    except BaseException:
        # What went wrong first says more than a fault in closing.
        with suppress(apsw.Error):
            connection.close()
        raise


def _check_is_writable(path: Path, connection: apsw.Connection) -> None:
    # SQLite opens for reading what it cannot open for writing, and says so only when asked.
    if connection.readonly("main"):
        raise CannotRecord(f"{path}: read-only")
    mode = connection.execute("PRAGMA journal_mode = WAL").get
    if mode != "wal":
        raise CannotRecord(f"{path}: journal mode {mode}, expected wal")


def _check_is_ours(path: Path, connection: apsw.Connection) -> None:
    """Refuse a file of another program before anything in it is changed."""
    connection.set_busy_timeout(_BUSY_MS)
    if connection.execute("PRAGMA application_id").get != APPLICATION_ID:
        raise RecordBroken(f"{path}: not a record of Punto, or cut off at its beginning")
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _version(path: Path, connection: apsw.Connection) -> int:
    rows = connection.execute("SELECT version FROM migrations")
    return checked_version(str(path), [version for (version,) in rows])


def _apply_from(connection: apsw.Connection, version: int) -> None:
    for migration in MIGRATIONS:
        if migration.version > version:
            for statement in SQLITE.statements(migration):
                connection.execute(statement)
            connection.execute(
                f"INSERT INTO migrations VALUES (?, ?, {_NOW})",  # noqa: S608 (a constant)
                (migration.version, migration.name),
            )

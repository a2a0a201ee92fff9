"""Opens database files: creates them whole or not at all, and rejects unusable ones.

Also translates SQLite's faults into the two exceptions that the runtime knows.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import apsw

from punto.runtime import CannotRecord, RecordBroken
from punto.storage.new_files import OWNER_ONLY
from punto.storage.record import schema
from punto.storage.record.sessions import RecordSession, StillRecord
from punto.storage.sqlite.acknowledged_positions import ABOUT, Kept, check_kept, read_kept
from punto.storage.sqlite.session import SqliteSession
from punto.storage.sqlite.write_ahead_log import Log, log_beside, read_log

APPLICATION_ID = 0x50756E74
"""``Punt`` in the file header, which identifies it to other programs."""

_READ = apsw.SQLITE_OPEN_READONLY
_WRITE = apsw.SQLITE_OPEN_READWRITE
_NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
_TRIGGERS = "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'"
_BUSY_MS = 5_000
_CHUNK = 1 << 16
"""SQLite itself writes a page at a time, and its files accept less than 128 KB at once."""


def create_database(path: Path) -> None:
    """Create an empty record under another name, then rename it, so that a crash leaves no half."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    # Readable by its owner alone, as its log will be: ticket numbers in it are money.
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    connection = apsw.Connection(str(unfinished), _WRITE | apsw.SQLITE_OPEN_CREATE)
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA synchronous = FULL")
        with connection:
            connection.execute(schema.MIGRATIONS_TABLE.format(**schema.SQLITE.words))
            _apply_from(connection, 0)
        # The file remembers this mode; closing merges everything into the one file.
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()
    unfinished.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def connect_for_writing(path: Path, vfs: str | None, kept: Kept) -> apsw.Connection:
    """Open a connection that may add to the record, after migrating it.

    Raises RecordBroken and leaves every file as it is if pages, indexes or the log are damaged, or
    if something acknowledged is missing.
    """
    log = read_log(path)
    check_log(log, kept)
    connection = apsw.Connection(str(path), _WRITE, vfs)
    with closed_on_fault(connection):
        # Until the log is safe it must not be merged into the file, not even by closing.
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
            schema.check_guards(str(path), schema.SQLITE, connection.execute(_TRIGGERS).fetchall())
        _guard_by_itself(connection)
    return connection


def _guard_by_itself(connection: apsw.Connection) -> None:
    """Let the connection refuse changes by triggers of its own, instead of those of the file.

    To refuse REPLACE, those of the file search for the key of every new row, which takes as long as
    adding the row. With recursive triggers, REPLACE runs the trigger for DELETE. Other
    connections stay subject to the triggers of the file.
    """
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    for pragma in ("recursive_triggers = ON", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {pragma}")
    for table in (table for migration in schema.MIGRATIONS for table in migration.kept):
        for change in ("UPDATE", "DELETE"):
            trigger = f"CREATE TEMP TRIGGER {table}_{change} BEFORE {change} ON {table} "
            connection.execute(trigger + schema.REFUSE.format(table=table))


def check_log(log: Log, kept: Kept) -> None:
    """Raise RecordBroken if the log was damaged, or if that cannot be ruled out.

    If the log ends in a torn transaction, the acknowledged positions decide once they are read.
    """
    if log.is_damaged or (log.is_doubtful and kept.since is None):
        raise RecordBroken(f"{log.said}; {ABOUT}")


def check_nothing_lost(path: Path, kept: Kept, session: RecordSession) -> None:
    """Raise RecordBroken if a reader would not see everything that was acknowledged.

    The acknowledged positions must be read before the session sees the record.
    """
    log = read_log(path)
    check_log(log, kept)
    check_kept(kept, session, log.said if log.is_doubtful else "")


def check_pages(name: str, connection: apsw.Connection) -> None:
    """Raise RecordBroken if a page is damaged, or an index disagrees with its table."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if found != [("ok",)]:
        raise RecordBroken(f"{name}: the pages do not hold: {found[0][0]}")


def write_log_again(path: Path, vfs: str | None, log: Log) -> None:
    """Write the log to disk again, byte by byte, before anything is built on it.

    After a failed sync, a system may show data that is not on disk, and report the next sync as
    successful. Transactions added after such a part of the log would be lost with it in a power
    failure; and a log with a hole, applied to a file it was partly merged into, yields a record
    that is neither the old nor the new one.

    A torn transaction at the end is cut off: once shorter ones take its place, its last frames
    would look like damage.
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
    """Open a connection that reads beside the writer and never changes anything."""
    try:
        return _reader(path, str(path), _READ, vfs)
    except (apsw.ReadOnlyError, apsw.CantOpenError):
        if path.with_name(f"{path.name}-wal").exists():
            raise
        # The file is on read-only storage, so there is no writer beside us either.
        address = f"file:{quote(str(path.absolute()))}?immutable=1"
        return _reader(path, address, _READ | apsw.SQLITE_OPEN_URI, vfs)


def _reader(path: Path, address: str, flags: int, vfs: str | None) -> apsw.Connection:
    connection = apsw.Connection(address, flags, vfs)
    with closed_on_fault(connection):
        _check_is_ours(path, connection)
        _version(path, connection)
    return connection


@contextmanager
def closed_on_fault(connection: apsw.Connection) -> Iterator[None]:
    """Close a connection if an exception makes it useless to the caller."""
    try:
        yield
    except BaseException:
        # The first error says more than one on closing.
        with suppress(apsw.Error):
            connection.close()
        raise


def _check_is_writable(path: Path, connection: apsw.Connection) -> None:
    # SQLite silently opens a file for reading if it cannot open it for writing.
    if connection.readonly("main"):
        raise CannotRecord(f"{path}: read-only")
    mode = connection.execute("PRAGMA journal_mode = WAL").get
    if mode != "wal":
        raise CannotRecord(f"{path}: journal mode {mode}, expected wal")


def _check_is_ours(path: Path, connection: apsw.Connection) -> None:
    """Reject a file of another program before changing anything in it."""
    connection.set_busy_timeout(_BUSY_MS)
    if connection.execute("PRAGMA application_id").get != APPLICATION_ID:
        raise RecordBroken(f"{path}: not a record of Punto, or cut off at its beginning")
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _version(path: Path, connection: apsw.Connection) -> int:
    rows = connection.execute("SELECT version FROM migrations")
    return schema.checked_version(str(path), [version for (version,) in rows])


def _apply_from(connection: apsw.Connection, version: int) -> None:
    for migration in schema.MIGRATIONS:
        if migration.version > version:
            for statement in schema.SQLITE.statements(migration):
                connection.execute(statement)
            connection.execute(
                f"INSERT INTO migrations VALUES (?, ?, {_NOW})",  # noqa: S608 (a constant)
                (migration.version, migration.name),
            )


_BROKEN = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError)


@contextmanager
def sqlite_faults(name: str) -> Iterator[None]:
    """Raise each database fault as CannotRecord or RecordBroken, with place and message."""
    try:
        yield
    except _BROKEN as fault:
        raise RecordBroken(f"{name}: {_said(fault)}") from fault
    except UnicodeDecodeError as fault:
        raise RecordBroken(f"{name}: text that is not UTF-8: {fault}") from fault
    except apsw.Error as fault:
        raise CannotRecord(f"{name}: {_said(fault)}") from fault


def _said(fault: apsw.Error) -> str:
    return f"{type(fault).__name__.removesuffix('Error')}: {fault}"


class StillSqlite(StillRecord):
    """A consistent read of a file, whose pages can be copied as they are."""

    def __init__(self, name: str, connection: apsw.Connection) -> None:
        super().__init__(name, SqliteSession(connection))
        self._connection = connection

    def copy_pages(self, to: apsw.Connection) -> None:
        """Copy all pages of this moment into another database."""
        with to.backup("main", self._connection, "main") as copying:
            # In one step: between two steps a busy writer could make the copy restart forever.
            copying.step()


@contextmanager
def still_sqlite(path: Path) -> Iterator[StillSqlite]:
    """Open a consistent read of a file; its writer goes on."""
    if not path.is_file():
        found = "a folder, expected a file" if path.is_dir() else "there is no such file"
        raise CannotRecord(f"{path}: {found}")
    kept = read_kept(path)
    with sqlite_faults(str(path)):
        connection = connect_for_reading(path, None)
        try:
            connection.execute("BEGIN")
            # BEGIN alone fixes no moment; the first read does.
            connection.execute("SELECT count(*) FROM migrations").fetchall()
            still = StillSqlite(str(path), connection)
            check_nothing_lost(path, kept, still.session)
            yield still
        finally:
            connection.close()

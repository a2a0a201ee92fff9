"""A record in one SQLite file: one writer, and any number of readers."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, RLock

import apsw

from punto.runtime import CannotRecord, RecordBroken
from punto.storage.journal import StoredJournal
from punto.storage.record.rows import HeadRow
from punto.storage.sqlite import acknowledged_positions, files
from punto.storage.sqlite.files import sqlite_faults
from punto.storage.sqlite.session import SqliteSession
from punto.storage.sqlite.watched_files import WatchedFiles
from punto.storage.sqlite.writer_lock import WriterLock

_NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
_TAKE_LEASE = f"""
    INSERT INTO leases VALUES (?1, ?2, {_NOW} + ?3)
    ON CONFLICT (name) DO UPDATE SET holder = ?2, until = {_NOW} + ?3
    WHERE until < {_NOW} OR holder = ?2
"""  # noqa: S608 (constants)
_GIVE_UP_LEASE = "DELETE FROM leases WHERE name = ? AND holder = ?"
_HOW_TO_GO_ON = "nothing more is recorded; check the file, then start the server again"
_LOG_PAGES = 4_000
"""The number of pages at which the log is merged into the file.

The clients of that transaction wait for two more syncs. At SQLite's default of 1,000 pages these
were more than one bet in a hundred. A start after a crash reads the whole log, 60 ms for 1,000.
"""


def tell_nobody(trouble: str) -> None:
    """Ignore trouble; the default where the caller wants no reports."""
    del trouble


def open_sqlite(
    path: Path,
    *,
    create: bool = True,
    trusted: Collection[str] = (),
    vfs: str | None = None,
    on_trouble: Callable[[str], None] = tell_nobody,
) -> StoredJournal:
    """Open the record of a file for its only writer; creates a missing one."""
    if not path.parent.is_dir():
        raise CannotRecord(f"{path}: there is no folder {path.parent}")
    if not create and not path.exists():
        raise CannotRecord(f"{path}: there is no such file")
    lock = WriterLock(path)
    try:
        with sqlite_faults(str(path)), _file_faults(path):
            kept = acknowledged_positions.read_kept(path)
            if not path.exists():
                _check_nothing_was_here(path, kept)
                files.create_database(path)
            writer = files.connect_for_writing(path, vfs, kept)
            with files.closed_on_fault(writer):
                acknowledged = acknowledged_positions.Acknowledged(
                    path, kept, _ends(writer), on_trouble
                )
                database = SqliteDatabase(path, vfs, Writing(writer, lock, acknowledged))
    except BaseException:
        lock.release()
        raise
    return StoredJournal(database, trusted)


def _check_nothing_was_here(path: Path, kept: acknowledged_positions.Kept) -> None:
    if kept.ends:
        held = ", ".join(f"{stream} at {end.position}" for stream, end in kept.ends.items())
        raise RecordBroken(
            f"{path}: there is no such file, but {kept.name} says how far its record came: "
            f"{held}; {acknowledged_positions.ABOUT}"
        )


def _ends(writer: apsw.Connection) -> list[HeadRow]:
    session = SqliteSession(writer)
    newest = session.newest_checkpoint()
    signed = (
        []
        if newest is None
        else [acknowledged_positions.checkpoint_end(newest.number, newest.body)]
    )
    return [*session.heads(), *signed]


def read_sqlite(
    path: Path, *, trusted: Collection[str] = (), vfs: str | None = None
) -> StoredJournal:
    """Open the record of a file for reading, beside its writer."""
    if not path.exists():
        raise CannotRecord(f"{path}: there is no such file")
    kept = acknowledged_positions.read_kept(path)
    database = SqliteDatabase(path, vfs)
    with database.reading() as session:
        files.check_nothing_lost(path, kept, session)
        return StoredJournal(database, trusted)


@dataclass(frozen=True, slots=True)
class Writing:
    """The resources of a file's only writer."""

    connection: apsw.Connection
    lock: WriterLock
    acknowledged: acknowledged_positions.Acknowledged


class SqliteDatabase:
    """One writing connection, and as many reading ones as needed."""

    def __init__(
        self,
        path: Path,
        vfs: str | None,
        writing: Writing | None = None,
    ) -> None:
        self.name = str(path)
        self._path, self._vfs = path, vfs
        self._writing = writing
        writer = self._writer = None if writing is None else writing.connection
        self._turn = RLock()
        self._idle: list[apsw.Connection] = []
        self._idle_lock = Lock()
        self._ruined: str | None = None
        self._closed = False
        self._log_pages = 0
        self._files: WatchedFiles | None = None
        if writer is not None:
            self._files = WatchedFiles(path)
            # Replaces SQLite's own hook, which does not report a log that cannot be merged.
            writer.set_wal_hook(self._note_log)

    @contextmanager
    def writing(self, _streams: Sequence[str]) -> Iterator[SqliteSession]:
        """Begin a transaction; it locks every stream, because the file has one writer."""
        with self._turn:
            writer = self._sound_writer()
            with sqlite_faults(self.name), self._ruined_by_fault(writer):
                try:
                    writer.execute("BEGIN IMMEDIATE")
                    session = SqliteSession(writer)
                    yield session
                    writer.execute("COMMIT")
                finally:
                    # The first error is already being raised and says more.
                    with suppress(apsw.Error):
                        if writer.in_transaction:
                            writer.execute("ROLLBACK")
            # A commit into a deleted file must not be acknowledged.
            self._check_files(writer)
            if self._writing is not None:
                self._writing.acknowledged.note(session.moved)
            if self._log_pages >= _LOG_PAGES:
                self._fold_log(writer)

    def time(self) -> int | None:
        """Return None: a file goes by the clock of this machine."""
        return None

    def check_place(self) -> None:
        with self._turn:
            if self._writing is not None and not self._closed:
                self._check_files(self._writing.connection)
                self._writing.acknowledged.check_place()

    def _check_files(self, writer: apsw.Connection) -> None:
        trouble = self._files.trouble() if self._files is not None else ""
        if trouble and self._ruined is None:
            self._ruin(writer, trouble)
        if trouble:
            raise CannotRecord(f"{trouble}; {_HOW_TO_GO_ON}")

    def _ruin(self, writer: apsw.Connection, why: str) -> None:
        """Make this connection write nothing more, not even on closing."""
        self._ruined = why
        writer.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)

    def fold_log(self) -> None:
        """Merge the log into the file now, as far as no reader needs older pages."""
        with self._turn:
            self._fold_log(self._sound_writer())

    @contextmanager
    def _ruined_by_fault(self, writer: apsw.Connection) -> Iterator[None]:
        """After a failed write or sync, stop using this connection.

        The state of the disk is then unknown and only reopening the file reveals it. The connection
        does not merge the log on closing either.
        """
        try:
            yield
        except apsw.IOError as fault:
            self._ruin(writer, str(fault))
            raise

    def _note_log(self, _writer: apsw.Connection, _name: str, pages: int) -> int:
        self._log_pages = pages
        return apsw.SQLITE_OK

    def _fold_log(self, writer: apsw.Connection) -> None:
        """Merge the log into the file.

        Committed data is safe in the log, whatever happens here. But if the file could not be
        synced, a second attempt would sync less than was lost, and then discard the log.
        """
        with suppress(apsw.Error), self._ruined_by_fault(writer):
            writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

    def _sound_writer(self) -> apsw.Connection:
        if self._closed:
            raise CannotRecord(f"{self.name}: closed")
        if self._writer is None:
            raise CannotRecord(f"{self.name}: open for reading only")
        if self._ruined is not None:
            raise CannotRecord(
                f"{self.name}: stopped after an error; start the server again ({self._ruined})"
            )
        if self._writer.in_transaction:
            raise RuntimeError("a transaction inside of a transaction")
        self._check_files(self._writer)
        return self._writer

    @contextmanager
    def reading(self) -> Iterator[SqliteSession]:
        if self._closed:
            raise CannotRecord(f"{self.name}: closed")
        if self._files is not None and (trouble := self._files.trouble()):
            # A new connection would read another file than the one being written.
            raise CannotRecord(f"{trouble}; {_HOW_TO_GO_ON}")
        with sqlite_faults(self.name):
            with self._idle_lock:
                connection = self._idle.pop() if self._idle else None
            connection = connection or files.connect_for_reading(self._path, self._vfs)
            try:
                yield SqliteSession(connection)
            except BaseException:
                with suppress(apsw.Error):
                    connection.close()
                raise
            with self._idle_lock:
                self._idle.append(connection)

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        with self._turn, sqlite_faults(self.name):
            writer = self._sound_writer()
            with self._ruined_by_fault(writer):
                writer.execute(_TAKE_LEASE, (name, holder, for_ms))
            return writer.changes() > 0

    def give_up_lease(self, name: str, holder: str) -> None:
        with self._turn, sqlite_faults(self.name):
            writer = self._sound_writer()
            with self._ruined_by_fault(writer):
                writer.execute(_GIVE_UP_LEASE, (name, holder))

    def close(self) -> None:
        """Close the file, and let another writer in."""
        if self._closed:
            return
        with self._turn, self._idle_lock:
            self._closed = True
            try:
                # Close each of them, even if an earlier one fails to close.
                with sqlite_faults(self.name), ExitStack() as closing:
                    for connection in (*filter(None, (self._writer,)), *self._idle):
                        closing.callback(connection.close)
                    if self._writer is not None and self._ruined is None:
                        # Another log may have taken the place of ours, and SQLite would delete it.
                        self._check_files(self._writer)
            finally:
                if self._files is not None:
                    self._files.close()
                if self._writing is not None:
                    self._writing.acknowledged.close()
                    self._writing.lock.release()


@contextmanager
def _file_faults(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise CannotRecord(f"{path}: {fault.strerror}") from fault

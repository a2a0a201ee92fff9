"""A record in one SQLite file: one writer, and any number of readers beside it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, RLock

import apsw

from punto.runtime.ports import CannotRecord, RecordBroken
from punto.storage.journal import StoredJournal
from punto.storage.record.rows import HeadRow
from punto.storage.sqlite.acknowledged_positions import (
    ABOUT,
    Acknowledged,
    Kept,
    checkpoint_end,
    read_kept,
)
from punto.storage.sqlite.faults import sqlite_faults
from punto.storage.sqlite.files import (
    check_nothing_lost,
    closed_on_fault,
    connect_for_reading,
    connect_for_writing,
    create_database,
)
from punto.storage.sqlite.open_files import SameFiles
from punto.storage.sqlite.session import SqliteSession
from punto.storage.sqlite.write_ahead_log import log_beside
from punto.storage.sqlite.writer_lock import WriterLock

_NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
_TAKE_LEASE = f"""
    INSERT INTO leases VALUES (?1, ?2, {_NOW} + ?3)
    ON CONFLICT (name) DO UPDATE SET holder = ?2, until = {_NOW} + ?3
    WHERE until < {_NOW} OR holder = ?2
"""  # noqa: S608 (constants)
_GIVE_UP_LEASE = "DELETE FROM leases WHERE name = ? AND holder = ?"
_HOW_TO_GO_ON = "nothing more is recorded; see to the file, then start the server again"
_LOG_PAGES = 1_000
"""A log of so many pages is brought into the file, as SQLite by itself would do it."""


def tell_nobody(trouble: str) -> None:
    """What becomes of trouble where nobody asked to be told."""
    del trouble


def open_sqlite(
    path: Path,
    *,
    create: bool = True,
    trusted: Collection[str] = (),
    vfs: str | None = None,
    on_trouble: Callable[[str], None] = tell_nobody,
) -> StoredJournal:
    """The record of a file, for its one writer; a new one where there is none yet."""
    if not path.parent.is_dir():
        raise CannotRecord(f"{path}: there is no folder {path.parent}")
    if not create and not path.exists():
        raise CannotRecord(f"{path}: there is no such file")
    lock = WriterLock(path)
    try:
        with sqlite_faults(str(path)), _file_faults(path):
            kept = read_kept(path)
            if not path.exists():
                _check_nothing_was_here(path, kept)
                create_database(path)
            writer = connect_for_writing(path, vfs, kept)
            with closed_on_fault(writer):
                acknowledged = Acknowledged(path, kept, _ends(writer), on_trouble)
                database = SqliteDatabase(path, vfs, Writing(writer, lock, acknowledged))
    except BaseException:
        lock.release()
        raise
    return StoredJournal(database, trusted)


def _check_nothing_was_here(path: Path, kept: Kept) -> None:
    if kept.ends:
        held = ", ".join(f"{stream} at {end.position}" for stream, end in kept.ends.items())
        raise RecordBroken(
            f"{path}: there is no such file, but {kept.name} says how far its record came: "
            f"{held}; {ABOUT}"
        )


def _ends(writer: apsw.Connection) -> list[HeadRow]:
    session = SqliteSession(writer)
    newest = session.newest_checkpoint()
    signed = [] if newest is None else [checkpoint_end(newest.number, newest.body)]
    return [*session.heads(), *signed]


def read_sqlite(
    path: Path, *, trusted: Collection[str] = (), vfs: str | None = None
) -> StoredJournal:
    """The record of a file, to be read beside its writer."""
    if not path.exists():
        raise CannotRecord(f"{path}: there is no such file")
    kept = read_kept(path)
    database = SqliteDatabase(path, vfs)
    with database.reading() as session:
        check_nothing_lost(path, kept, session)
        return StoredJournal(database, trusted)


@dataclass(frozen=True, slots=True)
class Writing:
    """What the one writer of a file holds."""

    connection: apsw.Connection
    lock: WriterLock
    acknowledged: Acknowledged


class SqliteDatabase:
    """One connection that writes, and as many as are needed that read."""

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
        self._files: SameFiles | None = None
        if writer is not None:
            # Not its shared memory: SQLite makes that again from the log, so nothing depends on it.
            self._files = SameFiles((path, log_beside(path)))
            # In place of SQLite's own hook, which tells nobody when the log cannot be brought in.
            writer.set_wal_hook(self._note_log)

    @contextmanager
    def writing(self, _streams: Sequence[str]) -> Iterator[SqliteSession]:
        """A transaction; the file has one writer, so that every stream is locked."""
        with self._turn:
            writer = self._sound_writer()
            with sqlite_faults(self.name), self._ruined_by_fault(writer):
                try:
                    writer.execute("BEGIN IMMEDIATE")
                    session = SqliteSession(writer)
                    yield session
                    writer.execute("COMMIT")
                finally:
                    # Whatever went wrong first is on its way up already and says more.
                    with suppress(apsw.Error):
                        if writer.in_transaction:
                            writer.execute("ROLLBACK")
            # Nobody is told of what went to a file that is gone.
            self._check_files(writer)
            if self._writing is not None:
                self._writing.acknowledged.note(session.moved)
            if self._log_pages >= _LOG_PAGES:
                self._fold_log(writer)

    def time(self) -> int | None:
        """A file goes by the clock of this machine."""
        return None

    def check_place(self) -> None:
        """CannotRecord when the name of the record leads to another file, or to none."""
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
        """Let this connection write nothing more, also not when it is closed."""
        self._ruined = why
        writer.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)

    def fold_log(self) -> None:
        """Bring the log into the file now, as far as nobody reads what is older."""
        with self._turn:
            self._fold_log(self._sound_writer())

    @contextmanager
    def _ruined_by_fault(self, writer: apsw.Connection) -> Iterator[None]:
        """What a failed write or sync left on the disk, nobody can tell.

        Only a fresh look at the file can, so this connection does nothing any more; neither does
        it bring the log into the file when it is closed.
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
        """Bring the log into the file.

        What was committed is safe in the log, whatever comes of this. But where the file could
        not be synced, a second try would sync less than what was lost, and give up the log.
        """
        with suppress(apsw.Error), self._ruined_by_fault(writer):
            writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

    def _sound_writer(self) -> apsw.Connection:
        if self._closed:
            raise CannotRecord(f"{self.name}: closed")
        if self._writer is None:
            raise CannotRecord(f"{self.name}: open for reading only")
        if self._ruined is not None:
            raise CannotRecord(f"{self.name}: to be opened anew after an error ({self._ruined})")
        if self._writer.in_transaction:
            raise RuntimeError("a transaction inside of a transaction")
        self._check_files(self._writer)
        return self._writer

    @contextmanager
    def reading(self) -> Iterator[SqliteSession]:
        """A session that sees what is recorded."""
        if self._closed:
            raise CannotRecord(f"{self.name}: closed")
        if self._files is not None and (trouble := self._files.trouble()):
            # A new connection would read another file than the one that is written.
            raise CannotRecord(f"{trouble}; {_HOW_TO_GO_ON}")
        with sqlite_faults(self.name):
            with self._idle_lock:
                connection = self._idle.pop() if self._idle else None
            connection = connection or connect_for_reading(self._path, self._vfs)
            try:
                yield SqliteSession(connection)
            except BaseException:
                with suppress(apsw.Error):
                    connection.close()
                raise
            with self._idle_lock:
                self._idle.append(connection)

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Hold a name for a time, or go on holding it."""
        with self._turn, sqlite_faults(self.name):
            writer = self._sound_writer()
            with self._ruined_by_fault(writer):
                writer.execute(_TAKE_LEASE, (name, holder, for_ms))
            return writer.changes() > 0

    def give_up_lease(self, name: str, holder: str) -> None:
        """Let the name go, if it is held by this holder."""
        with self._turn, sqlite_faults(self.name):
            writer = self._sound_writer()
            with self._ruined_by_fault(writer):
                writer.execute(_GIVE_UP_LEASE, (name, holder))

    def close(self) -> None:
        """Let go of the file, and let another writer in."""
        if self._closed:
            return
        with self._turn, self._idle_lock:
            self._closed = True
            try:
                # Every one of them, also when an earlier one cannot be closed in order.
                with sqlite_faults(self.name), ExitStack() as closing:
                    for connection in (*filter(None, (self._writer,)), *self._idle):
                        closing.callback(connection.close)
                    if self._writer is not None and self._ruined is None:
                        # In place of ours there may be another log, which SQLite would delete.
                        self._check_files(self._writer)
            finally:
                if self._writing is not None:
                    self._writing.acknowledged.close()
                    self._writing.lock.release()


@contextmanager
def _file_faults(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise CannotRecord(f"{path}: {fault.strerror}") from fault

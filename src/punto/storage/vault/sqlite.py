"""Credentials, or names of patrons, in a SQLite file that no copy of the record contains."""

import os
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import apsw

from punto.runtime import CannotRecord, RecordBroken
from punto.storage.new_files import OWNER_ONLY
from punto.storage.sqlite.acknowledged_positions import ABOUT
from punto.storage.sqlite.files import check_pages, sqlite_faults
from punto.storage.sqlite.watched_files import WatchedFiles
from punto.storage.sqlite.write_ahead_log import read_log
from punto.storage.vault.schema import STEPS, steps_from

APPLICATION_ID = 0x50756E76
"""``Punv`` in the file header."""

_BUSY_MS = 5_000


class SqliteVault:
    """Notes by kind and name; may be used from any thread, one at a time."""

    def __init__(self, path: Path) -> None:
        self._name = str(path)
        self._lock = Lock()
        with sqlite_faults(self._name):
            self._connection = _opened(path)
        self._files = WatchedFiles(path)

    def get(self, kind: str, name: str) -> bytes | None:
        rows = self._run("SELECT note FROM notes WHERE kind = ? AND name = ?", kind, name)
        return bytes(rows[0][0]) if rows else None

    def all(self, kind: str) -> Mapping[str, bytes]:
        rows = self._run("SELECT name, note FROM notes WHERE kind = ? ORDER BY name", kind)
        return {name: bytes(note) for name, note in rows}

    def put(self, kind: str, name: str, note: bytes) -> bool:
        return bool(
            self._run(
                "INSERT INTO notes VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1",
                kind,
                name,
                note,
            )
        )

    def swap(self, kind: str, name: str, before: bytes, after: bytes | None) -> bool:
        where = "WHERE kind = ? AND name = ? AND note = ? RETURNING 1"
        if after is None:
            return bool(self._run(f"DELETE FROM notes {where}", kind, name, before))  # noqa: S608 (a constant)
        return bool(self._run(f"UPDATE notes SET note = ? {where}", after, kind, name, before))  # noqa: S608 (a constant)

    def scrub(self) -> None:
        # Pages are overwritten on deletion; the log still has them until it is cut off.
        with self._lock, sqlite_faults(self._name):
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def close(self) -> None:
        with self._lock, sqlite_faults(self._name):
            if self._files.trouble():
                # Another log may have taken the place of ours, and SQLite would delete it.
                self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            self._connection.close()
            self._files.close()

    def _run(self, statement: str, *values: str | bytes) -> list[tuple[Any, ...]]:
        with self._lock, sqlite_faults(self._name):
            found = self._connection.execute(statement, values).fetchall()
            # Checked afterwards, so that no caller relies on a write to a deleted file.
            if trouble := self._files.trouble():
                raise CannotRecord(f"{trouble}; start the server again")
            return found


def _opened(path: Path) -> apsw.Connection:
    is_new = not path.exists()
    try:
        # Created with this mode, not changed afterwards, so that others can never read it.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY))
    except OSError as fault:
        raise CannotRecord(f"{path}: {fault.strerror}") from None
    log = read_log(path)
    if log.is_damaged:
        raise RecordBroken(f"{log.said}; {ABOUT}")
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(_BUSY_MS)
    mark = connection.execute("PRAGMA application_id").get
    if mark != APPLICATION_ID and not (is_new or _is_empty(connection)):
        connection.close()
        raise RecordBroken(f"{path}: not a vault of Punto")
    check_pages(str(path), connection)
    for pragma in (
        f"application_id = {APPLICATION_ID}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "secure_delete = ON",
        "trusted_schema = OFF",
    ):
        connection.execute(f"PRAGMA {pragma}")
    with connection:
        _bring_up_to_date(str(path), connection)
    return connection


def _is_empty(connection: apsw.Connection) -> bool:
    """Return whether a crash left the file before anything was written."""
    return not connection.execute("SELECT 1 FROM sqlite_schema").fetchall()


def _bring_up_to_date(name: str, connection: apsw.Connection) -> None:
    connection.execute("CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)")
    taken = [version for (version,) in connection.execute("SELECT version FROM migrations")]
    for number in steps_from(name, taken):
        connection.execute(STEPS[number - 1].format(schema="", bytes="BLOB"))
        connection.execute("INSERT INTO migrations VALUES (?)", (number,))

"""Consistent reads of a record in a SQLite file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from punto.runtime import CannotRecord
from punto.storage.record.consistent_reads import StillRecord
from punto.storage.sqlite.acknowledged_positions import read_kept
from punto.storage.sqlite.files import check_nothing_lost, connect_for_reading, sqlite_faults
from punto.storage.sqlite.session import SqliteSession


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

"""A record that stands still while it is read, whoever adds to it meanwhile."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NoReturn, Protocol

import apsw

from punto.runtime.ports import CannotRecord
from punto.storage.addresses import is_postgresql
from punto.storage.record.sessions import Session
from punto.storage.record.sql_session import T, Value
from punto.storage.sqlite.acknowledged_positions import read_kept
from punto.storage.sqlite.faults import sqlite_faults
from punto.storage.sqlite.files import check_nothing_lost, connect_for_reading
from punto.storage.sqlite.session import SqliteSession


class StillSession(Session, Protocol):
    """A session that can also be asked in SQL; a question mark stands for each value."""

    def rows(self, make: Callable[..., T], statement: str, *values: Value) -> list[T]:
        """All rows that a question brings, each made into something."""
        ...


class StillRecord:
    """A database of which every look shows the same moment; it is only read."""

    def __init__(self, name: str, session: StillSession) -> None:
        self.name = name
        self.session = session

    @contextmanager
    def reading(self) -> Iterator[StillSession]:
        """The one session there is."""
        yield self.session

    def writing(self, streams: Sequence[str]) -> NoReturn:
        """Nothing is ever added to it."""
        del streams
        raise CannotRecord(f"{self.name}: open for reading only")

    def take_lease(self, name: str, holder: str, for_ms: int) -> NoReturn:
        """Nothing is ever held of it."""
        del name, holder, for_ms
        raise CannotRecord(f"{self.name}: open for reading only")

    def give_up_lease(self, name: str, holder: str) -> None:
        """Nothing is ever held of it."""

    def time(self) -> int | None:
        """Nobody times anything by a record that stands still."""
        return None

    def check_place(self) -> None:
        """It is only read, and closed soon."""

    def close(self) -> None:
        """Whoever opened it closes it."""


class StillSqlite(StillRecord):
    """A file, whose pages can be copied as they are."""

    def __init__(self, name: str, connection: apsw.Connection) -> None:
        super().__init__(name, SqliteSession(connection))
        self._connection = connection

    def copy_pages(self, to: apsw.Connection) -> None:
        """Fill another database with all that this moment shows."""
        with to.backup("main", self._connection, "main") as copying:
            # All at once: between two steps a busy writer could let it begin anew for ever.
            copying.step()


def still_record(address: str) -> AbstractContextManager[StillRecord]:
    """The record at an address, as it stands now."""
    if is_postgresql(address):
        from punto.storage.postgresql.consistent_reads import still_postgresql  # noqa: PLC0415

        return still_postgresql(address)
    return still_sqlite(Path(address))


@contextmanager
def still_sqlite(path: Path) -> Iterator[StillSqlite]:
    """The record of a file, as it stands now; its writer goes on."""
    if not path.is_file():
        found = "a folder, expected a file" if path.is_dir() else "there is no such file"
        raise CannotRecord(f"{path}: {found}")
    kept = read_kept(path)
    with sqlite_faults(str(path)):
        connection = connect_for_reading(path, None)
        try:
            connection.execute("BEGIN")
            # The moment is that of the first look, not that of the word before.
            connection.execute("SELECT count(*) FROM migrations").fetchall()
            still = StillSqlite(str(path), connection)
            check_nothing_lost(path, kept, still.session)
            yield still
        finally:
            connection.close()

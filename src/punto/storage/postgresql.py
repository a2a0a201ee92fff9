"""A record in PostgreSQL, where any number of nodes write and none of them leads."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from psycopg import Connection
from psycopg.pq import TransactionStatus

from punto.storage.chain import first_head
from punto.storage.journal import StoredJournal
from punto.storage.postgresql_faults import postgresql_faults
from punto.storage.postgresql_opening import (
    NOW,
    check_version,
    connect,
    prepare,
    shown_address,
)
from punto.storage.postgresql_session import PostgresqlSession
from punto.storage.rows import HeadRow
from punto.tables.ports import CannotRecord, Stream

_LOCK_HEADS = """
    SELECT stream, position, hash, answers_count, answers_hash FROM heads
    WHERE stream = ANY(%s) ORDER BY stream FOR UPDATE
"""
_TAKE_LEASE = f"""
    INSERT INTO leases VALUES (%(name)s, %(holder)s, {NOW} + %(for_ms)s)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE leases.until < {NOW} OR leases.holder = excluded.holder
"""  # noqa: S608 (constants)
_GIVE_UP_LEASE = "DELETE FROM leases WHERE name = %s AND holder = %s"


def open_postgresql(
    address: str, *, create: bool = True, trusted: Collection[str] = ()
) -> StoredJournal:
    """The record at an address, for one of its nodes; a new one where there is none yet."""
    database = PostgresqlDatabase(address)
    with _closed_on_fault(database), database.connection() as connection:
        prepare(database.name, connection, create=create)
    return StoredJournal(database, trusted)


def read_postgresql(address: str, *, trusted: Collection[str] = ()) -> StoredJournal:
    """The record at an address, to be read beside its nodes."""
    database = PostgresqlDatabase(address, for_reading=True)
    with _closed_on_fault(database), database.connection() as connection:
        check_version(database.name, connection)
    return StoredJournal(database, trusted)


class PostgresqlDatabase:
    """As many connections as there are transactions at one time."""

    def __init__(self, address: str, *, for_reading: bool = False) -> None:
        self._address = address
        self.name = shown_address(address)
        self._for_reading = for_reading
        self._idle: list[Connection] = []
        self._idle_lock = Lock()
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection of its own; one that a fault left in doubt is not used again."""
        if self._closed:
            raise CannotRecord(f"{self.name}: closed")
        with postgresql_faults(self.name):
            with self._idle_lock:
                connection = self._idle.pop() if self._idle else None
            connection = connection or connect(self._address, for_reading=self._for_reading)
            try:
                yield connection
            finally:
                self._put_back(connection)

    def _put_back(self, connection: Connection) -> None:
        is_sound = connection.info.transaction_status is TransactionStatus.IDLE
        with self._idle_lock:
            if is_sound and not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    @contextmanager
    def writing(self, streams: Sequence[str]) -> Iterator[PostgresqlSession]:
        """A transaction that holds the heads of its streams, in the order of their names."""
        if self._for_reading:
            raise CannotRecord(f"{self.name}: open for reading only")
        with self.connection() as connection, connection.transaction():
            yield PostgresqlSession(connection, _locked_heads(connection, sorted(streams)))

    @contextmanager
    def reading(self) -> Iterator[PostgresqlSession]:
        """A session that sees what is recorded."""
        with self.connection() as connection:
            yield PostgresqlSession(connection)

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Hold a name for a time by the database's clock, or go on holding it."""
        with self.connection() as connection:
            wanted = {"name": name, "holder": holder, "for_ms": for_ms}
            return connection.execute(_TAKE_LEASE, wanted).rowcount > 0

    def give_up_lease(self, name: str, holder: str) -> None:
        """Let the name go, if it is held by this holder."""
        with self.connection() as connection:
            connection.execute(_GIVE_UP_LEASE, (name, holder))

    def check_place(self) -> None:
        """A server deletes no database that somebody is connected to."""

    def close(self) -> None:
        """Let go of all connections that nobody uses."""
        self._closed = True
        with self._idle_lock:
            for connection in self._idle:
                connection.close()
            self._idle.clear()


@contextmanager
def _closed_on_fault(database: PostgresqlDatabase) -> Iterator[None]:
    try:
        yield
    except BaseException:
        database.close()
        raise


def _locked_heads(connection: Connection, streams: list[str]) -> dict[str, HeadRow]:
    if not streams:
        return {}
    locked = _lock(connection, streams)
    missing = [stream for stream in streams if stream not in locked]
    if missing:
        # A stream that has not begun gets a head at once, so that there is something to lock.
        rows = [first_head(Stream(stream)) for stream in missing]
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO heads VALUES (%s, %s, %s, %s, %s) ON CONFLICT (stream) DO NOTHING",
                rows,
            )
        locked = _lock(connection, streams)
    return locked


def _lock(connection: Connection, streams: list[str]) -> dict[str, HeadRow]:
    rows = connection.execute(_LOCK_HEADS, (streams,))
    return {row[0]: HeadRow(*row) for row in rows}

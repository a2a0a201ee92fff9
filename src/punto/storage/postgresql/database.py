"""A record in PostgreSQL: written by any number of nodes without a leader, and read as a whole."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from psycopg import Connection

from punto.runtime import CannotRecord, Stream
from punto.storage.journal import StoredJournal
from punto.storage.postgresql.connections import ANSWERS_WITHIN_S, BRIEF_S, Connections, connect
from punto.storage.postgresql.faults import postgresql_faults, shown_address
from punto.storage.postgresql.schema_steps import NOW, check_version, prepare
from punto.storage.postgresql.session import PostgresqlSession
from punto.storage.record.chain import first_head
from punto.storage.record.rows import HeadRow
from punto.storage.record.sessions import SELECT, StillRecord

_LOCK_HEADS = SELECT[HeadRow] + "WHERE stream = ANY(%s) ORDER BY stream FOR UPDATE"
_BEGIN_HEADS = """
    INSERT INTO heads SELECT * FROM unnest(
        %b::text[], %b::bigint[], %b::bytea[], %b::bigint[], %b::bytea[])
    ON CONFLICT (stream) DO NOTHING
"""
_TAKE_LEASE = f"""
    INSERT INTO leases VALUES (%(name)s, %(holder)s, {NOW} + %(for_ms)s)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE leases.until < {NOW} OR leases.holder = excluded.holder
"""  # noqa: S608 (constants)
_TIME = f"SELECT {NOW}"
_GIVE_UP_LEASE = "DELETE FROM leases WHERE name = %s AND holder = %s"


def open_postgresql(
    address: str, *, create: bool = True, trusted: Collection[str] = ()
) -> StoredJournal:
    """Open the record for one of its nodes; creates a missing one."""
    database = PostgresqlDatabase(address)
    with _closed_on_fault(database), database.connections.one() as connection:
        # Creating and migrating tables may take any length of time.
        connection.answers_within_s = None
        prepare(database.name, connection, create=create)
    return StoredJournal(database, trusted)


def read_postgresql(address: str, *, trusted: Collection[str] = ()) -> StoredJournal:
    """Open the record for reading, beside its nodes."""
    database = PostgresqlDatabase(address, for_reading=True)
    with _closed_on_fault(database), database.connections.one() as connection:
        check_version(database.name, connection)
    return StoredJournal(database, trusted)


class PostgresqlDatabase:
    """A database for several nodes; each transaction has its own connection."""

    def __init__(self, address: str, *, for_reading: bool = False) -> None:
        self._for_reading = for_reading
        # A reader keeps no writer waiting, and may ask for sums over the whole record.
        within = None if for_reading else ANSWERS_WITHIN_S
        self.connections = Connections(address, for_reading=for_reading, answers_within_s=within)
        self.name = self.connections.name

    @contextmanager
    def writing(self, streams: Sequence[str]) -> Iterator[PostgresqlSession]:
        """Begin a transaction that locks the heads of these streams, ordered by name."""
        if self._for_reading:
            raise CannotRecord(f"{self.name}: open for reading only")
        with self.connections.one() as connection, connection.transaction():
            yield PostgresqlSession(connection, _locked_heads(connection, sorted(streams)))

    @contextmanager
    def reading(self) -> Iterator[PostgresqlSession]:
        with self.connections.one() as connection:
            yield PostgresqlSession(connection)

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Take or renew a lease, timed by the database's clock."""
        with self.connections.one(BRIEF_S) as connection:
            wanted = {"name": name, "holder": holder, "for_ms": for_ms}
            return connection.execute(_TAKE_LEASE, wanted).rowcount > 0

    def give_up_lease(self, name: str, holder: str) -> None:
        with self.connections.one(BRIEF_S) as connection:
            connection.execute(_GIVE_UP_LEASE, (name, holder))

    def time(self) -> int | None:
        """Return the time of the clock that all nodes share."""
        with self.connections.one(BRIEF_S) as connection:
            found = connection.execute(_TIME).fetchone()
            return None if found is None else int(found[0])

    def check_place(self) -> None:
        """Do nothing: a server deletes no database that has connections."""

    def close(self) -> None:
        self.connections.close()


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
        # A stream that has not begun gets a head now, so that there is a row to lock.
        rows = (first_head(Stream(stream)) for stream in missing)
        connection.execute(_BEGIN_HEADS, [list(column) for column in zip(*rows, strict=True)])
        locked = _lock(connection, streams)
    return locked


def _lock(connection: Connection, streams: list[str]) -> dict[str, HeadRow]:
    rows = connection.execute(_LOCK_HEADS, (streams,))
    return {row[0]: HeadRow(*row) for row in rows}


@contextmanager
def still_postgresql(address: str) -> Iterator[StillRecord]:
    """Open a consistent read of the record; its nodes go on."""
    name = shown_address(address)
    with postgresql_faults(name):
        connection = connect(address, for_reading=True)
        try:
            # A slow reader, such as a printer, holds no lock that others wait for.
            connection.execute("SET idle_in_transaction_session_timeout = 0")
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            check_version(name, connection)
            yield StillRecord(name, PostgresqlSession(connection))
        finally:
            connection.close()

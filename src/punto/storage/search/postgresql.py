"""The search index in a separate schema of the record's database, shared by all servers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from psycopg import Connection, errors

from punto.runtime import CannotRecord
from punto.storage.postgresql.connections import ANSWERS_WITHIN_S, Connections
from punto.storage.record.schema import POSTGRESQL
from punto.storage.search.index import IndexBroken, IndexSession, SearchIndex, SqlRows

_ONE_AT_A_TIME = 0x50756E69
_TAKE_TURN = "SELECT pg_try_advisory_xact_lock(%s, hashtext(current_schema()))"
_BROKEN = (
    errors.DataCorrupted,
    errors.IndexCorrupted,
    errors.UndefinedTable,
    errors.UndefinedColumn,
)


@contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except _BROKEN as fault:
        raise IndexBroken(str(fault)) from fault


class PostgresqlIndexSession(IndexSession):
    """The tables through one connection."""

    has_term = "strpos(terms, ?) > 0"

    def __init__(self, connection: Connection, schema: str) -> None:
        self._connection = connection
        own = {"schema": f"{schema}.", "least": "least", "most": "greatest"}
        self.words = {**POSTGRESQL.words, **own}

    def rows(self, statement: str, *values: str | int) -> SqlRows:
        with _faults():
            return self._connection.execute(self._said(statement), values).fetchall()

    def change(self, statement: str, rows: Sequence[tuple[str | int | bytes, ...]]) -> None:
        with _faults(), self._connection.cursor() as cursor:
            cursor.executemany(self._said(statement), rows)

    def run(self, statement: str) -> None:
        with _faults():
            self._connection.execute(self._said(statement))

    def has_tables(self) -> bool:
        found = self.rows("SELECT to_regclass(?) IS NOT NULL", f"{self.words['schema']}about")
        return found == [(True,)]

    def _said(self, statement: str) -> bytes:
        return statement.format(**self.words).replace("?", "%s").encode()


class PostgresqlIndex(SearchIndex):
    """A separate schema, which no backup of the record contains."""

    def __init__(self, address: str) -> None:
        # A batch may take long, since nothing waits for it; a search waits like any other query.
        self._writing = Connections(address)
        self._reading = Connections(address, answers_within_s=ANSWERS_WITHIN_S)

    @contextmanager
    def writing(self) -> Iterator[IndexSession | None]:
        with self._writing.one() as connection, connection.transaction():
            # A batch is computed between two statements.
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            if connection.execute(_TAKE_TURN, (_ONE_AT_A_TIME,)).fetchone() != (True,):
                yield None
                return
            schema = _schema(connection)
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}".encode())
            yield PostgresqlIndexSession(connection, schema)

    @contextmanager
    def reading(self) -> Iterator[IndexSession | None]:
        with self._reading.one() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            session = PostgresqlIndexSession(connection, _schema(connection))
            yield session if session.has_tables() else None

    def discard(self) -> None:
        with self._writing.one() as connection:
            connection.execute(f"DROP SCHEMA IF EXISTS {_schema(connection)} CASCADE".encode())

    def close(self) -> None:
        self._writing.close()
        self._reading.close()


def _schema(connection: Connection) -> str:
    """Return the schema of the index, quoted; a database may have several records."""
    found = connection.execute("SELECT quote_ident('punto_search_' || current_schema())").fetchone()
    if found is None or found[0] is None:
        raise CannotRecord("the database has no schema for the record")
    return str(found[0])

"""A record in PostgreSQL that stands still while it is read."""

from collections.abc import Iterator
from contextlib import contextmanager

from punto.storage.postgresql.connections import connect
from punto.storage.postgresql.faults import postgresql_faults, shown_address
from punto.storage.postgresql.schema_steps import check_version
from punto.storage.postgresql.session import PostgresqlSession
from punto.storage.record.consistent_reads import StillRecord


@contextmanager
def still_postgresql(address: str) -> Iterator[StillRecord]:
    """The record at an address, as it stands now; its nodes go on."""
    name = shown_address(address)
    with postgresql_faults(name):
        connection = connect(address, for_reading=True)
        try:
            # Whoever reads on slowly, as a printer does, holds no lock that anybody waits for.
            connection.execute("SET idle_in_transaction_session_timeout = 0")
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            check_version(name, connection)
            yield StillRecord(name, PostgresqlSession(connection))
        finally:
            connection.close()

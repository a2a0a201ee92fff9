"""Consistent reads of a record in PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager

from punto.storage.postgresql.connections import connect
from punto.storage.postgresql.faults import postgresql_faults, shown_address
from punto.storage.postgresql.schema_steps import check_version
from punto.storage.postgresql.session import PostgresqlSession
from punto.storage.record.consistent_reads import StillRecord


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

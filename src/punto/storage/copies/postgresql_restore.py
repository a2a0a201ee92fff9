"""Restores a backup into an empty place in PostgreSQL, as a whole or not at all."""

from psycopg import Connection

from punto.runtime import CannotRecord
from punto.storage.copies.backups import Copied, Witnesses, judged
from punto.storage.postgresql.connections import connect
from punto.storage.postgresql.faults import postgresql_faults, shown_address
from punto.storage.postgresql.schema_steps import prepare
from punto.storage.postgresql.session import PostgresqlSession
from punto.storage.record.sessions import StillRecord
from punto.storage.record.whole_tables import TABLES, WholeTable, all_rows


def restore_postgresql(record: StillRecord, address: str, witnesses: Witnesses) -> Copied:
    """Create, fill and verify the tables in one transaction, so that readers see all or nothing."""
    name = shown_address(address)
    with postgresql_faults(name):
        connection = connect(address)
        try:
            # No other client waits while the copy is verified.
            connection.execute("SET idle_in_transaction_session_timeout = 0")
            with connection.transaction():
                _check_is_empty(name, connection)
                prepare(name, connection, create=True)
                for table in TABLES:
                    _fill(record, connection, table)
                copy = StillRecord(name, PostgresqlSession(connection))
                return judged(record, copy, witnesses)
        finally:
            connection.close()


def _check_is_empty(name: str, connection: Connection) -> None:
    for table in ("migrations", *(table.name for table in TABLES)):
        if connection.execute("SELECT to_regclass(%s)", (table,)).fetchone() != (None,):
            raise CannotRecord(f"{name}: has a table {table} already, expected an empty place")


def _fill(record: StillRecord, connection: Connection, table: WholeTable) -> None:
    statement = f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement.encode()) as copying:
        for row in all_rows(record.session, table):
            copying.write_row(row)

"""Credentials in a schema of their own, in the database of the record."""

from collections.abc import Mapping
from threading import Lock
from typing import Any

import psycopg

from punto.storage.postgresql_faults import postgresql_faults
from punto.storage.postgresql_opening import connect, shown_address
from punto.storage.vault_schema import STEPS, steps_from

_SCHEMA = "punto_credentials"
_NOTES = f"{_SCHEMA}.notes"
_ONE_AT_A_TIME = 0x50756E76


class PostgresqlVault:
    """Notes by kind and name; may be used from any thread, one at a time."""

    def __init__(self, address: str) -> None:
        self._address, self._name = address, shown_address(address)
        self._lock = Lock()
        with postgresql_faults(self._name):
            self._connection = connect(address)
            with self._connection.transaction():
                _bring_up_to_date(self._name, self._connection)

    def get(self, kind: str, name: str) -> bytes | None:
        """What is kept under a name."""
        rows = self._run(f"SELECT note FROM {_NOTES} WHERE kind = %s AND name = %s", kind, name)  # noqa: S608 (a constant)
        return bytes(rows[0][0]) if rows else None

    def all(self, kind: str) -> Mapping[str, bytes]:
        """Everything of a kind, by name."""
        rows = self._run(f"SELECT name, note FROM {_NOTES} WHERE kind = %s", kind)  # noqa: S608 (a constant)
        return {name: bytes(note) for name, note in sorted(rows)}

    def put(self, kind: str, name: str, note: bytes) -> bool:
        """Keep something new; false when the name is taken."""
        statement = f"INSERT INTO {_NOTES} VALUES (%s, %s, %s) ON CONFLICT DO NOTHING RETURNING 1"  # noqa: S608 (a constant)
        return bool(self._run(statement, kind, name, note))

    def swap(self, kind: str, name: str, before: bytes, after: bytes | None) -> bool:
        """Put a note in place of another, or of nothing; false when that one is not there."""
        where = "WHERE kind = %s AND name = %s AND note = %s RETURNING 1"
        if after is None:
            return bool(self._run(f"DELETE FROM {_NOTES} {where}", kind, name, before))  # noqa: S608 (a constant)
        statement = f"UPDATE {_NOTES} SET note = %s {where}"  # noqa: S608 (a constant)
        return bool(self._run(statement, after, kind, name, before))

    def close(self) -> None:
        """Let go of the connection."""
        with self._lock:
            self._connection.close()

    def _run(self, statement: str, *values: str | bytes) -> list[tuple[Any, ...]]:
        with self._lock, postgresql_faults(self._name):
            if self._connection.closed:
                self._connection = connect(self._address)
            try:
                return self._connection.execute(statement.encode(), values).fetchall()
            except psycopg.OperationalError:
                # A line that broke while nobody used it. Asked twice, each of these says the same
                # or that nothing was there to change, so that nothing is done twice.
                self._connection = connect(self._address)
                return self._connection.execute(statement.encode(), values).fetchall()


def _bring_up_to_date(name: str, connection: psycopg.Connection) -> None:
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}")
    connection.execute(
        f"CREATE TABLE IF NOT EXISTS {_SCHEMA}.migrations (version bigint PRIMARY KEY)"
    )
    rows = connection.execute(f"SELECT version FROM {_SCHEMA}.migrations")  # noqa: S608 (a constant)
    for number in steps_from(name, [version for (version,) in rows]):
        step = STEPS[number - 1].format(schema=f"{_SCHEMA}.", bytes="bytea")
        connection.execute(step.encode())
        connection.execute(f"INSERT INTO {_SCHEMA}.migrations VALUES (%s)", (number,))  # noqa: S608 (a constant)

"""Credentials, or names of patrons, in a separate schema of the record's database."""

from collections.abc import Mapping
from typing import Any

import psycopg

from punto.runtime import OutOfReach, is_recordable
from punto.storage.postgresql.connections import Connections
from punto.storage.vault.schema import STEPS, steps_from

_ONE_AT_A_TIME = 0x50756E76
_ANSWERS_WITHIN_S = 5.0
"""Short, so that a person who signs in soon learns of a failure."""


class PostgresqlVault:
    """Notes by kind and name; may be used from any thread."""

    def __init__(self, address: str, schema: str = "punto_credentials") -> None:
        self._connections = Connections(address, answers_within_s=_ANSWERS_WITHIN_S)
        self._notes = f"{schema}.notes"
        with self._connections.one() as connection, connection.transaction():
            _bring_up_to_date(self._connections.name, connection, schema)

    def get(self, kind: str, name: str) -> bytes | None:
        if not is_recordable(name):
            return None  # a typed user name that no PostgreSQL text can hold
        found = f"SELECT note FROM {self._notes} WHERE kind = %s AND name = %s"  # noqa: S608 (a constant)
        rows = self._find(found, kind, name)
        return bytes(rows[0][0]) if rows else None

    def all(self, kind: str) -> Mapping[str, bytes]:
        rows = self._find(f"SELECT name, note FROM {self._notes} WHERE kind = %s", kind)  # noqa: S608 (a constant)
        return {name: bytes(note) for name, note in sorted(rows)}

    def put(self, kind: str, name: str, note: bytes) -> bool:
        statement = (
            f"INSERT INTO {self._notes} VALUES (%s, %s, %s) ON CONFLICT DO NOTHING RETURNING 1"  # noqa: S608 (a constant)
        )
        try:
            return bool(self._ask(statement, kind, name, note))
        except OutOfReach:
            found = self.get(kind, name)
            if found is None:
                return bool(self._ask(statement, kind, name, note))
            # Equal notes have the same author: each contains a random hash or a time.
            return found == note

    def swap(self, kind: str, name: str, before: bytes, after: bytes | None) -> bool:
        where = "WHERE kind = %s AND name = %s AND note = %s RETURNING 1"
        asked: tuple[str, *tuple[str | bytes, ...]]
        if after is None:
            asked = (f"DELETE FROM {self._notes} {where}", kind, name, before)  # noqa: S608 (a constant)
        else:
            asked = (f"UPDATE {self._notes} SET note = %s {where}", after, kind, name, before)  # noqa: S608 (a constant)
        try:
            return bool(self._ask(*asked))
        except OutOfReach:
            found = self.get(kind, name)
            if found == before:
                return bool(self._ask(*asked))
            if found == after:
                # This call or another node has done it; we cannot tell which.
                raise
            return False

    def scrub(self) -> None:
        # A plain VACUUM leaves deleted rows in the pages; this one writes a new file.
        self._ask(f"VACUUM FULL {self._notes}")

    def close(self) -> None:
        self._connections.close()

    def _find(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        """Run a query, once more if the connection broke, since it changes nothing."""
        try:
            return self._ask(statement, *values)
        except OutOfReach:
            return self._ask(statement, *values)

    def _ask(self, statement: str, *values: str | bytes) -> list[tuple[Any, ...]]:
        with self._connections.one() as connection:
            found = connection.execute(statement.encode(), values)
            return found.fetchall() if found.description else []


def _bring_up_to_date(name: str, connection: psycopg.Connection, schema: str) -> None:
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}".encode())
    table = f"{schema}.migrations"
    connection.execute(f"CREATE TABLE IF NOT EXISTS {table} (version bigint PRIMARY KEY)".encode())
    rows = connection.execute(f"SELECT version FROM {table}".encode())  # noqa: S608 (a constant)
    for number in steps_from(name, [version for (version,) in rows]):
        step = STEPS[number - 1].format(schema=f"{schema}.", bytes="bytea")
        connection.execute(step.encode())
        connection.execute(f"INSERT INTO {table} VALUES (%s)".encode(), (number,))  # noqa: S608 (a constant)

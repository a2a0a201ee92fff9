"""The stores are those of the tests of storage."""

from storage.conftest import (
    key,
    memory_place,
    other_key,
    place,
    postgres_server,
    postgresql_place,
    sql_place,
    sqlite_place,
)

__all__ = [
    "key",
    "memory_place",
    "other_key",
    "place",
    "postgres_server",
    "postgresql_place",
    "sql_place",
    "sqlite_place",
]

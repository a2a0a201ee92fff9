"""The stores of the storage tests."""

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

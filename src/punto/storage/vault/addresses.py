"""The vault of credentials beside a record, wherever the record is."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from punto.storage.addresses import is_postgresql
from punto.storage.vault.sqlite import SqliteVault


class StoredVault(Protocol):
    """Notes by kind and name, in a database."""

    def get(self, kind: str, name: str) -> bytes | None:
        """What is kept under a name."""
        ...

    def all(self, kind: str) -> Mapping[str, bytes]:
        """Everything of a kind, by name."""
        ...

    def put(self, kind: str, name: str, note: bytes) -> bool:
        """Keep something new; false when the name is taken."""
        ...

    def swap(self, kind: str, name: str, before: bytes, after: bytes | None) -> bool:
        """Put a note in place of another, or of nothing; false when that one is not there."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


def open_vault(address: str) -> StoredVault:
    """A file beside the record's file, or a schema of its own in the record's database."""
    if is_postgresql(address):
        # Imported only where it is asked for: an embedded record does without the driver.
        from punto.storage.vault.postgresql import PostgresqlVault  # noqa: PLC0415

        return PostgresqlVault(address)
    record = Path(address)
    return SqliteVault(record.with_name(f"{record.stem}-credentials{record.suffix}"))

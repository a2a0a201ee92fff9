"""What is kept beside a record, in either database: credentials, and the names of patrons."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from punto.storage.addresses import is_postgresql
from punto.storage.vault.sqlite import SqliteVault


class StoredVault(Protocol):
    """Notes by kind and name, in a database."""

    def get(self, kind: str, name: str) -> bytes | None:
        """Return the note of a kind and name."""
        ...

    def all(self, kind: str) -> Mapping[str, bytes]:
        """Return all notes of a kind by name."""
        ...

    def put(self, kind: str, name: str, note: bytes) -> bool:
        """Add a note; false if the name is taken."""
        ...

    def swap(self, kind: str, name: str, before: bytes, after: bytes | None) -> bool:
        """Replace a note, or delete it if ``after`` is None; false if ``before`` is not there."""
        ...

    def scrub(self) -> None:
        """Rewrite the files, so that they do not contain what was deleted or replaced."""
        ...

    def close(self) -> None:
        """Close the vault."""
        ...


NAMES = "names"
"""The vault of patrons' names, apart from credentials: each can be deleted by itself."""


def open_vault(address: str, content: str = "credentials") -> StoredVault:
    """Open a file beside the record's file, or a separate schema in the record's database."""
    if is_postgresql(address):
        # Imported only on demand: an embedded record works without the driver.
        from punto.storage.vault.postgresql import PostgresqlVault  # noqa: PLC0415

        return PostgresqlVault(address, f"punto_{content}")
    record = Path(address)
    return SqliteVault(record.with_name(f"{record.stem}-{content}{record.suffix}"))

"""Addresses of records and vaults: the path of a file, or the URL of a PostgreSQL database."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from pathlib import Path

from punto.runtime import CannotRecord, Vault
from punto.storage.journal import StoredJournal
from punto.storage.record.sessions import StillRecord
from punto.storage.sqlite.database import open_sqlite, read_sqlite, tell_nobody
from punto.storage.sqlite.files import still_sqlite
from punto.storage.vault.sqlite import SqliteVault

_POSTGRESQL = ("postgresql://", "postgres://")


def is_postgresql(address: str) -> bool:
    """Return whether an address names a PostgreSQL database rather than a file."""
    return address.startswith(_POSTGRESQL)


def shown(address: str) -> str:
    """Return an address without its password, safe to show."""
    if not is_postgresql(address):
        return address
    from punto.storage.postgresql.faults import shown_address  # noqa: PLC0415

    return shown_address(address)


def file_of(address: str) -> Path:
    """Return the path of a record's file; raises CannotRecord for a folder."""
    path = Path(address)
    if path.is_dir():
        raise CannotRecord(f"{path}: a folder, expected a file")
    return path


def open_record(
    address: str,
    *,
    create: bool = True,
    trusted: Collection[str] = (),
    on_trouble: Callable[[str], None] = tell_nobody,
) -> StoredJournal:
    """Open a record for writing; ``on_trouble`` receives problems that do not stop the server."""
    if is_postgresql(address):
        # Imported only on demand: an embedded record works without the driver.
        from punto.storage.postgresql.database import open_postgresql  # noqa: PLC0415

        return open_postgresql(address, create=create, trusted=trusted)
    return open_sqlite(file_of(address), create=create, trusted=trusted, on_trouble=on_trouble)


def read_record(address: str, *, trusted: Collection[str] = ()) -> StoredJournal:
    """Open a record for reading, beside its writers."""
    if is_postgresql(address):
        from punto.storage.postgresql.database import read_postgresql  # noqa: PLC0415

        return read_postgresql(address, trusted=trusted)
    return read_sqlite(file_of(address), trusted=trusted)


def still_record(address: str) -> AbstractContextManager[StillRecord]:
    """Open a consistent read of the record at an address."""
    if is_postgresql(address):
        from punto.storage.postgresql.database import still_postgresql  # noqa: PLC0415

        return still_postgresql(address)
    return still_sqlite(Path(address))


PATRON_NAMES = "names"
"""The vault of patrons' names, separate from credentials, so that each can be deleted alone."""


def open_vault(address: str, content: str = "credentials") -> Vault:
    """Open a file beside the record's file, or a separate schema in the record's database."""
    if is_postgresql(address):
        # Imported only on demand: an embedded record works without the driver.
        from punto.storage.vault.postgresql import PostgresqlVault  # noqa: PLC0415

        return PostgresqlVault(address, f"punto_{content}")
    record = file_of(address)
    return SqliteVault(record.with_name(f"{record.stem}-{content}{record.suffix}"))

"""The vaults beside a record, in either database: credentials, and the names of patrons."""

from pathlib import Path

from punto.runtime import Vault
from punto.storage.addresses import is_postgresql
from punto.storage.vault.sqlite import SqliteVault

NAMES = "names"
"""The vault of patrons' names, separate from credentials, so that each can be deleted alone."""


def open_vault(address: str, content: str = "credentials") -> Vault:
    """Open a file beside the record's file, or a separate schema in the record's database."""
    if is_postgresql(address):
        # Imported only on demand: an embedded record works without the driver.
        from punto.storage.vault.postgresql import PostgresqlVault  # noqa: PLC0415

        return PostgresqlVault(address, f"punto_{content}")
    record = Path(address)
    return SqliteVault(record.with_name(f"{record.stem}-{content}{record.suffix}"))

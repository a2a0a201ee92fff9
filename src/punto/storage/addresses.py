"""Where a record is, as one text: a file, or the address of a PostgreSQL database."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from pathlib import Path

from punto.storage.journal import StoredJournal
from punto.storage.record.consistent_reads import StillRecord
from punto.storage.sqlite.consistent_reads import still_sqlite
from punto.storage.sqlite.database import open_sqlite, read_sqlite, tell_nobody

_POSTGRESQL = ("postgresql://", "postgres://")


def is_postgresql(address: str) -> bool:
    """Whether an address leads to a PostgreSQL database, and not to a file."""
    return address.startswith(_POSTGRESQL)


def shown(address: str) -> str:
    """An address as it may be shown to anybody: without a password."""
    if not is_postgresql(address):
        return address
    from punto.storage.postgresql.faults import shown_address  # noqa: PLC0415

    return shown_address(address)


def open_record(
    address: str,
    *,
    create: bool = True,
    trusted: Collection[str] = (),
    on_trouble: Callable[[str], None] = tell_nobody,
) -> StoredJournal:
    """The record at an address, to be added to; what stops nobody is told in a sentence."""
    if is_postgresql(address):
        # Imported only where it is asked for: an embedded record does without the driver.
        from punto.storage.postgresql.database import open_postgresql  # noqa: PLC0415

        return open_postgresql(address, create=create, trusted=trusted)
    return open_sqlite(Path(address), create=create, trusted=trusted, on_trouble=on_trouble)


def read_record(address: str, *, trusted: Collection[str] = ()) -> StoredJournal:
    """The record at an address, to be read beside whoever adds to it."""
    if is_postgresql(address):
        from punto.storage.postgresql.database import read_postgresql  # noqa: PLC0415

        return read_postgresql(address, trusted=trusted)
    return read_sqlite(Path(address), trusted=trusted)


def still_record(address: str) -> AbstractContextManager[StillRecord]:
    """The record at an address, as it stands now."""
    if is_postgresql(address):
        from punto.storage.postgresql.consistent_reads import still_postgresql  # noqa: PLC0415

        return still_postgresql(address)
    return still_sqlite(Path(address))

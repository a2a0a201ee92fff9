"""Where the search index of a record is."""

from pathlib import Path

from punto.storage.addresses import is_postgresql
from punto.storage.search.index import SearchIndex
from punto.storage.search.sqlite import SqliteIndex


def open_index(address: str) -> SearchIndex:
    """Open the index of a record: a file beside the record's, or a separate schema."""
    if is_postgresql(address):
        # Imported only on demand: an embedded record works without the driver.
        from punto.storage.search.postgresql import PostgresqlIndex  # noqa: PLC0415

        return PostgresqlIndex(address)
    record = Path(address)
    return SqliteIndex(record.with_name(f"{record.stem}-search{record.suffix}"))

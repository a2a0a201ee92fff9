"""Restores backups into empty places: new files, or PostgreSQL schemas without a record."""

from pathlib import Path

from punto.storage.addresses import is_postgresql
from punto.storage.copies.backups import NONE, Copied, Witnesses, copied
from punto.storage.new_files import check_is_free, new_file
from punto.storage.sqlite.files import still_sqlite
from punto.storage.sqlite.writer_lock import WriterLock


def restore(backup: Path, address: str, witnesses: Witnesses = NONE) -> Copied:
    """Restore a backup into an empty place: a new file, or a PostgreSQL schema without a record."""
    if is_postgresql(address):
        from punto.storage.copies.postgresql_restore import restore_postgresql  # noqa: PLC0415

        with still_sqlite(backup) as record:
            return restore_postgresql(record, address, witnesses)
    path = Path(address)
    check_is_free(path)
    lock = WriterLock(path)
    try:
        with still_sqlite(backup) as record, new_file(path) as unfinished:
            return copied(record, unfinished, str(path), witnesses)
    finally:
        lock.release()

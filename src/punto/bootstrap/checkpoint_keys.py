"""The key that signs checkpoints: a configured one, or one beside the record's file."""

from pathlib import Path

from punto.bootstrap.settings import Settings
from punto.storage.addresses import is_postgresql
from punto.storage.checkpoints.checkpoints import parse_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, create_key, load_key
from punto.storage.journal import StoredJournal


def found_signing_key(settings: Settings) -> SigningKey | None:
    """Return the key of a server, if it has one; creates none."""
    if settings.signing_key:
        return load_key(Path(settings.signing_key))
    path = _beside(settings)
    return load_key(path) if path is not None and path.exists() else None


def first_signing_key(settings: Settings, journal: StoredJournal) -> SigningKey | str:
    """Create a key for a record without checkpoints; otherwise return a sentence saying why not.

    Once a record is signed, only the expected key can continue.
    """
    path = _beside(settings)
    if path is None:
        return "nothing is signed: set signing_key to a key file, the same for all servers"
    with journal.database.reading() as session:
        row = session.newest_checkpoint()
    if row is not None:
        expected = f"expected signing_key with the key {parse_checkpoint(row.body).expected_key}"
        return f"nothing is signed: {expected}, which checkpoint {row.number} waits for"
    return create_key(path)


def _beside(settings: Settings) -> Path | None:
    """Return where a server keeps its own key; None if other servers need the same one."""
    if is_postgresql(settings.database):
        return None
    record = Path(settings.database)
    return record.with_name(f"{record.stem}-signing.key")

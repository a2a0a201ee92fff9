"""The key that signs checkpoints: one that is named, or one of its own beside a file."""

from pathlib import Path

from punto.bootstrap.settings import Settings
from punto.storage.addresses import is_postgresql
from punto.storage.checkpoints.checkpoints import parse_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, create_key, load_key
from punto.storage.journal import StoredJournal


def found_signing_key(settings: Settings) -> SigningKey | None:
    """The key of a server, if it has one; nothing is made for it."""
    if settings.signing_key:
        return load_key(Path(settings.signing_key))
    path = _beside(settings)
    return load_key(path) if path is not None and path.exists() else None


def first_signing_key(settings: Settings, journal: StoredJournal) -> SigningKey | str:
    """A key for a record that nobody has signed yet; otherwise why there is none, in a sentence.

    Where somebody has signed, another key than theirs could not go on.
    """
    path = _beside(settings)
    if path is None:
        return "nothing is signed: expected signing_key, a file, the same for all servers"
    with journal.database.reading() as session:
        row = session.newest_checkpoint()
    if row is not None:
        expected = f"expected signing_key with the key {parse_checkpoint(row.body).expected_key}"
        return f"nothing is signed: {expected}, which checkpoint {row.number} waits for"
    return create_key(path)


def _beside(settings: Settings) -> Path | None:
    """Where a server keeps a key that nobody named; nowhere if others need the same one."""
    if is_postgresql(settings.database):
        return None
    record = Path(settings.database)
    return record.with_name(f"{record.stem}-signing.key")

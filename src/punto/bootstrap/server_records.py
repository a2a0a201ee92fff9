"""The record of a server with its keys, checked first, so that a refused one leaves no trace.

One key signs checkpoints, the other seals virtual shoes. Each is configured or in its own file.
"""

import secrets
from collections.abc import Callable
from pathlib import Path

from punto.bootstrap.floor_nodes import Secrets
from punto.bootstrap.settings import Settings, SettingsUnfit
from punto.storage.addresses import is_postgresql, open_record
from punto.storage.checkpoints.checkpoints import parse_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, create_key, load_key
from punto.storage.journal import StoredJournal
from punto.storage.new_files import CannotWrite, write_new

KEY_BYTES = 32
_OWNER_ONLY = 0o600


def shoe_key(settings: Settings) -> bytes:
    """Return the key of a server; its first start creates it, unless other servers need it, too."""
    path = _path(settings)
    if not path.exists():
        try:
            write_new(path, secrets.token_bytes(KEY_BYTES))
        except CannotWrite as fault:
            raise SettingsUnfit(f"shoe_key: {fault}") from None
    return _read_shoe_key(path)


def found_shoe_key(settings: Settings) -> bytes | None:
    """Return the key of a server, if it has one; creates none."""
    path = _path(settings)
    return _read_shoe_key(path) if path.exists() else None


def _path(settings: Settings) -> Path:
    path = Path(settings.shoe_key) if settings.shoe_key else _beside(settings, "shoes")
    if path is None:
        raise SettingsUnfit("shoe_key: expected a file, the same for all servers of this record")
    return path


def _read_shoe_key(path: Path) -> bytes:
    try:
        mode, key = path.stat().st_mode & 0o777, path.read_bytes()
    except OSError as fault:
        raise SettingsUnfit(f"shoe_key {path}: {fault.strerror}") from None
    if mode & ~_OWNER_ONLY:
        raise SettingsUnfit(f"shoe_key {path}: mode {mode:o}, expected 600, for its owner alone")
    if len(key) != KEY_BYTES:
        raise SettingsUnfit(f"shoe_key {path}: {len(key)} bytes, expected {KEY_BYTES}")
    return key


def found_signing_key(settings: Settings) -> SigningKey | None:
    """Return the key of a server, if it has one; creates none."""
    if settings.signing_key:
        return load_key(Path(settings.signing_key))
    path = _beside(settings, "signing")
    return load_key(path) if path is not None and path.exists() else None


def first_signing_key(settings: Settings, journal: StoredJournal) -> SigningKey | str:
    """Create a key for a record without checkpoints; otherwise return a sentence saying why not.

    Once a record is signed, only the expected key can continue.
    """
    path = _beside(settings, "signing")
    if path is None:
        return "nothing is signed: set signing_key to a key file, the same for all servers"
    with journal.database.reading() as session:
        row = session.newest_checkpoint()
    if row is not None:
        expected = f"expected signing_key with the key {parse_checkpoint(row.body).expected_key}"
        return f"nothing is signed: {expected}, which checkpoint {row.number} waits for"
    return create_key(path)


def _beside(settings: Settings, what: str) -> Path | None:
    """Return where a server keeps a key of its own; None if other servers need the same one."""
    if is_postgresql(settings.database):
        return None
    record = Path(settings.database)
    return record.with_name(f"{record.stem}-{what}.key")


def open_server_record(
    settings: Settings, on_trouble: Callable[[str], None]
) -> tuple[StoredJournal, Secrets]:
    """Open the record, check its signed ends, then load the secrets or create missing ones."""
    signing = found_signing_key(settings)
    found_shoe_key(settings)
    trusted = (*_public(signing), *settings.trusted_keys)
    journal = open_record(settings.database, trusted=trusted, on_trouble=on_trouble)
    try:
        journal.check_signed_ends()
        if signing is None:
            first = first_signing_key(settings, journal)
            if isinstance(first, str):
                on_trouble(first)
            else:
                signing = first
        secrets = Secrets(shoe_key(settings), signing)
    except BaseException:
        journal.close()
        raise
    return StoredJournal(journal.database, (*_public(signing), *trusted)), secrets


def _public(key: SigningKey | None) -> tuple[str, ...]:
    return () if key is None else (key.public,)

"""The key that seals virtual shoes: in its own file, outside the record."""

import secrets
from pathlib import Path

from punto.bootstrap.settings import Settings, SettingsUnfit
from punto.storage.addresses import is_postgresql
from punto.storage.new_files import CannotWrite, write_new

KEY_BYTES = 32
_OWNER_ONLY = 0o600


def shoe_key(settings: Settings) -> bytes:
    """Return the key of a server; created at its first start if no other server can need it."""
    path = _path(settings)
    if not path.exists():
        try:
            write_new(path, secrets.token_bytes(KEY_BYTES))
        except CannotWrite as fault:
            raise SettingsUnfit(f"shoe_key: {fault}") from None
    return _read(path)


def found_shoe_key(settings: Settings) -> bytes | None:
    """Return the key of a server, if it has one; creates none."""
    path = _path(settings)
    return _read(path) if path.exists() else None


def _path(settings: Settings) -> Path:
    if not settings.shoe_key and is_postgresql(settings.database):
        raise SettingsUnfit("shoe_key: expected a file, the same for all servers of this record")
    return Path(settings.shoe_key) if settings.shoe_key else _beside(Path(settings.database))


def _beside(record: Path) -> Path:
    return record.with_name(f"{record.stem}-shoes.key")


def _read(path: Path) -> bytes:
    try:
        mode, key = path.stat().st_mode & 0o777, path.read_bytes()
    except OSError as fault:
        raise SettingsUnfit(f"shoe_key {path}: {fault.strerror}") from None
    if mode & ~_OWNER_ONLY:
        raise SettingsUnfit(f"shoe_key {path}: mode {mode:o}, expected 600, for its owner alone")
    if len(key) != KEY_BYTES:
        raise SettingsUnfit(f"shoe_key {path}: {len(key)} bytes, expected {KEY_BYTES}")
    return key

"""The key that signs checkpoints: in its own file, never beside the record."""

import os
import stat
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

_OWNER_ONLY = 0o600


class KeyUnfit(Exception):
    """A key file that is missing, readable by others, or holds no Ed25519 key."""


class SigningKey:
    """A private key that reveals only its public part."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private

    @property
    def public(self) -> str:
        """The public key in hex: 32 bytes."""
        return self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message."""
        return self._private.sign(message)


def create_key(path: Path) -> SigningKey:
    """Create a key in a new file that only its owner can read."""
    private = Ed25519PrivateKey.generate()
    written = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        # Created with this mode, not changed afterwards, so that others can never read it.
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        with os.fdopen(file, "wb") as key_file:
            key_file.write(written)
            key_file.flush()
            os.fsync(key_file.fileno())
    except OSError as fault:
        raise KeyUnfit(f"key file {path}: {fault.strerror}") from None
    return SigningKey(private)


def load_key(path: Path) -> SigningKey:
    """Load a key from a file that only its owner can read."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        written = path.read_bytes()
    except OSError as fault:
        raise KeyUnfit(f"key file {path}: {fault.strerror}") from None
    if mode & ~_OWNER_ONLY:
        raise KeyUnfit(f"key file {path}: mode {mode:o}, expected 600, for its owner alone")
    try:
        private = load_pem_private_key(written, password=None)
    except (ValueError, TypeError):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise KeyUnfit(f"key file {path}: expected an Ed25519 key in PEM, not encrypted")
    return SigningKey(private)

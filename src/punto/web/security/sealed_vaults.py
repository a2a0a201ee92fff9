"""A vault with authenticated notes: write access to the store alone forges no credential.

Each note carries a message authentication code over its kind, its name and itself, with a key that
is not in the store. A note without the right code counts as missing, and is reported.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256

import msgspec
import structlog

from punto.runtime import Vault

_log = structlog.get_logger("punto.doors")
_PURPOSE = b"punto credentials"
_CODE_BYTES = 32


class _Named(msgspec.Struct):
    """The field of a note that names its person."""

    person: str = ""
    subject: str = ""
    """In a link."""


class SealedVault:
    """The notes of another vault, sealed with a key."""

    def __init__(self, vault: Vault, key: bytes) -> None:
        self._vault = vault
        self._key = hmac.digest(key, _PURPOSE, sha256)
        self._reported: set[tuple[str, str]] = set()
        self._seen: dict[str, set[str]] = {}
        self.forged: list[str] = []
        """The people in whose name a forged note was found, until the floor is told."""

    def has_seen(self, kind: str, name: str) -> bool:
        """Return at once whether the last look found an authentic note of this name."""
        return name in self._seen.get(kind, ())

    def get(self, kind: str, name: str) -> bytes | None:
        """Return a note, if it is authentic."""
        sealed = self._vault.get(kind, name)
        note = None if sealed is None else self._opened(kind, name, sealed)
        seen = self._seen.setdefault(kind, set())
        (seen.discard if note is None else seen.add)(name)
        return note

    def all(self, kind: str) -> Mapping[str, bytes]:
        """Return all authentic notes of a kind by name."""
        found = self._vault.all(kind).items()
        opened = ((name, self._opened(kind, name, sealed)) for name, sealed in found)
        notes = {name: note for name, note in opened if note is not None}
        self._seen[kind] = set(notes)
        return notes

    def put(self, kind: str, name: str, note: bytes) -> bool:
        """Add a note; false if the name is taken."""
        is_new = self._vault.put(kind, name, self._sealed(kind, name, note))
        if is_new:
            self._seen.setdefault(kind, set()).add(name)
        return is_new

    def swap(self, kind: str, name: str, before: bytes, after: bytes | None) -> bool:
        """Replace a note, or delete it if ``after`` is None; false if ``before`` is not there."""
        replacing = None if after is None else self._sealed(kind, name, after)
        return self._vault.swap(kind, name, self._sealed(kind, name, before), replacing)

    def scrub(self) -> None:
        """Rewrite the files without deleted and replaced notes."""
        self._vault.scrub()

    def close(self) -> None:
        """Close the vault."""
        self._vault.close()

    def _sealed(self, kind: str, name: str, note: bytes) -> bytes:
        return self._code(kind, name, note) + note

    def _code(self, kind: str, name: str, note: bytes) -> bytes:
        return hmac.digest(self._key, msgspec.json.encode((kind, name)) + note, sha256)

    def _opened(self, kind: str, name: str, sealed: bytes) -> bytes | None:
        code, note = sealed[:_CODE_BYTES], sealed[_CODE_BYTES:]
        if hmac.compare_digest(code, self._code(kind, name, note)):
            return note
        if (kind, name) not in self._reported:
            self._reported.add((kind, name))
            _log.error("forged credential", kind=kind, name=name)
            self.forged.append(_person_in(kind, name, sealed))
        return None


def _person_in(kind: str, name: str, sealed: bytes) -> str:
    """Return the person that a forged note names, if it can be read."""
    if kind == "staff":
        return name
    start = max(sealed.find(b"{"), 0)
    try:
        named = msgspec.json.decode(sealed[start:], type=_Named)
    except msgspec.DecodeError:
        return ""
    return named.person or named.subject

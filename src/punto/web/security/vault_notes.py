"""The notes of a vault: sealed with a key, and read as values of one type for each kind.

A vault keeps what is never in the record: credentials, and the names of patrons. It is used from
threads, and no concurrent change of a note is lost.
"""

import asyncio
import hmac
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Generic, TypeVar

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
    """The notes of another vault, sealed: write access to the store alone forges no credential.

    Each note carries a message authentication code over its kind, its name and itself, with a key
    that is not in the store. A note without the right code counts as missing, and is reported.
    """

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


N = TypeVar("N", bound=msgspec.Struct)


class VaultNotes(Generic[N]):
    """All notes of one kind."""

    def __init__(self, vault: Vault, kind: str, note: type[N]) -> None:
        self._vault, self._kind = vault, kind
        self._reader = msgspec.json.Decoder(note)
        self._asked: dict[str, asyncio.Future[bytes | None]] = {}
        self._looking: asyncio.Task[None] | None = None

    async def get(self, name: str) -> N | None:
        """Return the note of a name.

        Requests that arrive during a look-up are looked up together by the next thread: after a
        power failure thousands of terminals show their credentials in the same second.
        """
        asked = self._asked.setdefault(name, asyncio.get_running_loop().create_future())
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        found = await asyncio.shield(asked)
        return None if found is None else self._reader.decode(found)

    async def _look(self) -> None:
        while self._asked:
            asked, self._asked = self._asked, {}
            try:
                found = await asyncio.to_thread(self._found, tuple(asked))
            except Exception as fault:  # noqa: BLE001 (it concerns those who asked)
                for each in asked.values():
                    each.set_exception(fault)
                    each.exception()  # the caller may have been cancelled
            else:
                for name, each in asked.items():
                    each.set_result(found[name])

    def _found(self, names: Iterable[str]) -> dict[str, bytes | None]:
        return {name: self._vault.get(self._kind, name) for name in names}

    async def all(self) -> Mapping[str, N]:
        """Return all notes by name."""
        return await asyncio.to_thread(self._read)

    def _read(self) -> Mapping[str, N]:
        found = self._vault.all(self._kind).items()
        return {name: self._reader.decode(note) for name, note in found}

    async def names(self) -> frozenset[str]:
        """Return the names of all notes."""
        return frozenset(await asyncio.to_thread(self._vault.all, self._kind))

    async def add(self, name: str, note: N) -> bool:
        """Add a note; false if the name is taken."""
        written = msgspec.json.encode(note)
        return await asyncio.to_thread(self._vault.put, self._kind, name, written)

    async def change(self, name: str, changed: Callable[[N], N | None]) -> N | None:
        """Change a note, or delete it; returns it as it was before, or None if there is none.

        Concurrent changes are retried, so ``changed`` may be called more than once and must be
        pure.
        """
        return await asyncio.to_thread(self._change, name, changed)

    def _change(self, name: str, changed: Callable[[N], N | None]) -> N | None:
        while True:
            found = self._vault.get(self._kind, name)
            if found is None:
                return None
            before = self._reader.decode(found)
            after = changed(before)
            if after == before:
                return before
            written = None if after is None else msgspec.json.encode(after)
            if self._vault.swap(self._kind, name, found, written):
                return before

    async def remove(self, name: str) -> N | None:
        """Delete a note; returns it to only one of several concurrent callers."""
        return await self.change(name, lambda _: None)

    async def scrub(self) -> None:
        """Rewrite the files without deleted and replaced notes."""
        await asyncio.to_thread(self._vault.scrub)

    async def sweep(self, is_over: Callable[[N], bool]) -> None:
        """Delete all expired notes."""
        for name, note in (await self.all()).items():
            if is_over(note):
                await self.remove(name)

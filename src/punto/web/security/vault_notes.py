"""The notes of one kind in a vault, as values of one type.

A vault keeps what is never in the record: credentials, and the names of patrons. It is used from
threads, and no concurrent change of a note is lost.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

import msgspec

from punto.runtime import Vault

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
        found = await asyncio.to_thread(self._vault.all, self._kind)
        return {name: self._reader.decode(note) for name, note in found.items()}

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

"""Credentials that are looked up while others are."""

import asyncio
from pathlib import Path
from threading import Event

import pytest

from punto.runtime import CannotRecord
from punto.storage.vault.sqlite import SqliteVault
from punto.web.security.browser_credentials import DEVICES, DeviceNote
from punto.web.security.vault_notes import VaultNotes


class SlowVault(SqliteVault):
    """A vault whose first look takes until it is allowed to end."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.looked: list[str] = []
        self.has_looked, self.may_end = Event(), Event()
        self.is_broken = False

    def get(self, kind: str, name: str) -> bytes | None:
        if self.is_broken:
            raise CannotRecord("the disk is gone")
        found = super().get(kind, name)
        self.looked.append(name)
        self.has_looked.set()
        self.may_end.wait(20)
        return found


def test_what_is_asked_during_a_look_is_looked_up_by_the_next(tmp_path: Path) -> None:
    vault = SlowVault(tmp_path / "vault.db")
    notes = VaultNotes(vault, DEVICES, DeviceNote)

    async def story() -> None:
        first = asyncio.create_task(notes.get("A1-1"))
        assert await asyncio.to_thread(vault.has_looked.wait, 20)
        # The look has begun without this note, so it must not answer for it.
        assert await notes.add("A1-1", DeviceNote("A1-1", 5))
        others = [asyncio.create_task(notes.get(name)) for name in ("A1-1", "A1-1", "A1-2")]
        await asyncio.sleep(0)
        vault.may_end.set()
        assert await first is None
        known = DeviceNote("A1-1", 5)
        assert await asyncio.gather(*others) == [known, known, None]
        assert vault.looked == ["A1-1", "A1-1", "A1-2"]

    asyncio.run(story())
    vault.close()


def test_a_look_that_fails_tells_everybody_and_the_next_one_is_tried(tmp_path: Path) -> None:
    vault = SlowVault(tmp_path / "vault.db")
    vault.may_end.set()
    notes = VaultNotes(vault, DEVICES, DeviceNote)

    async def story() -> None:
        vault.is_broken = True
        asked = [asyncio.create_task(notes.get(name)) for name in ("A1-1", "A1-2", "A1-3")]
        await asyncio.sleep(0)
        asked.pop().cancel()  # gone before the answer, which no one then waits for
        for each in asked:
            with pytest.raises(CannotRecord, match="the disk is gone"):
                await each
        vault.is_broken = False
        assert await notes.get("A1-1") is None

    asyncio.run(story())
    vault.close()

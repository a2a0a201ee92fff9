"""Devices that ask to be admitted: each shows a code, which the pit types."""

import secrets
from collections.abc import Callable

import msgspec

from punto.runtime import Vault
from punto.values import Instant, TerminalId
from punto.web.security.browser_credentials import kept_as, new_token
from punto.web.security.vault_notes import VaultNotes

LASTS_MS = 15 * 60 * 1_000
MOST_WAITING = 200
"""The most devices that may wait; no floor sets up more at once."""
MOST_FROM_ONE = 20
"""The most waiting devices of one address, so that it cannot keep all others out."""

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters that look alike."""
_LENGTH = 6


class EnrolmentNote(msgspec.Struct, frozen=True):
    """A device that is waiting or was just admitted."""

    code: str
    ends_at: int
    terminal: str = ""
    """The terminal it may speak for; empty while it waits."""
    address: str = ""
    """The address of the device."""


class TooManyWait(Exception):
    """More devices ask than a floor would set up at once; the message says where from."""


class Enrolments:
    """All waiting devices."""

    def __init__(self, vault: Vault, now: Callable[[], Instant]) -> None:
        self._notes = VaultNotes(vault, "enrolment", EnrolmentNote)
        self._now = now

    async def ask(self, address: str = "") -> tuple[str, EnrolmentNote]:
        """Return a claim for the device to keep, and the code for it to show."""
        now = self._now()
        await self._notes.sweep(lambda note: now >= note.ends_at)
        kept = await self._notes.all()
        waiting = [note for note in kept.values() if not note.terminal]
        if len(waiting) >= MOST_WAITING:
            raise TooManyWait("too many devices wait to be let in")
        if sum(note.address == address for note in waiting) >= MOST_FROM_ONE:
            raise TooManyWait("too many devices at this address wait to be let in")
        taken = {note.code for note in kept.values()}
        code = _new_code()
        while code in taken:
            code = _new_code()
        claim, note = new_token(), EnrolmentNote(code, now + LASTS_MS, address=address)
        await self._notes.add(kept_as(claim), note)
        return claim, note

    async def find(self, claim: str) -> EnrolmentNote | None:
        """Return the state of a device's request."""
        note = await self._notes.get(kept_as(claim))
        return None if note is None or self._now() >= note.ends_at else note

    async def is_waiting(self, code: str) -> bool:
        """Return whether a device shows this code."""
        return await self._named(code) is not None

    async def let_in(self, code: str, terminal: TerminalId) -> bool:
        """Let the device that shows a code speak for a terminal; false if none does."""
        name = await self._named(code)
        if name is None:
            return False
        admitted = msgspec.structs.replace
        await self._notes.change(name, lambda note: admitted(note, terminal=terminal))
        return True

    async def forget(self, terminal: TerminalId) -> None:
        """End the claims of all devices that were let in as a terminal."""
        await self._notes.sweep(lambda note: note.terminal == terminal)

    async def _named(self, code: str) -> str | None:
        now, typed = self._now(), code.strip().upper().replace("-", "").replace(" ", "")
        for name, note in (await self._notes.all()).items():
            if note.code == typed and not note.terminal and now < note.ends_at:
                return name
        return None


def _new_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))

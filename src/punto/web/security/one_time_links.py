"""Links that admit a browser once: to found the floor, choose secrets, or see a demonstration."""

from collections.abc import Callable
from typing import Literal

import msgspec

from punto.runtime import Vault
from punto.values import Instant
from punto.web.security.browser_credentials import kept_as, new_token
from punto.web.security.vault_notes import VaultNotes

Purpose = Literal["device", "staff", "found", "password"]

_PAGES: dict[Purpose, str] = {
    "device": "/terminal",
    "staff": "/pit",
    "found": "/set-up",
    "password": "/set-up",
}


_DAY_MS = 24 * 60 * 60 * 1_000


class LinkNote(msgspec.Struct, frozen=True):
    """The purpose of a link, and when it expires."""

    purpose: Purpose
    subject: str
    """The terminal or the person; empty for founding the floor."""
    slot: str
    """The slot of the browser's identity it is for; empty for the default one."""
    page: str
    """The page it leads to."""
    ends_at: int
    used: bool = False
    invitation: str = ""
    """The command in the floor's record that invited the person; without one the link is void."""


class OneTimeLinks:
    """Each link opens once."""

    def __init__(self, vault: Vault, now: Callable[[], Instant]) -> None:
        self._notes = VaultNotes(vault, "link", LinkNote)
        self._now = now

    async def make(self, note: LinkNote) -> str:
        """Make a link, and return its token."""
        now = self._now()
        await self._notes.sweep(lambda each: now >= each.ends_at)
        token = new_token()
        await self._notes.add(kept_as(token), note)
        return token

    async def make_for(self, purpose: Purpose, subject: str, invitation: str = "") -> str:
        """Make a link for a day, and return the page it leads to.

        An invitation replaces earlier ones. Founding links stay valid together, since every node of
        a new floor prints one; the first one used ends the others.
        """
        if purpose != "found":
            await self.withdraw(purpose, subject)
        page = _PAGES[purpose]
        ends_at = self._now() + _DAY_MS
        note = LinkNote(purpose, subject, "", page, ends_at, invitation=invitation)
        token = await self.make(note)
        # In the fragment, which browsers do not send and logs do not keep.
        return f"{page}#{purpose}={token}"

    async def look(self, token: str) -> LinkNote | None:
        """Return a link's note without using it up."""
        note = await self._notes.get(kept_as(token))
        return None if note is None or self._now() >= note.ends_at else note

    async def take(self, token: str) -> LinkNote | None:
        """Use a link up; returns its note as it was, unused only for the first caller."""
        used = msgspec.structs.replace
        note = await self._notes.change(kept_as(token), lambda each: used(each, used=True))
        return None if note is None or self._now() >= note.ends_at else note

    async def withdraw(self, purpose: Purpose, subject: str) -> None:
        """Make unused links void."""
        await self._notes.sweep(lambda n: (n.purpose, n.subject) == (purpose, subject))

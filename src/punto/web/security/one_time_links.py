"""Links that let a browser in once: to found the floor, to choose secrets, to look at a demo."""

from collections.abc import Callable
from typing import Literal

import msgspec

from punto.values.ids import Instant
from punto.web.security.credentials import kept_as, new_token
from punto.web.security.vault_notes import Notebook
from punto.web.security.vaults import Vault

Purpose = Literal["device", "staff", "found", "password"]

_PAGES: dict[Purpose, str] = {
    "device": "/terminal",
    "staff": "/pit",
    "found": "/set-up",
    "password": "/set-up",
}


_DAY_MS = 24 * 60 * 60 * 1_000


class LinkNote(msgspec.Struct, frozen=True):
    """What a link is good for, and until when."""

    purpose: Purpose
    subject: str
    """The terminal or the person; nobody where the floor is to be founded."""
    slot: str
    """Which of several identities of one browser it is for; empty for the usual one."""
    page: str
    """Where it leads."""
    ends_at: int
    used: bool = False
    invitation: str = ""
    """The command of the floor's record that invited a person; a link without one opens nothing."""


class OneTimeLinks:
    """Each link opens once."""

    def __init__(self, vault: Vault, now: Callable[[], Instant]) -> None:
        self._notes = Notebook(vault, "link", LinkNote)
        self._now = now

    async def make(self, note: LinkNote) -> str:
        """The token of a new link."""
        now = self._now()
        await self._notes.sweep(lambda each: now >= each.ends_at)
        token = new_token()
        await self._notes.add(kept_as(token), note)
        return token

    async def make_for(self, purpose: Purpose, subject: str, invitation: str = "") -> str:
        """A link for a day; the page that it leads to.

        An invitation takes the place of earlier ones. Founding links stay beside each other, since
        every node of a new floor prints one; the first that is used ends the others.
        """
        if purpose != "found":
            await self.withdraw(purpose, subject)
        page = _PAGES[purpose]
        ends_at = self._now() + _DAY_MS
        note = LinkNote(purpose, subject, "", page, ends_at, invitation=invitation)
        token = await self.make(note)
        # Behind the hash sign, which no browser sends and no log keeps.
        return f"{page}#{purpose}={token}"

    async def look(self, token: str) -> LinkNote | None:
        """What a link is good for, without using it up."""
        note = await self._notes.get(kept_as(token))
        return None if note is None or self._now() >= note.ends_at else note

    async def take(self, token: str) -> LinkNote | None:
        """Use a link up; what it was before, which for the first who tries is not used."""
        used = msgspec.structs.replace
        note = await self._notes.change(kept_as(token), lambda each: used(each, used=True))
        return None if note is None or self._now() >= note.ends_at else note

    async def withdraw(self, purpose: Purpose, subject: str) -> None:
        """Let links that were not used yet open nothing."""
        await self._notes.sweep(lambda n: (n.purpose, n.subject) == (purpose, subject))

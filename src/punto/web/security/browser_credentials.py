"""Credentials that a browser holds: of a device, or of a signed-in person's session.

The presented credential identifies the speaker; it may end while its line is open.
"""

import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import assert_never

import msgspec

from punto.runtime import Vault
from punto.values import Instant, PersonId, TerminalId, Value
from punto.web.security.vault_notes import VaultNotes
from punto.web.sessions.effects import Device, Passer, Speaker, StaffMember

_HOUR_MS = 60 * 60 * 1_000
SESSION_MS = 12 * _HOUR_MS
"""A long shift; then the person must sign in again."""
IDLE_MS = 2 * _HOUR_MS
"""A session unused for this long is over."""
_MOST_PEOPLE = 50
"""The number of people remembered per browser; no shared computer serves more."""
_NOTED_MS = 5 * 60 * 1_000
"""The precision of the last use; a finer one would write at every click."""

_TOKEN_BYTES = 32
DEVICES, SESSIONS = "device", "session"
"""The kinds of their notes in the vault."""


def new_token() -> str:
    """Return 256 random bits in characters that a cookie or a URL may contain."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def kept_as(token: str) -> str:
    """Return the name under which a token is kept; it cannot be reversed.

    A plain hash is enough, since 256 random bits cannot be tried out as a password can.
    """
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


class DeviceNote(msgspec.Struct, frozen=True):
    """An admitted Player Terminal."""

    terminal: str
    made_at: int


class SessionNote(msgspec.Struct, frozen=True):
    """The session of a signed-in person."""

    person: str
    csrf: str
    """The token that a page must send with every change."""
    began_at: int
    used_at: int

    def is_over(self, now: Instant) -> bool:
        """Return whether the session has expired."""
        return now >= self.began_at + SESSION_MS or now >= self.used_at + IDLE_MS


class BrowserNote(msgspec.Struct, frozen=True):
    """A browser in which people have signed in."""

    people: tuple[str, ...]


class Browsers:
    """Known browsers: strangers can neither delay nor lock out a person who signs in from one."""

    def __init__(self, vault: Vault) -> None:
        self._notes = VaultNotes(vault, "browser", BrowserNote)

    async def known_as(self, token: str, person: PersonId) -> str | None:
        """Return the name of a browser in which that person has signed in before."""
        note = await self._notes.get(kept_as(token)) if token else None
        return kept_as(token) if note is not None and person in note.people else None

    async def remember(self, token: str, person: PersonId) -> str:
        """Remember a browser; returns the token for its cookie."""

        def with_person(note: BrowserNote) -> BrowserNote:
            others = tuple(each for each in note.people if each != person)
            return BrowserNote((*others, person)[-_MOST_PEOPLE:])

        if token and await self._notes.change(kept_as(token), with_person) is not None:
            return token
        token = new_token()
        await self._notes.add(kept_as(token), BrowserNote((person,)))
        return token

    async def forget(self, person: PersonId) -> None:
        """Forget all browsers of a person whose secrets were replaced."""

        def without(note: BrowserNote) -> BrowserNote | None:
            left = tuple(each for each in note.people if each != person)
            return BrowserNote(left) if left else None

        for name, note in (await self._notes.all()).items():
            if person in note.people:
                await self._notes.change(name, without)


class Devices:
    """The credentials of Player Terminals."""

    def __init__(self, vault: Vault, now: Callable[[], Instant]) -> None:
        self._notes = VaultNotes(vault, DEVICES, DeviceNote)
        self._now = now

    async def issue(self, terminal: TerminalId) -> str:
        """Issue a credential for a device, which ends its earlier ones."""
        await self.revoke(terminal)
        return await self._issued(terminal)

    async def issue_all(self, terminals: Collection[TerminalId]) -> tuple[str, ...]:
        """Issue credentials for many devices, in their order, with one look at the earlier ones."""
        many = frozenset(terminals)
        await self._notes.sweep(lambda note: note.terminal in many)
        return tuple([await self._issued(terminal) for terminal in terminals])

    async def _issued(self, terminal: TerminalId) -> str:
        token = new_token()
        await self._notes.add(kept_as(token), DeviceNote(terminal, self._now()))
        return token

    async def terminal_of(self, token: str) -> TerminalId | None:
        """Return the terminal that a credential speaks for."""
        note = await self._notes.get(kept_as(token))
        return None if note is None else TerminalId(note.terminal)

    async def is_kept(self, name: str) -> bool:
        """Return whether the credential kept under a name is still valid."""
        return await self._notes.get(name) is not None

    async def kept(self) -> frozenset[str]:
        """Return the names of all valid credentials."""
        return await self._notes.names()

    async def revoke(self, terminal: TerminalId) -> None:
        """End all credentials of a terminal."""
        await self._notes.sweep(lambda note: note.terminal == terminal)


class Sessions:
    """The sessions of staff: opaque, and over as soon as the vault says so."""

    def __init__(self, vault: Vault, now: Callable[[], Instant]) -> None:
        self._notes = VaultNotes(vault, SESSIONS, SessionNote)
        self._now = now

    async def begin(self, person: PersonId) -> tuple[str, SessionNote]:
        """Begin a session for an identified person."""
        now = self._now()
        await self._notes.sweep(lambda note: note.is_over(now))
        token, note = new_token(), SessionNote(person, new_token(), now, now)
        await self._notes.add(kept_as(token), note)
        return token, note

    async def find(self, token: str) -> SessionNote | None:
        """Return the session of a token while it lasts; this counts as use."""
        return await self.look(kept_as(token), used=True)

    async def look(self, name: str, *, used: bool) -> SessionNote | None:
        """Return the session kept under a name while it lasts; counts as use only if ``used``."""
        now = self._now()
        note = await self._notes.get(name)
        if note is None or note.is_over(now):
            return None
        if used and now - note.used_at > _NOTED_MS:
            await self._notes.change(name, lambda n: msgspec.structs.replace(n, used_at=now))
        return note

    async def kept(self) -> frozenset[str]:
        """Return the names of all sessions, also of those that are over but not swept yet."""
        return await self._notes.names()

    async def end(self, token: str) -> None:
        """Sign out."""
        await self._notes.remove(kept_as(token))

    async def end_all(self, person: PersonId) -> None:
        """Sign a person out everywhere."""
        await self._notes.sweep(lambda note: note.person == person)


class ShownCredential(Value):
    """A speaker, and the name under which the vault keeps the credential."""

    speaker: Speaker
    name: str = ""
    """Empty for a speaker without a credential."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Checks credentials, which may end while a line opened with them is open."""

    devices: Devices
    sessions: Sessions

    async def counts(self, shown: ShownCredential, *, used: bool) -> bool:
        """Return whether a credential is still valid.

        Commands since the last check count as use.
        """
        match shown.speaker:
            case Device():
                return await self.devices.is_kept(shown.name)
            case StaffMember():
                return await self.sessions.look(shown.name, used=used) is not None
            case Passer():
                return True
            case _:
                assert_never(shown.speaker)

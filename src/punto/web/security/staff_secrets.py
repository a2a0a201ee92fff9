"""Passwords and PINs of staff, kept as argon2id hashes, and a lock after three wrong ones."""

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from punto.values.ids import PersonId
from punto.web.security.notebooks import Notebook
from punto.web.security.vaults import Vault

MOST_FAILURES = 3
"""Wrong ones in a row, of either kind, after which nothing fits until somebody unlocks it."""
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 128
PIN_LENGTHS = range(6, 13)


class Secret(Enum):
    """What somebody shows: the password to sign in, the PIN to confirm a step."""

    PASSWORD = "password"  # noqa: S105 (the word itself)
    PIN = "pin"


class SecretsNote(msgspec.Struct, frozen=True):
    """The hashes of one person's secrets."""

    password: str
    pin: str
    failures: int = 0

    @property
    def is_locked(self) -> bool:
        """Whether nothing fits any more."""
        return self.failures >= MOST_FAILURES

    def hash_of(self, secret: Secret) -> str:
        """The hash of one of both."""
        return self.password if secret is Secret.PASSWORD else self.pin


class Shown(Enum):
    """What comes of showing a secret."""

    FITS = "fits"
    WRONG = "wrong"
    LOCKS = "locks"
    """Wrong, and the last time that it was listened to."""
    LOCKED = "locked"
    UNKNOWN = "unknown"
    """Nobody has such a secret here."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """A new secret that would be too easy to guess."""

    sentence: str


class StaffSecrets:
    """Whether somebody is who they say."""

    def __init__(self, vault: Vault, hasher: PasswordHasher | None = None) -> None:
        self._notes = Notebook(vault, "staff", SecretsNote)
        self._hasher = hasher or PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        # As much work for a name that is not there as for one that is.
        self._nobody = self._hasher.hash("nobody")
        # Each takes 64 MB for a moment, so only a few at a time.
        self._turns = asyncio.Semaphore(2)

    async def set(self, person: PersonId, password: str, pin: str) -> Unfit | None:
        """Give somebody secrets, in place of those before; a lock ends with it."""
        unfit = unfitness(person, password, pin)
        if unfit is not None:
            return unfit
        note = SecretsNote(await self._hashed(password), await self._hashed(pin))
        if not await self._notes.add(person, note):
            await self._notes.change(person, lambda _: note)
        return None

    async def show(self, person: PersonId, secret: Secret, shown: str) -> Shown:
        """Try a secret; every wrong one counts, a right one makes good for those before."""
        async with self._turns:
            note = await self._notes.get(person)
            kept = self._nobody if note is None or note.is_locked else note.hash_of(secret)
            fits = await asyncio.to_thread(self._fits, kept, shown)
        if note is None:
            return Shown.UNKNOWN
        if note.is_locked:
            return Shown.LOCKED
        before = await self._notes.change(person, _after(fits=fits))
        if before is None or before.is_locked:
            return Shown.LOCKED  # somebody else guessed meanwhile
        if fits:
            return Shown.FITS
        return Shown.LOCKS if before.failures + 1 == MOST_FAILURES else Shown.WRONG

    async def unlock(self, person: PersonId) -> bool:
        """Listen to somebody again; false where nothing was locked."""
        unlocked = msgspec.structs.replace
        before = await self._notes.change(person, lambda note: unlocked(note, failures=0))
        return before is not None and before.is_locked

    async def is_locked(self, person: PersonId) -> bool:
        """Whether somebody is not listened to."""
        note = await self._notes.get(person)
        return note is not None and note.is_locked

    async def known(self) -> dict[PersonId, bool]:
        """Who has secrets, and whether they are locked."""
        return {PersonId(name): note.is_locked for name, note in (await self._notes.all()).items()}

    async def forget(self, person: PersonId) -> None:
        """Take somebody's secrets away."""
        await self._notes.remove(person)

    async def _hashed(self, secret: str) -> str:
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, secret)

    def _fits(self, kept: str, shown: str) -> bool:
        try:
            return self._hasher.verify(kept, shown)
        except (VerificationError, InvalidHashError):
            return False


def _after(*, fits: bool) -> Callable[[SecretsNote], SecretsNote]:
    """What an attempt makes of a note that is not locked; a locked one stays as it is."""

    def after(note: SecretsNote) -> SecretsNote:
        if note.is_locked:
            return note
        return msgspec.structs.replace(note, failures=0 if fits else note.failures + 1)

    return after


def unfitness(person: PersonId, password: str, pin: str) -> Unfit | None:
    """What speaks against new secrets."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        return Unfit(f"password: expected {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    if person.casefold() in password.casefold() or len(set(password)) < len("five!"):
        return Unfit("password: expected one that cannot be guessed from the name")
    if len(pin) not in PIN_LENGTHS or not (pin.isascii() and pin.isdigit()):
        return Unfit(f"PIN: expected {PIN_LENGTHS[0]} to {PIN_LENGTHS[-1]} digits")
    steps = {int(b) - int(a) for a, b in itertools.pairwise(pin)}
    if len(steps) == 1 and steps <= {-1, 0, 1}:
        return Unfit("PIN: expected digits that are not all alike or in a row")
    return None

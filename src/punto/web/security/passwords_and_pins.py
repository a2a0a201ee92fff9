"""Passwords and PINs of staff, kept as argon2id hashes; wrong ones are counted by origin."""

import asyncio
import itertools
from collections.abc import Callable
from enum import Enum
from hashlib import sha256

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from punto.identity import SecretKind
from punto.runtime import CannotRecord, Vault
from punto.values import Instant, PersonId, Value
from punto.web.security.lockouts import (
    MOST_IN_A_ROW,
    Guesses,
    GuessOrigin,
    GuessRun,
    OwnSession,
    ScreenOf,
    Stranger,
)
from punto.web.security.vault_notes import VaultNotes

_SWEEP_EVERY = 100
"""After this many new unknown names, those of the day before are forgotten."""
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 128
PIN_LENGTHS = range(6, 13)
_OWN = OwnSession()
_COUNTED_AS = {SecretKind.PASSWORD: "password", SecretKind.PIN: "pin"}
"""The names under which a note counts wrong secrets."""


class SecretsNote(msgspec.Struct, frozen=True):
    """The hashes of one person's secrets."""

    password: str
    pin: str
    guesses: Guesses = Guesses()
    is_locked: bool = False
    """Whether no secret is accepted until another person unlocks it."""

    def hash_of(self, secret: SecretKind) -> str:
        """Return the stored hash of the password or of the PIN."""
        return self.password if secret is SecretKind.PASSWORD else self.pin


class Shown(Enum):
    """The result of entering a secret."""

    FITS = "fits"
    WRONG = "wrong"
    LOCKS = "locks"
    """Wrong, and the attempt that locks the person out."""
    LOCKED = "locked"
    SIEGE = "siege"
    """Wrong, and the first of the hour that makes an address wait."""
    PESTERS = "pesters"
    """Wrong once more at the screen of a colleague who had to wait already."""
    UNKNOWN = "unknown"
    """No person has this name."""


class Unheard(Value):
    """The origin has entered too many wrong secrets: none is accepted before this time."""

    until: Instant


class GuesserNote(msgspec.Struct, frozen=True):
    """Wrong PINs of other people at the screens of one person."""

    run: GuessRun = GuessRun()


class UnknownNote(msgspec.Struct, frozen=True):
    """Guesses under a name that no person has."""

    guesses: Guesses = Guesses()


class StaffSecrets:
    """Verifies the secrets of people."""

    def __init__(self, vault: Vault, now: Callable[[], Instant]) -> None:
        self._now = now
        self._notes = VaultNotes(vault, "staff", SecretsNote)
        self._guessers = VaultNotes(vault, "guesser", GuesserNote)
        # Kept for all nodes, like those of people: otherwise the delays would reveal which names
        # exist.
        self._unknown = VaultNotes(vault, "unknown", UnknownNote)
        self._unknown_count = 0
        self._hasher = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        # An unknown name must take as much work as a known one.
        self._nobody = self._hasher.hash("nobody")
        # Each takes 64 MB for a moment, so only a few run at a time.
        self._turns = asyncio.Semaphore(2)

    async def set(self, person: PersonId, password: str, pin: str) -> None:
        """Replace a person's secrets, which also ends a lock.

        Raises ValueError if they are unfit, CannotRecord if a forged note has the person's name.
        """
        unfit = unfitness(person, password, pin)
        if unfit is not None:
            raise ValueError(unfit)
        note = SecretsNote(await self._hashed(password), await self._hashed(pin))
        is_new = await self._notes.add(person, note)
        if is_new or await self._notes.change(person, lambda _: note) is not None:
            return
        # Not overwritten: to a server with another key, every note looks forged.
        raise CannotRecord(
            f"the store of credentials has a note 'staff' of {person!r} that this server did not "
            "write; an operator has to look into it and delete it"
        )

    async def show(
        self, person: PersonId, secret: SecretKind, shown: str, origin: GuessOrigin = _OWN
    ) -> Shown | Unheard:
        """Check a secret. A wrong one counts against its origin, which may have to wait."""
        unheard = await self._unheard_guesser(origin)
        if unheard is not None:
            return unheard
        async with self._turns:
            note = await self._notes.get(person)
            guesses = await self._unknown_guesses(person) if note is None else note.guesses
            until = guesses.heard_from(origin, self._now())
            if until > self._now():
                return Unheard(Instant(until))
            kept = self._nobody if note is None or note.is_locked else note.hash_of(secret)
            fits = await asyncio.to_thread(self._fits, kept, shown)
        if note is None:
            return await self._judge_unknown(person, origin)
        return await self._judge(person, secret, origin, fits=fits)

    async def _judge(
        self, person: PersonId, secret: SecretKind, origin: GuessOrigin, *, fits: bool
    ) -> Shown | Unheard:
        now = self._now()
        # Judged again within the change, so that parallel guesses count like sequential ones.
        before = await self._notes.change(person, _after(secret, origin, now, fits=fits))
        if before is None:
            return Shown.LOCKED
        until = before.guesses.heard_from(origin, now)
        if until > now:
            return Unheard(Instant(until))
        if before.is_locked:
            return Shown.LOCKED
        if isinstance(origin, ScreenOf):
            return await self._judge_guesser(origin, now, fits=fits)
        if fits:
            return Shown.FITS
        after = before.guesses.after_wrong(origin, _COUNTED_AS[secret], now)
        if isinstance(origin, Stranger) and after.is_siege(origin, now):
            return Shown.SIEGE
        own = isinstance(origin, OwnSession)
        return Shown.LOCKS if own and after.locks else Shown.WRONG

    async def _unheard_guesser(self, origin: GuessOrigin) -> Unheard | None:
        """Return whether the colleague at this screen has to wait."""
        if not isinstance(origin, ScreenOf):
            return None
        note = await self._guessers.get(origin.person)
        until = 0 if note is None else note.run.until
        return Unheard(Instant(until)) if until > self._now() else None

    async def _judge_guesser(
        self, origin: ScreenOf, now: Instant, *, fits: bool
    ) -> Shown | Unheard:
        def after(note: GuesserNote) -> GuesserNote:
            if note.run.until > now:
                return note
            return GuesserNote(GuessRun() if fits else note.run.after(now))

        await self._guessers.add(origin.person, GuesserNote())
        before = await self._guessers.change(origin.person, after)
        run = GuessRun() if before is None else before.run
        if run.until > now:
            return Unheard(Instant(run.until))
        if fits:
            return Shown.FITS
        return Shown.PESTERS if run.wrong >= MOST_IN_A_ROW else Shown.WRONG

    async def _unknown_guesses(self, person: PersonId) -> Guesses:
        note = await self._unknown.get(_unknown_name(person))
        return Guesses() if note is None else note.guesses

    async def _judge_unknown(self, person: PersonId, origin: GuessOrigin) -> Shown | Unheard:
        now, name = self._now(), _unknown_name(person)

        def after(note: UnknownNote) -> UnknownNote:
            if note.guesses.heard_from(origin, now) > now:
                return note
            return UnknownNote(
                note.guesses.after_wrong(origin, _COUNTED_AS[SecretKind.PASSWORD], now)
            )

        if await self._unknown.add(name, after(UnknownNote())):
            self._unknown_count += 1
            if self._unknown_count % _SWEEP_EVERY == 0:
                await self._unknown.sweep(lambda note: note.guesses.are_over(now))
            return Shown.UNKNOWN
        before = await self._unknown.change(name, after)
        until = 0 if before is None else before.guesses.heard_from(origin, now)
        return Unheard(Instant(until)) if until > now else Shown.UNKNOWN

    async def unlock(self, person: PersonId) -> bool:
        """Unlock a person; false if the person was not locked."""
        unlocked = msgspec.structs.replace
        before = await self._notes.change(
            person, lambda note: unlocked(note, guesses=note.guesses.unlocked(), is_locked=False)
        )
        return before is not None and before.is_locked

    async def is_locked(self, person: PersonId) -> bool:
        """Return whether a person is locked out."""
        note = await self._notes.get(person)
        return note is not None and note.is_locked

    async def tries_left(self, person: PersonId) -> int:
        """Return how many wrong secrets in a row lock out a person who is signed in."""
        note = await self._notes.get(person)
        return 0 if note is None or note.is_locked else note.guesses.tries_left

    async def known(self) -> dict[PersonId, bool]:
        """Return who has secrets, and whether they are locked."""
        return {PersonId(name): note.is_locked for name, note in (await self._notes.all()).items()}

    async def forget(self, person: PersonId) -> None:
        """Delete a person's secrets."""
        await self._notes.remove(person)

    async def _hashed(self, secret: str) -> str:
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, secret)

    def _fits(self, kept: str, shown: str) -> bool:
        try:
            return self._hasher.verify(kept, shown)
        except (VerificationError, InvalidHashError):
            return False


def _unknown_name(person: PersonId) -> str:
    """Return a name for the note, made safe, as a client may send anything as a user name."""
    return sha256(person.encode(errors="surrogatepass")).hexdigest()


def _after(
    secret: SecretKind, origin: GuessOrigin, now: Instant, *, fits: bool
) -> Callable[[SecretsNote], SecretsNote]:
    """Return how an attempt changes a note; one that is not accepted changes nothing."""

    def after(note: SecretsNote) -> SecretsNote:
        if note.guesses.heard_from(origin, now) > now:
            return note
        if note.is_locked:
            # Strangers wait as they would for any other name, and do not learn of the lock.
            strange = isinstance(origin, Stranger)
            guesses = note.guesses.after_wrong(origin, _COUNTED_AS[secret], now)
            return msgspec.structs.replace(note, guesses=guesses) if strange else note
        if fits:
            guesses = note.guesses.after_right(origin, _COUNTED_AS[secret])
        else:
            guesses = note.guesses.after_wrong(origin, _COUNTED_AS[secret], now)
        locked = not fits and isinstance(origin, OwnSession) and guesses.locks
        return msgspec.structs.replace(note, guesses=guesses, is_locked=locked)

    return after


def unfitness(person: PersonId, password: str, pin: str) -> str | None:
    """Return why new secrets are too weak; None if they are acceptable."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        return f"password: expected {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
    if person.casefold() in password.casefold() or len(set(password)) < len("five!"):
        return "password: expected one that cannot be guessed from the name"
    if len(pin) not in PIN_LENGTHS or not (pin.isascii() and pin.isdigit()):
        return f"PIN: expected {PIN_LENGTHS[0]} to {PIN_LENGTHS[-1]} digits"
    steps = {int(b) - int(a) for a, b in itertools.pairwise(pin)}
    if len(steps) == 1 and steps <= {-1, 0, 1}:
        return "PIN: expected digits that are not all alike or in a row"
    return None

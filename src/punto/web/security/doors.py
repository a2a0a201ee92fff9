"""The doors of the floor: signing in, choosing secrets, and confirming a step with a PIN."""

from dataclasses import dataclass
from enum import Enum

from punto.identity.access.commands import (
    AlarmCause,
    NoteAlarm,
    NoteFailure,
    NoteLockout,
    NoteSecrets,
    NoteSignIn,
    SecretKind,
)
from punto.identity.floors import Person
from punto.identity.roles.actors import working_person
from punto.runtime.nodes import Node
from punto.values.ids import CommandId, Instant, PersonId
from punto.web.security.credentials import SessionNote, Sessions
from punto.web.security.guesses import KnownBrowser, Origin, OwnSession, ScreenOf, Stranger
from punto.web.security.staff_secrets import Secret, Shown, StaffSecrets, Unheard
from punto.web.security.witness import Witness


class NotLetIn(Enum):
    """Why somebody is not let in; whoever guesses learns no more than that."""

    DOES_NOT_FIT = "the name and the password do not fit, or the person is locked out"


@dataclass(frozen=True, slots=True)
class LetIn:
    """Somebody who has signed in."""

    token: str
    session: SessionNote


_WRONG = {Shown.WRONG, Shown.LOCKS, Shown.SIEGE, Shown.PESTERS}
_KINDS = {Secret.PASSWORD: SecretKind.PASSWORD, Secret.PIN: SecretKind.PIN}


class Doors:
    """One for a node."""

    def __init__(
        self,
        node: Node,
        secrets: StaffSecrets,
        sessions: Sessions,
        witness: Witness,
        tied_ms: int,
    ) -> None:
        self._node, self._witness, self._tied_ms = node, witness, tied_ms
        self._secrets, self._sessions = secrets, sessions

    async def sign_in(
        self, person: PersonId, password: str, origin: KnownBrowser | Stranger
    ) -> LetIn | NotLetIn | Unheard:
        """Let a person in by name and password."""
        fits = await self._fits(person, Secret.PASSWORD, password, origin)
        if isinstance(fits, Unheard):
            return fits
        if not fits:
            return NotLetIn.DOES_NOT_FIT
        return await self.let_in(person)

    async def let_in(self, person: PersonId) -> LetIn:
        """Begin a session for somebody who has shown who they are."""
        await self._witness.note(NoteSignIn(person))
        return LetIn(*await self._sessions.begin(person))

    async def choose(
        self, person: PersonId, password: str, pin: str, invitation: CommandId | None = None
    ) -> bool:
        """Give a person secrets of their own choice; all sessions before end.

        False where the invitation is not the latest; then nothing is changed.
        """
        notice = NoteSecrets(person, invitation, self._tied_ms)
        if not await self._witness.note(notice) and invitation is not None:
            return False
        unfit = await self._secrets.set(person, password, pin)
        if unfit is not None:
            raise ValueError(unfit.sentence)
        await self._sessions.end_all(person)
        return True

    async def unlocking(self, person: PersonId) -> None:
        """Bring the record up to the store before a person is unlocked.

        A database that went away between the two has left a lockout that no event tells of.
        """
        known = self._node.floor.people.get(person)
        if known is not None and not known.locked and await self._secrets.is_locked(person):
            await self._witness.note(NoteLockout(person))

    async def tell_forgery(self, person: PersonId, address: str) -> None:
        """Raise an alarm: a credential was shown that this server never issued."""
        await self._witness.note(NoteAlarm(person, AlarmCause.FORGED, address))

    async def password_fits(self, person: PersonId, password: str) -> bool:
        """Whether it is the password of a person who is signed in already."""
        return await self._fits(person, Secret.PASSWORD, password, OwnSession()) is True

    async def pin_fits(self, person: PersonId, pin: str, screen_of: PersonId) -> bool | Instant:
        """Whether it is that person's PIN; never for a person who is locked out.

        An instant where too many were wrong at that screen: none is listened to before it.
        """
        origin = OwnSession() if screen_of == person else ScreenOf(screen_of)
        fits = await self._fits(person, Secret.PIN, pin, origin)
        return fits.until if isinstance(fits, Unheard) else fits

    async def tries_left(self, person: PersonId) -> int:
        """How many wrong secrets in a row the person's own screens may still show."""
        return await self._secrets.tries_left(person)

    async def _fits(
        self, person: PersonId, secret: Secret, shown: str, origin: Origin
    ) -> bool | Unheard:
        outcome = await self._secrets.show(person, secret, shown, origin)
        if isinstance(outcome, Unheard):
            return outcome
        if outcome in _WRONG:
            await self._witness.note(NoteFailure(person, _KINDS[secret]))
        if outcome is Shown.LOCKS:
            await self._witness.note(NoteLockout(person))
        elif outcome is Shown.SIEGE and isinstance(origin, Stranger):
            cause = AlarmCause.GUESSED_BY_STRANGERS
            await self._witness.note(NoteAlarm(person, cause, origin.address))
        elif outcome is Shown.PESTERS and isinstance(origin, ScreenOf):
            await self._witness.note(NoteAlarm(origin.person, AlarmCause.GUESSES_AT_OTHERS, ""))
        # Who was dismissed keeps secrets that fit, and is let in all the same by nobody.
        works = isinstance(working_person(self._node.floor, person), Person)
        return outcome is Shown.FITS and works

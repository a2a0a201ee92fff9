"""The doors of the floor: sign-in, the choice of secrets, and confirmation with a PIN.

The floor records what happens there.
"""

from collections.abc import Callable
from uuid import uuid4

import structlog

from punto.identity import AccessNote, AlarmCause, FloorCommand, Person, SecretKind, working_person
from punto.identity.access import commands as access_commands
from punto.runtime import Closed, Halted, Node, NotRecordable
from punto.values import CommandId, Instant, PersonId, Value
from punto.web.security.browser_credentials import SessionNote, Sessions
from punto.web.security.lockouts import GuessOrigin, KnownBrowser, OwnSession, ScreenOf, Stranger
from punto.web.security.passwords_and_pins import Shown, StaffSecrets, Unheard

_log = structlog.get_logger("punto.doors")


class CannotWitness(Exception):
    """The floor accepts nothing, so it cannot record an entrance, and no one is let in."""


class Witness:
    """Records every notice before a person is let in because of it."""

    def __init__(self, node: Node, now: Callable[[], Instant]) -> None:
        self._node, self._now = node, now

    async def note(self, notice: AccessNote) -> bool:
        """Record a notice; false if it is refused. Raises CannotWitness if the floor is halted."""
        command = FloorCommand(CommandId(f"door/{uuid4().hex}"), self._now(), None, notice)
        try:
            answer = await self._node.ask_floor(command)
        except (Halted, Closed) as fault:
            raise CannotWitness(str(fault)) from fault
        except NotRecordable as fault:
            # A forged credential may name anything.
            _log.warning("not on this floor", notice=type(notice).__name__, why=str(fault))
            return False
        if not isinstance(answer, tuple):
            # The floor does not know the person, or no longer: only the log keeps it.
            _log.warning("not on this floor", notice=type(notice).__name__, why=answer.sentence)
        return isinstance(answer, tuple)


class LetIn(Value):
    """A person who has signed in."""

    token: str
    session: SessionNote


_WRONG = {Shown.WRONG, Shown.LOCKS, Shown.SIEGE, Shown.PESTERS}


class Doors:
    """The doors of one node."""

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
    ) -> LetIn | Unheard | None:
        """Sign a person in by name and password; None if they do not fit."""
        fits = await self._fits(person, SecretKind.PASSWORD, password, origin)
        if isinstance(fits, Unheard):
            return fits
        return await self.let_in(person) if fits else None

    async def let_in(self, person: PersonId) -> LetIn:
        """Begin a session for an identified person."""
        await self._witness.note(access_commands.NoteSignIn(person))
        return LetIn(*await self._sessions.begin(person))

    async def choose(
        self, person: PersonId, password: str, pin: str, invitation: CommandId | None = None
    ) -> bool:
        """Set the secrets that a person has chosen; ends all earlier sessions.

        Returns False, with nothing changed, if the invitation is not the latest.
        """
        notice = access_commands.NoteSecrets(person, invitation, self._tied_ms)
        if not await self._witness.note(notice) and invitation is not None:
            return False
        await self._secrets.set(person, password, pin)
        await self._sessions.end_all(person)
        return True

    async def unlocking(self, person: PersonId) -> None:
        """Record, before an unlock, a lockout that so far only the vault knows.

        If the database failed between the two, no event records the lockout.
        """
        known = self._node.floor.people.get(person)
        if known is not None and not known.locked and await self._secrets.is_locked(person):
            await self._witness.note(access_commands.NoteLockout(person))

    async def tell_forgery(self, person: PersonId, address: str) -> None:
        """Raise an alarm: a presented credential was never issued by this server."""
        await self._witness.note(access_commands.NoteAlarm(person, AlarmCause.FORGED, address))

    async def password_fits(self, person: PersonId, password: str) -> bool:
        """Return whether this is the password of a signed-in person."""
        return await self._fits(person, SecretKind.PASSWORD, password, OwnSession()) is True

    async def pin_fits(self, person: PersonId, pin: str, screen_of: PersonId) -> bool | Instant:
        """Return whether this is the person's PIN; never true for a person who is locked out.

        Returns a time if too many were wrong at that screen: no PIN is accepted there before it.
        """
        origin = OwnSession() if screen_of == person else ScreenOf(screen_of)
        fits = await self._fits(person, SecretKind.PIN, pin, origin)
        return fits.until if isinstance(fits, Unheard) else fits

    async def tries_left(self, person: PersonId) -> int:
        """Return how many wrong secrets in a row the person's own screens may still enter."""
        return await self._secrets.tries_left(person)

    async def _fits(
        self, person: PersonId, secret: SecretKind, shown: str, origin: GuessOrigin
    ) -> bool | Unheard:
        outcome = await self._secrets.show(person, secret, shown, origin)
        if isinstance(outcome, Unheard):
            return outcome
        if outcome in _WRONG:
            await self._witness.note(access_commands.NoteFailure(person, secret))
        if outcome is Shown.LOCKS:
            await self._witness.note(access_commands.NoteLockout(person))
        elif outcome is Shown.SIEGE and isinstance(origin, Stranger):
            cause = AlarmCause.GUESSED_BY_STRANGERS
            await self._witness.note(access_commands.NoteAlarm(person, cause, origin.address))
        elif outcome is Shown.PESTERS and isinstance(origin, ScreenOf):
            await self._witness.note(
                access_commands.NoteAlarm(origin.person, AlarmCause.GUESSES_AT_OTHERS, "")
            )
        # A dismissed person's secrets may still fit, but grant no access.
        works = isinstance(working_person(self._node.floor, person), Person)
        return outcome is Shown.FITS and works

"""The doors of the floor: signing in, choosing secrets, and confirming a step with a PIN."""

from dataclasses import dataclass
from enum import Enum

from punto.identity.access_commands import (
    NoteFailure,
    NoteLockout,
    NoteSecrets,
    NoteSignIn,
    SecretKind,
)
from punto.identity.actors import working_person
from punto.identity.floors import Person
from punto.tables.nodes import Node
from punto.values.ids import PersonId
from punto.web.security.credentials import SessionNote, Sessions
from punto.web.security.staff_secrets import Secret, Shown, StaffSecrets, Unfit
from punto.web.security.witness import Witness


class NotLetIn(Enum):
    """Why somebody is not let in; whoever guesses learns no more than that."""

    DOES_NOT_FIT = "the name and the password do not fit, or the person is locked out"


@dataclass(frozen=True, slots=True)
class LetIn:
    """Somebody who has signed in."""

    token: str
    session: SessionNote


_KINDS = {Secret.PASSWORD: SecretKind.PASSWORD, Secret.PIN: SecretKind.PIN}


class Doors:
    """One for a node."""

    def __init__(
        self, node: Node, secrets: StaffSecrets, sessions: Sessions, witness: Witness
    ) -> None:
        self._node, self._witness = node, witness
        self._secrets, self._sessions = secrets, sessions

    async def sign_in(self, person: PersonId, password: str) -> LetIn | NotLetIn:
        """Let somebody in by name and password."""
        if not await self._fits(person, Secret.PASSWORD, password):
            return NotLetIn.DOES_NOT_FIT
        return await self.let_in(person)

    async def let_in(self, person: PersonId) -> LetIn:
        """Begin a session for somebody who has shown who they are."""
        await self._witness.note(NoteSignIn(person))
        return LetIn(*await self._sessions.begin(person))

    async def choose(self, person: PersonId, password: str, pin: str) -> Unfit | None:
        """Give somebody secrets of their own choice; all sessions before end."""
        unfit = await self._secrets.set(person, password, pin)
        if unfit is None:
            await self._sessions.end_all(person)
            await self._witness.note(NoteSecrets(person))
        return unfit

    async def password_fits(self, person: PersonId, password: str) -> bool:
        """Whether it is the password of somebody who is signed in already."""
        return await self._fits(person, Secret.PASSWORD, password)

    async def pin_fits(self, person: PersonId, pin: str) -> bool:
        """Whether it is that person's PIN; never for somebody who is locked out."""
        return await self._fits(person, Secret.PIN, pin)

    async def _fits(self, person: PersonId, secret: Secret, shown: str) -> bool:
        outcome = await self._secrets.show(person, secret, shown)
        if outcome in {Shown.WRONG, Shown.LOCKS}:
            await self._witness.note(NoteFailure(person, _KINDS[secret]))
        if outcome is Shown.LOCKS:
            await self._witness.note(NoteLockout(person))
        # Who was dismissed keeps secrets that fit, and is let in all the same by nobody.
        works = isinstance(working_person(self._node.floor, person), Person)
        return outcome is Shown.FITS and works

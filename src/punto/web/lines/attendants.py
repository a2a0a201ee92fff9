"""The terminals that call for an attendant, each with the time of its call.

A call belongs to the floor: whichever node a terminal or the pit is connected to sees it. It is
short-lived, so it is kept outside the record, and only its answer is recorded.
"""

import asyncio
from collections.abc import Callable, Container

import msgspec

from punto.runtime import CannotRecord, Vault
from punto.values import Instant, TerminalId
from punto.web.duties import Duty
from punto.web.security.vault_notes import VaultNotes
from punto.web.sessions.effects import CallAttendant
from punto.web.wire.messages import Called, Problem

_LOOK_S = 1.0
"""How soon a call made or answered at another node shows here."""

ShowCall = Callable[[TerminalId, Instant | None], None]
"""Tells the screens of a terminal since when it calls; None if it does not."""


class CallNote(msgspec.Struct, frozen=True):
    """A call."""

    since: int


class NewestCall:
    """A line's latest wish to call or not, until it is carried out; a newer one replaces it."""

    def __init__(self) -> None:
        self._waiting: CallAttendant | None = None
        self._is_busy = False

    def put(self, ask: CallAttendant) -> bool:
        """Replace the waiting wish; false if a task is already running and will take it."""
        was_busy, self._is_busy = self._is_busy, True
        self._waiting = ask
        return not was_busy

    def take(self) -> CallAttendant | None:
        """Return the wish that waits; None if the work is done."""
        ask, self._waiting = self._waiting, None
        self._is_busy = ask is not None
        return ask


class Attendants:
    """The calls of a floor, as this node last read them."""

    def __init__(self, vault: Vault, show: ShowCall) -> None:
        self._notes, self._show = VaultNotes(vault, "call", CallNote), show
        self._since: dict[TerminalId, Instant] = {}
        self._turn = asyncio.Lock()  # what was asked last is what counts
        self.looking = Duty("calls for an attendant wait", self.look, _LOOK_S)

    async def begin(self, *, is_shared: bool) -> None:
        """Read the calls; if other nodes serve the floor, keep reading them."""
        await self.look()
        if is_shared:
            self.looking.begin()

    async def answer(
        self, terminal: TerminalId, ask: CallAttendant, now: Callable[[], Instant]
    ) -> Called | Problem:
        """Start or end a call, as the terminal wishes."""
        try:
            await (self.call(terminal, now()) if ask.wanted else self.dismiss(terminal))
        except CannotRecord as fault:
            return Problem(now(), id=ask.id, code="out_of_reach", sentence=str(fault))
        return Called(now(), since=self.since(terminal))

    async def call(self, terminal: TerminalId, now: Instant) -> None:
        """Start a call; a terminal that is already waiting keeps its time."""
        async with self._turn:
            note = await self._notes.get(terminal)
            if note is None:
                await self._notes.add(terminal, CallNote(now))
                note = await self._notes.get(terminal)
            if note is not None:
                self._since[terminal] = Instant(note.since)

    async def dismiss(self, terminal: TerminalId, began: Instant | None = None) -> None:
        """End a call; if a time is given, only the call that began then, and no later one."""
        async with self._turn:
            note = await self._notes.change(
                terminal, lambda note: None if began in {None, note.since} else note
            )
            if note is None or began in {None, note.since}:
                self._since.pop(terminal, None)
            else:
                self._since[terminal] = Instant(note.since)

    def since(self, terminal: TerminalId) -> Instant | None:
        """Return the time of a terminal's call."""
        return self._since.get(terminal)

    def calls_at(self, seats: Container[TerminalId]) -> int:
        """Return how many of these terminals call."""
        return sum(terminal in seats for terminal in self._since)

    async def look(self) -> None:
        """Read all calls, and show those that other nodes have changed."""
        async with self._turn:
            notes = await self._notes.all()
            found = {TerminalId(name): Instant(note.since) for name, note in notes.items()}
            for terminal in {*found, *self._since}:
                if found.get(terminal) != self._since.get(terminal):
                    self._put(terminal, found.get(terminal))

    def _put(self, terminal: TerminalId, since: Instant | None) -> None:
        if since is None:
            self._since.pop(terminal, None)
        else:
            self._since[terminal] = since
        self._show(terminal, since)

"""The screens that watch a table: what each audience sees, and the messages still to be sent."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from punto.values import Instant, TerminalId
from punto.views.screens import console_view, pit_view, terminal_view
from punto.views.watched_table import Watched
from punto.web.sessions.outboxes import Outbox
from punto.web.wire.parts import encode_private

NOTHING_PRIVATE = b"null"


@dataclass(frozen=True, slots=True)
class OfTerminal:
    """One patron, who sees only that patron's bets and credits."""

    terminal: TerminalId


@dataclass(frozen=True, slots=True)
class OfConsole:
    """The Dealer, who sees no money."""


@dataclass(frozen=True, slots=True)
class OfPit:
    """The pit, which sees everything."""


@dataclass(frozen=True, slots=True)
class OfDisplay:
    """The public, who see only what is public."""


Audience = OfTerminal | OfConsole | OfPit | OfDisplay


def private_part(watched: Watched, audience: Audience) -> bytes:
    """Return what only this screen gets, as JSON; null if there is nothing."""
    match audience:
        case OfTerminal(terminal):
            view = terminal_view(watched, terminal)
            return NOTHING_PRIVATE if view is None else encode_private(view)
        case OfConsole():
            console = console_view(watched)
            return NOTHING_PRIVATE if console is None else encode_private(console)
        case OfPit():
            pit = pit_view(watched)
            return NOTHING_PRIVATE if pit is None else encode_private(pit)
        case OfDisplay():
            return NOTHING_PRIVATE
    assert_never(audience)


class Screen:
    """Wakes its writer when there is news; the writer then takes the newest state.

    The private part is made only just before sending: if ten bets came in while the line was busy,
    the screen gets the last state, and the nine before are never computed.
    """

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.outbox = Outbox()
        self.replaced = False
        self.woken = asyncio.Event()
        self._private = b""
        self._watched: Watched | None = None
        self._version = 0

    def show(self, version: int, **parts: bytes) -> None:
        """Show changed public parts, encoded once for all screens."""
        self.outbox.show(version, **parts)
        self.woken.set()

    def private_changed(self, version: int, watched: Watched) -> None:
        """Mark the private part as changed, to be made before the next message leaves."""
        self._watched, self._version = watched, version
        self.woken.set()

    def put(self, message: bytes) -> None:
        """Queue an answer or a notice; raises OutboxFull if the screen has stopped reading."""
        self.outbox.put(message)
        self.woken.set()

    def take(self, now: Instant) -> bytes | None:
        """Return the next message for this screen; None if there is none."""
        if self._watched is not None:
            private = private_part(self._watched, self.audience)
            self._watched = None
            if private != self._private:
                self._private = private
                self.outbox.show(self._version, private=private)
        return self.outbox.take(now)


class Roster:
    """A set of screens; finding those of a terminal takes constant time."""

    def __init__(self) -> None:
        self._by_terminal: dict[TerminalId, set[Screen]] = {}
        self._others: set[Screen] = set()

    def add(self, screen: Screen) -> None:
        """Add a screen; does nothing if it is there already."""
        audience = screen.audience
        if isinstance(audience, OfTerminal):
            self._by_terminal.setdefault(audience.terminal, set()).add(screen)
        else:
            self._others.add(screen)

    def remove(self, screen: Screen) -> None:
        """Remove a screen; does nothing if it is not there."""
        audience = screen.audience
        if not isinstance(audience, OfTerminal):
            self._others.discard(screen)
            return
        own = self._by_terminal.get(audience.terminal, set())
        own.discard(screen)
        if not own:
            self._by_terminal.pop(audience.terminal, None)

    def of(self, terminal: TerminalId) -> tuple[Screen, ...]:
        """Return the screens of one terminal."""
        return tuple(self._by_terminal.get(terminal, ()))

    def of_terminals(self, terminals: Iterable[TerminalId]) -> Iterator[Screen]:
        """Yield the screens of some terminals."""
        for terminal in terminals:
            yield from self.of(terminal)

    def others(self) -> Iterable[Screen]:
        """Return the screens of no terminal: consoles, pits and displays."""
        return self._others

    def __iter__(self) -> Iterator[Screen]:
        """Yield every screen."""
        for own in self._by_terminal.values():
            yield from own
        yield from self._others

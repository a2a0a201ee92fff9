"""The screens that watch a table: what each audience sees, and the messages still to be sent."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Protocol, assert_never

from punto.values import Instant, TerminalId, Value
from punto.views.screens import OwnState, console_view, own_state, pit_view, terminal_view
from punto.views.watched_table import Watched
from punto.web.sessions.outboxes import Outbox, SharedView
from punto.web.wire.parts import encode_private

NOTHING_PRIVATE = b"null"
NOTHING_TOLD = -1
"""Before any version of the lobby, so that a floor without tables is told as well."""


class OfTerminal(Value):
    """One patron, who sees only that patron's bets and credits."""

    terminal: TerminalId


class OfConsole(Value):
    """The Dealer, who sees no money."""


class OfPit(Value):
    """The pit, which sees everything."""


class OfDisplay(Value):
    """The public, who see only what is public."""


Audience = OfTerminal | OfConsole | OfPit | OfDisplay


def private_part(watched: Watched, audience: Audience) -> bytes:
    """Return what only this screen gets, as JSON; null if there is nothing."""
    match audience:
        case OfTerminal(terminal):
            return own_part(own_state(watched, terminal))
        case OfConsole():
            console = console_view(watched)
            return NOTHING_PRIVATE if console is None else encode_private(console)
        case OfPit():
            pit = pit_view(watched)
            return NOTHING_PRIVATE if pit is None else encode_private(pit)
        case OfDisplay():
            return NOTHING_PRIVATE
    assert_never(audience)


def own_part(own: OwnState | None) -> bytes:
    """Return what only one terminal gets, as JSON, from what it is made of."""
    return NOTHING_PRIVATE if own is None else encode_private(terminal_view(own))


def is_of_staff(audience: Audience) -> bool:
    """Return whether a screen is staff's, which gets names of patrons and readings of chips."""
    return isinstance(audience, OfConsole | OfPit)


class LobbyShown(Protocol):
    """The tables of the lobby, in versions."""

    version: int

    def frame_since(self, version: int, now: Instant) -> bytes:
        """Return the message that brings a screen from this version up to date."""


class OnNews(Protocol):
    """Hears that a screen has news."""

    def __call__(self, *, is_answer: bool) -> None:
        """Take note of news; the answer to a command is urgent, because a person waits for it."""


def _nobody_waits(*, is_answer: bool) -> None:
    """Ignore news; for a screen that is read only on demand."""
    del is_answer


def _nobody_is_reminded(_seconds: float, _wake: Callable[[], None]) -> None:
    """Ignore reminders; for the same screens."""


class AudienceScreen:
    """Signals that it has news; the line then takes all of it, with the newest state.

    The private part is made only just before sending: if ten bets came in while the line was busy,
    the screen gets the last state, and the nine before are never computed.
    """

    def __init__(
        self,
        audience: Audience,
        on_news: OnNews = _nobody_waits,
        remind: Callable[[float, Callable[[], None]], None] = _nobody_is_reminded,
        tab: str = "",
    ) -> None:
        """Take the functions to call when there is news, and to be woken some seconds later."""
        self.audience, self.tab = audience, tab
        self.outbox = Outbox()
        self.replaced = self.is_elsewhere = False
        """Whether a newer line speaks for its terminal, and whether that is at another node."""
        self.since = Instant(0)
        """When it began to speak for its terminal."""
        self.has_news = self._has_answer = False
        self._on_news, self._remind, self._is_due = on_news, remind, False
        self._private = b""
        self._own: OwnState | None = None
        """The state from which the private part of a terminal was made."""
        self._watched: Watched | None = None
        self._version = 0
        self._lobby: LobbyShown | None = None
        self._lobby_version = NOTHING_TOLD

    def enter(self, lobby: LobbyShown | None) -> None:
        """Show the whole lobby from now on, or stop showing it."""
        self._lobby, self._lobby_version = lobby, NOTHING_TOLD
        if lobby is not None:
            self.wake()

    def show(self, version: int, **parts: bytes) -> None:
        """Show changed parts."""
        self.outbox.show(version, **parts)
        self.wake()

    def share(self, view: SharedView) -> None:
        """Show changed parts that are the same for all screens."""
        self.outbox.share(view)
        self.wake()

    def private_changed(self, version: int, watched: Watched, within_s: float = 0.0) -> None:
        """Mark the private part as changed, to be made before the next message leaves."""
        self._watched, self._version = watched, version
        if not within_s:
            self.wake()
        elif not self._is_due and not self.has_news:
            self._is_due = True
            self._remind(within_s, self.wake)

    def put(self, message: bytes, *, is_answer: bool = False) -> None:
        """Queue an answer or a notice; raises OutboxFull if the screen has stopped reading."""
        self.outbox.put(message)
        if not is_answer:
            self.wake()
        elif not self._has_answer:
            self.has_news = self._has_answer = True
            self._on_news(is_answer=True)

    def wake(self) -> None:
        """Signal that there is news, unless that was signalled already."""
        if not self.has_news:
            self.has_news = True
            self._on_news(is_answer=False)

    def take(self, now: Instant) -> bytes:
        """Return everything that waits, as frames for one write; empty if there is nothing."""
        self.has_news = self._has_answer = self._is_due = False
        if self._watched is not None:
            private = self._private_part(self._watched)
            self._watched = None
            if private != self._private:
                self._private = private
                self.outbox.own(self._version, private)
        taken = self.outbox.take(now)
        lobby = self._lobby
        if lobby is None or lobby.version == self._lobby_version:
            return taken
        seen, self._lobby_version = self._lobby_version, lobby.version
        return taken + lobby.frame_since(seen, now)

    def _private_part(self, watched: Watched) -> bytes:
        """Return the private part; that of a terminal is made only where it may have changed.

        Most of what happens to all terminals leaves some of them as they were.
        """
        audience = self.audience
        if not isinstance(audience, OfTerminal):
            return private_part(watched, audience)
        own = own_state(watched, audience.terminal)
        if own is not None and own == self._own:
            return self._private
        self._own = own
        return own_part(own)


class Roster:
    """A set of screens; finding those of a terminal takes constant time."""

    def __init__(self) -> None:
        self._by_terminal: dict[TerminalId, set[AudienceScreen]] = {}
        self._others: set[AudienceScreen] = set()

    def add(self, screen: AudienceScreen) -> None:
        """Add a screen, unless it is in the set."""
        audience = screen.audience
        if isinstance(audience, OfTerminal):
            self._by_terminal.setdefault(audience.terminal, set()).add(screen)
        else:
            self._others.add(screen)

    def remove(self, screen: AudienceScreen) -> None:
        """Remove a screen, if it is in the set."""
        audience = screen.audience
        if not isinstance(audience, OfTerminal):
            self._others.discard(screen)
            return
        own = self._by_terminal.get(audience.terminal, set())
        own.discard(screen)
        if not own:
            self._by_terminal.pop(audience.terminal, None)

    def of(self, terminal: TerminalId) -> tuple[AudienceScreen, ...]:
        """Return the screens of one terminal."""
        return tuple(self._by_terminal.get(terminal, ()))

    def of_terminals(self, terminals: Iterable[TerminalId]) -> Iterator[AudienceScreen]:
        """Yield the screens of some terminals."""
        for terminal in terminals:
            yield from self.of(terminal)

    def others(self) -> Collection[AudienceScreen]:
        """Return the screens that belong to no terminal: consoles, pits and displays."""
        return self._others

    def __iter__(self) -> Iterator[AudienceScreen]:
        """Yield every screen."""
        for own in self._by_terminal.values():
            yield from own
        yield from self._others

"""Screens by their terminal, so that one is found without searching all."""

from collections.abc import Iterable, Iterator

from punto.values import TerminalId
from punto.web.screens.audiences import OfTerminal
from punto.web.screens.screen import Screen


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

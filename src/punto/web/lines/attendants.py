"""Terminals that call for an attendant; a matter of the moment, which is not recorded."""

from collections.abc import Mapping

from punto.values import Instant, TerminalId


class Attendants:
    """The calling terminals, and since when each calls."""

    def __init__(self) -> None:
        self._since: dict[TerminalId, Instant] = {}

    def call(self, terminal: TerminalId, now: Instant) -> Instant:
        """Start a call; a terminal that already waits keeps its time."""
        return self._since.setdefault(terminal, now)

    def dismiss(self, terminal: TerminalId) -> None:
        """End a call."""
        self._since.pop(terminal, None)

    def since(self, terminal: TerminalId) -> Instant | None:
        """Return since when a terminal calls."""
        return self._since.get(terminal)

    def waiting(self) -> Mapping[TerminalId, Instant]:
        """Return all calling terminals, the longest waiting first."""
        return dict(self._since)

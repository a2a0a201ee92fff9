"""Terminals at which an attendant is wanted; a matter of the moment, which no record keeps."""

from collections.abc import Mapping

from punto.values.ids import Instant, TerminalId


class Attendants:
    """Who has called, and since when."""

    def __init__(self) -> None:
        self._since: dict[TerminalId, Instant] = {}

    def call(self, terminal: TerminalId, now: Instant) -> Instant:
        """Somebody is wanted here; whoever waits already goes on waiting."""
        return self._since.setdefault(terminal, now)

    def dismiss(self, terminal: TerminalId) -> None:
        """Nobody is wanted any more."""
        self._since.pop(terminal, None)

    def since(self, terminal: TerminalId) -> Instant | None:
        """Since when somebody is wanted here."""
        return self._since.get(terminal)

    def waiting(self) -> Mapping[TerminalId, Instant]:
        """All who wait, the longest first."""
        return dict(self._since)

"""The register of open lines, through which other code can end one."""

from typing import Protocol

from punto.values import TableId
from punto.web.security.browser_credentials import ShownCredential
from punto.web.sessions.effects import Speaker


class Endable(Protocol):
    """An open line."""

    is_leaving: bool
    """Whether its screen was asked to leave."""

    @property
    def shown(self) -> ShownCredential:
        """The speaker, and the credential presented."""

    @property
    def screen(self) -> str:
        """The kind of screen; empty before it has said so."""

    def was_used(self) -> bool:
        """Return whether a command arrived since the last call."""

    @property
    def table(self) -> TableId | None:
        """The table that it shows, if any."""

    def hang_up(self, reason: str, sentence: str) -> None:
        """End the line, giving the reason."""

    def leave(self) -> None:
        """Ask the screen to open a line to a ready node; it keeps this one until it has."""

    def come_back(self) -> None:
        """End the line, so that the screen reconnects to a ready node."""


class LineRegister:
    """All open lines of a node."""

    def __init__(self) -> None:
        self._open: set[Endable] = set()

    def lines(self, of: Speaker | None = None) -> tuple[Endable, ...]:
        """Return the open lines, or only those of one speaker."""
        return tuple(line for line in self._open if of is None or line.shown.speaker == of)

    def add(self, line: Endable) -> None:
        """Add an open line."""
        self._open.add(line)

    def remove(self, line: Endable) -> None:
        """Remove a closed line."""
        self._open.discard(line)

    def release(self, table: TableId) -> None:
        """Send every screen at a table that is no longer served here to a ready node."""
        for line in self.lines():
            if line.table == table:
                line.come_back()

    def hang_up(self, speaker: Speaker, reason: str, sentence: str) -> None:
        """End every line of a speaker who may no longer use it."""
        for line in self.lines(speaker):
            line.hang_up(reason, sentence)

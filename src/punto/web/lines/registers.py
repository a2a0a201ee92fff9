"""The register of open lines, through which other code can end one."""

import asyncio
from typing import Protocol

from punto.values import TableId
from punto.web.security.credentials import ShownCredential
from punto.web.sessions.effects import Speaker

_PARTS, _LEAST_AT_ONCE = 16, 50
"""In how many parts all screens of a node leave it, and how many are in one at least."""
_PART_S = 0.25


class Endable(Protocol):
    """An open line."""

    @property
    def shown(self) -> ShownCredential:
        """The speaker, and the credential presented."""
        ...

    @property
    def screen(self) -> str:
        """The kind of screen; empty before it has said so."""
        ...

    def was_used(self) -> bool:
        """Return whether a command arrived since the last call."""
        ...

    @property
    def table(self) -> TableId | None:
        """The table that it shows, if any."""
        ...

    def hang_up(self, reason: str, sentence: str) -> None:
        """End it, giving the reason."""
        ...

    def move(self) -> None:
        """End it, and let it come back to a ready node."""
        ...


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

    async def lead_away(self, table: TableId) -> None:
        """Send the screens at a table to a ready node, some at a time.

        All at once they would wait for each other at the other nodes, and for nothing else.
        """
        at_once = max(_LEAST_AT_ONCE, len(self._open) // _PARTS)
        while lines := [line for line in self._open if line.table == table][:at_once]:
            for line in lines:
                line.move()
            await asyncio.sleep(_PART_S * len(lines) / at_once)

    def move(self, table: TableId) -> None:
        """Send every screen at a table to a ready node."""
        for line in self.lines():
            if line.table == table:
                line.move()

    def hang_up(self, speaker: Speaker, reason: str, sentence: str) -> None:
        """End every line of a speaker who may no longer use it."""
        for line in self.lines(speaker):
            line.hang_up(reason, sentence)

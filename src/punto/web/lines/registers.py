"""Which lines are open, so that one can be ended from elsewhere."""

from typing import Protocol

from punto.values.ids import TableId
from punto.web.security.bearers import Shown
from punto.web.sessions.speakers import Speaker


class Endable(Protocol):
    """An open line."""

    @property
    def shown(self) -> Shown:
        """Who is at its other end, and by which credential."""
        ...

    @property
    def screen(self) -> str:
        """Which kind of screen it is; empty before it has said so."""
        ...

    def was_used(self) -> bool:
        """Whether anything was asked of it since this was last asked."""
        ...

    @property
    def table(self) -> TableId | None:
        """Which table it looks at, if at any."""
        ...

    def hang_up(self, reason: str, sentence: str) -> None:
        """End it, and say why."""
        ...

    def move(self) -> None:
        """End it, and let it come back to whichever node is ready."""
        ...


class Register:
    """All open lines of a node."""

    def __init__(self) -> None:
        self._open: set[Endable] = set()

    def lines(self, of: Speaker | None = None) -> tuple[Endable, ...]:
        """Those that are open now, or only those of one speaker."""
        return tuple(line for line in self._open if of is None or line.shown.speaker == of)

    def add(self, line: Endable) -> None:
        """A line was opened."""
        self._open.add(line)

    def remove(self, line: Endable) -> None:
        """It is gone."""
        self._open.discard(line)

    def move(self, table: TableId) -> None:
        """Let every screen at a table come back to whichever node is ready."""
        for line in self.lines():
            if line.table == table:
                line.move()

    def hang_up(self, speaker: Speaker, reason: str, sentence: str) -> None:
        """End every line of somebody who may speak no longer."""
        for line in self.lines(speaker):
            line.hang_up(reason, sentence)

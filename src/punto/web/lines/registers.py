"""Which lines are open, so that one can be ended from elsewhere."""

from typing import Protocol

from punto.web.sessions.speakers import Speaker


class Endable(Protocol):
    """An open line."""

    @property
    def speaker(self) -> Speaker:
        """Who is at its other end."""
        ...

    def hang_up(self, reason: str) -> None:
        """End it."""
        ...


class Register:
    """All open lines of a node."""

    def __init__(self) -> None:
        self._open: set[Endable] = set()

    def add(self, line: Endable) -> None:
        """A line was opened."""
        self._open.add(line)

    def remove(self, line: Endable) -> None:
        """It is gone."""
        self._open.discard(line)

    def hang_up(self, speaker: Speaker, reason: str) -> None:
        """End every line of somebody who may speak no longer."""
        for line in tuple(self._open):
            if line.speaker == speaker:
                line.hang_up(reason)

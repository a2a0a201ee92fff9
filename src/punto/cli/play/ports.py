"""What a session needs of the patron's terminal."""

from typing import Protocol


class Lines(Protocol):
    """Where the patron's requests come from."""

    def ask(self, prompt: str) -> str | None:
        """The patron's next line, or None when the patron leaves."""
        ...


class Pace(Protocol):
    """How long things stay to be seen; an impatient patron may interrupt it."""

    def pause(self, seconds: float) -> None:
        """Let what is shown be seen for a moment."""
        ...

"""What a line needs of a socket."""

from typing import Protocol


class Gone(Exception):
    """The other end is not there any more."""


class Wire(Protocol):
    """A socket that takes and gives text; Gone when there is nobody to send to."""

    async def receive(self) -> str | bytes | None:
        """The next frame; None when the other end is gone."""
        ...

    async def send(self, message: str) -> None:
        """Send a frame, and wait while the other end does not take it."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """End it."""
        ...

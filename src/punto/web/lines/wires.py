"""The interface between a line and its socket."""

from typing import Protocol


class Gone(Exception):
    """The client is no longer connected."""


class Wire(Protocol):
    """A socket for text; sending raises Gone if the client has left."""

    async def receive(self) -> str | bytes | None:
        """Return the next frame; None if the client is gone."""
        ...

    async def send(self, message: str) -> None:
        """Send a frame, waiting while the client does not read."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """Close the socket."""
        ...

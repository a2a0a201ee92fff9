"""The interface between a line and its socket."""

from typing import Protocol


class WireEnd(Protocol):
    """The end of a wire that receives its messages."""

    def hear(self, raw: str | bytes) -> None:
        """Take a message; bytes if it was not text."""

    def resume(self) -> None:
        """Note that the client reads again."""

    def lose(self) -> None:
        """Note that the client is gone."""


class Wire(Protocol):
    """A socket for text. No method waits; ``resume`` tells the end when it may write again."""

    @property
    def is_clear(self) -> bool:
        """Whether the client is reading, so that written frames leave."""

    def listen(self, end: WireEnd) -> None:
        """Pass on all messages from now on, and first those that have arrived already."""

    def write(self, frames: bytes) -> None:
        """Send frames in one write; does nothing once the client is gone."""

    def prove(self) -> None:
        """Keep the connection, however many others arrive: a screen on it was welcomed."""

    def close(self, code: int, reason: str) -> None:
        """Close the socket, within a time that the client cannot extend."""

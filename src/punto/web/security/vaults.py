"""The vault: a port to where credentials are kept, apart from the record and never in it.

It keeps small sealed notes by kind and name. What a note says is the business of whoever wrote it;
that two who change the same note at once do not lose one of the changes is the vault's.
"""

from collections.abc import Mapping
from typing import Protocol


class Vault(Protocol):
    """Where credentials are kept; every method may block, and CannotRecord says that it failed."""

    def get(self, kind: str, name: str) -> bytes | None:
        """What is kept under a name."""
        ...

    def all(self, kind: str) -> Mapping[str, bytes]:
        """Everything of a kind, by name."""
        ...

    def put(self, kind: str, name: str, note: bytes) -> bool:
        """Keep something new; false when the name is taken, and then nothing is changed."""
        ...

    def swap(self, kind: str, name: str, before: bytes, after: bytes | None) -> bool:
        """Put a note in place of another, or of nothing; false when that one is not there."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...

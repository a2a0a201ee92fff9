"""The vault: the interface to the store of credentials, which are never in the record.

It keeps small sealed notes by kind and name. Their content is the writer's business; the vault
ensures that concurrent changes of a note are not lost.
"""

from collections.abc import Mapping
from typing import Protocol


class Vault(Protocol):
    """A store of credentials; every method may block, and raises CannotRecord if it fails."""

    def get(self, kind: str, name: str) -> bytes | None:
        """Return the note of a kind and name."""
        ...

    def all(self, kind: str) -> Mapping[str, bytes]:
        """Return all notes of a kind by name."""
        ...

    def put(self, kind: str, name: str, note: bytes) -> bool:
        """Add a note; false, with nothing changed, if the name is taken."""
        ...

    def swap(self, kind: str, name: str, before: bytes, after: bytes | None) -> bool:
        """Replace a note, or delete it if ``after`` is None; false if ``before`` is not there."""
        ...

    def close(self) -> None:
        """Close the vault."""
        ...

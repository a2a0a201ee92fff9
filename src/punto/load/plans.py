"""The floor that a load asks for."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Plan:
    """The floor that is wanted."""

    folder: Path
    terminals: int
    betting_ms: int
    pace_ms: int

    @property
    def database(self) -> str:
        """Where the record is."""
        return str(self.folder / "floor.db")

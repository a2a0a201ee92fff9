"""Repeated commands: the same id means the same command, on every stream."""

from dataclasses import dataclass

from punto.values.ids import CommandId


@dataclass(frozen=True, slots=True)
class CommandIdReused:
    """Another command under an id that was used before."""

    id: CommandId

    @property
    def sentence(self) -> str:
        """What is wrong, for a person."""
        return f"command id {self.id}: used for another command before, expected a new one"

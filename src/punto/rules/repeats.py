"""Repeated commands: the same id means the same command, on every stream."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from punto.values.ids import CommandId

A = TypeVar("A")


class Spoken(Protocol):
    """A command of any stream: what somebody said, under an id."""

    @property
    def id(self) -> CommandId:
        """What a repeat is known by."""
        ...

    @property
    def by(self) -> object:
        """Who says it."""
        ...

    @property
    def wish(self) -> object:
        """What is said."""
        ...


@dataclass(frozen=True, slots=True)
class CommandIdReused:
    """Another command under an id that was used before."""

    id: CommandId

    @property
    def sentence(self) -> str:
        return (
            f"command id {self.id}: used for another command before, "
            "expected at most one command for each id"
        )


def first_answer(
    answers: Mapping[CommandId, tuple[Spoken, A]], command: Spoken
) -> A | CommandIdReused | None:
    """What a repeated command was answered; None for one that was never given before."""
    if command.id not in answers:
        return None
    first, answer = answers[command.id]
    same = (first.by, first.wish) == (command.by, command.wish)
    return answer if same else CommandIdReused(command.id)

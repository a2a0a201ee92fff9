"""Repeated commands: on every stream, one id stands for one command."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from punto.values import CommandId, Value

A = TypeVar("A")


class Spoken(Protocol):
    """A command to any stream, under an id."""

    @property
    def id(self) -> CommandId:
        """The id by which a repeat is recognised."""
        ...

    @property
    def by(self) -> object:
        """The sender."""
        ...

    @property
    def wish(self) -> object:
        """The content of the command."""
        ...


class CommandIdReused(Value):
    """A different command already used this id."""

    id: CommandId

    @property
    def sentence(self) -> str:
        return (
            f"command id {self.id}: already used for another command, "
            "expected at most one command for each id"
        )


def first_answer(
    answers: Mapping[CommandId, tuple[Spoken, A]], command: Spoken
) -> A | CommandIdReused | None:
    """Return the answer already given to a repeated command; None for a new command."""
    if command.id not in answers:
        return None
    first, answer = answers[command.id]
    same = (first.by, first.wish) == (command.by, command.wish)
    return answer if same else CommandIdReused(command.id)

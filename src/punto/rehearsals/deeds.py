"""The effects of a statement: it gives commands, changes the scene, or expects something."""

from collections.abc import Callable
from dataclasses import dataclass

from punto.rehearsals.scenes import Asked, Refused, Scene
from punto.values import TableId


@dataclass(frozen=True, slots=True)
class Action:
    """Commands, computed from the scene at that moment."""

    asked: Callable[[Scene], tuple[Asked, ...]]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of time or table, without a command."""

    after: Callable[[Scene], Scene]


@dataclass(frozen=True, slots=True)
class Unmet:
    """An expectation that failed."""

    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Unannounced:
    """A refusal that the script did not expect."""

    refusal: Refused
    table: TableId | None
    """The table that refused; None for the floor itself."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """A condition that must hold at this moment."""

    judge: Callable[[Scene], Unmet | None]
    of_refusal: bool = False
    """Whether it expects the line before it to be refused."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment, repeated in the transcript."""


Deed = Action | Change | Expectation | Remark

"""What a statement of a script does: it gives commands, changes the scene, or expects something."""

from collections.abc import Callable
from dataclasses import dataclass

from punto.rehearsals.scenes import Asked, Refused, Scene
from punto.values.ids import TableId


@dataclass(frozen=True, slots=True)
class Action:
    """Commands, worked out from the scene at that moment."""

    asked: Callable[[Scene], tuple[Asked, ...]]


@dataclass(frozen=True, slots=True)
class Change:
    """Another moment or another table; nothing is asked of anybody."""

    after: Callable[[Scene], Scene]


@dataclass(frozen=True, slots=True)
class Unmet:
    """What was expected does not hold."""

    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Unannounced:
    """A refusal that the script does not expect."""

    refusal: Refused
    table: TableId | None
    """Where it was refused; None for the floor itself."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What has to be so at this moment."""

    judge: Callable[[Scene], Unmet | None]
    of_refusal: bool = False
    """Whether it announces that the line before it is refused."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment, which the transcript repeats."""


Deed = Action | Change | Expectation | Remark

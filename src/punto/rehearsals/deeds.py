"""The effects of a statement: it gives commands, changes the scene, or expects something."""

from collections.abc import Callable

from punto.rehearsals.scenes import Asked, Refused, Scene
from punto.values import TableId, Value


class Action(Value):
    """Commands, computed from the scene at that moment."""

    asked: Callable[[Scene], tuple[Asked, ...]]


class SceneChange(Value):
    """A change of time or table, without a command."""

    after: Callable[[Scene], Scene]


class Unmet(Value):
    """An expectation that failed."""

    expected: str
    found: str


class Unannounced(Value):
    """A refusal that the script did not expect."""

    refusal: Refused
    table: TableId | None
    """The table that refused; None for the floor itself."""


class Expectation(Value):
    """A condition that must hold at this moment."""

    judge: Callable[[Scene], Unmet | None]
    of_refusal: bool = False
    """Whether it expects the line before it to be refused."""


class Remark(Value):
    """A comment, repeated in the transcript."""


Deed = Action | SceneChange | Expectation | Remark

"""Records on the floor what happened at its doors."""

from collections.abc import Callable
from uuid import uuid4

import structlog

from punto.identity import Command, Notice
from punto.runtime import Closed, Halted, Node, NotRecordable
from punto.values import CommandId, Instant

_log = structlog.get_logger("punto.doors")


class CannotWitness(Exception):
    """The floor accepts nothing, so no one can be let in either."""


class Witness:
    """Records every notice before a person is let in because of it."""

    def __init__(self, node: Node, now: Callable[[], Instant]) -> None:
        self._node, self._now = node, now

    async def note(self, notice: Notice) -> bool:
        """Record a notice; false if it is refused. Raises CannotWitness if the floor is halted."""
        command = Command(CommandId(f"door/{uuid4().hex}"), self._now(), None, notice)
        try:
            answer = await self._node.ask_floor(command)
        except (Halted, Closed) as fault:
            raise CannotWitness(str(fault)) from fault
        except NotRecordable as fault:
            # A forged credential may name anything.
            _log.warning("not on this floor", notice=type(notice).__name__, why=str(fault))
            return False
        if not isinstance(answer, tuple):
            # The floor does not know the person, or no longer: only the log keeps it.
            _log.warning("not on this floor", notice=type(notice).__name__, why=answer.sentence)
        return isinstance(answer, tuple)

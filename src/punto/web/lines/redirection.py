"""Sends screens to another node if this one cannot serve them.

The proxy leads a screen that is told to come back (1012) to a ready node. If no other node is
known, all screens stay: an old view with its reason is better than nothing.
"""

import asyncio
from contextlib import suppress

from punto.runtime import Node, Stream, stream_of
from punto.values import TableId
from punto.web.lines.registers import Register

CUT_OFF_S = 5.0
"""After this time without an answer from the database, a node is not ready."""
_STUCK_S = 1.0
"""Most temporary halts are over sooner."""
_LOOK_S = 0.25
_PART = 8
"""The number of steps in which all screens are sent away, so that they do not arrive at once."""
_LEAST_COUNT = 50


def is_cut_off(node: Node) -> bool:
    """Return whether a node no longer reaches its database."""
    return node.unreached_s > CUT_OFF_S


class Steering:
    """Decides which screens of a node are better served elsewhere."""

    def __init__(self, node: Node, register: Register) -> None:
        self._node, self._register = node, register
        self._loop = asyncio.get_running_loop()
        self._since: dict[Stream, float] = {}
        self._task: asyncio.Task[None] | None = None

    def leads_away(self, table: TableId | None) -> bool:
        """Return whether a screen at this table is better served elsewhere."""
        if table is not None and self._node.rests(table):
            return True
        if self._node.is_alone:
            return False
        if self._node.is_leaving or is_cut_off(self._node):
            return True
        since = None if table is None else self._since.get(stream_of(table))
        return since is not None and self._loop.time() - since >= _STUCK_S

    def begin(self) -> None:
        """Start checking periodically."""
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(_LOOK_S)

    def look(self) -> None:
        """Send away some of the screens that are better served elsewhere."""
        now = self._loop.time()
        self._since = {each: self._since.get(each, now) for each in self._node.returning()}
        lines = self._register.lines()
        led_away = [line for line in lines if self.leads_away(line.table)]
        for line in led_away[: max(_LEAST_COUNT, len(lines) // _PART)]:
            line.move()

    async def close(self) -> None:
        """Stop checking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

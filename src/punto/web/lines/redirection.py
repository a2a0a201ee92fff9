"""Sends screens to another node if this one cannot serve them, or is about to stop.

A screen is asked to leave: it opens a line to another node and keeps this one until it is welcomed
there. The proxy leads a screen that is told to come back (1012) to a ready node. If no other node
is known, all screens stay: an old view with its reason is better than nothing.
"""

import asyncio

from punto.runtime import FLOOR, Closed, Node, Stream, stream_of
from punto.values import TableId
from punto.web.desk.problems import TableHalted
from punto.web.desk.wishes_to_commands import DeskAnswer
from punto.web.duties import Duty
from punto.web.lines.registers import Endable, LineRegister

CUT_OFF_S = 1.0
"""After this time without an answer from the database, which a node asks ten times a second, it is
not ready. A batch is more patient, so screens ask elsewhere before a table halts."""
LEAVE_S = 4.0
"""How long a screen has to be welcomed elsewhere; a page tries for 2.5 s. While all nodes wait for
one database, none welcomes it: it keeps its line until the outage counts as an interruption (A-37).
"""
_STUCK_S = 1.0
"""Most temporary halts are over sooner."""
_LOOK_S = 0.1
_PARTS, _URGENT_PARTS = 10, 4
"""The number of steps in which all screens leave, so that they do not arrive at once: fewer where
nobody can bet until the screen has left."""
_LEAST_COUNT = 20


def is_cut_off(node: Node) -> bool:
    """Return whether a node no longer reaches its database."""
    return node.unreached_s > CUT_OFF_S


class Steering:
    """Decides which screens of a node are better served elsewhere."""

    def __init__(self, node: Node, register: LineRegister) -> None:
        self._node, self._register = node, register
        self._loop = asyncio.get_running_loop()
        self._since: dict[Stream, float] = {}
        self.looking = Duty("screens stay at this server", self._watch, _LOOK_S)

    def checked(self, told: DeskAnswer, line: Endable) -> DeskAnswer:
        """Return an answer, or raise Closed so that the line gets a better one at another node.

        Another node may serve a table that is halted here until the database is back, or because a
        newer program has written to its record.
        """
        if isinstance(told, TableHalted) and not self._node.is_alone:
            stream = stream_of(told.table)
            if stream in self._served_elsewhere():
                line.come_back()
                raise Closed(f"{stream} is served by another node")
        return told

    def leads_away(self, table: TableId | None) -> bool:
        """Return whether a screen at this table is better served elsewhere.

        None stands for a screen whose table is not known yet: it is better served by a node that
        serves all tables.
        """
        if table is not None and self._node.rests(table):
            return True
        if self._node.is_alone:
            return False
        if self._node.is_leaving or is_cut_off(self._node):
            return True
        # Without the floor no table can be used.
        needed = self._since.keys() if table is None else {FLOOR, stream_of(table)}
        stuck = needed & self._since.keys()
        return any(self._loop.time() - self._since[each] >= _STUCK_S for each in stuck)

    async def _watch(self) -> None:
        self.look()

    def look(self) -> None:
        """Ask some of the screens that are better served elsewhere to leave."""
        now = self._loop.time()
        self._since = {each: self._since.get(each, now) for each in self._served_elsewhere()}
        tables = {each for each in (None, *self._node.tables()) if self.leads_away(each)}
        if not tables:
            return  # the usual case: no screen has to be looked at
        lines = self._register.lines()
        led_away = [line for line in lines if line.table in tables and not line.is_leaving]
        parts = _URGENT_PARTS if is_cut_off(self._node) else _PARTS
        for line in led_away[: max(_LEAST_COUNT, len(lines) // parts)]:
            line.leave()
            self._loop.call_later(LEAVE_S, self._let_go, line)

    def _let_go(self, line: Endable) -> None:
        """End the line of a screen that did not leave, unless this node can serve it again."""
        line.is_leaving = self.leads_away(line.table)
        if line.is_leaving:
            line.come_back()

    async def lead_all_away(self) -> None:
        """Wait until every screen has left this node, which is about to stop."""
        while self._register.lines() and not self._node.is_alone:
            self.look()
            await asyncio.sleep(_LOOK_S)

    def _served_elsewhere(self) -> tuple[Stream, ...]:
        """Return the streams that are halted here, and perhaps at no other node."""
        return self._node.returning() + self._node.outdated()

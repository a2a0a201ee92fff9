"""Tells a table which of its terminals are connected (A-24)."""

import asyncio
from collections.abc import Callable, Iterable
from uuid import uuid4

from punto.rounds import Link, ReportLink, Table, TableCommand, Timer
from punto.runtime import Closed, Halted
from punto.values import CommandId, TableId, TerminalId
from punto.web.desk.desk import Desk

_LOST_AFTER_S = 2.0
"""A reloaded page is back before the table needs to know that it was gone."""


class Links:
    """Reports each change of a link, on behalf of the table's Dealer."""

    def __init__(self, desk: Desk, seat_of: Callable[[TerminalId], TableId | None]) -> None:
        self._desk, self._seat_of = desk, seat_of
        self._here: dict[TerminalId, int] = {}
        self._finding: set[TerminalId] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def is_here(self, terminal: TerminalId) -> bool:
        """Return whether a line of this node leads to the terminal."""
        return self._here.get(terminal, 0) > 0

    def came(self, terminal: TerminalId) -> None:
        """Note that a line to the terminal has opened."""
        self._here[terminal] = self._here.get(terminal, 0) + 1
        self._finding.add(terminal)
        self._report(terminal)

    def went(self, terminal: TerminalId) -> None:
        """Note that a line to the terminal has closed; it may have another."""
        left = self._here.pop(terminal, 0) - 1
        if left > 0:
            self._here[terminal] = left
        self._report(terminal)

    def heard_from(self, terminal: TerminalId, table: Table) -> None:
        """Report that a terminal is connected, because it has just spoken.

        It may have come from another node, which saw only that it left; or it froze too late, and
        counted as lost for that round (A-24).
        """
        seat = table.seats.get(terminal)
        if seat is not None and seat.link is Link.LOST and terminal not in self._finding:
            self._finding.add(terminal)
            self._report(terminal)

    def deny(self, terminal: TerminalId) -> None:
        """Report that a terminal is connected here, because another node has reported it lost."""
        if self.is_here(terminal):
            self._report(terminal)

    def look_after(self, terminals: Iterable[TerminalId]) -> None:
        """Report those terminals lost that do not come back after the server's start."""
        for terminal in terminals:
            self._report(terminal)

    def _report(self, terminal: TerminalId) -> None:
        task = asyncio.create_task(self._reported(terminal))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._finding.discard(terminal))

    async def _reported(self, terminal: TerminalId) -> None:
        if not self.is_here(terminal):
            await asyncio.sleep(_LOST_AFTER_S)
        desk = self._desk
        table = self._seat_of(terminal)
        standing = None if table is None else desk.node.standing(table)
        if table is None or standing is None or standing.table.dealer is None:
            return  # a table without a Dealer waits for no terminal
        link = Link.CONNECTED if self.is_here(terminal) else Link.LOST
        seat = standing.table.seats.get(terminal)
        if seat is None or seat.link is link:
            return
        name = CommandId(f"link/{terminal}/{uuid4().hex}")
        by = Timer(standing.table.dealer)
        try:
            await desk.node.ask(
                table, TableCommand(name, desk.now(), by, ReportLink(terminal, link))
            )
        except (Halted, Closed):
            return  # the table itself shows that, and accepts nothing either way

    async def close(self) -> None:
        """Stop reporting: a shutdown of the server is not a fault of the terminals."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

"""Tells a table which of its terminals are connected (A-24)."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from uuid import uuid4

from punto.rounds import Link, ReportLink, Table, TableCommand, Timer
from punto.runtime import Closed, Halted
from punto.values import CommandId, TableId, TerminalId
from punto.web.desk.wishes_to_commands import Desk

_LOST_AFTER_S = 2.0
"""A reloaded page is back before the table needs to know that it was gone."""


class Links:
    """Reports each change of a link, on behalf of the table's Dealer."""

    def __init__(self, desk: Desk, seat_of: Callable[[TerminalId], TableId | None]) -> None:
        self._desk, self._seat_of = desk, seat_of
        self._here: dict[TerminalId, int] = {}
        self._finding: set[TerminalId] = set()
        """Those whose report is under way, so that what they say does not repeat it."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def is_here(self, terminal: TerminalId) -> bool:
        """Return whether a line of this node leads to the terminal."""
        return self._here.get(terminal, 0) > 0

    def came(self, terminal: TerminalId) -> None:
        """Note that a line to the terminal has opened."""
        self._here[terminal] = self._here.get(terminal, 0) + 1
        self._finding.add(terminal)
        self._report(terminal)

    def went(self, terminal: TerminalId, *, elsewhere: bool) -> None:
        """Note that a line to the terminal has closed; another may be open, here or elsewhere."""
        left = self._here.pop(terminal, 0) - 1
        if left > 0:
            self._here[terminal] = left
        if not elsewhere:
            self._report(terminal)

    def heard_from(self, terminal: TerminalId, table: Table) -> None:
        """Report that a terminal is connected, because it has just spoken.

        It may have moved from another node, which saw only that it left; or it froze too late, and
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
        """Report as lost the terminals that do not reconnect after the server's start."""
        for terminal in terminals:
            self._report(terminal)

    def _report(self, terminal: TerminalId) -> None:
        """Report the link of a terminal, once it is certain and if its table has another."""
        if self.is_here(terminal):
            self._report_now(terminal)
        else:
            asyncio.get_running_loop().call_later(_LOST_AFTER_S, self._report_now, terminal)

    def _report_now(self, terminal: TerminalId) -> None:
        command = None if self._is_closed else self._correction(terminal)
        if command is None:
            self._finding.discard(terminal)
            return
        task = asyncio.create_task(self._reported(*command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._finding.discard(terminal))

    def _correction(self, terminal: TerminalId) -> tuple[TableId, TableCommand] | None:
        """Return the report that a terminal's table needs; None if it knows the link."""
        table = self._seat_of(terminal)
        standing = None if table is None else self._desk.node.standing(table)
        # A table without a Dealer waits for no terminal.
        if table is None or standing is None or standing.table.dealer is None:
            return None
        link = Link.CONNECTED if self.is_here(terminal) else Link.LOST
        seat = standing.table.seats.get(terminal)
        if seat is None or seat.link is link:
            return None
        name = CommandId(f"link/{terminal}/{uuid4().hex}")
        by, wish = Timer(standing.table.dealer), ReportLink(terminal, link)
        return table, TableCommand(name, self._desk.now(), by, wish)

    async def _reported(self, table: TableId, command: TableCommand) -> None:
        # A halted table shows the halt itself, and accepts no report.
        with suppress(Halted, Closed):
            await self._desk.node.ask(table, command)

    async def close(self) -> None:
        """Stop reporting: a shutdown of the server is not a fault of the terminals."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

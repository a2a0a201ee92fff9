"""Ends service: rounds in progress are left to another node, or played to their end.

Rounds that do not finish in time are suspended, and staff decide on them. The first SIGTERM or
Ctrl-C asks the server to stop, a second ends the process.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable

import structlog

from punto.rounds import ReportIrregularity, TableCommand, Timer
from punto.rules import Irregularity
from punto.runtime import IN_A_ROUND, Closed, Halted, Node, StreamStanding
from punto.values import CommandId, Instant, TableId, Value

_log = structlog.get_logger("punto.server")

WORDS = "the server was stopped"
_LOOK_S = 0.05
_SUSPEND_S = 5
"""How long the record may take to note that rounds are suspended."""


class ScreensToMove(Value):
    """How screens are sent to other nodes."""

    led_away: Callable[[], Awaitable[None]]
    """Sends all screens away, some at a time, while their tables are still served here."""
    released: Callable[[TableId], None]
    """Sends away the last screens of a table that is no longer served here."""


async def wind_down_in_time(
    node: Node, now: Callable[[], Instant], seconds: float, screens: ScreensToMove
) -> None:
    """Finish the rounds or suspend them; gives up if the record does not answer in time."""
    try:
        async with asyncio.timeout(seconds + _SUSPEND_S):
            suspended = await wind_down(node, now, seconds, screens)
    except TimeoutError:
        _log.error("rounds could not be finished: the record does not answer")
        return
    for table in suspended:
        _log.warning("round suspended", table=table)


async def wind_down(
    node: Node, now: Callable[[], Instant], seconds: float, screens: ScreensToMove
) -> tuple[TableId, ...]:
    """Stop serving each table, reporting each at once; returns those that had to be suspended.

    If another node serves all tables, they stop here when all screens have gone there, whatever the
    state of their rounds. Otherwise each stops between two rounds.
    """
    deadline = asyncio.get_running_loop().time() + seconds
    served_elsewhere = await node.leave()
    if served_elsewhere:
        await screens.led_away()
    else:
        node.begin_no_round()
    resting: set[TableId] = set()
    while True:
        for table, standing in node.tables().items():
            # A halted table cannot finish; its round waits for the next start.
            is_at_rest = node.is_between_rounds(table) or standing.halted
            if table not in resting and (served_elsewhere or is_at_rest):
                await node.rest(table)
                resting.add(table)
                screens.released(table)
        left = {table: at for table, at in node.tables().items() if table not in resting}
        is_late = asyncio.get_running_loop().time() >= deadline
        if not left or (is_late and all(at.table.phase in IN_A_ROUND for at in left.values())):
            break
        await asyncio.sleep(_LOOK_S)
    for table, standing in left.items():
        await _suspend(node, table, standing, now())
    return tuple(left)


async def _suspend(node: Node, table: TableId, standing: StreamStanding, at: Instant) -> None:
    dealer = standing.table.dealer
    if dealer is None:
        return
    wish = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, WORDS)
    name = CommandId(f"stopped/{standing.table.rounds_count}/{standing.position}")
    try:
        # The table decides whether the round has ended meanwhile.
        await node.ask(table, TableCommand(name, at, Timer(dealer), wish))
    except (Halted, Closed):
        return


WIND_DOWN_S = 15.0
"""How long a stop may take after the rounds in progress.

In this time the server suspends remaining rounds, tells the screens, signs, and closes the
database.
"""

_GAVE_UP = 1
"""The exit code of a process that could not stop in time."""


def stop_at_signals(stop: asyncio.Event, finish_seconds: float) -> None:
    """Ask for a stop at the first signal, and make sure that the process ends.

    A second signal has its default effect: the process ends at once. The process also ends after
    the longest time that a stop may take, for example if a thread waits for a database that does
    not answer. The record survives both, as it survives `kill -9`.
    """
    loop = asyncio.get_running_loop()

    def first_signal() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
        # In a separate thread, so that neither a busy event loop nor a join delays it.
        longest_s = finish_seconds + WIND_DOWN_S
        watch = threading.Timer(longest_s, _give_up, (longest_s,))
        watch.daemon = True
        watch.start()
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, first_signal)


def _give_up(after_s: float) -> None:
    _log.error("the stop takes too long, so the process ends as it is", after_s=after_s)
    os._exit(_GAVE_UP)

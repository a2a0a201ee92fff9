"""Ending service: rounds in progress are left to another node, or played to their end.

Those that do not come to it in time are suspended for people to see to.
"""

import asyncio
from collections.abc import Callable

import structlog

from punto.rounds.commands import Command, Timer
from punto.rounds.irregularity.commands import ReportIrregularity
from punto.rules.irregularities import Irregularity
from punto.runtime.interruptions import IN_A_ROUND
from punto.runtime.mailboxes import Closed
from punto.runtime.nodes import Node
from punto.runtime.served_stream import Standing
from punto.runtime.stream_runtime import Halted
from punto.values.ids import CommandId, Instant, TableId

_log = structlog.get_logger("punto.server")

WORDS = "the server was stopped"
_LOOK_S = 0.05
_SUSPEND_S = 5
"""How long a record may take to note that rounds are suspended."""


def _tell_nobody(_table: TableId) -> None:
    """What a release means where no screens are."""


async def wind_down_in_time(
    node: Node, now: Callable[[], Instant], seconds: float, released: Callable[[TableId], None]
) -> None:
    """Bring the rounds to an end, or suspend them, if the record answers in time."""
    try:
        async with asyncio.timeout(seconds + _SUSPEND_S):
            suspended = await wind_down(node, now, seconds, released)
    except TimeoutError:
        _log.error("rounds could not be brought to an end: the record does not answer")
        return
    for table in suspended:
        _log.warning("round suspended", table=table)


async def wind_down(
    node: Node,
    now: Callable[[], Instant],
    seconds: float,
    released: Callable[[TableId], None] = _tell_nobody,
) -> tuple[TableId, ...]:
    """Let each table rest, and tell so at once; which of them had to be suspended.

    Where another node serves all tables, they rest here at once, whatever their rounds have come
    to. Otherwise each rests between two rounds.
    """
    node.begin_no_round()
    deadline = asyncio.get_running_loop().time() + seconds
    served_elsewhere = await node.leave()
    resting: set[TableId] = set()
    while True:
        for table, standing in node.tables().items():
            # A halted table brings nothing to an end; its round waits for the next start.
            is_at_rest = node.is_between_rounds(table) or standing.halted
            if table not in resting and (served_elsewhere or is_at_rest):
                await node.rest(table)
                resting.add(table)
                released(table)
        left = {table: at for table, at in node.tables().items() if table not in resting}
        is_late = asyncio.get_running_loop().time() >= deadline
        if not left or (is_late and all(at.table.phase in IN_A_ROUND for at in left.values())):
            break
        await asyncio.sleep(_LOOK_S)
    for table, standing in left.items():
        await _suspend(node, table, standing, now())
    return tuple(left)


async def _suspend(node: Node, table: TableId, standing: Standing, at: Instant) -> None:
    dealer = standing.table.dealer
    if dealer is None:
        return
    wish = ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, WORDS)
    name = CommandId(f"stopped/{standing.table.rounds_count}/{standing.position}")
    try:
        # Whether the round has ended meanwhile is the table's to say.
        await node.ask(table, Command(name, at, Timer(dealer), wish))
    except (Halted, Closed):
        return

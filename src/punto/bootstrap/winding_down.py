"""Ending service: rounds in progress are played to their end, or suspended for people to see to."""

import asyncio
from collections.abc import Callable

from punto.rounds.commands import Command, Timer
from punto.rounds.matter_commands import ReportIrregularity
from punto.rules.irregularities import Irregularity
from punto.tables.interruptions import IN_A_ROUND
from punto.tables.mailboxes import Closed
from punto.tables.nodes import Node, Standing
from punto.tables.runtime import Halted
from punto.values.ids import CommandId, Instant, TableId

WORDS = "the server was stopped"
_LOOK_S = 0.05


async def wind_down(node: Node, now: Callable[[], Instant], seconds: float) -> tuple[TableId, ...]:
    """Let each table rest between two rounds; those that did not come to it are suspended."""
    node.begin_no_round()
    deadline = asyncio.get_running_loop().time() + seconds
    resting: set[TableId] = set()
    while True:
        for table, standing in node.tables().items():
            # A halted table brings nothing to an end; its round waits for the next start.
            is_at_rest = standing.table.phase not in IN_A_ROUND or standing.halted
            if table not in resting and is_at_rest:
                await node.rest(table)
                resting.add(table)
        left = {table: at for table, at in node.tables().items() if table not in resting}
        if not left or asyncio.get_running_loop().time() >= deadline:
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

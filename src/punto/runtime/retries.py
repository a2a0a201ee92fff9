"""Retries while a database is briefly down, for example during a restart."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from punto.rounds import HICCUP_MS
from punto.runtime.ports import OutOfReach

T = TypeVar("T")

PATIENCE_S = 0.8 * HICCUP_MS / 1_000
"""How long to keep trying; less than what counts as an interruption (A-37)."""

_FIRST_WAIT_S = 0.05
_LONGEST_WAIT_S = 0.5


async def patiently(
    act: Callable[[], Awaitable[T]], give_up: Callable[[OutOfReach], Awaitable[T]]
) -> T:
    """Call ``act`` repeatedly while the database is out of reach, and finally give up.

    ``act`` must itself find out what became of an unanswered attempt; a batch does so by the ids of
    its commands.
    """
    loop, wait_s = asyncio.get_running_loop(), _FIRST_WAIT_S
    until = loop.time() + PATIENCE_S
    while True:
        try:
            return await act()
        except OutOfReach as fault:
            if loop.time() + wait_s > until:
                return await give_up(fault)
        await asyncio.sleep(wait_s)
        wait_s = min(2 * wait_s, _LONGEST_WAIT_S)

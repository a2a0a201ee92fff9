"""Recalls past rounds for all screens of a node, one at a time and beside the event loop.

A round of a thousand terminals has thousands of events to walk through. Bets do not wait for that,
however many screens ask.
"""

import asyncio
from collections.abc import Callable

from punto.values import Instant
from punto.web.lines.papers import recalled
from punto.web.screens.audiences import Audience
from punto.web.screens.feeds import TableFeed
from punto.web.sessions.effects import RecallRequest
from punto.web.wire.messages import Recalled

MOST_RECALLS = 8
"""The most that one screen may wait for at once."""


class Recalls:
    """Serves one recall after the other; used in one event loop only."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def answer(
        self, feed: TableFeed, audience: Audience, ask: RecallRequest, now: Callable[[], Instant]
    ) -> Recalled:
        """Return a past round as this audience may see it."""
        # Just after a start the latest rounds are still being read.
        await feed.rounds_known.wait()
        async with self._turn:
            return await asyncio.to_thread(recalled, feed, audience, ask.id, ask.round, now())

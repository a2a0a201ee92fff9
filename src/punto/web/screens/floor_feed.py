"""The floor's recent events, as the pit follows them."""

import asyncio
from collections import deque
from contextlib import ExitStack

from punto.identity import FloorEvent
from punto.runtime import FLOOR, Journal, News, Node, Stopped

KEPT_COUNT = 200


class FloorFeed:
    """The latest events of the floor; used in one event loop only."""

    def __init__(self, node: Node, journal: Journal) -> None:
        self._node, self._journal = node, journal
        self._kept: deque[tuple[int, FloorEvent]] = deque(maxlen=KEPT_COUNT)
        self._position = 0
        self._closing = ExitStack()

    async def open(self) -> None:
        """Read the existing events, and subscribe to the rest."""
        missed: list[News] = []
        # Subscribe before reading, so that no event is missed in between.
        stop = self._node.watch(FLOOR, missed.append)
        for position, event in await asyncio.to_thread(list, self._journal.read(FLOOR)):
            self._take(position, event)
        stop()
        self._closing.callback(self._node.watch(FLOOR, self._hear))
        for news in missed:
            self._hear(news)

    def latest(self) -> tuple[tuple[int, FloorEvent], ...]:
        """Return the kept events, the latest first."""
        return tuple(reversed(self._kept))

    def _hear(self, news: News) -> None:
        if not isinstance(news, Stopped):
            for position, event in enumerate(news.events, news.first):
                self._take(position, event)

    def _take(self, position: int, event: object) -> None:
        if isinstance(event, FloorEvent) and position > self._position:
            self._kept.append((position, event))
            self._position = position

    def close(self) -> None:
        """Unsubscribe."""
        self._closing.close()

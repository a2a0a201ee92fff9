"""All tables of a node as their screens follow them, and which screen is at which table."""

import asyncio
from collections.abc import Callable, Collection, Iterator

from punto.rounds.events import Event
from punto.rounds.purse_events import TerminalMovedIn
from punto.rounds.table_events import TerminalSeated
from punto.tables.nodes import Node
from punto.tables.places import News, Stopped
from punto.tables.ports import Journal, Stream, is_of_a_table, stream_of, table_of
from punto.tables.runtime import seen
from punto.values.ids import TableId, TerminalId
from punto.web.screens.audiences import OfTerminal
from punto.web.screens.feeds import TableFeed
from punto.web.screens.screen import Screen

_LOOK_S = 1.0
"""How soon a table that another node has made is seen here."""


class Gallery:
    """One for a node; used in its event loop only."""

    def __init__(self, node: Node, journal: Journal) -> None:
        self.feeds: dict[TableId, TableFeed] = {}
        self._node, self._journal = node, journal
        self._at: dict[Screen, TableId | None] = {}
        self._stops: list[Callable[[], None]] = []
        self._opening = asyncio.Lock()
        self._following: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring up the feeds of all tables that there are."""
        for table in self._node.tables():
            await self.open_table(table)

    def follow(self) -> None:
        """From now on bring up the feeds of tables that other nodes have made, too."""
        self._following = asyncio.create_task(self._follow_others())

    async def _follow_others(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            await self.open()

    async def open_table(self, table: TableId) -> TableFeed:
        """Bring up the feed of a table, unless it is."""
        async with self._opening:
            if table not in self.feeds:
                self.feeds[table] = await self._begun(table)
                self._fetch(table, self.feeds[table].watched.table.seats)
            return self.feeds[table]

    async def _begun(self, table: TableId) -> TableFeed:
        feed, stream = TableFeed(), stream_of(table)
        missed: list[News] = []
        # It listens before it reads, so that nothing falls between.
        self._stops.append(self._node.watch(stream, lambda news: self._hear(feed, missed, news)))
        reason = ""
        try:
            await asyncio.to_thread(feed.begin, self._events(stream))
        except Exception as fault:  # noqa: BLE001 (whatever it is, the other tables play on)
            reason = seen(fault)
        standing = self._node.tables().get(table)
        feed.stop((standing.halted if standing else "") or reason)
        feed.is_ready = True
        for news in missed:
            self._hear(feed, missed, news)
        return feed

    def _events(self, stream: Stream) -> Iterator[tuple[int, Event]]:
        for position, event in self._journal.read(stream):
            if isinstance(event, Event):
                yield position, event

    def _hear(self, feed: TableFeed, missed: list[News], news: News) -> None:
        if not feed.is_ready:
            missed.append(news)
            return
        if isinstance(news, Stopped):
            feed.stop(news.reason)
            return
        if feed.is_broken_off:
            return
        if feed.halted:
            feed.stop("")
        events = tuple(event for event in news.events if isinstance(event, Event))
        if is_of_a_table(news.stream):
            feed.take(news.first, events)
            self._follow(table_of(news.stream), events)

    def place(self, screen: Screen, table: TableId | None) -> None:
        """Put a screen before a table, or before none so far."""
        before = self._at.get(screen)
        if before is not None:
            self.feeds[before].leave(screen)
        self._at[screen] = table
        if table is not None:
            self.feeds[table].join(screen)

    def remove(self, screen: Screen) -> None:
        """The screen is gone."""
        table = self._at.pop(screen, None)
        if table is not None:
            self.feeds[table].leave(screen)

    def table_of(self, screen: Screen) -> TableId | None:
        """Where a screen is."""
        return self._at.get(screen)

    def screens_of(self, terminal: TerminalId) -> tuple[Screen, ...]:
        """Every screen that is this terminal."""
        of = OfTerminal(terminal)
        return tuple(screen for screen in self._at if screen.audience == of)

    def seat_of(self, terminal: TerminalId) -> TableId | None:
        """The table that a terminal sits at."""
        seated = (t for t, feed in self.feeds.items() if terminal in feed.watched.table.seats)
        return next(seated, None)

    def _follow(self, table: TableId, events: tuple[Event, ...]) -> None:
        """A terminal that came to a table takes its screen along."""
        came = (TerminalSeated, TerminalMovedIn)
        self._fetch(table, [each.fact.terminal for each in events if isinstance(each.fact, came)])

    def _fetch(self, table: TableId, terminals: Collection[TerminalId]) -> None:
        """The screens of terminals that sit at a table belong before it."""
        if not terminals:
            return
        for screen, at in tuple(self._at.items()):
            audience = screen.audience
            if isinstance(audience, OfTerminal) and audience.terminal in terminals and at != table:
                self.place(screen, table)

    def close(self) -> None:
        """Hear no more."""
        if self._following is not None:
            self._following.cancel()
        for stop in self._stops:
            stop()

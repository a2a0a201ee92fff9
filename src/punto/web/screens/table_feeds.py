"""The feeds of all tables of a node, and which screen is at which table."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterator

from punto import runtime
from punto.rounds import Event, Table, TerminalMovedIn, TerminalSeated
from punto.values import TableId, TerminalId
from punto.views.memories import Earlier
from punto.web.screens.audiences import Roster, Screen
from punto.web.screens.feeds import TableFeed
from punto.web.screens.kept_rounds import AwaitedRounds

_LOOK_S = 1.0
"""How soon a table made by another node appears here."""


class TableFeeds:
    """All feeds of a node; used in its event loop only."""

    def __init__(self, node: runtime.Node, journal: runtime.Journal) -> None:
        self.feeds: dict[TableId, TableFeed] = {}
        self._node, self._journal = node, journal
        self._at: dict[Screen, TableId | None] = {}
        self._screens = Roster()
        self._stops: dict[TableId, Callable[[], None]] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        node.remember_with(self._remembered)

    async def open(self) -> None:
        """Open the feeds of all existing tables."""
        for table in self._node.tables():
            await self.open_table(table)

    def follow(self) -> None:
        """Start opening the feeds of tables made by other nodes, too."""
        self._do_beside(self._follow_others())

    def _do_beside(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow_others(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            await self.open()

    async def open_table(self, table: TableId) -> TableFeed:
        """Open the feed of a table, unless it is open."""
        async with self._opening:
            if table not in self.feeds:
                self.feeds[table] = await self._begun(table)
                self._fetch(table, self.feeds[table].watched.table.seats)
            return self.feeds[table]

    async def read_again(self, table: TableId, only: TableFeed | None = None) -> None:
        """Open the feed of a restarted table again, and move its screens to it."""
        async with self._opening:
            before, stop = self.feeds[table], self._stops[table]
            if only not in {None, before}:
                return  # another caller was first
            self.feeds[table] = await self._begun(table)
            stop()
            for screen in before.screens():
                before.leave(screen)
                self.feeds[table].join(screen)

    async def _begun(self, table: TableId) -> TableFeed:
        feed, stream = TableFeed(), runtime.stream_of(table)
        missed: list[runtime.News] = []
        # Subscribe before reading, so that no event is missed in between.
        self._stops[table] = self._node.watch(stream, lambda news: self._hear(feed, missed, news))
        snapshot, reason = self._node.rested_on(table), ""
        screens = None if snapshot is None else snapshot.screens
        try:
            if snapshot is not None and screens is not None:
                await asyncio.to_thread(feed.begin_at, snapshot, screens)
            await asyncio.to_thread(feed.begin, self._events(stream, feed.position))
        except Exception as fault:  # noqa: BLE001 (whatever it is, the other tables play on)
            reason = runtime.seen(fault)
        standing = self._node.tables().get(table)
        feed.stop((standing.halted if standing else "") or reason)
        feed.is_ready = True
        for news in missed:
            self._hear(feed, missed, news)
        if snapshot is not None and screens is not None and screens.rounds_from is not None:
            self._do_beside(self._await_rounds(feed, snapshot, screens.rounds_from))
        return feed

    async def _await_rounds(
        self, feed: TableFeed, snapshot: runtime.Snapshot, begin: Earlier
    ) -> None:
        """Read the rounds before a snapshot, using at most half of one core's time."""
        awaited, loop = AwaitedRounds(self._journal, snapshot, begin), asyncio.get_running_loop()
        try:
            began = loop.time()
            while await asyncio.to_thread(awaited.step):
                await asyncio.sleep(loop.time() - began)
                began = loop.time()
            feed.rounds.follow(awaited.rounds)
        except runtime.OutOfReach:
            await asyncio.sleep(_LOOK_S)
            await self._await_rounds(feed, snapshot, begin)
        except Exception as fault:  # noqa: BLE001 (whatever it is, the table plays on)
            # They stay missing, and every screen says why.
            feed.stop(runtime.seen(fault))
        feed.rounds_known.set()

    def _remembered(self, stream: runtime.Stream) -> runtime.Remembered | None:
        feed = self.feeds.get(runtime.table_of(stream))
        return None if feed is None else feed.remembered()

    def _events(self, stream: runtime.Stream, after: int) -> Iterator[tuple[int, Event]]:
        for position, event in self._journal.read(stream, after):
            if isinstance(event, Event):
                yield position, event

    def _hear(self, feed: TableFeed, missed: list[runtime.News], news: runtime.News) -> None:
        if not feed.is_ready:
            missed.append(news)
            return
        if isinstance(news, runtime.Stopped):
            feed.stop(news.reason)
            return
        if feed.is_broken_off:
            # The table is up, so the unreadable part may be readable now.
            self._do_beside(self.read_again(runtime.table_of(news.stream), feed))
            return
        if feed.halted:
            feed.stop("")
        events = tuple(event for event in news.events if isinstance(event, Event))
        if runtime.is_of_a_table(news.stream):
            feed.take(news.first, events, [each for each in news.states if isinstance(each, Table)])
            self._follow(runtime.table_of(news.stream), events)

    def place(self, screen: Screen, table: TableId | None) -> None:
        """Put a screen at a table, or at none yet."""
        before = self._at.get(screen)
        if before is not None:
            self.feeds[before].leave(screen)
        self._at[screen] = table
        self._screens.add(screen)
        if table is not None:
            self.feeds[table].join(screen)

    def remove(self, screen: Screen) -> None:
        """Remove a screen."""
        table = self._at.pop(screen, None)
        self._screens.remove(screen)
        if table is not None:
            self.feeds[table].leave(screen)

    def table_of(self, screen: Screen) -> TableId | None:
        """Return the table of a screen."""
        return self._at.get(screen)

    def screens_of(self, terminal: TerminalId) -> tuple[Screen, ...]:
        """Return every screen of a terminal."""
        return self._screens.of(terminal)

    def seat_of(self, terminal: TerminalId) -> TableId | None:
        """Return the table that a terminal sits at."""
        seated = (t for t, feed in self.feeds.items() if terminal in feed.watched.table.seats)
        return next(seated, None)

    def _follow(self, table: TableId, events: tuple[Event, ...]) -> None:
        """Move the screen of each terminal that has come to a table."""
        came = (TerminalSeated, TerminalMovedIn)
        self._fetch(table, [each.fact.terminal for each in events if isinstance(each.fact, came)])

    def _fetch(self, table: TableId, terminals: Collection[TerminalId]) -> None:
        """Move the screens of seated terminals to their table."""
        for screen in self._screens.of_terminals(terminals):
            if self._at[screen] != table:
                self.place(screen, table)

    def close(self) -> None:
        """Unsubscribe, and cancel the background tasks."""
        for task in self._tasks:
            task.cancel()
        for stop in self._stops.values():
            stop()

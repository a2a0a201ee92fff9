"""The feeds of all tables of a node, and the table of each screen."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterator
from typing import cast

from punto import runtime
from punto.rounds import (
    Link,
    LinkReported,
    PositionTaken,
    Table,
    TableEvent,
    TerminalMovedIn,
    TerminalMovedOut,
    TerminalSeated,
)
from punto.values import TableId, TerminalId
from punto.views.memories import Earlier
from punto.views.sensors import SensorState
from punto.web.duties import Duty
from punto.web.screens.audiences import AudienceScreen, Roster
from punto.web.screens.feeds import TableFeed
from punto.web.screens.kept_rounds import AwaitedRounds
from punto.web.screens.lobby import Lobby
from punto.web.screens.patron_names import Names

_LOOK_S = 1.0
"""How soon a table made by another node appears here."""


class TableFeeds:
    """All feeds of a node; used in its event loop only."""

    def __init__(self, node: runtime.Node, journal: runtime.Journal) -> None:
        self.feeds: dict[TableId, TableFeed] = {}
        self.lobby = Lobby(self.feeds)
        self._node, self._journal = node, journal
        self._at: dict[AudienceScreen, TableId | None] = {}
        self._screens = Roster()
        self._seats: dict[TerminalId, TableId] = {}
        """The table of each terminal, so that no caller has to ask every table."""
        self.on_lost: Callable[[TerminalId], None] = lambda _: None
        """Called for a terminal that a node has reported lost."""
        self._stops: dict[TableId, Callable[[], None]] = {}
        self._names: dict[TableId, Names] = {}
        self._sensors: dict[TableId, SensorState | None] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        node.remember_with(self._remembered)

    async def open(self) -> None:
        """Open the feeds of all existing tables."""
        for table in self._node.tables():
            await self.open_table(table)

    def name_patrons(self, table: TableId, names: Names) -> None:
        """Show the names of patrons to the staff at a table."""
        self._names[table] = names
        if table in self.feeds:
            self.feeds[table].name_patrons(names)

    def show_sensor(self, table: TableId, sensor: SensorState | None) -> None:
        """Show the staff at a table what its sensor reads."""
        self._sensors[table] = sensor
        if table in self.feeds:
            self.feeds[table].show_sensor(sensor)

    def follow(self) -> None:
        """Start opening the feeds of tables that other nodes create, and looking at all tables."""
        self._do_beside(Duty("tables made elsewhere wait", self.open, _LOOK_S).run())
        self._do_beside(self.lobby.follow())

    def _do_beside(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def open_table(self, table: TableId) -> TableFeed:
        """Open the feed of a table, unless it is open."""
        async with self._opening:
            if table not in self.feeds:
                self.feeds[table] = await self._begun(table)
                self._note_seats(table)
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
            self._note_seats(table)
            for screen in before.screens():
                before.leave(screen)
                self.feeds[table].join(screen)

    async def _begun(self, table: TableId) -> TableFeed:
        feed, stream = TableFeed(self._node.odds), runtime.stream_of(table)
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
        standing = self._node.standing(table)
        feed.stop((standing.halted if standing else "") or reason)
        feed.is_ready = True
        if table in self._names:
            feed.name_patrons(self._names[table])
        if table in self._sensors:
            feed.show_sensor(self._sensors[table])
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
            # They stay missing, and every screen shows why.
            feed.stop(runtime.seen(fault))
        feed.rounds_known.set()

    def _remembered(self, stream: runtime.Stream) -> runtime.Remembered | None:
        feed = self.feeds.get(runtime.table_of(stream))
        return None if feed is None else feed.remembered()

    def _events(self, stream: runtime.Stream, after: int) -> Iterator[tuple[int, TableEvent]]:
        for position, event in self._journal.read(stream, after):
            if isinstance(event, TableEvent):
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
        # The stream of a table has no other events.
        events = cast("tuple[TableEvent, ...]", news.events)
        feed.take(news.first, events, cast("tuple[Table, ...]", news.states))
        self._follow(runtime.table_of(news.stream), events)

    def place(self, screen: AudienceScreen, table: TableId | None) -> None:
        """Put a screen at a table, or at none yet."""
        before = self._at.get(screen)
        if before is not None:
            self.feeds[before].leave(screen)
        self._at[screen] = table
        self._screens.add(screen)
        if table is not None:
            self.feeds[table].join(screen)

    def remove(self, screen: AudienceScreen) -> None:
        """Remove a screen."""
        table = self._at.pop(screen, None)
        self._screens.remove(screen)
        self.lobby.leave(screen)
        if table is not None:
            self.feeds[table].leave(screen)

    def show_lobby(self, screen: AudienceScreen | None, *, wanted: bool) -> None:
        """Show the lobby on a screen, or stop; a line without a screen is about to end."""
        if screen in self._at:
            (self.lobby.join if wanted else self.lobby.leave)(screen)

    def table_of(self, screen: AudienceScreen) -> TableId | None:
        """Return the table of a screen."""
        return self._at.get(screen)

    def screens_of(self, terminal: TerminalId) -> tuple[AudienceScreen, ...]:
        """Return every screen of a terminal."""
        return self._screens.of(terminal)

    def seat_of(self, terminal: TerminalId) -> TableId | None:
        """Return the table at which a terminal is seated."""
        return self._seats.get(terminal)

    def table_with(self, terminal: TerminalId) -> Table | None:
        """Return the table at which a terminal is seated, as its screens show it."""
        seat = self._seats.get(terminal)
        return None if seat is None else self.feeds[seat].watched.table

    def _note_seats(self, table: TableId) -> None:
        """Note the terminals at a table whose record was read."""
        seats = self.feeds[table].watched.table.seats
        gone = [each for each, at in self._seats.items() if at == table and each not in seats]
        for terminal in gone:
            del self._seats[terminal]
        self._seats.update(dict.fromkeys(seats, table))

    def _follow(self, table: TableId, events: tuple[TableEvent, ...]) -> None:
        """Move the screen of each terminal that has come to a table."""
        for event in events:
            fact = event.fact
            if isinstance(fact, PositionTaken):  # as most are
                continue
            if isinstance(fact, TerminalSeated | TerminalMovedIn):
                self._seats[fact.terminal] = table
                self._fetch(table, (fact.terminal,))
            elif isinstance(fact, TerminalMovedOut) and self._seats.get(fact.terminal) == table:
                # Not if the other table has already reported its arrival.
                del self._seats[fact.terminal]
            elif isinstance(fact, LinkReported) and fact.link is Link.LOST:
                self.on_lost(fact.terminal)

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

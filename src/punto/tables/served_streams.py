"""All streams that a node serves, and how each of them comes up and goes down."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from punto.tables.confirming import Confirmation
from punto.tables.keeping import SnapshotKeeper
from punto.tables.mailboxes import Mailbox
from punto.tables.moves import TableRuntime
from punto.tables.opening import new_floor, new_table, open_floor, open_table
from punto.tables.places import FloorPlace, News, Place, Stopped, TablePlace, Watcher
from punto.tables.ports import FLOOR, CannotRecord, Journal, Snapshot, Stream
from punto.tables.runtime import Halted, Published
from punto.tables.setups import Setup
from punto.tables.timers import LEASE_MS, TableTimer, TakeLease

T = TypeVar("T")

_THREADS = 8
_RESTS = 3
"""How much longer a replay in the background rests than it works."""


class ServedStreams:
    """The floor and the tables of one node, each in a place of its own."""

    def __init__(self, journal: Journal, setup: Setup, keeper: SnapshotKeeper | None) -> None:
        self.tables: dict[Stream, TablePlace] = {}
        self._journal, self._setup, self._keeper = journal, setup, keeper
        self._executor = ThreadPoolExecutor(_THREADS, thread_name_prefix=f"punto {setup.name}")
        self._loop = asyncio.get_running_loop()
        self._watchers: dict[Stream, list[Watcher]] = {}
        self._turns: dict[Stream, asyncio.Lock] = {}
        self._leases: set[str] = set()
        self._timers_run = False
        runtime = new_floor(journal, self._publish, partial(self._stopped, FLOOR))
        self.floor: FloorPlace = Place(Mailbox(runtime, self._executor))

    async def in_thread(self, act: Callable[[], T]) -> T:
        """Do what may block, where it blocks nobody."""
        return await self._loop.run_in_executor(self._executor, act)

    async def open_floor(self) -> None:
        """Bring the floor up; one that does not hold stays, halted."""
        with suppress(Halted):  # it says why itself
            await self.in_thread(lambda: open_floor(self.floor.runtime, self._journal))
        self.floor.serve()

    async def open_table(self, stream: Stream) -> TablePlace:
        """Bring a table up, unless it is; one that does not hold stays, halted."""
        async with self._turns.setdefault(stream, asyncio.Lock()):
            if stream not in self.tables:
                self.tables[stream] = await self._brought_up(stream)
            return self.tables[stream]

    async def reopen_table(self, stream: Stream) -> TablePlace:
        """Bring up a table anew that is served here, whatever became of it."""
        async with self._turns.setdefault(stream, asyncio.Lock()):
            before = self.tables[stream]
            await before.close()
            place = self.tables[stream] = await self._brought_up(stream)
        if before.halted_at is not None:
            # Until it is up and has told of it, the interruption goes on.
            place.halted_at, place.stood_at = before.halted_at, before.stood_at
        table, position = place.runtime.now()
        if not place.runtime.halted:
            self._tell(Published(stream, position + 1, (), table))
        return place

    async def _brought_up(self, stream: Stream) -> TablePlace:
        halted = partial(self._stopped, stream)
        runtime = new_table(stream, self._journal, self._publish, halted)
        mailbox = Mailbox(runtime, self._executor)
        timer = TableTimer(mailbox, self._setup.now, self._setup.shoes, self._lease_of(stream))
        place = TablePlace(mailbox, timer=timer)
        try:
            open_it = partial(open_table, runtime, self._journal, self._setup.fold)
            snapshot = await self.in_thread(open_it)
        except Halted:
            place.halted_at = self._setup.now()
            snapshot = None
        place.serve()
        place.rested_on = snapshot
        if snapshot is not None:
            place.begin(self._confirm(runtime, snapshot))
        if self._timers_run:
            place.begin(timer.run())
        return place

    async def halt_all(self, reason: str) -> None:
        """Let no stream take anything more: there is no record to write to."""
        places: tuple[FloorPlace | TablePlace, ...] = (self.floor, *self.tables.values())
        for place in places:
            await self.in_thread(partial(place.runtime.halt, reason))

    def start_timers(self) -> None:
        """Let time pass at the tables, from now on at new ones too."""
        self._timers_run = True
        for place in self.tables.values():
            place.begin(place.timer.run())

    async def take_lease(self, name: str) -> bool:
        """Hold a name for LEASE_MS, or go on holding it; nobody else can where nobody else is."""
        if not self._setup.is_shared:
            return True
        holder = self._setup.name
        self._leases.add(name)
        try:
            return await self.in_thread(lambda: self._journal.take_lease(name, holder, LEASE_MS))
        except CannotRecord as fault:
            self._setup.on_trouble(f"lease of {name}: {fault}")
            return False

    async def give_up_leases(self) -> None:
        """Let others have all names that this node holds, at once."""
        if self._setup.is_shared:
            holder, held = self._setup.name, tuple(self._leases)
            with suppress(CannotRecord):  # then they run out by themselves
                for name in held:
                    give_up = partial(self._journal.give_up_lease, name, holder)
                    await self.in_thread(give_up)

    def _lease_of(self, stream: Stream) -> TakeLease:
        return lambda: self.take_lease(f"timer of {stream}")

    async def _confirm(self, runtime: TableRuntime, snapshot: Snapshot) -> None:
        """Replay what the snapshot stood for, in a fraction of the machine's time."""
        if self._keeper is not None:
            self._keeper.note(snapshot.stream, snapshot.position)
        try:
            confirmed = self._setup.confirmed
            begun = partial(Confirmation, runtime, self._journal, snapshot, confirmed)
            confirmation = await self.in_thread(begun)
            try:
                await self._confirm_all(confirmation)
            finally:
                await self.in_thread(confirmation.close)
        except CannotRecord as fault:
            self._setup.on_trouble(f"replay of {snapshot.stream} in the background: {fault}")

    async def _confirm_all(self, confirmation: Confirmation) -> None:
        more = True
        while more:
            began = self._loop.time()
            more = await self.in_thread(confirmation.step)
            await asyncio.sleep(_RESTS * (self._loop.time() - began))

    def watch(self, stream: Stream, see: Watcher) -> Callable[[], None]:
        """Tell somebody all that happens at a stream; the way to stop it."""
        watchers = self._watchers.setdefault(stream, [])
        watchers.append(see)
        return lambda: watchers.remove(see)

    def _publish(self, published: News) -> None:
        self._loop.call_soon_threadsafe(self._tell, published)

    def _stopped(self, stream: Stream, reason: str) -> None:
        self._loop.call_soon_threadsafe(self._tell_stopped, Stopped(stream, reason))

    def _tell_stopped(self, stopped: Stopped) -> None:
        place = self.tables.get(stopped.stream)
        if place is not None and place.halted_at is None:
            place.halted_at, place.stood_at = self._setup.now(), place.runtime.position
        self._setup.on_halt(stopped.stream, stopped.reason)
        self._tell(stopped)

    def _tell(self, news: News) -> None:
        place = self.tables.get(news.stream)
        if place is not None:
            place.timer.wake()
        for see in tuple(self._watchers.get(news.stream, ())):
            # Each by itself, so that one who fails keeps nothing from the others.
            self._loop.call_soon(see, news)

    async def close(self) -> None:
        """Answer all that was asked before, and stop serving."""
        places: tuple[FloorPlace | TablePlace, ...] = (self.floor, *self.tables.values())
        await asyncio.gather(*(place.close() for place in places))

    def end(self) -> None:
        """Let go of the threads; nothing may be asked any more."""
        self._executor.shutdown()

"""All streams that a node serves, and how it brings each up and down."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import TypeVar, cast

from punto.identity import FloorCommand, FloorEvent
from punto.rounds import TableCommand, TableEvent
from punto.runtime import ports
from punto.runtime.mailboxes import Mailbox
from punto.runtime.node_setup import Setup
from punto.runtime.pulse import Pulse
from punto.runtime.served_stream import FloorPlace, News, ServedStream, Stopped, TablePlace, Watcher
from punto.runtime.shared_writes import SharedWrites
from punto.runtime.snapshot_check import Confirmation, confirm
from punto.runtime.snapshot_keeper import SnapshotKeeper
from punto.runtime.stream_runtime import Halted, Published, Runtime
from punto.runtime.stream_start import new_floor, new_table, open_floor, open_table
from punto.runtime.terminal_moves import TableRuntime
from punto.runtime.timers import LEASE_MS, TableTimer
from punto.runtime.watchers import Watchers
from punto.runtime.writer_threads import WriterThread

T = TypeVar("T")
S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)

_THREADS = 8


class ServedStreams:
    """The floor and the tables of one node."""

    def __init__(self, journal: ports.Journal, setup: Setup, keeper: SnapshotKeeper | None) -> None:
        self.tables: dict[ports.Stream, TablePlace] = {}
        self._journal, self._setup, self._keeper = journal, setup, keeper
        self._executor = ThreadPoolExecutor(_THREADS, thread_name_prefix=f"punto {setup.name}")
        # Heartbeats must not wait for tables that wait for a lock.
        self.pulse = Pulse(f"punto {setup.name}")
        self._loop = asyncio.get_running_loop()
        self._watchers = Watchers(self._note)
        self._turns: dict[ports.Stream, asyncio.Lock] = {}
        self._confirming = asyncio.Lock()
        self._leases: set[str] = set()
        self._timers_run = False
        self.begins_rounds = True
        """Whether timers may begin another round."""
        self.stops = asyncio.Event()
        """Set when a stream has halted."""
        self._writer = WriterThread(f"punto {setup.name} writer")
        # Nodes that share a record lock no more streams at once than they must.
        shared = SharedWrites(journal, self._writer, self._watchers.tell, setup.on_trouble)
        self._process = None if setup.is_shared else shared.process
        self.floor = self._new_floor()

    async def in_thread(self, act: Callable[[], T], /) -> T:
        """Run a blocking call in a thread; watchers learn of its events before the caller."""
        work = self._loop.run_in_executor(self._executor, act)
        try:
            # The thread goes on even if the caller is gone.
            return await asyncio.shield(work)
        finally:
            if work.done():
                self._watchers.tell()
            else:
                work.add_done_callback(lambda _: self._watchers.tell())

    def _places(self) -> tuple[FloorPlace | TablePlace, ...]:
        return (self.floor, *self.tables.values())

    def halted(self) -> Mapping[ports.Stream, bool]:
        """Return the halted streams, each with whether its halt may pass; the floor first."""
        return {p.runtime.stream: p.runtime.may_pass for p in self._places() if p.runtime.halted}

    def returning(self) -> tuple[ports.Stream, ...]:
        """Return the halted streams that come up again by themselves."""
        if not self._setup.is_shared:
            return ()  # after an error, only people reopen a file
        return tuple(stream for stream, may_pass in self.halted().items() if may_pass)

    def outdated(self) -> tuple[ports.Stream, ...]:
        """Return the streams that hold events of a newer program, which this one cannot read."""
        return tuple(p.runtime.stream for p in self._places() if p.runtime.is_outdated)

    def _new_floor(self) -> FloorPlace:
        runtime = new_floor(self._journal, self._watchers.put, partial(self._stopped, ports.FLOOR))
        runtime.go_by(self._setup.now)
        return ServedStream(Mailbox(runtime, self.in_thread, self._process))

    async def open_floor(self) -> None:
        """Bring up the floor; if it fails verification, it stays, halted."""
        await self._bring_up_floor(self.floor)
        self._note_told(self.floor.runtime)

    async def _bring_up_floor(self, place: FloorPlace) -> None:
        with suppress(Halted):  # its runtime gives the reason
            await self.in_thread(lambda: open_floor(place.runtime, self._journal))
        place.serve()

    async def reopen_floor(self) -> None:
        """Bring up the floor again if it is halted; raises Halted if that fails."""
        async with self._turn_of(ports.FLOOR):
            before = self.floor
            if not before.runtime.halted:
                return
            await before.close()
            place = self._new_floor()
            await self._bring_up_floor(place)
            await self._tell_missed(place.runtime)
            self.floor = place
        place.runtime.check_running()

    async def settled(self, stream: ports.Stream) -> None:
        """Wait while a stream is being brought up."""
        async with self._turn_of(stream):
            return

    def _turn_of(self, stream: ports.Stream) -> asyncio.Lock:
        return self._turns.setdefault(stream, asyncio.Lock())

    async def open_table(self, stream: ports.Stream) -> TablePlace:
        """Bring up a table unless it is up; if it fails verification, it stays, halted."""
        async with self._turn_of(stream):
            if stream not in self.tables:
                self.tables[stream] = await self._brought_up(stream)
                self._note_told(self.tables[stream].runtime)
                self.start_timer(self.tables[stream])
            return self.tables[stream]

    async def reopen_table(self, stream: ports.Stream, *, if_halted: bool = False) -> TablePlace:
        """Bring up again a table that is served here; its timer is not started yet."""
        async with self._turn_of(stream):
            before = self.tables[stream]
            if if_halted and not before.runtime.halted:
                return before
            await before.close()
            place = await self._brought_up(stream)
            await self._tell_missed(place.runtime)
            self.tables[stream] = place
        if before.halted_at is not None:
            # The interruption lasts until the table is up and has reported it.
            place.halted_at, place.stood_at = before.halted_at, before.stood_at
        return place

    async def _tell_missed(self, runtime: Runtime[S, C, E]) -> None:
        """Tell watchers of the events recorded while a stream was halted here.

        This happens before the stream accepts commands, so that watchers receive events in order.
        If the missed events cannot be read, the stream halts again.
        """
        if runtime.halted:
            return
        state, position = runtime.now()
        # A watcher without any news yet reads the stream from its beginning.
        known = self._watchers.told.get(runtime.stream, position)
        try:
            events = await self.in_thread(
                lambda: tuple(islice(self._journal.read(runtime.stream, known), position - known))
            )
        except (ports.CannotRecord, ports.RecordBroken) as fault:
            await self.in_thread(partial(runtime.halt_by, fault))
            return
        missed = tuple(cast("E", event) for _, event in events)
        self._watchers.tell_of(cast("News", Published(runtime.stream, known + 1, missed, state)))

    async def _brought_up(self, stream: ports.Stream) -> TablePlace:
        halted = partial(self._stopped, stream)
        runtime = new_table(stream, self._journal, self._watchers.put, halted)
        runtime.go_by(self._setup.now)
        mailbox = Mailbox(runtime, self.in_thread, self._process)
        take_lease = partial(self.take_lease, f"timer of {stream}")
        timer = TableTimer(mailbox, self._setup.now, self._setup.shoes, take_lease)
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
        return place

    def _note_told(self, runtime: Runtime[S, C, E]) -> None:
        """Note the position of a stream that came up for the first time.

        Watchers read up to there.
        """
        if not runtime.halted:
            self._watchers.told.setdefault(runtime.stream, runtime.position)

    async def halt_all(self, reason: str) -> None:
        """Halt every stream, because there is no record to write to."""
        for place in self._places():
            await self.in_thread(partial(place.runtime.halt, reason))

    def start_timers(self) -> None:
        """Start the timers of all tables, including tables opened later."""
        self._timers_run = True
        for place in self.tables.values():
            self.start_timer(place)

    def start_timer(self, place: TablePlace) -> None:
        """Start a table's timer, if timers run on this node."""
        if self._timers_run:
            if not self.begins_rounds:
                place.timer.begin_no_round()
            place.begin(place.timer.run())

    async def take_lease(self, name: str) -> bool:
        """Take or renew a lease for LEASE_MS; always succeeds where there is only one node."""
        if not self._setup.is_shared:
            return True
        holder = self._setup.name
        self._leases.add(name)
        try:
            return await self.in_thread(lambda: self._journal.take_lease(name, holder, LEASE_MS))
        except (ports.CannotRecord, ports.RecordBroken) as fault:
            self._setup.on_trouble(f"lease of {name}: {fault}")
            return False

    async def give_up_leases(self) -> None:
        """Release all leases of this node."""
        for name in tuple(self._leases):
            await self._give_up_lease(name)

    async def _give_up_lease(self, name: str) -> None:
        if self._setup.is_shared:
            give_up = partial(self._journal.give_up_lease, name, self._setup.name)
            with suppress(ports.CannotRecord, ports.RecordBroken):  # then it expires by itself
                await self.in_thread(give_up)
                self._leases.discard(name)

    async def rest(self, stream: ports.Stream) -> None:
        """Stop serving a table; another node may run its timer at once."""
        await self.tables[stream].close()
        if f"timer of {stream}" in self._leases:
            await self._give_up_lease(f"timer of {stream}")

    async def _confirm(self, runtime: TableRuntime, snapshot: ports.Snapshot) -> None:
        """Replay the events behind a snapshot, one table at a time, in a fraction of one core."""
        if self._keeper is not None:
            self._keeper.note(snapshot.stream, snapshot.position)
        confirmed, odds = self._setup.confirmed, self._setup.odds
        begin = partial(Confirmation, runtime, self._journal, snapshot, confirmed, odds)
        while True:
            try:
                async with self._confirming:
                    await confirm(begin, self.in_thread)
                    return
            except ports.CannotRecord as fault:
                self._setup.on_trouble(f"replay of {snapshot.stream} in the background: {fault}")
                if not isinstance(fault, ports.OutOfReach):
                    return
                await asyncio.sleep(self._setup.beat_ms / 1_000)

    def watch(self, stream: ports.Stream, see: Watcher) -> Callable[[], None]:
        """Subscribe to a stream; returns the unsubscribe function."""
        return self._watchers.watch(stream, see)

    def _stopped(self, stream: ports.Stream, reason: str) -> None:
        self._watchers.put(Stopped(stream, reason))
        # A stream may also be halted in the event loop itself.
        self._loop.call_soon_threadsafe(self._watchers.tell)

    def _note(self, news: News) -> None:
        place = self.tables.get(news.stream)
        if isinstance(news, Stopped):
            self._note_stopped(news, place)
        if place is not None:
            place.timer.wake()

    def _note_stopped(self, stopped: Stopped, place: TablePlace | None) -> None:
        if place is not None and place.halted_at is None:
            place.halted_at, place.stood_at = self._setup.now(), place.runtime.position
        if place is not None and place.runtime.is_outdated:
            # Another node's timer may go on at once.
            place.begin(self._give_up_lease(f"timer of {stopped.stream}"))
        self._setup.on_halt(stopped.stream, stopped.reason)
        self.stops.set()

    async def close(self) -> None:
        """Answer all earlier commands, and stop serving."""
        await asyncio.gather(*(each.close() for each in self._places()))

    def end(self) -> None:
        """Stop the threads; no call may follow."""
        self._writer.end()
        self._executor.shutdown()
        self.pulse.end()

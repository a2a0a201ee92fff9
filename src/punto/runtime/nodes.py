"""A node: the floor and all tables of one server process.

::
    node = Node(journal, Setup(name=…, now=…, fold=…, shoes=…, on_trouble=…))
    await node.open()
    answer = await node.ask(TableId("A1"), command)
    await node.close()

``open`` goes through the start order for every stream (``stream_start``), reports rounds that were
cut short (``interruptions``), and only then accepts commands. A fault of one table halts that
table, which stays visible with the reason; ``reopen`` brings it up again after staff have dealt
with the cause. Streams that halted because a database was down come up by themselves when the
database is back.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial

from punto.identity import Floor, FloorCommand
from punto.rounds import ConfigureTable, MoveOut, Table, TableCommand, TableHasNoGame, decide
from punto.runtime import ports
from punto.runtime.drafts import Answer
from punto.runtime.interruptions import IN_A_ROUND
from punto.runtime.mailboxes import Closed, patiently
from punto.runtime.node_duties import NodeDuties, Remember
from punto.runtime.node_setup import Setup, keeper_of
from punto.runtime.node_streams import ServedStreams
from punto.runtime.peer_notices import hear_others
from punto.runtime.recordability import check_id, check_not_reserved
from punto.runtime.served_stream import News, StreamStanding, TablePlace, Watcher
from punto.runtime.stream_restarts import Reopening
from punto.runtime.stream_runtime import Halted, seen
from punto.runtime.stream_start import new_table
from punto.runtime.terminal_moves import move
from punto.values import CommandId, Instant, TableId


class Node:
    """The floor and all tables of one process, each with its mailbox.

    Create it inside the event loop in which it is used.
    """

    def __init__(self, journal: ports.Journal, setup: Setup) -> None:
        self._journal, self._setup, self.odds = journal, setup, setup.odds
        self._keeper = keeper_of(journal, setup)
        self._streams = ServedStreams(journal, setup, self._keeper)
        self._duties = NodeDuties(journal, setup, self._streams)
        self._reopening = Reopening(journal, self._streams, self._duties)
        self._tasks: set[asyncio.Task[None]] = set()
        self._resting: set[ports.Stream] = set()
        self._is_open = False

    async def open(self, *, timers: bool = True) -> None:
        """Verify, load, replay and reconcile; report interrupted rounds; then accept commands.

        Raises RecordBroken or CannotRecord if the record as a whole does not hold. A caller with
        more to set up before anything may happen by itself starts the timers later
        (``start_timers``).
        """
        streams, listen = self._streams, self._setup.listen
        signed = await self._reopening.everything()
        if timers:
            streams.start_timers()
        self._begin(self._duties.beat())
        if self._keeper is not None:
            self._keeper.unsigned.note(signed)
            self._begin(self._duties.keep_snapshots(self._keeper))
        if listen is not None:
            self._begin(hear_others(self._journal, self._setup, streams, listen))
            self._begin(self._duties.bring_back(self._reopening.stream))
            self._begin(streams.pulse.keep_asking(self._journal.time, self._setup.beat_ms))
            streams.watch(ports.FLOOR, self._hear_orders)
        self._is_open = True

    def start_timers(self) -> None:
        """Start the timers of a node that was opened without them."""
        self._streams.start_timers()

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """Halt a node whose duties have failed, and give the reason."""
        self._tasks.discard(task)
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, Exception) and self._is_open:
            self._setup.on_trouble(f"a duty of the node has failed: {seen(fault)}")
            self._begin(self._streams.halt_all(seen(fault)))

    async def ask(self, table: TableId, command: TableCommand) -> Answer:
        """Return a table's answer to a command, once it is recorded.

        Raises NotRecordable for a command that no record can keep, Halted with the reason, and
        Closed if the node does not serve. Only an accepted configuration creates a table.
        """
        check_id("table", table)
        check_not_reserved(command)
        self._check_open()
        place = self._streams.tables.get(ports.stream_of(table))
        if place is None:
            configures = isinstance(command.wish, ConfigureTable)
            made: Answer = decide(Table(), command) if configures else TableHasNoGame()
            place = await self._place(ports.stream_of(table), makes_it=isinstance(made, tuple))
            if place is None:
                return made
        if isinstance(command.wish, MoveOut):
            return await self._move(place, command, command.wish)
        try:
            return await place.mailbox.ask(command)
        except Closed:
            # It may be coming up again, with another mailbox.
            place = await self._settled(ports.stream_of(table))
            return await place.mailbox.ask(command)

    async def answered(self, table: TableId, command: CommandId, said: str) -> Answer | None:
        """Return a table's answer to a reused command id; None for a new one. Raises OutOfReach."""
        check_id("command", command)
        self._check_open()
        runtime = self._streams.tables[ports.stream_of(table)].runtime
        return await self._streams.in_thread(lambda: runtime.answered(command, said))

    async def _settled(self, stream: ports.Stream) -> TablePlace:
        if self._is_open and stream not in self._resting:
            await self._streams.settled(stream)
        return self._streams.tables[stream]

    async def ask_floor(self, command: FloorCommand) -> Answer:
        """Return the floor's answer to a command, once it is recorded."""
        self._check_open()
        try:
            return await self._streams.floor.mailbox.ask(command)
        except Closed:
            if self._is_open:
                await self._streams.settled(ports.FLOOR)
            return await self._streams.floor.mailbox.ask(command)

    @property
    def floor(self) -> Floor:
        """The floor as this node sees it."""
        return self._streams.floor.runtime.state

    @property
    def floor_halted(self) -> str:
        """Why the floor is halted; empty while it is not."""
        return self._streams.floor.runtime.halted

    def tables(self) -> Mapping[TableId, StreamStanding]:
        """Return all tables, including halted ones."""
        return {
            ports.table_of(stream): place.standing for stream, place in self._streams.tables.items()
        }

    def standing(self, table: TableId) -> StreamStanding | None:
        """Return one table, halted or not; None if there is no such table."""
        place = self._streams.tables.get(ports.stream_of(table))
        return None if place is None else place.standing

    def time_at(self, table: TableId, now: Instant) -> Instant:
        """Return the time by which a table plays, at a moment of this node's clock."""
        place = self._streams.tables.get(ports.stream_of(table))
        return now if place is None else place.runtime.time_at(now)

    def ahead_ms(self, now: Instant) -> int:
        """Return how far the time of any stream is ahead of this node's clock; 0 if none is."""
        # Called in a thread: the tables are copied at once, before another is added.
        tables = [*self._streams.tables.values()]
        times = [self._streams.floor.runtime.time_at(now)]
        return max(times + [place.runtime.time_at(now) for place in tables]) - now

    def watch(self, stream: ports.Stream, see: Watcher) -> Callable[[], None]:
        """Subscribe to a stream (callbacks run in this event loop).

        Returns the unsubscribe function.
        """
        return self._streams.watch(stream, see)

    def rested_on(self, table: TableId) -> ports.Snapshot | None:
        """Return the snapshot that a table came up from, if any, to the first caller."""
        place = self._streams.tables[ports.stream_of(table)]
        snapshot, place.rested_on = place.rested_on, None
        return snapshot

    def remember_with(self, remember: Remember) -> None:
        """Set the function that supplies the memory of a table's screens for each snapshot."""
        self._duties.remember = remember

    @property
    def is_shared(self) -> bool:
        """Whether other nodes may serve the same tables."""
        return self._setup.is_shared

    @property
    def is_alone(self) -> bool:
        """Whether no other node is known to serve all tables."""
        return self._duties.is_alone

    @property
    def is_leaving(self) -> bool:
        """Whether it is about to stop."""
        return self._duties.is_leaving

    @property
    def unreached_s(self) -> float:
        """How long the database has not answered this node."""
        return self._duties.unreached_s

    def returning(self) -> tuple[ports.Stream, ...]:
        """Return the streams that are halted only until the database is back."""
        return self._streams.returning()

    def outdated(self) -> tuple[ports.Stream, ...]:
        """Return the streams that only the nodes of a newer program can serve."""
        return self._streams.outdated()

    async def reopen(self, table: TableId, *, if_halted: bool = False) -> None:
        """Bring up a halted table again, verified as at a start.

        Raises Halted if it still fails; RecordBroken or CannotRecord, with the table unchanged, if
        the record as a whole does not hold.
        """
        self._check_open()
        await self._reopening.table(table, if_halted=if_halted)

    def _hear_orders(self, news: News) -> None:
        for stream in self._reopening.ordered(news):
            self._begin(self._reopening.as_ordered(stream, self._setup.on_trouble))

    async def leave(self) -> bool:
        """Begin to stop; returns whether another node serves all tables."""
        return await self._duties.leave()

    def begin_no_round(self) -> None:
        """Make this node's timers finish the current rounds and begin no others."""
        self._streams.begins_rounds = False
        for place in self._streams.tables.values():
            place.timer.begin_no_round()

    def rests(self, table: TableId) -> bool:
        """Return whether a table is no longer served here."""
        return ports.stream_of(table) in self._resting

    def is_between_rounds(self, table: TableId) -> bool:
        """Return whether no round is in progress, and no pending command may begin one."""
        mailbox = self._streams.tables[ports.stream_of(table)].mailbox
        return mailbox.is_idle and mailbox.runtime.state.phase not in IN_A_ROUND

    async def rest(self, table: TableId) -> None:
        """Stop serving a table until the node is opened again, after answering earlier commands."""
        self._resting.add(ports.stream_of(table))
        await self._streams.rest(ports.stream_of(table))

    async def close(self) -> None:
        """Answer all earlier commands, keep snapshots, sign, and release the leases."""
        self._is_open = False
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._streams.close()
        with suppress(
            ports.CannotRecord, ports.RecordBroken
        ):  # then the halted tables have said so
            await self._duties.note_service()
        if self._keeper is not None:
            await self._duties.keep_now(self._keeper)
        await self._streams.give_up_leases()
        self._streams.end()

    def _check_open(self) -> None:
        if not self._is_open:
            raise Closed(f"node {self._setup.name} does not serve")

    async def _place(self, stream: ports.Stream, *, makes_it: bool) -> TablePlace | None:
        """Return the place of a table that is not known here but exists, or is about to."""
        # Another node may have made it a moment ago.
        if makes_it or stream in await self._streams.in_thread(self._journal.streams):
            return await self._streams.open_table(stream)
        return None

    async def _move(self, source: TablePlace, command: TableCommand, wish: MoveOut) -> Answer:
        check_id("table", wish.table)
        stream = ports.stream_of(wish.table)
        place = self._streams.tables.get(stream) or await self._place(stream, makes_it=False)
        # A missing table refuses the move, and this does not create it.
        nowhere = new_table(stream, self._journal, lambda _: None, lambda _: None)
        runtimes = (source.runtime, nowhere if place is None else place.runtime)

        async def give_up(fault: ports.OutOfReach) -> Answer:
            for runtime in runtimes:
                await self._streams.in_thread(partial(runtime.halt_by, fault))
            raise Halted(seen(fault)) from fault

        act = partial(move, self._journal, *runtimes, command)
        return await patiently(lambda: self._streams.in_thread(act), give_up)

"""The background duties of a node: heartbeats, reports of interruptions, and snapshots.

From the heartbeats a node also learns whether it reaches the database, and whether it is alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial

from punto.rounds import HICCUP_MS
from punto.runtime.interruptions import SERVED, WHOLE, InterruptionFound, interruption, last_service
from punto.runtime.mailboxes import Closed
from punto.runtime.node_setup import Setup
from punto.runtime.node_streams import ServedStreams
from punto.runtime.ports import CannotRecord, Journal, Lease, RecordBroken, Stream
from punto.runtime.served_stream import TablePlace
from punto.runtime.snapshot_keeper import Remembered, SnapshotKeeper
from punto.runtime.stream_runtime import Halted, seen
from punto.values import Instant

SILENT_BEATS = 3
"""After this many beats without a sign of another node, the node counts itself alone."""

_FIRST_RETURN_BEATS, _LONGEST_RETURN_BEATS = 0.25, 8.0
"""The first and the longest wait before an attempt to bring a halted stream up again."""

KEEP_BEATS = 5  # between two checks for due snapshots

CHECKPOINT = "checkpoint"
"""The lease of the node that keeps snapshots and signs."""

Reopen = Callable[[Stream], Awaitable[None]]
"""Brings up a halted stream, verified as at a start."""

Remember = Callable[[Stream], Remembered | None]
"""Returns a table as its screens have followed it; None if no screen has."""


class NodeDuties:
    """Runs the background duties of one node."""

    def __init__(self, journal: Journal, setup: Setup, streams: ServedStreams) -> None:
        self._journal, self._setup, self._streams = journal, setup, streams
        self.remember: Remember = lambda _: None
        self.is_leaving = False
        self._loop = asyncio.get_running_loop()
        self._is_lost = False
        self._owes_report = False
        self._others: dict[str, tuple[Lease, float]] = {}
        """The notes of other nodes that serve all tables, and when each was first seen."""
        self._looked_at = self._loop.time()
        """When these notes were read; writing the own note after that may take long."""

    @property
    def unreached_s(self) -> float:
        """How long the database has not served the node; a file beside it always does."""
        return self._streams.pulse.unserved_s if self._setup.is_shared else 0.0

    @property
    def is_alone(self) -> bool:
        """Whether no other node served all tables when this one last looked."""
        return not any(self._is_fresh(seen_at) for _, seen_at in self._others.values())

    def _is_fresh(self, seen_at: float) -> bool:
        return self._looked_at - seen_at <= SILENT_BEATS * self._setup.beat_ms / 1_000

    async def tell_of_interruptions(self) -> None:
        """Report every round that was cut short, unless another node has continued it."""
        await self._tell_if_unserved(self._streams.tables.values())

    async def tell_of_halt(self, place: TablePlace) -> None:
        """Report the round of a table that is up again after a halt, if it was cut short."""
        if place.halted_at is None:
            return
        if self._setup.is_shared:
            await self._tell_of_long_halt(place, place.halted_at)
        elif place.stood_at is None:
            await self._tell_if_unserved([place])
        elif place.stood_at == place.runtime.position:
            # Otherwise another node continued the round, so it was not interrupted.
            await self._tell_of([place], place.halted_at)

    async def _tell_of_long_halt(self, place: TablePlace, halted_at: Instant) -> None:
        """Report a round that no node served for longer than a hiccup."""
        unserved_since = await self._unserved_since()
        was_alone = self.is_alone and place.stood_at == place.runtime.position
        if unserved_since is not None:
            await self._tell_of([place], unserved_since)
        elif was_alone and self._setup.now() - halted_at >= HICCUP_MS:
            # The database was up, but no other node could have continued.
            await self._tell_of([place], halted_at)

    async def _unserved_since(self) -> Instant | None:
        """Return when a node last noted its service; None if a hiccup ago or less."""
        served = await self._last_service()
        now = await self._streams.pulse.beat(self._journal.time) or served
        # The last note may be one beat older than the cause of the outage.
        lasted_ms = now - served - self._setup.beat_ms
        return served if served and lasted_ms >= HICCUP_MS else None

    async def _tell_if_unserved(self, places: Iterable[TablePlace]) -> None:
        cut_short = [each for each in places if _found(each).in_a_round]
        if not cut_short:
            return
        served = await self._last_service()
        if not (self._setup.is_shared and await self._another_serves(served)):
            await self._tell_of(cut_short, served)

    async def _tell_of(self, places: Iterable[TablePlace], served: Instant) -> None:
        """Report the rounds in progress at tables that were not served since then."""
        for place in places:
            now = self._setup.now()
            report = partial(interruption, _found(place), self._journal, served, now)
            with suppress(Halted, Closed):  # the halt itself says enough
                command = await self._streams.in_thread(report)
                if command is not None:
                    await place.mailbox.ask(command)
                    self._check_told(place)

    def _check_told(self, place: TablePlace) -> None:
        """Check that the round now waits for people, whichever node reported it."""
        found = _found(place)
        if found.in_a_round:
            self._setup.on_trouble(f"{found.stream}: it refused the report of the restart")

    async def _another_serves(self, served: Instant) -> bool:
        """Return whether another node is alive, judged by its notes alone, not by any clock."""
        for _ in range(2 * SILENT_BEATS):
            await self._rest(0.5)
            if await self._last_service() != served:
                return True
        return False

    async def _last_service(self) -> Instant:
        return await self._streams.in_thread(partial(last_service, self._journal))

    async def note_service(self) -> None:
        """Note that this node is serving, if a round is in progress."""
        places = self._streams.tables.values()
        playing = any(_found(each).in_a_round and not each.runtime.halted for each in places)
        if playing and not self._owes_report and not self.is_leaving:
            await self._note(SERVED)

    async def _note(self, name: str) -> None:
        note = partial(self._journal.take_lease, name, self._setup.name, 0)
        await self._streams.pulse.beat(note)

    async def _look_around(self) -> None:
        """Look for other nodes, and let them see this one."""
        await self._see_others()
        if self._is_lost:
            await self._tell_of_loss()
            self._is_lost = False
        # Before the last table has reported, a note would make a long interruption look short.
        self._owes_report = self._owes_report and self._has_to_tell()
        if not self.is_leaving and not self._streams.halted():
            await self._note(self._own_note)

    def _has_to_tell(self) -> bool:
        """Return whether tables are still coming up, or are up and have not reported yet."""
        up = (place for place in self._streams.tables.values() if not place.runtime.halted)
        return bool(self._streams.returning()) or any(each.halted_at is not None for each in up)

    async def _see_others(self) -> None:
        found = await self._streams.pulse.beat(self._notes_of_others)
        now = await self._streams.pulse.beat(self._journal.time)
        seen_at, others = self._loop.time(), dict[str, tuple[Lease, float]]()
        for name, note in found.items():
            known, known_at = self._others.get(name, (None, 0.0))
            if known is None and now is not None:
                # A node that was killed long ago may have left a note.
                others[name] = note, seen_at - (now - note.until) / 1_000
            else:
                # While the database was down, no other node could write a note.
                is_silent = note == known and not self._is_lost
                others[name] = note, known_at if is_silent else seen_at
        self._looked_at, self._others = seen_at, others
        for name, (note, known_at) in others.items():
            if not self._is_fresh(known_at):
                # A node that merely paused writes its note again.
                forget = partial(self._journal.give_up_lease, name, note.holder)
                await self._streams.pulse.beat(forget)

    def _notes_of_others(self) -> dict[str, Lease]:
        leases = self._journal.leases()
        return {
            name: lease
            for name, lease in leases.items()
            if name.startswith(WHOLE) and name != self._own_note
        }

    @property
    def _own_note(self) -> str:
        return f"{WHOLE}{self._setup.name}"

    async def _tell_of_loss(self) -> None:
        """Report all rounds if no node reached the database for longer than a hiccup.

        Halted tables report when they are up again.
        """
        running = [each for each in self._streams.tables.values() if not each.runtime.halted]
        unserved_since = await self._unserved_since()
        if unserved_since is not None:
            self._owes_report = True
            await self._tell_of(running, unserved_since)

    async def leave(self) -> bool:
        """Stop noting service; returns whether another node serves all tables."""
        self.is_leaving = True
        if not self._setup.is_shared:
            return False
        own = self._own_note, self._setup.name
        with suppress(CannotRecord):  # then there is no way to tell
            # On the heartbeat's thread, which may be about to write the note once more.
            await self._streams.pulse.beat(partial(self._journal.give_up_lease, *own))
            first = await self._streams.in_thread(self._notes_of_others)
            for _ in range(2 * SILENT_BEATS):
                await self._rest(0.5)
                found = await self._streams.in_thread(self._notes_of_others)
                if any(first.get(name) != note for name, note in found.items()):
                    return True
        return False

    async def bring_back(self, reopen: Reopen) -> None:
        """Bring up streams that halted because the database was down, until cancelled."""
        wait = _FIRST_RETURN_BEATS
        while True:
            await self._streams.stops.wait()
            await self._rest(wait)
            self._streams.stops.clear()
            for stream in self._streams.returning():
                try:
                    await reopen(stream)
                except (Halted, CannotRecord, RecordBroken, Closed) as fault:
                    self._setup.on_trouble(f"{stream} stays halted: {fault}")
            if self._streams.returning():
                self._streams.stops.set()
                wait = min(2 * wait, _LONGEST_RETURN_BEATS)
            else:
                wait = _FIRST_RETURN_BEATS

    async def check_place(self) -> None:
        """Halt everything if the record is no longer in its place, even between rounds."""
        try:
            await self._streams.in_thread(self._journal.check_place)
        except CannotRecord as fault:
            await self._streams.halt_all(seen(fault))

    async def beat(self) -> None:
        """Send heartbeats until cancelled."""
        while True:
            await self.check_place()
            try:
                if self._setup.is_shared:
                    await self._look_around()
                await self.note_service()
                self._streams.pulse.note_beat(succeeded=True)
            except (CannotRecord, RecordBroken) as fault:
                self._is_lost = True
                self._streams.pulse.note_beat(succeeded=False)
                self._setup.on_trouble(f"the node cannot note its service: {fault}")
            # When the database comes back, tables should not have to wait for a heartbeat.
            await self._rest(0.25 if self._is_lost else 1)

    async def keep_snapshots(self, keeper: SnapshotKeeper) -> None:
        """Keep each snapshot that is due, until cancelled."""
        while True:
            await self._rest(KEEP_BEATS)
            runtimes = [place.runtime for place in self._streams.tables.values()]
            ends = {each.stream: each.position for each in runtimes if not each.halted}
            ends |= self._floor_end()
            has_waited = keeper.unsigned.has_waited(ends, self._setup.now())
            if has_waited or any(keeper.is_due(runtime) for runtime in runtimes):
                await self.keep_now(keeper, only_due=True)

    async def keep_now(self, keeper: SnapshotKeeper, *, only_due: bool = False) -> None:
        """Keep a snapshot of every changed table, and sign, unless another node does."""
        tables = self._streams.tables
        if not await self._streams.take_lease(CHECKPOINT):
            return
        remembered = {each: found for each in tables if (found := self.remember(each))}
        try:
            runtimes, others = [each.runtime for each in tables.values()], self._floor_end()
            keep = partial(keeper.keep, runtimes, remembered, others, only_due=only_due)
            await self._streams.in_thread(keep)
        except Exception as fault:  # noqa: BLE001 (the tables play on after any fault)
            self._setup.on_trouble(f"no checkpoint: {type(fault).__name__}: {fault}")

    def _floor_end(self) -> dict[Stream, int]:
        """Return the position of the floor; nothing if it is halted."""
        runtime = self._streams.floor.runtime
        return {} if runtime.halted else {runtime.stream: runtime.position}

    async def _rest(self, beats: float) -> None:
        await asyncio.sleep(beats * self._setup.beat_ms / 1_000)


def _found(place: TablePlace) -> InterruptionFound:
    return InterruptionFound(place.runtime.stream, *place.runtime.now())

"""What a node does by itself: notes that it is there, tells of interruptions, keeps snapshots."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from punto.tables.interruptions import Found, interruption, last_service, note_service
from punto.tables.keeping import Remembered, SnapshotKeeper
from punto.tables.mailboxes import Closed
from punto.tables.places import TablePlace
from punto.tables.ports import CannotRecord, Journal, Stream
from punto.tables.runtime import Halted, seen
from punto.tables.served_streams import ServedStreams
from punto.tables.setups import Setup
from punto.values.ids import Instant

SILENT_BEATS = 3
"""After so many beats without a sign of another node, there is none."""

KEEP_BEATS = 5
"""How many beats lie between two looks at which snapshots are due."""

CHECKPOINT = "checkpoint"
"""The lease of whoever keeps snapshots and signs."""

Remember = Callable[[Stream], Remembered | None]
"""Asks for a table as its screens have followed it; None where nobody has."""


class NodeDuties:
    """The duties of one node."""

    def __init__(self, journal: Journal, setup: Setup, streams: ServedStreams) -> None:
        self._journal, self._setup, self._streams = journal, setup, streams
        self.remember: Remember = lambda _: None

    async def tell_of_interruptions(self) -> None:
        """Report every round that was cut short, where no other node has gone on with it."""
        await self._tell_if_unserved(self._streams.tables.values())

    async def tell_of_halt(self, place: TablePlace) -> None:
        """Report the round of a table that was halted and is up again, if it was cut short."""
        if place.halted_at is None:
            return
        if place.stood_at is None:
            await self._tell_if_unserved([place])
        elif place.stood_at == place.runtime.position:
            # Otherwise somebody else went on with it, and nothing was interrupted.
            await self._tell_of([place], place.halted_at)

    async def _tell_if_unserved(self, places: Iterable[TablePlace]) -> None:
        cut_short = [each for each in places if _found(each).in_a_round]
        if not cut_short:
            return
        served = await self._last_service()
        if not (self._setup.is_shared and await self._somebody_serves(served)):
            await self._tell_of(cut_short, served)

    async def _tell_of(self, places: Iterable[TablePlace], served: Instant) -> None:
        """Report the rounds of tables that nobody served since then, as far as they are in one."""
        for place in places:
            now = self._setup.now()
            report = partial(interruption, _found(place), self._journal, served, now)
            with suppress(Halted, Closed):  # which says enough
                command = await self._streams.in_thread(report)
                if command is not None:
                    await place.mailbox.ask(command)
                    self._check_told(place)

    def _check_told(self, place: TablePlace) -> None:
        """Whoever told of it, the round must wait for people now."""
        found = _found(place)
        if found.in_a_round:
            self._setup.on_trouble(f"{found.stream}: it does not take the report of a restart")

    async def _somebody_serves(self, served: Instant) -> bool:
        """Whether another node notes that it is there; by its notes alone, not by any clock."""
        for _ in range(2 * SILENT_BEATS):
            await self._rest(0.5)
            if await self._last_service() != served:
                return True
        return False

    async def _last_service(self) -> Instant:
        return await self._streams.in_thread(partial(last_service, self._journal))

    async def note_service(self) -> None:
        """Note that this node is there, if a round is in progress."""
        playing = any(
            _found(place).in_a_round and not place.runtime.halted
            for place in self._streams.tables.values()
        )
        if playing:
            note = partial(note_service, self._journal, self._setup.name)
            await self._streams.in_thread(note)

    async def check_place(self) -> None:
        """Halt everything when the record is not in its place any more, though nobody plays."""
        try:
            await self._streams.in_thread(self._journal.check_place)
        except CannotRecord as fault:
            await self._streams.halt_all(seen(fault))

    async def beat(self) -> None:
        """Note it time and again, until cancelled."""
        while True:
            await self.check_place()
            try:
                await self.note_service()
            except CannotRecord as fault:
                self._setup.on_trouble(f"the node cannot note that it is there: {fault}")
            await self._rest(1)

    async def keep_snapshots(self, keeper: SnapshotKeeper) -> None:
        """Keep each snapshot that is due, until cancelled."""
        while True:
            await self._rest(KEEP_BEATS)
            runtimes = [place.runtime for place in self._streams.tables.values()]
            ends = {each.stream: each.position for each in runtimes if not each.halted}
            ends |= self._floor_end()
            has_waited = keeper.unsigned.has_waited(ends, self._setup.now())
            if has_waited or any(keeper.is_due(runtime) for runtime in runtimes):
                await self.keep_now(keeper)

    async def keep_now(self, keeper: SnapshotKeeper) -> None:
        """Keep a snapshot of every table that has something new, and sign, unless another does."""
        runtimes = [place.runtime for place in self._streams.tables.values()]
        if not await self._streams.take_lease(CHECKPOINT):
            return
        asked = ((stream, self.remember(stream)) for stream in self._streams.tables)
        remembered = {stream: seen for stream, seen in asked if seen is not None}
        try:
            keep = partial(keeper.keep, runtimes, remembered, self._floor_end())
            await self._streams.in_thread(keep)
        except Exception as fault:  # noqa: BLE001 (whatever it is, the tables play on)
            self._setup.on_trouble(f"no checkpoint: {type(fault).__name__}: {fault}")

    def _floor_end(self) -> dict[Stream, int]:
        """Where the floor ends; nothing of one that is halted."""
        runtime = self._streams.floor.runtime
        return {} if runtime.halted else {runtime.stream: runtime.position}

    async def _rest(self, beats: float) -> None:
        await asyncio.sleep(beats * self._setup.beat_ms / 1_000)


def _found(place: TablePlace) -> Found:
    return Found(place.runtime.stream, *place.runtime.now())

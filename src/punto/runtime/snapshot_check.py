"""Confirms snapshots: a table plays at once, while the events behind its snapshot are replayed."""

import asyncio
from collections import deque
from collections.abc import Callable, MutableMapping
from itertools import islice
from threading import Lock

from punto.rounds import Table, TableEvent
from punto.rules import NO_ODDS, HouseOdds
from punto.runtime.folds import Evolving, Folded, InvariantBroken
from punto.runtime.mailboxes import InThread
from punto.runtime.ports import Journal, RecordBroken, Snapshot, Stream
from punto.runtime.replays import Replay
from punto.runtime.stream_runtime import seen
from punto.runtime.terminal_moves import TableRuntime
from punto.views.memories import memory_of
from punto.views.watched_table import Watched, watch_beside

CHUNK = 200
"""The number of events replayed at a time: some hundredths of a second."""

_RESTS = 3
"""How much longer a background replay pauses than it works."""


Confirmed = MutableMapping[Stream, tuple[Watched, int]]
"""How far each stream was replayed from its first event, and the resulting state."""


class _BesideScreens:
    """Folds a table together with the memory of its screens."""

    def __init__(self, of_table: Evolving[Table, TableEvent]) -> None:
        self._of_table = of_table

    def evolve(self, state: Watched, event: TableEvent) -> Folded[Watched]:
        table, posting, ticket = self._of_table.evolve(state.table, event)
        return watch_beside(state, event, table), posting, ticket


class Confirmation:
    """Replays all events that a snapshot stands for; a difference halts the table.

    It continues where an earlier replay of the same stream ended, and notes how far it got.
    """

    def __init__(
        self,
        runtime: TableRuntime,
        journal: Journal,
        snapshot: Snapshot,
        confirmed: Confirmed,
        odds: HouseOdds = NO_ODDS,
    ) -> None:
        self._runtime, self._snapshot = runtime, snapshot
        self._journal = journal
        self._blank = Watched(odds=odds)
        self._earlier = None if snapshot.screens is None else snapshot.screens.rounds_from
        self._confirmed = confirmed
        fold, begin = _BesideScreens(runtime.fold), self._begin()
        self._places = deque(self._compared_at(begin[1]))
        posted_count = begin[0].table.book.posting_count
        self._replay = Replay(journal, runtime.stream, fold, begin, posted_count)
        self._turn = Lock()
        self._is_closed = False

    def _begin(self) -> tuple[Watched, int]:
        first = self._snapshot.position if self._earlier is None else self._earlier.position
        watched, position = self._confirmed.get(self._snapshot.stream, (self._blank, 0))
        # The snapshot is compared with the replay at both positions, so it must begin before both.
        return (watched, position) if position <= first else (self._blank, 0)

    def _compared_at(self, begin: int) -> list[int]:
        """Return the positions of older snapshots and of the oldest round, which are compared."""
        snapshot = self._snapshot
        kept = set(self._journal.kept_snapshots(snapshot.stream, snapshot.fold))
        kept |= set() if self._earlier is None else {self._earlier.position}
        return sorted(place for place in kept if begin <= place < snapshot.position)

    def step(self) -> bool:
        """Replay some more events; returns whether there are more."""
        with self._turn:
            # A step may have waited for its thread until after the close.
            if self._runtime.halted or self._is_closed:
                return False
            try:
                return self._step()
            except (RecordBroken, InvariantBroken) as fault:
                self._runtime.halt(seen(fault))
                return False

    def _step(self) -> bool:
        replay, end = self._replay, self._snapshot.position
        aim = min(replay.position + CHUNK, end, *islice(self._places, 1))
        replay.to(aim)
        if aim > self._confirmed.get(replay.stream, (None, 0))[1]:
            self._confirmed[replay.stream] = (replay.state, aim)
        if self._places and aim == self._places[0]:
            self._compare(self._places.popleft(), replay.state.table)
        if replay.position < end:
            return True
        if not self._is_as_kept(replay.state):
            raise self._otherwise(end)
        return False

    def _compare(self, position: int, table: Table) -> None:
        snapshot, earlier = self._snapshot, self._earlier
        if earlier is not None and earlier.position == position and table != earlier.table:
            raise self._otherwise(snapshot.position)
        kept = self._journal.kept_snapshot(snapshot.stream, snapshot.fold, position)
        if kept is not None and kept.snapshot.table != table:
            raise self._otherwise(position)

    def _is_as_kept(self, watched: Watched) -> bool:
        screens = self._snapshot.screens
        remembers = screens is None or memory_of(watched) == screens.memory
        return remembers and watched.table == self._snapshot.table

    def _otherwise(self, position: int) -> RecordBroken:
        place = f"{self._snapshot.stream} at {position}"
        return RecordBroken(f"{place}: the snapshot is not what the events make")

    def close(self) -> None:
        """Close the replay, finished or not."""
        with self._turn:
            self._is_closed = True
            self._replay.close()


async def confirm(begin: Callable[[], Confirmation], in_thread: InThread) -> None:
    """Replay all that a snapshot stands for, using a fraction of the machine's time."""
    loop = asyncio.get_running_loop()
    confirmation = await in_thread(begin)
    try:
        more = True
        while more:
            began = loop.time()
            more = await in_thread(confirmation.step)
            await asyncio.sleep(_RESTS * (loop.time() - began))
    finally:
        await in_thread(confirmation.close)

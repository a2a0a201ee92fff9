"""Keeps snapshots and checkpoints: after a number of events, after a time, and at the end."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from punto.rounds import Table
from punto.runtime.ports import Journal, Overtaken, Snapshot, Stream
from punto.runtime.terminal_moves import TableRuntime
from punto.values import Instant, Value
from punto.views.memories import Screens

SNAPSHOT_EVERY = 10_000
"""The most events that a start replays: about a second's work."""

SNAPSHOT_SIZE = 10_000_000
"""The bytes of a snapshot that is kept so often; a larger one is kept after as many more events.

Therefore the work for each event does not grow with the table, and a start replays for two or three
times as long as it reads the snapshot.
"""

SIGN_AFTER_MS = 15 * 60 * 1_000
"""How long recorded events wait for a signature, so that exported checkpoints are recent."""

Sign = Callable[[], object]
"""Signs a checkpoint over the ends of all streams and the newest snapshots."""


class Remembered(Value):
    """A table as its screens have followed it, which may be some events behind the table itself."""

    position: int
    table: Table
    screens: Screens


class Unsigned:
    """Tracks recorded events that are not signed yet, and how long they have waited."""

    def __init__(self, after_ms: int = SIGN_AFTER_MS) -> None:
        self._after_ms = after_ms
        self._signed: dict[Stream, int] = {}
        self._none_at: Instant | None = None

    def note(self, ends: Mapping[Stream, int]) -> None:
        """Note that streams are signed up to these positions."""
        self._signed.update(ends)

    def is_any(self, ends: Mapping[Stream, int]) -> bool:
        """Return whether a stream that ends there has unsigned events."""
        return any(end > self._signed.get(stream, 0) for stream, end in ends.items())

    def has_waited(self, ends: Mapping[Stream, int], now: Instant) -> bool:
        """Return whether it is time to sign; returns true once, then the wait starts again."""
        if self._none_at is None or not self.is_any(ends):
            self._none_at = now
            return False
        if now - self._none_at < self._after_ms:
            return False
        self._none_at = now
        return True


class SnapshotKeeper:
    """Knows which snapshots were kept last, and when the next are due."""

    def __init__(
        self,
        journal: Journal,
        fold: str,
        sign: Sign,
        every: int = SNAPSHOT_EVERY,
        sign_after_ms: int = SIGN_AFTER_MS,
    ) -> None:
        self._journal, self._fold, self._sign = journal, fold, sign
        self._every = every
        self._kept: dict[Stream, int] = {}
        self._sizes: dict[Stream, int] = {}
        self.unsigned = Unsigned(sign_after_ms)

    def note(self, stream: Stream, position: int) -> None:
        """Note that a snapshot at this position exists."""
        self._kept[stream] = position

    def is_due(self, runtime: TableRuntime) -> bool:
        """Return whether enough events have come since the last snapshot, for its size."""
        size = max(SNAPSHOT_SIZE, self._sizes.get(runtime.stream, 0))
        return self._new_events(runtime) * SNAPSHOT_SIZE >= self._every * size

    def keep(
        self,
        runtimes: Iterable[TableRuntime],
        remembered: Mapping[Stream, Remembered] = MappingProxyType({}),
        others: Mapping[Stream, int] = MappingProxyType({}),
        *,
        only_due: bool = False,
    ) -> None:
        """Keep a snapshot of each changed table, and sign; halted tables are left out.

        Other streams, which have no snapshots, are signed up to their ends as well.
        """
        running = [each for each in runtimes if not each.halted]
        ends = {**others, **{each.stream: each.position for each in running}}
        is_wanted = self.is_due if only_due else self._new_events
        fresh = [each for each in running if is_wanted(each)]
        for runtime in fresh:
            stream = runtime.stream
            snapshot = self._snapshot(runtime, remembered.get(stream))
            if snapshot.position > self._kept.get(stream, 0):
                self._sizes[stream] = self._journal.keep_snapshot(snapshot)
                self._kept[stream] = snapshot.position
        if fresh or self.unsigned.is_any(ends):
            try:
                self._sign()
            except Overtaken:
                return  # another node is signing; we sign the next checkpoint
            self.unsigned.note(ends)

    def _snapshot(self, runtime: TableRuntime, seen: Remembered | None) -> Snapshot:
        # If the screens are some events behind, the snapshot is of their position: without them,
        # the next start would have to read the whole record.
        if seen is not None:
            return Snapshot(runtime.stream, seen.position, self._fold, seen.table, seen.screens)
        table, position = runtime.now()
        return Snapshot(runtime.stream, position, self._fold, table)

    def _new_events(self, runtime: TableRuntime) -> int:
        return runtime.position - self._kept.get(runtime.stream, 0)

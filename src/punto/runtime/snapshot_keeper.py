"""Snapshots and checkpoints: every so many events, after so long a time, and at the end."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from punto.rounds.state import Table
from punto.runtime.ports import Journal, Overtaken, Snapshot, Stream
from punto.runtime.terminal_moves import TableRuntime
from punto.values.ids import Instant
from punto.views.memories import Screens

SNAPSHOT_EVERY = 10_000
"""How many events a start replays at most: a second's work."""

SIGN_AFTER_MS = 15 * 60 * 1_000
"""How long what was recorded waits for a signature; whoever takes one outside gets a fresh one."""

Sign = Callable[[], object]
"""Sign a checkpoint over the ends of all streams and the newest snapshots."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A table as its screens have followed it, which may be some events behind the table itself."""

    position: int
    table: Table
    screens: Screens


class Unsigned:
    """What was recorded and nobody has signed yet, and how long it has waited."""

    def __init__(self, after_ms: int = SIGN_AFTER_MS) -> None:
        self._after_ms = after_ms
        self._signed: dict[Stream, int] = {}
        self._none_at: Instant | None = None

    def note(self, ends: Mapping[Stream, int]) -> None:
        """Streams are signed up to these positions."""
        self._signed.update(ends)

    def is_any(self, ends: Mapping[Stream, int]) -> bool:
        """Whether a stream that ends there has more than was signed of it."""
        return any(end > self._signed.get(stream, 0) for stream, end in ends.items())

    def has_waited(self, ends: Mapping[Stream, int], now: Instant) -> bool:
        """Whether it is time to sign; told once, and then the time begins anew."""
        if self._none_at is None or not self.is_any(ends):
            self._none_at = now
            return False
        if now - self._none_at < self._after_ms:
            return False
        self._none_at = now
        return True


class SnapshotKeeper:
    """Which snapshots were kept last, and when the next are due."""

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
        self.unsigned = Unsigned(sign_after_ms)

    def note(self, stream: Stream, position: int) -> None:
        """A snapshot at this position is there already."""
        self._kept[stream] = position

    def is_due(self, runtime: TableRuntime) -> bool:
        """Whether so many events have come since the last one."""
        return self._new_events(runtime) >= self._every

    def keep(
        self,
        runtimes: Iterable[TableRuntime],
        remembered: Mapping[Stream, Remembered] = MappingProxyType({}),
        others: Mapping[Stream, int] = MappingProxyType({}),
    ) -> None:
        """Keep a snapshot of each that has something new, and sign; a halted one is left out.

        Other streams, which have no snapshots, are signed up to their ends as well.
        """
        running = [each for each in runtimes if not each.halted]
        ends = {**others, **{each.stream: each.position for each in running}}
        fresh = [each for each in running if self._new_events(each)]
        for runtime in fresh:
            snapshot = self._snapshot(runtime, remembered.get(runtime.stream))
            if snapshot.position > self._kept.get(runtime.stream, 0):
                self._journal.keep_snapshot(snapshot)
                self._kept[runtime.stream] = snapshot.position
        if fresh or self.unsigned.is_any(ends):
            try:
                self._sign()
            except Overtaken:
                return  # another node signs at this moment; the next checkpoint is ours
            self.unsigned.note(ends)

    def _snapshot(self, runtime: TableRuntime, seen: Remembered | None) -> Snapshot:
        # Where the screens are some events behind, all is kept as they saw it: without them the
        # next start would have to read the whole record.
        if seen is not None:
            return Snapshot(runtime.stream, seen.position, self._fold, seen.table, seen.screens)
        table, position = runtime.now()
        return Snapshot(runtime.stream, position, self._fold, table)

    def _new_events(self, runtime: TableRuntime) -> int:
        return runtime.position - self._kept.get(runtime.stream, 0)

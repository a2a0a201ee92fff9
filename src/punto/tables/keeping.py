"""Snapshots, every so many events and at the end, with a checkpoint that vouches for them."""

from collections.abc import Callable, Iterable

from punto.tables.moves import TableRuntime
from punto.tables.ports import Journal, Overtaken, Snapshot, Stream

SNAPSHOT_EVERY = 10_000
"""How many events a start replays at most: a second's work."""

Sign = Callable[[], object]
"""Sign a checkpoint over the ends of all streams and the newest snapshots."""


class SnapshotKeeper:
    """Which snapshots were kept last, and when the next are due."""

    def __init__(
        self, journal: Journal, fold: str, sign: Sign, every: int = SNAPSHOT_EVERY
    ) -> None:
        self._journal, self._fold, self._sign = journal, fold, sign
        self._every = every
        self._kept: dict[Stream, int] = {}

    def note(self, stream: Stream, position: int) -> None:
        """A snapshot at this position is there already."""
        self._kept[stream] = position

    def is_due(self, runtime: TableRuntime) -> bool:
        """Whether so many events have come since the last one."""
        return self._new_events(runtime) >= self._every

    def keep(self, runtimes: Iterable[TableRuntime]) -> None:
        """Keep a snapshot of each that has something new, and sign; a halted one is left out."""
        fresh = [each for each in runtimes if not each.halted and self._new_events(each)]
        for runtime in fresh:
            table, position = runtime.now()
            self._journal.keep_snapshot(Snapshot(runtime.stream, position, self._fold, table))
            self._kept[runtime.stream] = position
        if fresh:
            try:
                self._sign()
            except Overtaken:
                return  # another node signs at this moment; the next checkpoint is ours

    def _new_events(self, runtime: TableRuntime) -> int:
        return runtime.position - self._kept.get(runtime.stream, 0)

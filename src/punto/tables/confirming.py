"""A table that came up from a snapshot plays at once; what it rests on is replayed meanwhile."""

from threading import Lock

from punto.tables.folds import InvariantBroken
from punto.tables.moves import TableRuntime
from punto.tables.ports import Journal, RecordBroken, Snapshot
from punto.tables.replays import Replay
from punto.tables.runtime import seen

CHUNK = 200
"""How many events are replayed at a time: some hundredths of a second."""


class Confirmation:
    """The replay of all events that a snapshot stands for; what differs halts the table."""

    def __init__(self, runtime: TableRuntime, journal: Journal, snapshot: Snapshot) -> None:
        self._runtime, self._snapshot = runtime, snapshot
        begin = runtime.fold.empty(), 0
        self._replay = Replay(journal, runtime.stream, runtime.fold, begin)
        self._turn = Lock()

    def step(self) -> bool:
        """Replay some more events; whether there is more to do."""
        with self._turn:
            if self._runtime.halted:
                return False
            try:
                return self._step()
            except (RecordBroken, InvariantBroken) as fault:
                self._runtime.halt(seen(fault))
                return False

    def _step(self) -> bool:
        replay, end = self._replay, self._snapshot.position
        replay.to(min(replay.position + CHUNK, end))
        if replay.position < end:
            return True
        if replay.state != self._snapshot.table:
            place = f"{self._snapshot.stream} at {end}"
            raise RecordBroken(f"{place}: the snapshot is not what the events make")
        return False

    def close(self) -> None:
        """Let go of the record, be it done or not."""
        with self._turn:
            self._replay.close()

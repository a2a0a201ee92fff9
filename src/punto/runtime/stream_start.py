"""How a stream comes up: verify, load, replay, reconcile; then it accepts commands.

The signed ends of the whole record are checked first (``Journal.check_signed_ends``). Then each
stream is opened by itself, so that a fault of one table leaves the others playing. A snapshot
stands in for the events before it until ``Confirmation`` has replayed them; a snapshot made by
another fold is not used.
"""

from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

from punto.identity import Floor, FloorCommand, FloorEvent
from punto.rounds import Table, TableCommand, TableEvent
from punto.runtime.folds import FloorFold, TableFold
from punto.runtime.ports import FLOOR, Journal, Snapshot, Stream
from punto.runtime.replays import Replay
from punto.runtime.stream_runtime import Published, Runtime
from punto.runtime.terminal_moves import TableRuntime
from punto.values import Instant

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)

FloorRuntime = Runtime[Floor, FloorCommand, FloorEvent]


def new_table(
    stream: Stream,
    journal: Journal,
    publish: Callable[[Published[Table]], None],
    on_halt: Callable[[str], None],
) -> TableRuntime:
    """Make a table's runtime, not yet opened."""
    return Runtime(stream, journal, TableFold(), publish, on_halt)


def new_floor(
    journal: Journal,
    publish: Callable[[Published[Floor]], None],
    on_halt: Callable[[str], None],
) -> FloorRuntime:
    """Make the floor's runtime, not yet opened."""
    return Runtime(FLOOR, journal, FloorFold(), publish, on_halt)


def open_floor(runtime: FloorRuntime, journal: Journal) -> None:
    """Bring the floor to the end of its stream; raises Halted, with the reason, if that fails."""
    with runtime.guarded():
        begin = runtime.fold.empty(), 0
        _open(runtime, journal, Replay(journal, runtime.stream, runtime.fold, begin))


def open_table(runtime: TableRuntime, journal: Journal, fold: str) -> Snapshot | None:
    """Bring a table to the end of its stream; returns the snapshot it started from, if any.

    Raises Halted, with the place and the reason, if something does not hold.
    """
    with runtime.guarded():
        snapshot = journal.snapshot(runtime.stream, fold)
        begin = (runtime.fold.empty(), 0) if snapshot is None else _begin(snapshot)
        posted_count = begin[0].book.posting_count
        replay = Replay(journal, runtime.stream, runtime.fold, begin, posted_count)
        _open(runtime, journal, replay)
        return snapshot


def _begin(snapshot: Snapshot) -> tuple[Table, int]:
    return snapshot.table, snapshot.position


def _open(runtime: Runtime[S, C, E], journal: Journal, replay: Replay[S, E]) -> None:
    # Only up to the present head: what another node is adding may be incomplete.
    head = journal.streams().get(runtime.stream, 0)
    with closing(replay):
        replay.to(head)
        replay.check_end()
    runtime.begin_at(
        replay.state, replay.position, last_at(journal, runtime.stream, replay.position)
    )


def last_at(journal: Journal, stream: Stream, position: int) -> Instant:
    """Return when the event at a position was recorded; 0 if there is none."""
    if not position:
        return Instant(0)
    with closing(journal.read(stream, position - 1)) as recorded:
        return next((event.at for _, event in recorded), Instant(0))

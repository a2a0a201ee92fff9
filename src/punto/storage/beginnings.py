"""Where a reader of a long stream begins: at its first event, or at a snapshot on the way."""

from collections.abc import Callable

from punto.rounds import Table
from punto.runtime import KeptSnapshot, Stream
from punto.storage.codec.snapshots import FOLD
from punto.storage.journal import StoredJournal
from punto.values import Value


class Beginning(Value):
    """A table's state before the first event that is read."""

    position: int = 0
    """How many events came before it."""
    table: Table = Table()
    kept: KeptSnapshot | None = None
    """The snapshot that stands for those events, with its signature."""


Fits = Callable[[Table, Table], bool]
"""Whether a reader may begin at a state, given that of the newest snapshot before its aim."""

START = Beginning()


def any_state(newest: Table, state: Table) -> bool:
    """Accept every state: the reader needs nothing of the events before it."""
    del newest, state
    return True


def beginning(
    journal: StoredJournal, stream: Stream, up_to: int, fits: Fits = any_state
) -> Beginning:
    """Return the last beginning, up to a position, that a trusted signature vouches for."""
    newest: Table | None = None
    for position in reversed(journal.kept_snapshots(stream, FOLD)):
        kept = journal.kept_snapshot(stream, FOLD, position) if position <= up_to else None
        if kept is None:
            continue
        state = kept.snapshot.table
        newest = newest or state
        if fits(newest, state):
            return Beginning(position, state, kept)
    return START

"""Where a reader of a long stream begins: at the first event, or at a later snapshot."""

from collections.abc import Callable
from itertools import islice

from punto.rounds import Table
from punto.runtime import KeptSnapshot, Stream
from punto.storage.codec.snapshots import FOLD
from punto.storage.journal import StoredJournal
from punto.values import Value


class Beginning(Value):
    """A table's state before the first event that is read."""

    position: int = 0
    """The number of events before it."""
    table: Table = Table()
    kept: KeptSnapshot | None = None
    """The snapshot that stands for those events, with its signature."""


Fits = Callable[[Table, Table], bool]
"""Whether a reader may begin at a state; also receives the newest snapshot's state."""

START = Beginning()
_MOST_TRIED = 50
"""The most snapshots that are read in search of one that fits; then all events are read."""


def beginning(
    journal: StoredJournal, stream: Stream, up_to: int, fits: Fits | None = None
) -> Beginning:
    """Return the last beginning, up to a position, that a trusted signature vouches for.

    Without ``fits``, any state will do.
    """
    newest: Table | None = None
    places = [place for place in journal.kept_snapshots(stream, FOLD) if place <= up_to]
    for position in islice(reversed(places), _MOST_TRIED):
        kept = journal.kept_snapshot(stream, FOLD, position)
        if kept is None:
            continue
        state = kept.snapshot.table
        newest = newest or state
        if fits is None or fits(newest, state):
            return Beginning(position, state, kept)
    return START

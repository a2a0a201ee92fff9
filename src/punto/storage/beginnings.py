"""Where a reader of a long stream begins: at its first event, or at a snapshot on the way."""

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
    """How many events came before it."""
    table: Table = Table()
    kept: KeptSnapshot | None = None
    """The snapshot that stands for those events, with its signature."""


Fits = Callable[[Table, Table], bool]
"""Whether a reader may begin at a state, given that of the newest snapshot before its aim."""

START = Beginning()
_MOST_TRIED = 50
"""How many snapshots are read in search of one that fits, before all events are read instead."""


def beginning(
    journal: StoredJournal, stream: Stream, up_to: int, fits: Fits | None = None
) -> Beginning:
    """Return the last beginning, up to a position, that a trusted signature vouches for.

    Any state will do for a reader that needs nothing of the events before it.
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

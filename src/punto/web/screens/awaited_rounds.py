"""Reads the rounds before a snapshot again, while the table plays on."""

from contextlib import closing
from itertools import islice

from punto.rounds import Event, evolve
from punto.runtime import Journal, RecordBroken, Snapshot
from punto.views.memories import Earlier
from punto.web.screens.kept_rounds import KeptRounds

CHUNK = 1_000
"""The number of events read at a time: a tenth of a second."""


class AwaitedRounds:
    """The rounds from the oldest that can be recalled up to the snapshot; used by one thread."""

    def __init__(self, journal: Journal, snapshot: Snapshot, begin: Earlier) -> None:
        self.rounds = KeptRounds()
        self._journal, self._snapshot = journal, snapshot
        self._now = begin

    def step(self) -> bool:
        """Read some more; returns whether there is more to read.

        Raises RecordBroken if the events do not lead to the snapshot's table.
        """
        stream, end, table = self._snapshot.stream, self._snapshot.position, self._now.table
        count = min(CHUNK, end - self._now.position)
        with closing(self._journal.read(stream, self._now.position)) as events:
            for position, event in islice(events, count):
                if isinstance(event, Event):
                    self.rounds.take(position, table, event)
                    table = evolve(table, event)
        self._now = Earlier(self._now.position + count, table)
        if self._now.position < end:
            return True
        if table != self._snapshot.table:
            raise RecordBroken(f"{stream} at {end}: its latest rounds lead to another table")
        return False

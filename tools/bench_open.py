"""Opens a table in a process with nothing else in its memory, and prints the time it took.

PYTHONPATH=tests .venv/bin/python tools/bench_open.py RECORD PUBLIC-KEY
"""

import gc
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench_floor import A1
from punto.rounds.events import TableEvent
from punto.runtime.ports import Journal
from punto.runtime.stream_start import new_table, open_table
from punto.storage.codec.snapshots import FOLD
from punto.storage.sqlite.database import read_sqlite
from punto.web.screens.feeds import TableFeed
from punto.web.screens.kept_rounds import AwaitedRounds


def resident_mb() -> float:
    """Return the resident memory of this process, in megabytes."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def events_behind(journal: Journal, position: int) -> Iterator[tuple[int, TableEvent]]:
    """Yield the events after a position, which the table's screens have to take in."""
    for place, event in journal.read(A1, position):
        if isinstance(event, TableEvent):
            yield place, event


def main(path: str, trusted: str) -> None:
    """Measure the time until bets are taken, screens show the table, and it recalls rounds."""
    empty = resident_mb()
    start, at_work = time.perf_counter(), time.process_time()

    def taken(name: str, computing: str) -> dict[str, float]:
        return {name: time.perf_counter() - start, computing: time.process_time() - at_work}

    # Everything that a server does before it takes bets at this table: it checks what was signed,
    # reads the snapshot and replays the later events.
    fold = FOLD
    journal = read_sqlite(Path(path), trusted=[trusted])
    journal.check_signed_ends()
    table = new_table(A1, journal, lambda _: None, print)
    rested_on = open_table(table, journal, fold)
    said = taken("seconds", "computing")
    said |= {"from": rested_on.position if rested_on else 0, "events": table.position}
    if rested_on is None or rested_on.screens is None:
        # There were none; to begin them here would read the whole record.
        json.dump(said, sys.stdout)
        return
    # Then the screens, from the same snapshot, before anyone sees the table.
    feed = TableFeed()
    feed.begin_at(rested_on, rested_on.screens)
    feed.begin(events_behind(journal, feed.position))
    said |= taken("shown", "showing")
    said["mb"] = resident_mb() - empty
    start, at_work = time.perf_counter(), time.process_time()
    # The rounds that screens may recall, which a server reads while play goes on.
    if rested_on.screens.rounds_from:
        awaited = AwaitedRounds(journal, rested_on, rested_on.screens.rounds_from)
        while awaited.step():
            pass
        feed.rounds.follow(awaited.rounds)
    said |= taken("recalled", "recalling")
    said["rounds"] = len(feed.rounds.numbers())
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])

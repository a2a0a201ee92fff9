"""Opens a table in a process of its own, which holds nothing else, and says what that took.

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
from punto.rounds.events import Event
from punto.runtime.ports import Journal
from punto.runtime.stream_start import new_table, open_table
from punto.storage.codec.snapshots import FOLD
from punto.storage.sqlite.database import read_sqlite
from punto.web.screens.feeds import TableFeed
from punto.web.screens.kept_rounds import AwaitedRounds


def resident_mb() -> float:
    """What the process has of the machine's memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def events_behind(journal: Journal, position: int) -> Iterator[tuple[int, Event]]:
    """What the screens of the table have to take in from there on."""
    for place, event in journal.read(A1, position):
        if isinstance(event, Event):
            yield place, event


def main(path: str, trusted: str) -> None:
    """How long until bets are taken, until screens show the table, and until it recalls rounds."""
    empty = resident_mb()
    start, at_work = time.perf_counter(), time.process_time()

    def taken(name: str, computing: str) -> dict[str, float]:
        return {name: time.perf_counter() - start, computing: time.process_time() - at_work}

    # All that a server does before it lets anybody bet at this table: what was signed is checked,
    # the source of the fold is hashed, the snapshot is read and the events behind it replayed.
    fold = FOLD
    journal = read_sqlite(Path(path), trusted=[trusted])
    journal.check_signed_ends()
    table = new_table(A1, journal, lambda _: None, print)
    rested_on = open_table(table, journal, fold)
    said = taken("seconds", "computing")
    # And then, before anybody sees it: its screens, from the same snapshot.
    feed = TableFeed()
    if rested_on is not None and rested_on.screens is not None:
        feed.begin_at(rested_on, rested_on.screens)
    feed.begin(events_behind(journal, feed.position))
    said |= taken("shown", "showing")
    said["mb"] = resident_mb() - empty
    start, at_work = time.perf_counter(), time.process_time()
    # Beside the play: the rounds that screens may recall.
    if rested_on is not None and rested_on.screens and rested_on.screens.rounds_from:
        awaited = AwaitedRounds(journal, rested_on, rested_on.screens.rounds_from)
        while awaited.step():
            pass
        feed.rounds.follow(awaited.rounds)
    said |= taken("recalled", "recalling")
    said["rounds"] = len(feed.rounds.numbers())
    said["from"] = rested_on.position if rested_on else 0
    said["events"] = table.position
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])

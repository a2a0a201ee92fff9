"""Opens a table in a process of its own, which holds nothing else, and says what that took.

PYTHONPATH=tests .venv/bin/python tools/bench_open.py RECORD PUBLIC-KEY
"""

import gc
import json
import os
import sys
import time
from pathlib import Path

from bench_floor import A1
from punto.storage.fold import present_fold
from punto.storage.sqlite import read_sqlite
from punto.tables.opening import new_table, open_table


def resident_mb() -> float:
    """What the process has of the machine's memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(path: str, trusted: str) -> None:
    """How long it took, from which event on, and what the open table takes in memory."""
    empty = resident_mb()
    start, at_work = time.perf_counter(), time.process_time()
    # All that a server does before it lets anybody bet at this table: what was signed is checked,
    # the source of the fold is hashed, the snapshot is read and the events behind it replayed.
    fold = present_fold()
    journal = read_sqlite(Path(path), trusted=[trusted])
    journal.check_signed_ends()
    table = new_table(A1, journal, lambda _: None, print)
    rested_on = open_table(table, journal, fold)
    taken, computing = time.perf_counter() - start, time.process_time() - at_work
    said = {
        "seconds": taken,
        "computing": computing,
        "from": rested_on.position if rested_on else 0,
        "events": table.position,
        "mb": resident_mb() - empty,
    }
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])

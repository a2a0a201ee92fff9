"""A record of many rounds: how fast it is made, opened, recalled, reported and backed up.

The record is made by the engine, the runtime and the store, in large transactions. What is done
with it is done by the programs themselves, each in a process of its own, from its start to its end.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench_bets import Taken
from bench_events import opened_by_another
from bench_floor import A1, BenchTable
from bench_record import show, timed
from punto.rounds.commands import TableCommand
from punto.runtime.ports import Snapshot
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import create_key
from punto.storage.codec.snapshots import FOLD
from punto.storage.sqlite.database import open_sqlite
from punto.values.ids import Instant

GROUP = 2_000
STEPS = (10, 1)
"""A tenth of the rounds, and all of them: what grows with the record is seen to."""
HEADS = (
    "rounds",
    "events",
    "made",
    "on disk",
    "opened from its snapshot",
    "the last round recalled",
    "the first round recalled",
    "report of all rounds",
    "backed up",
)


_PROGRAM = """
import atexit, re, sys
from pathlib import Path
from punto.cli.main import main
status = Path("/proc/self/status")
hwm = re.compile(r"VmHWM:\\s+(\\d+)")
atexit.register(lambda: print(hwm.search(status.read_text())[1], file=sys.stderr))
main()
"""
"""The command line, which in the end tells the most memory that it had."""


def measure_million(folder: Path, most: int) -> None:
    """One terminal with one bet in every round, which is the least that a round can be."""
    path, key = folder / "million.db", create_key(folder / "million.key")
    journal = open_sqlite(path)
    table = BenchTable(journal, 1, bets=1)
    table.open()
    playing, rows = table.rounds(), []
    for rounds in [most // step for step in STEPS]:
        before = table.table.rounds_count
        made = timed(_play, table, playing, rounds)
        end = table.runtime.position
        journal.keep_snapshot(Snapshot(A1, end, FOLD, table.table))
        sign_checkpoint(journal.database, key, Instant(1))
        size = sum(each.stat().st_size for each in folder.glob(f"{path.name}*"))
        opened = opened_by_another(path, key)
        rows.append(
            (
                f"{rounds:,}",
                f"{end:,}",
                _speed(rounds - before, made),
                f"{size / 1e6:,.0f} MB",
                f"{opened['seconds']:.2f} s",
                _program(path, "replay", "A1", str(rounds)),
                _program(path, "replay", "A1", "1"),
                _program(path, "report", "shift"),
                _program(path, "backup", str(folder / f"copy-{rounds}.db")),
            )
        )
    journal.close()
    show("A record of many rounds (time and most memory of each program)", HEADS, rows)


def _play(table: BenchTable, playing: Iterator[TableCommand], rounds: int) -> None:
    while table.table.rounds_count < rounds:
        table.give(*islice(playing, GROUP))


def _speed(rounds: int, taken: Taken) -> str:
    return f"{rounds / taken.seconds:,.0f} rounds/s ({rounds / taken.computing:,.0f})"


def _program(path: Path, *words: str) -> str:
    """Run a command, and tell its time and the most memory that it had."""
    said = [sys.executable, "-c", _PROGRAM, *words, "--database", str(path)]
    began = time.perf_counter()
    done = subprocess.run(said, check=True, capture_output=True, text=True)  # noqa: S603 (our own)
    taken, kib = time.perf_counter() - began, int(done.stderr.split()[-1])
    return f"{taken:.1f} s, {kib / 1024:,.0f} MiB"

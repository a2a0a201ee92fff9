"""A record of many rounds: how fast it is made, opened, recalled, reported and backed up.

The engine, the runtime and the store make the record, in large transactions. The commands then use
it, each in a process of its own, which is measured from its start to its end.
"""

import os
import resource
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from bench_bets import Taken
from bench_events import opened_by_another
from bench_floor import A1, BenchTable
from bench_record import show, timed
from punto.runtime.ports import Snapshot
from punto.runtime.snapshot_keeper import SNAPSHOT_EVERY
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, create_key, load_key
from punto.storage.codec.snapshots import FOLD
from punto.storage.sqlite.database import open_sqlite

GROUP = 2_000
PACE_MS = 3_000
"""From one command to the next, as recorded: some forty seconds a round, two thousand a day."""
ROUNDS_A_DAY = 24 * 3_600_000 // (13 * PACE_MS)
BEGAN = datetime(2023, 11, 14, tzinfo=UTC)
"""The day of the first round."""

_PROGRAM = """
import atexit, re, sys
from pathlib import Path
from punto.cli.main import main
status = Path("/proc/self/status")
hwm = re.compile(r"VmHWM:\\s+(\\d+)")
atexit.register(lambda: print(hwm.search(status.read_text())[1], file=sys.stderr))
main()
"""
"""The command line, which reports its peak memory at its end."""


def measure_million(folder: Path, rounds: int) -> None:
    """One terminal with one bet in every round, which is the least that a round can be.

    A record that was made in this folder before is measured as it is.
    """
    path, key = folder / "million.db", folder / "million.key"
    if not path.exists():
        made = timed(make_million, path, create_key(key), rounds)
        print(f"{rounds:,} rounds made, {_speed(rounds, made)}", flush=True)
    _measure(path, load_key(key), rounds)


def make_million(path: Path, key: SigningKey, rounds: int) -> None:
    """Make the record, with the snapshots and checkpoints that a server keeps."""
    journal = open_sqlite(path)
    table = BenchTable(journal, 1, bets=1, pace_ms=PACE_MS)
    table.open()
    playing, kept = table.rounds(), 0
    while table.table.rounds_count < rounds:
        table.give(*islice(playing, GROUP))
        end = table.runtime.position
        if end - kept >= SNAPSHOT_EVERY or table.table.rounds_count >= rounds:
            journal.keep_snapshot(Snapshot(A1, end, FOLD, table.table))
            sign_checkpoint(journal.database, key, table.table.recorded_at)
            kept = end
    journal.close()


def _measure(path: Path, key: SigningKey, rounds: int) -> None:
    day = (BEGAN + timedelta(days=rounds // ROUNDS_A_DAY // 2)).isoformat()
    report = ("report", "shift")
    asked = {
        "the last round replayed": ("replay", "A1", str(rounds)),
        "a middle round replayed": ("replay", "A1", str(rounds // 2)),
        "the first round replayed": ("replay", "A1", "1"),
        "a day reported by shift": (*report, "--since", day, "--hours", "24"),
        "everything reported by shift": report,
        "backed up": ("backup", str(path.with_name("copy.db"))),
    }
    size = sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))
    opened = opened_by_another(path, key)
    rows = [("on disk", f"{size / 1e6:,.0f} MB"), ("opened", f"{opened['seconds']:.2f} s")]
    for name, words in asked.items():
        rows.append((name, _program(path, *words)))
        print(*rows[-1], f"load {os.getloadavg()[0]:.1f}", sep=", ", flush=True)
    path.with_name("copy.db").unlink()
    show(f"A record of {rounds:,} rounds, {opened['events']:,} events", ("what", "taken"), rows)


def _speed(rounds: int, taken: Taken) -> str:
    return f"{rounds / taken.seconds:,.0f} rounds/s ({rounds / taken.computing:,.0f})"


def _program(path: Path, *words: str) -> str:
    """Run a command; return its time, with computing time in brackets, and its peak memory."""
    said = [sys.executable, "-c", _PROGRAM, *words, "--database", str(path)]
    began, computed = time.perf_counter(), _computed()
    done = subprocess.run(said, check=True, capture_output=True, text=True)  # noqa: S603 (our own)
    taken, kib = time.perf_counter() - began, int(done.stderr.split()[-1])
    return f"{taken:.1f} s ({_computed() - computed:.1f}), {kib / 1024:,.0f} MiB"


def _computed() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

"""Instructions of a bet at tables of many sizes; other load on the machine cannot disturb them.

Each count comes from two runs under valgrind's cachegrind: both open the same table and have the
same bets ready, and one of them gives more of the bets to the runtime.

PYTHONPATH=tests .venv/bin/python tools/bench_instructions.py TERMINALS GROUPS FOLDER
"""

import re
import subprocess
import sys
from pathlib import Path
from shutil import copy, which

from bench_floor import A1, GROUP, BenchTable, grouped
from punto.runtime.ports import Snapshot
from punto.storage.codec.snapshots import decode_snapshot, encode_snapshot
from punto.storage.sqlite.database import open_sqlite

TERMINALS = (100, 1_000, 10_000)
GROWTH_MAX = 1.2
"""How much a bet may cost at the largest of these tables, as a multiple of the smallest."""
FEW, MANY = 2, 12
"""The groups of bets in the two runs."""
_COUNTED = re.compile(r"I\s+refs:\s+([0-9,]+)")


class CostGrows(Exception):
    """A bet costs too much more at a large table than at a small one."""


def measure_instructions(folder: Path) -> None:
    """Show what a bet takes at each size of table; raise CostGrows if it grows too much."""
    if which("valgrind") is None:
        print("\nInstructions are not counted: valgrind is not installed")
        return
    print("\nInstructions of a bet, through the runtime and SQLite\n\n| terminals | a bet |")
    print("|---|---|", flush=True)
    found = []
    for terminals in TERMINALS:
        _prepare(folder / str(terminals), terminals)
        more, less = (_counted(folder / str(terminals), terminals, g) for g in (MANY, FEW))
        found.append((more - less) / ((MANY - FEW) * GROUP))
        print(f"| {terminals:,} | {found[-1]:,.0f} |", flush=True)
    growth = found[-1] / found[0]
    print(f"\nThe largest takes {growth:.2f} times as many as the smallest.")
    if growth > GROWTH_MAX:
        raise CostGrows(f"{growth:.2f} times as many instructions, expected {GROWTH_MAX} at most")


def _prepare(folder: Path, terminals: int) -> None:
    """Open a table at full speed, and keep its record and its state for the counted runs."""
    folder.mkdir()
    journal = open_sqlite(folder / "opened.db")
    table = BenchTable(journal, terminals)
    table.open()
    for group in grouped(table.placing()):
        table.give(*group)
    state, position = table.runtime.now()
    (folder / "state").write_bytes(encode_snapshot(Snapshot(A1, position, "", state), bytes(32)))
    journal.close()


def _counted(folder: Path, terminals: int, groups: int) -> int:
    """Count the instructions of one run from start to end."""
    here, counts = folder / str(groups), f"--cachegrind-out-file={folder / 'counts'}"
    here.mkdir()
    copy(folder / "opened.db", here / "bets.db")
    copy(folder / "state", here / "state")
    valgrind = ("valgrind", "--tool=cachegrind", "--cache-sim=no", counts)
    program = (sys.executable, __file__, str(terminals), str(groups), str(here))
    ran = subprocess.run((*valgrind, *program), capture_output=True, text=True, check=True)  # noqa: S603
    found = _COUNTED.search(ran.stderr)
    if found is None:
        raise ValueError(f"{ran.stderr}: expected the number of instructions")
    return int(found[1].replace(",", ""))


def give_bets(terminals: int, groups: int, folder: Path) -> None:
    """Give this many groups of bets to an opened table; every run prepares the same number."""
    journal = open_sqlite(folder / "bets.db")
    table = BenchTable(journal, terminals)
    snapshot, _ = decode_snapshot((folder / "state").read_bytes())
    table.runtime.begin_at(snapshot.table, snapshot.position, snapshot.table.recorded_at)
    # The ids of commands continue after those of the opening and the first bets.
    table.number, table.round_number = snapshot.position, snapshot.table.rounds_count
    ready = list(grouped(table.bets(MANY * GROUP)))
    for group in ready[:groups]:
        table.give(*group)
    journal.close()


if __name__ == "__main__":
    give_bets(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))

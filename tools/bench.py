"""Measures what a table waits for (the rules and the record), and the speed of the lab.

PYTHONPATH=tests .venv/bin/python tools/bench.py [--events 1000000] [--only PART]
"""

import argparse
import platform
from functools import partial
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory

from bench_events import measure_events
from bench_instructions import measure_instructions
from bench_lab import measure_lab
from bench_million import measure_million
from bench_record import measure_bets, measure_round, measure_terminals
from bench_rules import measure_rules
from bench_search import measure_search
from bench_steps import measure_steps

EVENTS = 200_000
"""Enough to show what grows; a million events take about five minutes of computing."""
PARTS = ("rules", "lab", "bets", "instructions", "round", "terminals", "steps", "events", "search")
SEARCHED = 1_000_000
MILLION = "million"
"""Only when asked for: the record takes hours to make."""
ROUNDS = 100_000


def main() -> None:
    """Run all measurements, or some of them."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--events", type=int, default=EVENTS, help="of the longest table")
    options.add_argument("--rounds", type=int, default=ROUNDS, help=f"of {MILLION}")
    options.add_argument("--folder", type=Path, help=f"keeps the record of {MILLION}")
    options.add_argument("--searched", type=int, default=SEARCHED, help="events of search")
    options.add_argument("--only", choices=(*PARTS, MILLION))
    chosen = options.parse_args()
    print(f"{cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    with TemporaryDirectory(prefix="punto-bench-") as folder:
        parts = {
            "rules": partial(measure_rules),
            "lab": partial(measure_lab),
            "bets": partial(measure_bets, Path(folder)),
            "instructions": partial(measure_instructions, Path(folder)),
            "round": partial(measure_round, Path(folder)),
            "terminals": partial(measure_terminals, Path(folder)),
            "steps": partial(measure_steps, Path(folder)),
            "events": partial(measure_events, Path(folder), chosen.events),
            "search": partial(measure_search, Path(folder), chosen.searched),
        }
        if chosen.only == MILLION:
            measure_million(chosen.folder or Path(folder), chosen.rounds)
        for name, measure in parts.items():
            if chosen.only in {None, name}:
                measure()


if __name__ == "__main__":
    main()

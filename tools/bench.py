"""Measures what a table waits for, the rules and the record, and how fast the lab is.

PYTHONPATH=tests .venv/bin/python tools/bench.py [--events 1000000] [--only PART]
"""

import argparse
import platform
from functools import partial
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory

from bench_events import measure_events
from bench_lab import measure_lab
from bench_record import measure_bets, measure_round, measure_terminals
from bench_rules import measure_rules

EVENTS = 200_000
"""Enough to see what grows; a million of them takes some five minutes of computing."""
PARTS = ("rules", "lab", "bets", "round", "terminals", "events")


def main() -> None:
    """All measurements, or some of them."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--events", type=int, default=EVENTS, help="of the longest table")
    options.add_argument("--only", choices=PARTS)
    chosen = options.parse_args()
    print(f"{cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    with TemporaryDirectory(prefix="punto-bench-") as folder:
        parts = {
            "rules": partial(measure_rules),
            "lab": partial(measure_lab),
            "bets": partial(measure_bets, Path(folder)),
            "round": partial(measure_round, Path(folder)),
            "terminals": partial(measure_terminals, Path(folder)),
            "events": partial(measure_events, Path(folder), chosen.events),
        }
        for name, measure in parts.items():
            if chosen.only in {None, name}:
                measure()


if __name__ == "__main__":
    main()

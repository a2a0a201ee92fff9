"""Lets a real server play for long, and judges whether anything grows that should not.

.venv/bin/python tools/soak_floor.py [--minutes 15] [--folder soak]

Terminals come, bet for a stretch and leave, again and again. Between two stretches, while none is
connected, the server's memory, descriptors, threads and record are measured. Writes samples.csv and
report.txt. Exit 1 if a figure grows, or if a bet was lost.
"""

import argparse
import csv
import multiprocessing
import re
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from punto.load.load_run import Measured, check, effort_of, floor_open, measured
from punto.load.processes import Effort, LoadPlan
from soak_verdict import WATCHED, Sample, TooShort, growth

TABLES, TERMINALS = 2, 40
BETTING_MS, PACE_MS = 500, 10
STRETCH_S = 10.0
REST_S = 1.0
"""How long the server gets to close the lines of those who left."""


def main() -> None:
    """Play, write what was measured, and judge it."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--minutes", type=float, default=15.0)
    options.add_argument("--folder", type=Path, default=Path("soak"))
    chosen = options.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="punto-soak-") as name:
        plan = LoadPlan(Path(name), TERMINALS, TABLES, BETTING_MS, PACE_MS)
        samples, acknowledged = play(plan, chosen.minutes, chosen.folder / "samples.csv")
        checked = check(plan.database, acknowledged)
    last = samples[-1]
    played = f"{last.seconds / 60:.1f} minutes, {last.rounds:,} rounds at {TABLES} tables"
    bets = f"{len(acknowledged):,} bets of {TERMINALS} terminals, {len(checked.lost)} lost"
    holds = "the record holds" if checked.holds else "the record does not hold"
    lines, is_sound = [f"{played}, {bets}; {holds}", _told(samples)], True
    for watched in WATCHED:
        try:
            found = growth(samples, TABLES, watched)
            lines.append(found.sentence)
            is_sound &= not found.is_too_much
        except TooShort as fault:
            lines.append(f"{watched.field}: no verdict, {fault}")
            is_sound = False
    report = "\n".join(lines) + "\n"
    (chosen.folder / "report.txt").write_text(report, "utf-8")
    print(report, end="")
    sys.exit(0 if is_sound and checked.holds and not checked.lost else 1)


def play(plan: LoadPlan, minutes: float, table: Path) -> tuple[list[Sample], list[str]]:
    """Let terminals come and go for this long; return the samples and every acknowledged bet."""
    samples, acknowledged = list[Sample](), list[str]()
    with floor_open(plan) as (line, serving), table.open("w", newline="") as file:
        (server,) = multiprocessing.active_children()
        assert server.pid is not None  # noqa: S101 (it is running)
        written, began = csv.writer(file), time.monotonic()
        written.writerow(Sample._fields)
        while time.monotonic() - began < 60 * minutes:
            stretch = measured(serving.seats, STRETCH_S, line)
            acknowledged += stretch.acknowledged
            time.sleep(REST_S)
            samples.append(
                sample(
                    time.monotonic() - began,
                    server.pid,
                    plan,
                    serving.address,
                    stretch,
                    effort=effort_of(line),
                )
            )
            written.writerow(samples[-1])
            file.flush()
    return samples, acknowledged


def sample(  # noqa: PLR0913 (all that is known of the server)
    seconds: float,
    pid: int,
    plan: LoadPlan,
    address: str,
    stretch: Measured,
    *,
    effort: Effort | None,
) -> Sample:
    """Measure a server from outside; only its memory blocks are counted by the server itself."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    answers = stretch.answers
    return Sample(
        seconds=round(seconds, 1),
        rounds=_rounds(address),
        memory_kib=_number(status, r"VmRSS:\s+(\d+)"),
        blocks=0 if effort is None else effort.blocks,
        descriptors=len(list(Path(f"/proc/{pid}/fd").iterdir())),
        threads=_number(status, r"Threads:\s+(\d+)"),
        record_kib=round(sum(each.stat().st_size for each in plan.folder.glob("floor.db*")) / 1024),
        bets=len(stretch.acknowledged),
        answer_p50_ms=0.0 if answers is None else answers.p50,
        answer_p99_ms=0.0 if answers is None else answers.p99,
    )


def _number(text: str, pattern: str) -> int:
    found = re.search(pattern, text)
    if found is None:
        raise LookupError(f"{pattern}: not in the status of a process")
    return int(found[1])


def _rounds(address: str) -> int:
    with urlopen(f"{address}/metrics", timeout=30) as answer:  # noqa: S310 (our own server)
        shown = answer.read().decode()
    return sum(
        int(float(each)) for each in re.findall(r"^punto_rounds\{.*\} (.+)$", shown, re.MULTILINE)
    )


def _told(samples: list[Sample]) -> str:
    first, last = samples[0], samples[-1]
    rounds = max(1, last.rounds - first.rounds)
    return (
        f"memory {first.memory_kib / 1024:.1f} to {last.memory_kib / 1024:.1f} MiB,"
        f" blocks {first.blocks:,} to {last.blocks:,},"
        f" descriptors {first.descriptors} to {last.descriptors},"
        f" threads {first.threads} to {last.threads},"
        f" record {(last.record_kib - first.record_kib) / rounds:.1f} KiB a round,"
        f" acknowledgement p50/p99 {first.answer_p50_ms:.1f}/{first.answer_p99_ms:.1f}"
        f" to {last.answer_p50_ms:.1f}/{last.answer_p99_ms:.1f} ms"
    )


if __name__ == "__main__":
    main()

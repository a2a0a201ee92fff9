"""Counts the steps of a bet, a connection and a frame on floors of any size."""

import sys
from pathlib import Path

from bench_record import show
from support.web.counted_floor import Steps, steps_on_a_floor

SIZES = (100, 1_000, 10_000)
MOST_TIMES = 1.2
"""The limit for the largest floor, as a multiple of the smallest."""


def measure_steps(folder: Path) -> None:
    """Show the counts; exit with an error if one of them grows with the floor."""
    found = [steps_on_a_floor(folder / f"steps{size}", size) for size in SIZES]
    rows: list[tuple[str, ...]] = [
        (f"{each.terminals:,}", f"{each.bet:,.0f}", f"{each.connection:,.0f}", f"{each.frame:,.0f}")
        for each in found
    ]
    times = _times(found[0], found[-1])
    rows.append(("times", *(f"{each:.2f}" for each in times)))
    show("Steps (calls of functions)", ("terminals", "a bet", "a connection", "a frame"), rows)
    if max(times) > MOST_TIMES:
        sys.exit(f"expected at most {MOST_TIMES} times the steps at {SIZES[-1]:,} terminals")


def _times(small: Steps, large: Steps) -> tuple[float, float, float]:
    return (
        large.bet / small.bet,
        large.connection / small.connection,
        large.frame / small.frame,
    )

from dataclasses import dataclass

from punto.values import Side


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive wins of one hand; ties do not break it."""

    side: Side
    length: int


Runs = tuple[Run, ...]
"""The runs of a shoe in order: the logical columns of the big road."""


def with_win(runs: Runs, side: Side) -> Runs:
    """Return the runs after one more win of a hand."""
    if runs and runs[-1].side is side:
        return (*runs[:-1], Run(side, runs[-1].length + 1))
    return (*runs, Run(side, 1))

"""Shortens a failing run: fewer rounds and faults, as long as the same promise breaks."""

from collections.abc import Callable, Sequence

from punto.torture.runs import TortureRun, torture

RUNS_MAX = 120
"""The most runs spent on shortening, because a shorter story is worth only some time."""


class _Trials:
    """Counts runs of one seed, and keeps the shortest that broke the same promise."""

    def __init__(self, first: TortureRun, runs_max: int) -> None:
        self.shortest = first
        self._left = runs_max

    def breaks(self, rounds: int, faults: Sequence[str]) -> bool:
        """Return whether the promise breaks with these faults alone, and keep the run if so."""
        if self._left <= 0:
            return False
        self._left -= 1
        run = torture(self.shortest.seed, rounds, frozenset(faults))
        before, after = self.shortest.failure, run.failure
        same = before is not None and after is not None and before.promise is after.promise
        if same:
            self.shortest = run
        return same

    @property
    def faults(self) -> list[str]:
        """The names of the faults that happened in the shortest run."""
        return [fault.name for fault in self.shortest.happened]


def shrunk(failed: TortureRun, runs_max: int = RUNS_MAX) -> TortureRun:
    """Return the shortest run found that breaks the same promise."""
    trials = _Trials(failed, runs_max)
    for rounds in range(1, failed.rounds):
        if trials.breaks(rounds, trials.faults):
            break
    if trials.breaks(trials.shortest.rounds, ()):
        return trials.shortest
    rounds = trials.shortest.rounds
    _halved(lambda faults: trials.breaks(rounds, faults), lambda: trials.faults)
    return trials.shortest


def _halved(breaks: Callable[[list[str]], bool], faults: Callable[[], list[str]]) -> None:
    """Leave out halves, then smaller parts, until no single fault can be left out."""
    parts_count = 2
    while (left := faults()) and parts_count <= 2 * len(left):
        size = max(1, len(left) // parts_count)
        starts = range(0, len(left), size)
        # The faults that happen change with those left out, so each success starts again.
        if any(breaks(left[:start] + left[start + size :]) for start in starts):
            parts_count = max(2, parts_count - 1)
        elif size == 1:
            return
        else:
            parts_count *= 2

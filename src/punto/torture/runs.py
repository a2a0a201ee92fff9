"""One run of the whole floor, its result, and how a failing run is shortened.

A shorter run has fewer rounds and faults, as long as the same promise breaks.
"""

import gc
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from punto.torture.faults import FaultPlan, PlannedFault
from punto.torture.floor import WholeFloor, build
from punto.torture.promises import Promise, PromiseBroken
from punto.values import Value


class RunFailure(Value):
    """A broken promise."""

    promise: Promise
    seen: str
    story: tuple[str, ...]
    """The story up to then, line by line."""


class TortureRun(Value):
    """The result of a run; the same seed, rounds and faults give the same result."""

    seed: int
    rounds: int
    only: frozenset[str] | None
    """The faults that were allowed; None allows all of the seed."""
    happened: tuple[PlannedFault, ...]
    counts: Mapping[str, int]
    digest: str
    """A hash over everything that was ever shown."""
    failure: RunFailure | None


def torture(seed: int, rounds: int, only: frozenset[str] | None = None) -> TortureRun:
    """Run the floor until so many rounds have ended, with the faults of the seed."""
    with _nothing_left_behind():
        return _run(FaultPlan(seed, only), rounds)


def _run(plan: FaultPlan, rounds: int) -> TortureRun:
    with TemporaryDirectory(prefix="punto-torture-") as folder:
        floor = build(plan, Path(folder))
        try:
            failure = _failure(floor, rounds)
        finally:
            floor.server.shut()
    happened = tuple(plan.happened)
    return TortureRun(
        plan.seed, rounds, plan.only, happened, _counts(floor), _digest(floor), failure
    )


@contextmanager
def _nothing_left_behind() -> Iterator[None]:
    """Collect the garbage of a run, including its whole disk, in reference cycles.

    Python collects by the number of objects, but these are few and large. Older objects are frozen,
    so that the collector does not scan them.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.collect()
        gc.unfreeze()


def _failure(floor: WholeFloor, rounds: int) -> RunFailure | None:
    try:
        floor.run(rounds)
    except PromiseBroken as broken:
        promise, seen = broken.promise, broken.seen
    except Exception as error:  # noqa: BLE001 (it belongs in the story)
        where = traceback.extract_tb(error.__traceback__)[-1]
        promise = Promise.NOTHING_RAISED
        seen = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
    else:
        return None
    return RunFailure(promise, seen, tuple(line.text for line in floor.world.story.lines))


def _counts(floor: WholeFloor) -> Mapping[str, int]:
    world, witness = floor.world, floor.world.witness
    troubles = Counter(fault.trouble.value for fault in world.plan.happened)
    return {
        "rounds": witness.rounds_ended,
        "commands answered": len(witness.acknowledged),
        "events": sum(len(shown) for shown in witness.shown.values()),
        "steps": world.scheduler.steps_count,
        "starts of the server": floor.server.starts_count,
        "faults": len(world.plan.happened),
        **dict(sorted(troubles.items())),
    }


def _digest(floor: WholeFloor) -> str:
    seen = sha256()
    for stream, shown in sorted(floor.world.witness.shown.items()):
        seen.update(f"{stream}\n".encode())
        for event in shown:
            seen.update(f"{event!r}\n".encode())
    return seen.hexdigest()


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

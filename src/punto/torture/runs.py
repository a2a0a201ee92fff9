"""One run of the whole floor, and its result."""

import gc
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
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

"""The seed decides everything; the clock, hash order and process have no influence."""

import os
import subprocess
import sys

from punto.torture.faults import FaultPlace, FaultPlan, FaultRates
from punto.torture.runs import torture

SEED, ROUNDS = 12, 3
TELL = f"""
from punto.torture.runs import torture
run = torture({SEED}, {ROUNDS})
print(run.digest, [fault.name for fault in run.happened], dict(run.counts))
"""


def test_a_seed_tells_the_same_story_in_every_process() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", TELL],
            env={**os.environ, "PYTHONHASHSEED": order},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for order in ("1", "4711")
    }
    run = torture(SEED, ROUNDS)
    here = f"{run.digest} {[fault.name for fault in run.happened]} {dict(run.counts)}\n"
    assert told == {here}


def test_another_seed_tells_another_story() -> None:
    assert torture(1, 1).digest != torture(2, 1).digest


def drawn(plan: FaultPlan, times: int = 3_000) -> list[str]:
    odds = FaultRates(plan, FaultPlace.MESSAGE)
    return [fault.sentence for _ in range(times) if (fault := odds.next()) is not None]


def test_a_fault_that_is_left_out_moves_no_other() -> None:
    seed = next(seed for seed in range(1, 20) if drawn(FaultPlan(seed)))
    plan = FaultPlan(seed)
    every = drawn(plan)
    left_out, *kept = [fault.name for fault in plan.happened]
    assert drawn(FaultPlan(seed, frozenset(kept))) == every[1:]
    assert drawn(FaultPlan(seed, frozenset({left_out}))) == every[:1]
    assert drawn(FaultPlan(seed, frozenset())) == []


def test_checks_consume_no_random_numbers() -> None:
    plan = FaultPlan(3)
    odds = FaultRates(plan, FaultPlace.DEALING)
    with plan.looking_away():
        assert [odds.next() for _ in range(1_000)] == [None] * 1_000
    assert drawn_dealing(odds) == drawn_dealing(FaultRates(FaultPlan(3), FaultPlace.DEALING))


def drawn_dealing(odds: FaultRates) -> list[str]:
    return [fault.name for _ in range(500) if (fault := odds.next()) is not None]


def test_seeds_have_weather_of_their_own() -> None:
    counts = {len(drawn(FaultPlan(seed))) for seed in range(1, 30)}
    assert 0 in counts
    assert max(counts) > 2 * sorted(counts)[1]

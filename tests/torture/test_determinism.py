"""The seed decides everything, and neither the clock, nor the order of a hash, nor the process."""

import subprocess
import sys

from punto.torture.faults import Odds, Place, Plan
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
            env={"PYTHONHASHSEED": order},
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


def drawn(plan: Plan, times: int = 3_000) -> list[str]:
    odds = Odds(plan, Place.MESSAGE)
    return [fault.sentence for _ in range(times) if (fault := odds.next()) is not None]


def test_a_fault_that_is_left_out_moves_no_other() -> None:
    seed = next(seed for seed in range(1, 20) if drawn(Plan(seed)))
    plan = Plan(seed)
    every = drawn(plan)
    left_out, *kept = [fault.name for fault in plan.happened]
    assert drawn(Plan(seed, frozenset(kept))) == every[1:]
    assert drawn(Plan(seed, frozenset({left_out}))) == every[:1]
    assert drawn(Plan(seed, frozenset())) == []


def test_whoever_only_looks_uses_no_luck_up() -> None:
    plan = Plan(3)
    odds = Odds(plan, Place.DEALING)
    with plan.looking_away():
        assert [odds.next() for _ in range(1_000)] == [None] * 1_000
    assert drawn_dealing(odds) == drawn_dealing(Odds(Plan(3), Place.DEALING))


def drawn_dealing(odds: Odds) -> list[str]:
    return [fault.name for _ in range(500) if (fault := odds.next()) is not None]


def test_seeds_have_weather_of_their_own() -> None:
    counts = {len(drawn(Plan(seed))) for seed in range(1, 30)}
    assert 0 in counts
    assert max(counts) > 2 * sorted(counts)[1]

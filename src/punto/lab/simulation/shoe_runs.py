"""Deals shoes on many cores, in the order of their numbers, until there are enough rounds.

A run is a prefix of the plan's sequence of shoes, so it does not matter how many workers deal it,
or where it was interrupted.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass, field

import numpy as np

from punto.lab.draw_table import Counts
from punto.lab.simulation.dealing_tables import outcomes_of
from punto.lab.simulation.plans import SimulationPlan
from punto.lab.simulation.shoe_kernel import play_shoes
from punto.rules import ALL_HAND_PAIRS, POINTS_COUNT

CHUNK = 2**15
"""The number of shoes that a worker deals at a time, about thirty milliseconds' work."""

LOOK_SECONDS = 0.1
"""How often progress is checked while workers deal chunks."""


def no_outcomes() -> Counts:
    """Return empty counts."""
    return np.zeros((len(ALL_HAND_PAIRS), POINTS_COUNT), np.int64)


@dataclass(frozen=True)
class ShoesPlayed:
    """Dealt shoes, from the first on."""

    shoes: int = 0
    rounds: int = 0
    outcomes: Counts = field(default_factory=no_outcomes)
    """Rounds by Outcome, ``[hand pairs, points]``."""

    def and_also(self, shoes: int, tally: Counts) -> "ShoesPlayed":
        """Return the sum with the coups of more shoes."""
        more = int(tally.sum())
        return ShoesPlayed(
            self.shoes + shoes, self.rounds + more, self.outcomes + outcomes_of(tally)
        )


Watch = Callable[[ShoesPlayed], bool]
"""Receives the complete shoes so far, repeatedly; the run continues while it returns true."""


def make_ready() -> None:
    """Compile beforehand, so that compiling is not timed and happens only once."""
    _ = play_shoes.compiled


def deal_rounds(
    plan: SimulationPlan, rounds: int, workers: int, so_far: ShoesPlayed, watch: Watch
) -> tuple[ShoesPlayed, ShoesPlayed]:
    """Deal until there are so many rounds, or until ``watch`` returns false.

    Returns the complete shoes, from which a run can continue, and the same with the first rounds of
    one more shoe, which make the number exact.
    """
    whole = so_far
    make_ready()
    waiting: deque[tuple[int, Future[Counts]]] = deque()
    goes_on = watch(whole)
    with ThreadPoolExecutor(workers) as pool:
        while goes_on or waiting:
            asked = sum(count for count, _ in waiting)
            # Never more than are wanted, even if every shoe has the most rounds possible.
            wanted = (rounds - whole.rounds) // plan.rounds_most - asked
            if goes_on and wanted > 0 and len(waiting) < 2 * workers:
                count = min(CHUNK, -(-wanted // workers))
                waiting.append((count, pool.submit(plan.deal, whole.shoes + asked, count)))
                continue
            if not waiting:
                break
            whole = _with_the_next(whole, waiting)
            goes_on = watch(whole) and goes_on
    return whole, _with_some_rounds(plan, whole, rounds) if goes_on else whole


def _with_the_next(whole: ShoesPlayed, waiting: deque[tuple[int, Future[Counts]]]) -> ShoesPlayed:
    """Add the next shoes, if they are finished."""
    count, chunk = waiting[0]
    try:
        tally = chunk.result(LOOK_SECONDS)
    except NotYet:
        return whole
    waiting.popleft()
    return whole.and_also(count, tally)


def _with_some_rounds(plan: SimulationPlan, whole: ShoesPlayed, rounds: int) -> ShoesPlayed:
    """Add the first rounds of the next shoes, until the number is exact."""
    found = whole
    while found.rounds < rounds:
        found = found.and_also(1, plan.deal(found.shoes, 1, rounds - found.rounds))
    return found

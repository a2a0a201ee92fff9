"""The plan of a simulation, and its shoes, dealt on many cores until there are enough rounds.

A run is a prefix of the plan's sequence of shoes, in the order of their numbers, so it does not
matter how many workers deal it, or where it was interrupted.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

import numpy as np

from punto.lab.draw_table import Counts
from punto.lab.simulation import shoe_kernel
from punto.lab.simulation.dealing_tables import TALLY_SIZE, cells_of, dealing_tables, outcomes_of
from punto.lab.simulation.shuffle_kernel import Bits, ranges_of
from punto.rules import ALL_HAND_PAIRS, POINTS_COUNT, TABLE_OF_PLAY, TableOfPlay
from punto.values import Composition

BEHIND_CUT_CARD = 14
"""The default number of cards behind the cut card."""

SEED_MAX = 2**64 - 1

COUP_MIN = 4


class PlanRefused(ValueError):
    """A simulation that cannot be dealt; the message is one sentence."""


@dataclass(frozen=True)
class SimulationPlan:
    """A long sequence of shoes; each depends only on the plan, not on the worker or the time."""

    shoe: Composition
    table: TableOfPlay = TABLE_OF_PLAY
    behind: int = BEHIND_CUT_CARD
    """The number of cards behind the cut card."""
    burns_cards: bool = False
    """Whether the first card of a shoe is shown and as many burned as it counts (A-49)."""
    one_more: bool = False
    """Whether another round follows the one in which the cut card came out (A-49 b)."""
    seed: int = 1

    def __post_init__(self) -> None:
        cards = self.shoe.cards_count
        least = shoe_kernel.COUP_MAX * (1 + self.one_more)
        most = cards - (shoe_kernel.BURNED_MAX if self.burns_cards else 1)
        if not least <= self.behind <= most:
            raise PlanRefused(
                f"{self.behind} cards behind the cut card:"
                f" expected {least} to {most} in a shoe of {cards}"
            )
        if not 0 <= self.seed <= SEED_MAX:
            raise PlanRefused(f"seed {self.seed}: expected 0 to {SEED_MAX}")

    @property
    def cut(self) -> int:
        """The number of cards in front of the cut card."""
        return self.shoe.cards_count - self.behind

    @property
    def rounds_most(self) -> int:
        """The most rounds of a shoe."""
        return self.cut // COUP_MIN + 1 + self.one_more

    @cached_property
    def given(self) -> tuple[shoe_kernel.Cells, Bits, Bits, shoe_kernel.Tables]:
        """The cards, the ranges of the shuffle and the dealing tables, in the kernel's form."""
        reach = self.cut + shoe_kernel.COUP_MAX * (1 + self.one_more)
        ranges = ranges_of(self.shoe.cards_count, reach)
        return cells_of(self.shoe), *ranges, dealing_tables(self.table)

    @cached_property
    def fingerprint(self) -> str:
        """A hash that is equal for plans that deal the same shoes."""
        said = repr((self.cut, self.burns_cards, self.one_more, self.seed)).encode()
        return sha256(b"".join([said, *(part.tobytes() for part in self.given)])).hexdigest()

    def deal(self, first: int, count: int, rounds: int | None = None) -> Counts:
        """Return coups by hand pairs and key: of whole shoes, or of the first rounds of each."""
        tally = np.zeros(TALLY_SIZE, np.uint32)
        limits: shoe_kernel.ShoeEnd = (self.cut, int(self.burns_cards), int(self.one_more))
        most = self.shoe.cards_count if rounds is None else rounds
        shoe_kernel.play_shoes(
            np.uint64(self.seed), (first, count, most), limits, self.given, tally
        )
        return tally.astype(np.int64)


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
    _ = shoe_kernel.play_shoes.compiled


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

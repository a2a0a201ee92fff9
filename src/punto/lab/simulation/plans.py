"""The plan of a simulation: cards, rules, cut card, burning and seed."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np

from punto.lab.draw_table import Counts
from punto.lab.simulation.deal_kernel import Cells, Tables
from punto.lab.simulation.dealing_tables import TALLY_SIZE, cells_of, dealing_tables
from punto.lab.simulation.shoe_kernel import BURNED_MAX, COUP_MAX, Limits, play_shoes
from punto.lab.simulation.shuffle_kernel import Bits, ranges_of
from punto.rules import TABLE_OF_PLAY, TableOfPlay
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
        least = COUP_MAX * (1 + self.one_more)
        most = cards - (BURNED_MAX if self.burns_cards else 1)
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
    def given(self) -> tuple[Cells, Bits, Bits, Tables]:
        """The cards, the ranges of the shuffle and the dealing tables, in the kernel's form."""
        reach = self.cut + COUP_MAX * (1 + self.one_more)
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
        limits: Limits = (self.cut, int(self.burns_cards), int(self.one_more))
        most = self.shoe.cards_count if rounds is None else rounds
        play_shoes(np.uint64(self.seed), (first, count, most), limits, self.given, tally)
        return tally.astype(np.int64)

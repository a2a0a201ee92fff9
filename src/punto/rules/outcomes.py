"""Outcome: every fact of a finished coup that a pay table uses, in a small numbered space."""

from dataclasses import dataclass
from functools import cached_property

from punto.rules.pairs import ALL_HAND_PAIRS, HandPairs
from punto.rules.table_of_play import NATURALS
from punto.values import Value, Winner


class Points(Value):
    """The final totals and card counts of both hands."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or a Tie (R 3.11, M 3.9)."""
        if self.player_total == self.banker_total:
            return Winner.TIE
        return Winner.PLAYER if self.player_total > self.banker_total else Winner.BANKER

    @property
    def margin(self) -> int:
        """The winner's lead in points; 0 for a Tie."""
        return abs(self.player_total - self.banker_total)

    @property
    def player_natural(self) -> bool:
        """Whether Player's two cards make 8 or 9."""
        return self.player_cards == 2 and self.player_total in NATURALS  # noqa: PLR2004 (two cards)

    @property
    def banker_natural(self) -> bool:
        """Whether Banker's two cards make 8 or 9."""
        return self.banker_cards == 2 and self.banker_total in NATURALS  # noqa: PLR2004 (two cards)

    @property
    def index(self) -> int:
        """The place of these points in ``ALL_POINTS``."""
        totals = self.player_total * 10 + self.banker_total
        return totals * 4 + (self.player_cards - 2) * 2 + (self.banker_cards - 2)


ALL_POINTS: tuple[Points, ...] = tuple(
    Points(player_total, banker_total, player_cards, banker_cards)
    for player_total in range(10)
    for banker_total in range(10)
    for player_cards in (2, 3)
    for banker_cards in (2, 3)
)


POINTS_COUNT = len(ALL_POINTS)
OUTCOMES_COUNT = len(ALL_HAND_PAIRS) * POINTS_COUNT

ANY_POINTS = (1 << POINTS_COUNT) - 1
ANY_PAIRS = (1 << len(ALL_HAND_PAIRS)) - 1
ALL_OUTCOMES = (1 << OUTCOMES_COUNT) - 1
"""Sets of points, pairs and Outcomes are the bits of an int, bit n for number n."""

_PAIRS_INDEX = {pairs: index for index, pairs in enumerate(ALL_HAND_PAIRS)}


@dataclass(frozen=True)
class Outcome:
    """The points and the pairs of both hands of a finished coup."""

    points: Points
    pairs: HandPairs

    @property
    def winner(self) -> Winner:
        """Who won the coup."""
        return self.points.winner

    @cached_property
    def index(self) -> int:
        """The Outcome's number: each combination of pairs has a block of all points."""
        return block_start(self.pairs) + self.points.index


def block_start(pairs: HandPairs) -> int:
    """Return the number of the first Outcome with these pairs."""
    return _PAIRS_INDEX[pairs] * POINTS_COUNT


def outcomes_with(*, points: int, pairs: int) -> int:
    """Return the Outcomes whose points are in one set and whose pairs are in another."""
    blocks = sum(
        1 << index * POINTS_COUNT for index in range(len(ALL_HAND_PAIRS)) if pairs >> index & 1
    )
    # A set of points fits into a block, so the product copies it into each block without a carry.
    return points * blocks

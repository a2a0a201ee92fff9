"""The Table of Play, which decides the third cards of both hands (R 3.9, R 3.10, M 3.8)."""

from enum import Enum

from punto.values import Value

NATURALS = frozenset({8, 9})
"""Two-card totals that end the deal for both hands (R 1.9, L 1.10, M 1.1.8)."""


class Why(Enum):
    """The row of the Table of Play that decided whether a hand draws."""

    NATURAL = "natural"
    OWN_TOTAL = "own total"
    PLAYER_STOOD = "player stood"
    PLAYER_THIRD = "player third card"


class Judgement(Value):
    """Whether a hand draws a third card, and the row that decided it."""

    draws: bool
    why: Why


class TableOfPlay(Value):
    """The totals that draw a third card; players and dealer have no choice (R 1.1)."""

    player_draws_on: frozenset[int]
    banker_draws_on: frozenset[int]
    """Banker totals that draw when Player stood."""
    banker_draws_against: tuple[frozenset[int], ...]
    """For each Banker total, the points of Player's third card on which Banker draws."""

    def player(self, player_total: int, banker_total: int) -> Judgement:
        """Judge Player's hand on the first two cards of both hands."""
        # a natural in either hand comes before every other row.
        if player_total in NATURALS or banker_total in NATURALS:
            return Judgement(draws=False, why=Why.NATURAL)
        return Judgement(player_total in self.player_draws_on, Why.OWN_TOTAL)

    def banker(self, player_total: int, banker_total: int, player_third: int | None) -> Judgement:
        """Judge Banker's hand, once Player has drawn a third card or stood."""
        if player_total in NATURALS or banker_total in NATURALS:
            return Judgement(draws=False, why=Why.NATURAL)
        if player_third is None:
            # on 6 against a standing Player the Banker stands.
            return Judgement(banker_total in self.banker_draws_on, Why.PLAYER_STOOD)
        against = self.banker_draws_against[banker_total]
        return Judgement(player_third in against, Why.PLAYER_THIRD)

    def banker_may_draw(self, player_total: int, banker_total: int) -> bool:
        """Return whether some third card of Player would give Banker one."""
        return any(self.banker(player_total, banker_total, third).draws for third in range(10))


def _points(digits: str) -> frozenset[int]:
    return frozenset(map(int, digits))


# R 3.9 and 3.10, L 3.11 and 3.12 (read as R 3.10, A-71), M 3.8: one and the same table.
TABLE_OF_PLAY = TableOfPlay(
    player_draws_on=_points("012345"),
    banker_draws_on=_points("012345"),
    banker_draws_against=(
        _points("0123456789"),  # 0
        _points("0123456789"),  # 1
        _points("0123456789"),  # 2
        _points("01234567" + "9"),  # 3: all but an 8
        _points("234567"),  # 4
        _points("4567"),  # 5
        _points("67"),  # 6
        _points(""),  # 7 stands; 8 and 9 are naturals
    ),
)

from dataclasses import dataclass, field

from punto.values import Side, Value, Winner, replace
from punto.views.roads.grid import Cell, Pen, Position
from punto.views.roads.results import RoundResult


class BigCell(Cell):
    """One round won by a hand, with the ties after it.

    Ties before the first win have a cell of their own, whose winner is a tie until a hand wins.
    """

    winner: Winner
    ties: int = 0
    banker_pair: bool = False
    player_pair: bool = False
    laid: bool = False
    """Whether its hands were played as they lay (A-85)."""


_LEADING_TIES = BigCell(Position(0, 0), Winner.TIE)


@dataclass(frozen=True, slots=True)
class BigRoad:
    """The runs of the two hands, one column each."""

    pen: Pen = field(default_factory=Pen)
    cells: tuple[BigCell, ...] = ()

    def after(self, result: RoundResult) -> "BigRoad":
        """Return the road with one more round."""
        return self._after_tie() if result.side is None else self._after_win(result)

    def pen_after(self, winner: Winner) -> Pen:
        """Return the position of this hand's next win."""
        if self.cells and self.cells[-1].winner is winner:
            return self.pen.same_run()
        return self.pen.new_run()

    def _after_win(self, result: RoundResult) -> "BigRoad":
        pen = self.pen_after(result.winner)
        led_by_ties = bool(self.cells) and self.cells[0].winner is Winner.TIE
        won = BigCell(
            pen.at,
            result.winner,
            self.cells[0].ties if led_by_ties else 0,
            result.banker_pair,
            result.player_pair,
            result.laid,
        )
        return replace(self, pen=pen, cells=(won,) if led_by_ties else (*self.cells, won))

    def _after_tie(self) -> "BigRoad":
        last = self.cells[-1] if self.cells else _LEADING_TIES
        # A tied round has no cell of its own, so its pairs are left to the bead plate.
        return replace(self, cells=(*self.cells[:-1], replace(last, ties=last.ties + 1)))


class Run(Value):
    """Consecutive wins of one hand; ties do not break it."""

    side: Side
    length: int


Runs = tuple[Run, ...]
"""The runs of a shoe in order: the logical columns of the big road."""


def with_win(runs: Runs, side: Side) -> Runs:
    """Return the runs after one more win of a hand."""
    if runs and runs[-1].side is side:
        return (*runs[:-1], Run(side, runs[-1].length + 1))
    return (*runs, Run(side, 1))

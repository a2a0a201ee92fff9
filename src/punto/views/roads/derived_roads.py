from dataclasses import dataclass, field
from enum import Enum

from punto.values import Side, Value, Winner, replace
from punto.views.roads.big_road import BigRoad, Runs, with_win
from punto.views.roads.grid import Cell, Pen, Position


class Mark(Enum):
    """A derived road's mark for a win: red is regular, blue is not; neither means a hand."""

    RED = "R"
    BLUE = "B"


class Distance(Enum):
    """The number of runs that a derived road looks back."""

    BIG_EYE = 1
    SMALL = 2
    COCKROACH = 3


def mark_of_last_win(runs: Runs, distance: Distance) -> Mark | None:
    """Return the mark for the last win of the runs; None while there is too little to compare."""
    # Only the lengths of runs count: the drawn roads have tails and scroll.
    last = len(runs) - 1
    entry = runs[last].length
    compared = last - distance.value - (entry == 1)
    if compared < 0:
        return None
    length = runs[compared].length
    # A new run is regular if the two earlier runs at this distance were equally long. A longer run
    # is regular if its row exists in the compared run, or lies two or more rows past its end (a
    # straight drop).
    regular = runs[last - 1].length == length if entry == 1 else entry != length + 1
    return Mark.RED if regular else Mark.BLUE


class DerivedCell(Cell):
    """One mark of a derived road, at its position."""

    mark: Mark


@dataclass(frozen=True, slots=True)
class DerivedRoad:
    """Big Eye Boy, Small Road or Cockroach Pig: colours drawn like the big road."""

    distance: Distance
    pen: Pen = field(default_factory=Pen)
    cells: tuple[DerivedCell, ...] = ()

    def after(self, runs: Runs) -> "DerivedRoad":
        """Return the road after the last win of the runs."""
        mark = mark_of_last_win(runs, self.distance)
        if mark is None:
            return self
        same = bool(self.cells) and self.cells[-1].mark is mark
        pen = self.pen.same_run() if same else self.pen.new_run()
        return replace(self, pen=pen, cells=(*self.cells, DerivedCell(pen.at, mark)))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The colours in order."""
        return tuple(cell.mark for cell in self.cells)

    def __str__(self) -> str:
        return "".join(mark.value for mark in self.marks)


_WINNERS = {Side.BANKER: Winner.BANKER, Side.PLAYER: Winner.PLAYER}


class AskRow(Value):
    """The next mark of each road if one hand wins the next round; not a prediction."""

    side: Side
    big: Position
    big_eye: Mark | None
    small: Mark | None
    cockroach: Mark | None

    @property
    def marks(self) -> tuple[Mark | None, Mark | None, Mark | None]:
        """The three marks as a display shows them."""
        return self.big_eye, self.small, self.cockroach


def ask(runs: Runs, big: BigRoad, side: Side) -> AskRow:
    """Return the marks that a win of one hand would add."""
    then = with_win(runs, side)
    return AskRow(
        side,
        big.pen_after(_WINNERS[side]).at,
        mark_of_last_win(then, Distance.BIG_EYE),
        mark_of_last_win(then, Distance.SMALL),
        mark_of_last_win(then, Distance.COCKROACH),
    )

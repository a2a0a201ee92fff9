from dataclasses import dataclass, field, replace
from enum import Enum

from punto.views.roads.grid import Cell, Pen
from punto.views.roads.runs import Runs


class Mark(Enum):
    """What a derived road says of a win: red is regular, blue is not; neither is a hand."""

    RED = "R"
    BLUE = "B"


class Distance(Enum):
    """How many runs back a derived road looks."""

    BIG_EYE = 1
    SMALL = 2
    COCKROACH = 3


def mark_of_last_win(runs: Runs, distance: Distance) -> Mark | None:
    """The mark that the last win of the runs adds, or none while there is too little to compare."""
    # Run lengths alone decide. The pictures do not: their tails and their scrolling would mislead.
    last = len(runs) - 1
    entry = runs[last].length
    compared = last - distance.value - (entry == 1)
    if compared < 0:
        return None
    length = runs[compared].length
    # A new run asks whether the two runs before it, this far apart, were equally long. A longer run
    # asks whether its row exists in the compared run; two or more rows past that run's end is a
    # straight drop, which is regular again.
    regular = runs[last - 1].length == length if entry == 1 else entry != length + 1
    return Mark.RED if regular else Mark.BLUE


@dataclass(frozen=True, slots=True)
class DerivedCell(Cell):
    """One mark of a derived road, in its place."""

    mark: Mark


@dataclass(frozen=True, slots=True)
class DerivedRoad:
    """Big Eye Boy, Small Road or Cockroach Pig, drawn like the big road from its colours."""

    distance: Distance
    pen: Pen = field(default_factory=Pen)
    cells: tuple[DerivedCell, ...] = ()

    def after(self, runs: Runs) -> "DerivedRoad":
        """The road after the last win of the runs."""
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

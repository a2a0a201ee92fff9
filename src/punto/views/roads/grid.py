from dataclasses import dataclass, field

from punto.values import Value, replace

ROWS = 6


class Position(Value):
    """A position on a scoreboard, counted from 0 at the top left."""

    row: int
    column: int


class Cell(Value):
    """A cell at a position of a scoreboard."""

    position: Position


@dataclass(frozen=True, slots=True)
class Pen:
    """The last drawn position of a road, and the cells that may block the next."""

    at: Position = field(default=Position(0, -1))
    start_column: int = -1
    occupied: frozenset[Position] = frozenset()

    def new_run(self) -> "Pen":
        """Return the pen at the top of the first free column after the start of the last run."""
        # Not after its tail: runs share the columns of a tail.
        column = self.start_column + 1
        while Position(0, column) in self.occupied:
            column += 1
        # A pen never moves left, so cells left of this column can be dropped.
        ahead = frozenset(place for place in self.occupied if place.column >= column)
        at = Position(0, column)
        return replace(self, at=at, start_column=column, occupied=ahead.union((at,)))

    def same_run(self) -> "Pen":
        """Return the pen one cell down, or to the right if down is blocked."""
        below = Position(self.at.row + 1, self.at.column)
        if below.row < ROWS and below not in self.occupied:
            return replace(self, at=below, occupied=self.occupied.union((below,)))
        right = Position(self.at.row, self.at.column + 1)
        return replace(self, at=right, occupied=self.occupied.union((right,)))

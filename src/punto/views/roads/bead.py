from punto.values import Value, Winner
from punto.views.roads.grid import ROWS, Cell, Position
from punto.views.roads.results import RoundResult


class BeadCell(Cell):
    """One round on the bead plate; ties have cells too."""

    result: RoundResult

    @property
    def winner(self) -> Winner:
        """Who won the round."""
        return self.result.winner


class BeadPlate(Value):
    """One cell for every round, six to a column."""

    cells: tuple[BeadCell, ...] = ()

    def after(self, result: RoundResult) -> "BeadPlate":
        """Return the plate with one more round."""
        column, row = divmod(len(self.cells), ROWS)
        return BeadPlate((*self.cells, BeadCell(Position(row, column), result)))

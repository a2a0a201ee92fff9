from collections.abc import Iterable
from typing import TypeVar

from punto.values import Side, Value, Winner, replace
from punto.views.roads.big_road import BigCell, BigRoad, Run, Runs, with_win
from punto.views.roads.derived_roads import AskRow, DerivedCell, DerivedRoad, Distance, ask
from punto.views.roads.grid import ROWS, Cell, Position
from punto.views.roads.results import RoundResult, Tally


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


_CellT = TypeVar("_CellT", bound=Cell)


class RoadsWindow(Value):
    """The visible part of each road on a display of limited width, columns numbered from 0."""

    bead: tuple[BeadCell, ...]
    big: tuple[BigCell, ...]
    big_eye: tuple[DerivedCell, ...]
    small: tuple[DerivedCell, ...]
    cockroach: tuple[DerivedCell, ...]


def window(cells: tuple[_CellT, ...], columns: int) -> tuple[_CellT, ...]:
    """Return the cells visible in this many columns, dropping whole columns from the left."""
    if columns < 1:
        raise ValueError(f"columns {columns}: expected at least 1")
    if not cells:
        return ()
    first = _first_shown_column(cells, columns)
    return tuple(
        replace(cell, position=Position(cell.position.row, cell.position.column - first))
        for cell in cells
        if first <= cell.position.column < first + columns
    )


def _first_shown_column(cells: tuple[_CellT, ...], columns: int) -> int:
    overflow = max(cell.position.column for cell in cells) + 1 - columns
    # The tail of an old run may extend far beyond the newest cell, which must stay visible.
    return max(0, min(overflow, cells[-1].position.column))


class Roads(Value):
    """All roads of one shoe, empty at first: for display only, never for settlement (A-51)."""

    bead: BeadPlate = BeadPlate()
    runs: Runs = ()
    big: BigRoad = BigRoad()
    big_eye: DerivedRoad = DerivedRoad(Distance.BIG_EYE)
    small: DerivedRoad = DerivedRoad(Distance.SMALL)
    cockroach: DerivedRoad = DerivedRoad(Distance.COCKROACH)
    tally: Tally = Tally()

    def after(self, result: RoundResult) -> "Roads":
        """Return the roads with one more round, without redrawing earlier ones."""
        roads = self if result.side is None else self._after_win(result.side)
        return replace(
            roads,
            bead=self.bead.after(result),
            big=self.big.after(result),
            tally=self.tally.after(result),
        )

    def _after_win(self, side: Side) -> "Roads":
        runs = with_win(self.runs, side)
        return replace(
            self,
            runs=runs,
            big_eye=self.big_eye.after(runs),
            small=self.small.after(runs),
            cockroach=self.cockroach.after(runs),
        )

    @property
    def streak(self) -> Run | None:
        """The current run, None before the first win."""
        return self.runs[-1] if self.runs else None

    def ask(self, side: Side) -> AskRow:
        """Return the next mark of each road if one hand wins the next round."""
        return ask(self.runs, self.big, side)

    def window(self, columns: int) -> RoadsWindow:
        """Return the newest part of every road, for a display of this many columns."""
        return RoadsWindow(
            window(self.bead.cells, columns),
            window(self.big.cells, columns),
            window(self.big_eye.cells, columns),
            window(self.small.cells, columns),
            window(self.cockroach.cells, columns),
        )


def roads_of(results: Iterable[RoundResult]) -> Roads:
    """Return the roads of one shoe's results; a correction redraws them from all results."""
    roads = Roads()
    for result in results:
        roads = roads.after(result)
    return roads

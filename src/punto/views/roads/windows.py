from typing import TypeVar

from punto.values import Value, replace
from punto.views.roads.bead import BeadCell
from punto.views.roads.big_road import BigCell
from punto.views.roads.derived_roads import DerivedCell
from punto.views.roads.grid import Cell, Position

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

from dataclasses import dataclass, replace
from typing import TypeVar

from punto.views.roads.bead import BeadCell
from punto.views.roads.big_road import BigCell
from punto.views.roads.derived import DerivedCell
from punto.views.roads.grid import Cell, Position

_CellT = TypeVar("_CellT", bound=Cell)


@dataclass(frozen=True, slots=True)
class RoadsWindow:
    """The part of each road that a display of limited width shows, columns counted anew."""

    bead: tuple[BeadCell, ...]
    big: tuple[BigCell, ...]
    big_eye: tuple[DerivedCell, ...]
    small: tuple[DerivedCell, ...]
    cockroach: tuple[DerivedCell, ...]


def window(cells: tuple[_CellT, ...], columns: int) -> tuple[_CellT, ...]:
    """The cells that a display of so many columns shows, whole columns dropped from the left."""
    if columns < 1:
        raise ValueError(f"a display of {columns} columns shows nothing")
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
    # The tail of an old run may reach far beyond the newest cell, which has to stay in sight.
    return max(0, min(overflow, cells[-1].position.column))

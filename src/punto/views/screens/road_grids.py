"""The five roads as screens get them: what is drawn, without what it takes to draw on."""

from dataclasses import dataclass

from punto.values import Side
from punto.views.roads.ask import AskRow
from punto.views.roads.scoreboard import Roads
from punto.views.roads.windows import RoadsWindow


@dataclass(frozen=True, slots=True)
class RoadsShown:
    """The cells of every road, and what a win of either hand would add; it predicts nothing."""

    cells: RoadsWindow
    if_player: AskRow
    if_banker: AskRow


def all_roads(roads: Roads) -> RoadsShown:
    """Every cell, for a screen that scrolls by itself."""
    cells = RoadsWindow(
        roads.bead.cells,
        roads.big.cells,
        roads.big_eye.cells,
        roads.small.cells,
        roads.cockroach.cells,
    )
    return RoadsShown(cells, roads.ask(Side.PLAYER), roads.ask(Side.BANKER))

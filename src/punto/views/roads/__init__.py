"""The five scoreboards of a shoe, drawn only from its results."""

from punto.views.roads.big_road import BigCell
from punto.views.roads.derived_roads import AskRow, DerivedCell, Mark
from punto.views.roads.grid import ROWS, Cell, Position
from punto.views.roads.results import RoundResult, parse_results, winner_letter
from punto.views.roads.scoreboard import BeadCell, Roads, roads_of

"""The Table of Play as an array, so that a kernel can query it without branches."""

from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from punto.rules import TableOfPlay

Counts: TypeAlias = NDArray[np.int64]
Drawing: TypeAlias = NDArray[np.uint8]
"""``[player total, banker total, n]`` on two cards: for n below 10, whether Banker draws when n
is the point value of Player's third card; then the two columns named below."""

PLAYER_STOOD = 10
"""The column that says whether Banker draws when Player took no third card."""

PLAYER_DRAWS = 11
"""The column that says whether Player draws."""


@cache
def drawing_of(table: TableOfPlay) -> Drawing:
    """Query a Table of Play for every case."""
    drawing = np.zeros((10, 10, 12), np.uint8)
    for player in range(10):
        for banker in range(10):
            cell = drawing[player, banker]
            cell[PLAYER_DRAWS] = table.player(player, banker).draws
            if cell[PLAYER_DRAWS]:
                cell[:10] = [table.banker(player, banker, third).draws for third in range(10)]
            else:
                cell[PLAYER_STOOD] = table.banker(player, banker, None).draws
    drawing.flags.writeable = False
    return drawing

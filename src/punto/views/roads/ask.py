from dataclasses import dataclass

from punto.values import Side, Winner
from punto.views.roads.big_road import BigRoad
from punto.views.roads.derived import Distance, Mark, mark_of_last_win
from punto.views.roads.grid import Position
from punto.views.roads.runs import Runs, with_win

_WINNERS = {Side.BANKER: Winner.BANKER, Side.PLAYER: Winner.PLAYER}


@dataclass(frozen=True, slots=True)
class AskRow:
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

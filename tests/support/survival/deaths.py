"""How processes die: at every named point, and at random from outside."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from support.survival.points import OF_POSTGRESQL, OF_SQLITE, Point

KILLS_EACH = 25
"""How many times the processes of one record die."""

_TURNS = {
    Point.MAKING: 15,
    Point.LOCKING: 1,
    Point.RECOVERING: 3,
    Point.REPLAYING: 2,
    Point.KEEPING: 3,
    Point.SIGNING: 3,
    Point.SIGNED: 3,
}
_TURNS_MAX = 12


@dataclass(frozen=True, slots=True)
class Death:
    """One death of a process; without a point it comes from outside."""

    point: Point | None
    turn: int = 0
    """At a point: which passage is fatal. From outside: after how many answers."""
    while_starting: bool = False

    @property
    def needs_moves(self) -> bool:
        """Whether terminals must move often, because this death rarely happens otherwise."""
        return self.point in {Point.MOVING, Point.MOVED}

    def __str__(self) -> str:
        if self.point is not None:
            return f"turn {self.turn} of {self.point.name}: {self.point.value}"
        return "from outside, " + (
            "while it starts" if self.while_starting else f"after {self.turn} answers"
        )


def deaths(chance: Random, count: int, *, is_sqlite: bool) -> Iterator[Death]:
    """Plan this many deaths of one record's processes: each point once, the rest at random."""
    elsewhere = OF_POSTGRESQL if is_sqlite else OF_SQLITE
    points = [point for point in Point if point not in elsewhere and point is not Point.MAKING]
    chance.shuffle(points)
    planned = [_at(point, chance) for point in points[: count - 1]]
    planned += [_at_random(chance) for _ in range(count - 1 - len(planned))]
    chance.shuffle(planned)
    # Only a record that does not exist yet can be in the making.
    yield _at(Point.MAKING, chance)
    yield from planned


def _at(point: Point, chance: Random) -> Death:
    return Death(point, chance.randint(1, _TURNS.get(point, _TURNS_MAX)))


def _at_random(chance: Random) -> Death:
    return Death(None, chance.randint(1, 60), while_starting=chance.random() < 0.2)

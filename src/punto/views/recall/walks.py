from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from punto.rounds import Event, Table, evolve


@dataclass(frozen=True, slots=True)
class Moment:
    """An event with the table's state before and after it."""

    before: Table
    event: Event
    after: Table


def walk(events: Iterable[Event], before: Table | None = None) -> Iterator[Moment]:
    """Yield the moments of a record from its beginning, or from the state ``before``."""
    before = before or Table()
    for event in events:
        after = evolve(before, event)
        yield Moment(before, event, after)
        before = after


def by_command(moments: Iterable[Moment]) -> Iterator[tuple[Moment, ...]]:
    """Group the moments by the command that caused them."""
    for _, group in groupby(moments, key=lambda moment: moment.event.command):
        yield tuple(group)

"""What the screens of a table remember, in a form that can be put away and taken out again.

A table that comes up from a snapshot has screens at once by this: nothing that they show has to be
read out of the record again.
"""

from dataclasses import dataclass, fields
from typing import Any

from punto.rounds import Table
from punto.views.roads.scoreboard import roads_of
from punto.views.watched_table import Memory, Watched


@dataclass(frozen=True, slots=True)
class Earlier:
    """A table as it was after an event of the past."""

    position: int
    """Of the event; 0 before the first."""
    table: Table


@dataclass(frozen=True, slots=True)
class Screens:
    """What screens have to know of a table beyond its present state."""

    memory: Memory
    rounds_from: Earlier | None
    """Before the oldest round that can be recalled; None where there was no round."""


def memory_of(watched: Watched) -> Memory:
    """Return the memory that is stored beside the table."""
    return Memory(**_kept(watched))


def watched_again(table: Table, memory: Memory) -> Watched:
    """Return a table with its screens' memory, as it was when that was stored."""
    results = (each.result for each in memory.rounds if each.result is not None)
    return Watched(table=table, roads=roads_of(results), **_kept(memory))


def _kept(memory: Memory) -> dict[str, Any]:
    return {each.name: getattr(memory, each.name) for each in fields(Memory)}

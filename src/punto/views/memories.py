"""The memory of a table's screens, in a form that can be stored and restored.

With it, a table that starts from a snapshot can serve its screens at once, without reading the
record again.
"""

from typing import Any

from punto.rounds import Table
from punto.rules import NO_ODDS, HouseOdds
from punto.values import Value, field_names
from punto.views.roads.scoreboard import roads_of
from punto.views.watched_table import Memory, Watched


class Earlier(Value):
    """A table as it was after an event of the past."""

    position: int
    """Of the event; 0 before the first."""
    table: Table


class Screens(Value):
    """The facts about a table that screens need beyond its present state."""

    memory: Memory
    rounds_from: Earlier | None
    """Before the oldest round that can be recalled; None where there was no round."""


def memory_of(watched: Watched) -> Memory:
    """Return the memory that is stored beside the table."""
    return Memory(**_kept(watched))


def watched_again(table: Table, memory: Memory, odds: HouseOdds = NO_ODDS) -> Watched:
    """Return a table with its screens' memory, as it was when that was stored."""
    results = (each.result for each in memory.rounds if each.result is not None)
    return Watched(table=table, odds=odds, roads=roads_of(results), **_kept(memory))


def _kept(memory: Memory) -> dict[str, Any]:
    return {name: getattr(memory, name) for name in field_names(Memory)}

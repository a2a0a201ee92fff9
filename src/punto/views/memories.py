"""What the screens of a table remember, in a form that can be put away and taken out again.

A table that comes up from a snapshot has screens at once by this: nothing that they show has to be
read out of the record again.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from punto.rounds.state import Table
from punto.rules.settlement import BetResult
from punto.values.ids import TerminalId
from punto.views.past_rounds import FinishedRound
from punto.views.patron_sessions import Sessions
from punto.views.roads.scoreboard import roads_of
from punto.views.significance import SignificantEvent
from punto.views.watched_table import Watched


@dataclass(frozen=True, slots=True)
class Memory:
    """All that ``Watched`` holds beside the table, but for the roads, which its rounds draw."""

    rounds: tuple[FinishedRound, ...]
    first_round: int
    last: FinishedRound | None
    last_results: Mapping[TerminalId, tuple[BetResult, ...]]
    opposite: frozenset[TerminalId]
    report: str
    alone: bool
    simulated: frozenset[TerminalId]
    sessions: Sessions
    parted: Mapping[TerminalId, int]
    significant: tuple[SignificantEvent, ...]


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
    """What is to be put away beside the table."""
    return Memory(
        watched.rounds,
        watched.first_round,
        watched.last,
        watched.last_results,
        watched.opposite,
        watched.report,
        watched.alone,
        watched.simulated,
        watched.sessions,
        watched.parted,
        watched.significant,
    )


def watched_again(table: Table, memory: Memory) -> Watched:
    """A table with its screens' memory, as it was when that was put away."""
    results = (each.result for each in memory.rounds if each.result is not None)
    return Watched(
        table=table,
        rounds=memory.rounds,
        roads=roads_of(results),
        first_round=memory.first_round,
        last=memory.last,
        last_results=memory.last_results,
        opposite=memory.opposite,
        report=memory.report,
        alone=memory.alone,
        simulated=memory.simulated,
        sessions=memory.sessions,
        parted=memory.parted,
        significant=memory.significant,
    )

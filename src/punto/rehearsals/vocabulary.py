"""The names that can be expected: every event, refusal and meter of the engine."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, get_args

from punto.identity import Fact as FloorFact
from punto.identity import Refusal as FloorRefusal
from punto.ledger import Meters
from punto.rehearsals.cursors import Cursor, Kind, choice
from punto.rehearsals.list_kinds import listed
from punto.rehearsals.mistakes import Wanted
from punto.rounds import Fact, Refusal, TimerStep


def named(union: object) -> Mapping[str, type[Any]]:
    """Return the members of a union by name."""
    return {member.__name__: member for member in get_args(union)}


# Read from the unions, so that a new event or refusal can be expected at once.
FACTS: Final = {**named(Fact), **named(FloorFact)}
REFUSALS: Final = {**named(FloorRefusal), **named(Refusal)}
METERS: Final = {
    field.name.replace("_", "-"): field.name
    for field in fields(Meters)
    if field.name != "games_played"  # a count, not an amount
}

FACT = choice("event", "the name of an event", {name: name for name in FACTS})
EVENTS = listed("events", "names of events with commas between", FACT)
REFUSAL = choice("refusal", "the name of a refusal", {name: name for name in REFUSALS})
STEP = choice("step", "a step of a timer", {step.value: step.value for step in get_args(TimerStep)})
METER = choice("meter", "a meter", METERS)


def _read_clause(cursor: Cursor) -> str:
    return cursor.take(Wanted("a clause or a reading, such as 5.1.1 or A-38")).text


CLAUSE = Kind("clause", "a clause or a reading, such as 5.1.1 or A-38", _read_clause)

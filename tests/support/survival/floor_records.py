"""A floor in memory: its events, the state they fold to, and the answer to every command."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from punto.identity.decisions import decide
from punto.identity.evolution import evolve
from punto.identity.floors import Floor
from punto.identity.messages import FloorCommand, FloorEvent
from punto.identity.refusals import Refusal
from punto.rounds.command_refusals import CommandIdReused
from punto.values.ids import CommandId
from punto.values.layered_maps import including

Answer = tuple[FloorEvent, ...] | Refusal | CommandIdReused


@dataclass(frozen=True, slots=True)
class FloorRecord:
    """Everything that happened to a floor, with the answers."""

    floor: Floor = field(default_factory=Floor)
    events: tuple[FloorEvent, ...] = ()
    answers: Mapping[CommandId, tuple[FloorCommand, Answer]] = field(default_factory=dict)


def submit(record: FloorRecord, command: FloorCommand) -> tuple[FloorRecord, Answer]:
    """Decide a command once; a repeated id gets the first answer again and changes nothing."""
    if command.id in record.answers:
        first, answer = record.answers[command.id]
        is_same = (first.by, first.wish) == (command.by, command.wish)
        return record, answer if is_same else CommandIdReused(command.id)
    answer = decide(record.floor, command)
    events = answer if isinstance(answer, tuple) else ()
    floor = record.floor
    for event in events:
        floor = evolve(floor, event)
    answers = including(record.answers, {command.id: (command, answer)})
    return FloorRecord(floor, record.events + events, answers), answer

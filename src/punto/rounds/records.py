"""A table in memory: its events, the state they fold to, and the answer to every command."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from punto.rounds.command_refusals import CommandIdReused
from punto.rounds.commands import TableCommand
from punto.rounds.decisions import decide
from punto.rounds.events import TableEvent
from punto.rounds.evolution import evolve
from punto.rounds.refusals import Refusal
from punto.rounds.state import Table
from punto.values import CommandId, including

Answer = tuple[TableEvent, ...] | Refusal


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that happened at a table, and all answers."""

    table: Table = field(default_factory=Table)
    events: tuple[TableEvent, ...] = ()
    answers: Mapping[CommandId, tuple[TableCommand, Answer]] = field(default_factory=dict)


def submit(record: Record, command: TableCommand) -> tuple[Record, Answer]:
    """Decide a command once; a repeated id gets the first answer again and changes nothing."""
    if command.id in record.answers:
        first, answer = record.answers[command.id]
        is_same = (first.by, first.wish) == (command.by, command.wish)
        return record, answer if is_same else CommandIdReused(command.id)
    answer = decide(record.table, command)
    events = answer if isinstance(answer, tuple) else ()
    table = record.table
    for event in events:
        table = evolve(table, event)
    answers = including(record.answers, {command.id: (command, answer)})
    return Record(table, record.events + events, answers), answer

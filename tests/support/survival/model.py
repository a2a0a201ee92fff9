"""What the record must contain: a fold in memory of the commands known to be recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from punto.identity.floors import Floor
from punto.identity.messages import FloorCommand
from punto.ledger.tickets import TicketBook
from punto.rounds.commands import TableCommand
from punto.rounds.purse.commands import MoveIn, TakeTicket
from punto.rounds.purse.events import TerminalMovedOut
from punto.rounds.purse.evolution import ticket_step_of
from punto.rounds.records import Answer as TableAnswer
from punto.rounds.records import Record, submit
from punto.rounds.state import Table
from punto.runtime.drafts import Answer
from punto.runtime.ports import FLOOR, Event, Stream, table_of
from punto.values import replace
from punto.values.ids import CommandId
from support.survival import floor_records
from support.survival.floor_records import FloorRecord
from support.survival.messages import Ask, Move
from support.survival.streams import TABLES

C = TypeVar("C", TableCommand, FloorCommand)


@dataclass(frozen=True, slots=True)
class Model:
    """A floor and its tables, without processes, stores or failures."""

    floor: FloorRecord = field(default_factory=FloorRecord)
    tables: Mapping[Stream, Record] = field(
        default_factory=lambda: {stream: Record() for stream in TABLES}
    )
    tickets: TicketBook = field(default_factory=TicketBook)

    def state(self, stream: Stream) -> Table | Floor:
        """The present state of a stream."""
        return self.floor.floor if stream == FLOOR else self.tables[stream].table

    def events(self, stream: Stream) -> tuple[Event, ...]:
        """All events of a stream."""
        return self.floor.events if stream == FLOOR else self.tables[stream].events

    def answers(self, stream: Stream) -> dict[CommandId, Answer]:
        """Return the answers to all commands of a stream."""
        if stream == FLOOR:
            return {key: answer for key, (_, answer) in self.floor.answers.items()}
        return {key: answer for key, (_, answer) in self.tables[stream].answers.items()}

    def after(self, request: Ask | Move) -> tuple["Model", Answer]:
        """Return the model after a request, and the answer."""
        if isinstance(request, Move):
            return self._moved(request)
        if isinstance(request.command, FloorCommand):
            command = timed(request.command, self.floor.events)
            floor, told = floor_records.submit(self.floor, command)
            return replace(self, floor=floor), told
        return self.submitted(request.stream, request.command)

    def submitted(self, stream: Stream, command: TableCommand) -> tuple["Model", TableAnswer]:
        """Return the model after a command to one table, and the answer."""
        before = self.tables[stream]
        record, answer = submit(before, self._with_register(timed(command, before.events)))
        tickets = self.tickets
        for event in record.events[len(before.events) :]:
            step = ticket_step_of(event)
            tickets = tickets if step is None else tickets.after(step)
        return replace(self, tables={**self.tables, stream: record}, tickets=tickets), answer

    def _with_register(self, command: TableCommand) -> TableCommand:
        wish = command.wish
        if not isinstance(wish, TakeTicket):
            return command
        issued, ended = self.tickets.issued, self.tickets.ended
        found = replace(wish, on_file=issued.get(wish.number), ended=ended.get(wish.number))
        return replace(command, wish=found)

    def _moved(self, request: Move) -> tuple["Model", Answer]:
        """Move a terminal; a refusal at the target is the answer, and is recorded at the source."""
        gone, answer = self.submitted(request.stream, request.command)
        sent = answer[0].fact if isinstance(answer, tuple) else None
        is_repeat = gone.tables[request.stream] is self.tables[request.stream]
        if is_repeat or not isinstance(sent, TerminalMovedOut):
            return gone, answer
        wish = MoveIn(sent.terminal, table_of(request.stream), request.command.id, sent)
        arrival = replace(request.command, id=arrival_of(request), wish=wish)
        come, taken = gone.submitted(request.target, arrival)
        if isinstance(taken, tuple):
            return come, answer
        stays = self.tables[request.stream]
        answers = {**stays.answers, request.command.id: (request.command, taken)}
        kept = replace(stays, answers=answers)
        return replace(self, tables={**self.tables, request.stream: kept}), taken


def timed(command: C, events: Sequence[Event]) -> C:
    """Return the command at a time not earlier than the stream's last event."""
    last = events[-1].at if events else command.at
    return replace(command, at=max(command.at, last))


def arrival_of(request: Move) -> CommandId:
    """Return the id under which a terminal arrives at the other table."""
    return CommandId(f"{request.command.id}/from/{table_of(request.stream)}")

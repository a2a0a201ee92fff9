"""A batch in the making: a state ahead of the record, which nobody sees until it is recorded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from punto.identity.commands import Command as FloorCommand
from punto.identity.events import Event as FloorEvent
from punto.ledger.postings import Posting
from punto.ledger.ticket_numbers import TicketNumber
from punto.ledger.tickets import Ticket, TicketIssued, TicketRedeemed, TicketStep
from punto.rounds.commands import Command as TableCommand
from punto.rounds.events import Event as TableEvent
from punto.rules.repeats import CommandIdReused
from punto.runtime.command_fingerprints import fingerprint_of
from punto.runtime.folds import Fold
from punto.runtime.ports import Batch, Event, Refusal, StoredAnswer, Stream, Transaction
from punto.values.ids import CommandId, Instant

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)

Answer = tuple[Event, ...] | Refusal


def answer_again(earlier: StoredAnswer, fingerprint: str) -> Answer:
    """What is told to a sender who uses the id of an earlier command."""
    same = earlier.fingerprint == fingerprint
    return earlier.answer if same else CommandIdReused(earlier.command)


@dataclass
class Draft(Generic[S, C, E]):
    """Commands decided one after the other, each on what those before it would bring."""

    stream: Stream
    after: int
    state: S
    fold: Fold[S, C, E]
    transaction: Transaction
    time_at: Callable[[Instant], Instant]
    """The stream's own time at a moment of this node's clock."""
    events: list[E] = field(default_factory=list)
    postings: list[tuple[int, Posting]] = field(default_factory=list)
    tickets: list[tuple[int, TicketStep]] = field(default_factory=list)
    answered: dict[CommandId, StoredAnswer] = field(default_factory=dict)

    def decide(self, commands: Sequence[C]) -> list[Answer]:
        """Answer each in its turn; one that is refused does not spoil the others."""
        known = self.transaction.answers(self.stream, [each.id for each in commands])
        return [self._answer(command, known) for command in commands]

    def ticket(self, number: TicketNumber) -> tuple[Ticket | None, TicketRedeemed | None]:
        """What the register says of a ticket, with the steps that this batch adds to it."""
        on_file, ended = self.transaction.ticket(number)
        for _, step in self.tickets:
            if step.number == number:
                if isinstance(step, TicketIssued):
                    on_file = step.ticket
                else:
                    ended = step
        return on_file, ended

    def answers(
        self, stream: Stream, commands: Sequence[CommandId]
    ) -> Mapping[CommandId, StoredAnswer]:
        """What was answered to commands before this batch."""
        return self.transaction.answers(stream, commands)

    def record(self) -> None:
        """Hand the batch to the transaction, if anything was answered anew."""
        if self.answered:
            self.transaction.append(self._batch())

    def _batch(self) -> Batch:
        return Batch(
            self.stream,
            self.after,
            tuple(self.events),
            tuple(self.postings),
            tuple(self.tickets),
            tuple(self.answered.values()),
        )

    def _answer(self, command: C, known: Mapping[CommandId, StoredAnswer]) -> Answer:
        fingerprint = fingerprint_of(command)
        earlier = self.answered.get(command.id) or known.get(command.id)
        if earlier is not None:
            return answer_again(earlier, fingerprint)
        answer = self.fold.decide(self.state, self.fold.prepared(self._timed(command), self))
        if isinstance(answer, tuple):
            for event in answer:
                self._take(event)
        self.answered[command.id] = StoredAnswer(command.id, fingerprint, answer)
        return answer

    def _timed(self, command: C) -> C:
        """The command at a moment that is not before the last one recorded."""
        before = self.events[-1].at if self.events else Instant(0)
        at = max(self.time_at(command.at), before)
        return command if at == command.at else replace(command, at=at)

    def _take(self, event: E) -> None:
        self.state, posting, ticket = self.fold.evolve(self.state, event)
        self.events.append(event)
        position = self.after + len(self.events)
        if posting is not None:
            self.postings.append((position, posting))
        if ticket is not None:
            self.tickets.append((position, ticket))

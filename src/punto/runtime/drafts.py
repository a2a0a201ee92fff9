"""Drafts: unfinished batches, whose state is ahead of the record and not yet visible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from punto.identity import FloorCommand, FloorEvent
from punto.ledger import Posting, Ticket, TicketIssued, TicketNumber, TicketRedeemed, TicketStep
from punto.rounds import CommandIdReused, TableCommand, TableEvent
from punto.runtime.command_fingerprints import Sealed
from punto.runtime.folds import Fold
from punto.runtime.ports import Batch, Event, Refusal, StoredAnswer, Stream, Transaction
from punto.values import CommandId, Instant, replace

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)

Answer = tuple[Event, ...] | Refusal


def answer_again(earlier: StoredAnswer, fingerprint: str) -> Answer:
    """Answer a reused command id: with the same answer, or a refusal if the command differs."""
    same = earlier.fingerprint == fingerprint
    return earlier.answer if same else CommandIdReused(earlier.command)


@dataclass
class Draft(Generic[S, C, E]):
    """Decides commands one after the other, each on the state after the earlier ones."""

    stream: Stream
    after: int
    state: S
    fold: Fold[S, C, E]
    transaction: Transaction
    ahead_ms: int
    """How far the stream's own time is ahead of this node's clock."""
    last_at: Instant
    """When the last event was recorded; no later one is dated earlier."""
    events: list[E] = field(default_factory=list)
    states: list[S] = field(default_factory=list)
    """The state after each of them."""
    postings: list[tuple[int, Posting]] = field(default_factory=list)
    tickets: list[tuple[int, TicketStep]] = field(default_factory=list)
    answered: dict[CommandId, StoredAnswer] = field(default_factory=dict)

    def decide(self, commands: Sequence[Sealed[C]]) -> list[Answer]:
        """Answer each command in turn; a refused one does not affect the others."""
        known = self.transaction.answers(self.stream, [each.command.id for each in commands])
        return [self._answer(each.command, each.fingerprint, known) for each in commands]

    def ticket(self, number: TicketNumber) -> tuple[Ticket | None, TicketRedeemed | None]:
        """Return the state of a ticket, including the steps of this batch."""
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
        """Return the answers that commands had before this batch."""
        return self.transaction.answers(stream, commands)

    def record(self) -> None:
        """Append the batch to the transaction, unless it only repeats earlier answers."""
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

    def _answer(
        self, command: C, fingerprint: str, known: Mapping[CommandId, StoredAnswer]
    ) -> Answer:
        earlier = self.answered.get(command.id) or known.get(command.id)
        if earlier is not None:
            return answer_again(earlier, fingerprint)
        if self.ahead_ms or command.at < self.last_at:
            command = self._timed(command)
        if type(command.wish) in self.fold.prepares:
            command = self.fold.prepared(command, self)
        answer = self.fold.decide(self.state, command)
        if isinstance(answer, tuple):
            for event in answer:
                self._take(event)
        self.answered[command.id] = StoredAnswer(command.id, fingerprint, answer)
        return answer

    def _timed(self, command: C) -> C:
        """Return the command, dated by the stream's own time."""
        return replace(command, at=max(Instant(command.at + self.ahead_ms), self.last_at))

    def _take(self, event: E) -> None:
        self.state, posting, ticket = self.fold.evolve(self.state, event)
        self.states.append(self.state)
        self.events.append(event)
        self.last_at = event.at
        position = self.after + len(self.events)
        if posting is not None:
            self.postings.append((position, posting))
        if ticket is not None:
            self.tickets.append((position, ticket))

"""One stream on one node: a batch is decided in order, recorded whole, then shown and answered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from punto.identity.commands import Command as FloorCommand
from punto.identity.events import Event as FloorEvent
from punto.ledger.tickets import TicketStepImpossible
from punto.rounds.commands import Command as TableCommand
from punto.rounds.events import Event as TableEvent
from punto.tables.drafts import Answer, Draft
from punto.tables.folds import Fold
from punto.tables.ports import (
    CannotRecord,
    Event,
    Journal,
    Overtaken,
    RecordBroken,
    Stream,
    Transaction,
)

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)
T = TypeVar("T")


ATTEMPTS = 3
"""How often a batch is decided anew because another node was first."""


class Halted(Exception):
    """The stream takes nothing more until people have seen to it; this says what was seen."""


@dataclass(frozen=True, slots=True)
class Published(Generic[S]):
    """What was recorded, for everybody who watches the stream."""

    stream: Stream
    first: int
    """The position of the first of these events."""
    events: tuple[Event, ...]
    state: S
    """The state after the last of them."""


class Runtime(Generic[S, C, E]):
    """A stream's present state on this node, never ahead of the record."""

    def __init__(
        self,
        stream: Stream,
        journal: Journal,
        fold: Fold[S, C, E],
        publish: Callable[[Published[S]], None],
    ) -> None:
        self.stream = stream
        self.state: S = fold.empty()
        self.position = 0
        self.halted = ""
        self._journal = journal
        self._fold: Fold[S, C, E] = fold
        self._publish = publish

    def begin_at(self, state: S, position: int) -> None:
        """Start from a snapshot instead of from nothing."""
        self.state, self.position = state, position

    def catch_up(self) -> None:
        """Take in what the record has beyond this node's position."""
        self._guarded(lambda: self._take_in(self._read_on()))

    def process(self, commands: Sequence[C]) -> list[Answer]:
        """Decide commands in order and record them together; the answers leave only then."""
        return self._guarded(lambda: self._process(commands))

    def _guarded(self, act: Callable[[], T]) -> T:
        if self.halted:
            raise Halted(self.halted)
        try:
            return act()
        except CannotRecord as error:
            self.halted = f"the record cannot be written: {error}"
            raise Halted(self.halted) from error
        except RecordBroken as error:
            self.halted = f"the record does not hold: {error}"
            raise Halted(self.halted) from error
        except Exception as error:
            # A broken invariant: whatever it is, going on could only make it worse.
            self.halted = f"{type(error).__name__}: {error}"
            raise Halted(self.halted) from error

    def _process(self, commands: Sequence[C]) -> list[Answer]:
        for _ in range(ATTEMPTS):
            try:
                return self._process_once(commands)
            except (Overtaken, TicketStepImpossible):
                # Somebody else was first, at this stream or at a ticket: look again, decide anew.
                self._take_in(self._read_on())
        return self._process_once(commands)

    def _process_once(self, commands: Sequence[C]) -> list[Answer]:
        with self._journal.transaction([self.stream]) as transaction:
            draft = self.draft(transaction)
            answers = draft.decide(commands)
            draft.record()
        # Only now is it so: the transaction has ended well.
        self.recorded(draft)
        return answers

    def draft(self, transaction: Transaction) -> Draft[S, C, E]:
        """A batch on top of all that the record holds, within a transaction."""
        if transaction.head(self.stream) > self.position:
            self._take_in(cast("list[E]", list(transaction.read(self.stream, self.position))))
        return Draft(self.stream, self.position, self.state, self._fold, transaction)

    def recorded(self, draft: Draft[S, C, E]) -> None:
        """Show a batch whose transaction has ended well."""
        self._show(draft.events, draft.state)

    def _read_on(self) -> list[E]:
        return [cast("E", event) for _, event in self._journal.read(self.stream, self.position)]

    def _take_in(self, events: Sequence[E]) -> None:
        """Events that another node, or an earlier life of this one, has recorded."""
        state = self.state
        for event in events:
            state = self._fold.evolve(state, event).state
        self._show(list(events), state)

    def _show(self, events: Sequence[E], state: S) -> None:
        first = self.position + 1
        self.state, self.position = state, self.position + len(events)
        if events:
            self._publish(Published(self.stream, first, tuple(events), state))

"""One stream on one node: a batch is decided in order, recorded whole, then shown and answered."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Generic, TypeVar, cast

from punto.identity.commands import Command as FloorCommand
from punto.identity.events import Event as FloorEvent
from punto.ledger.tickets import TicketStepImpossible
from punto.rounds.commands import Command as TableCommand
from punto.rounds.events import Event as TableEvent
from punto.runtime.drafts import Answer, Draft, answer_again
from punto.runtime.folds import Fold
from punto.runtime.ports import (
    CannotRecord,
    Event,
    Journal,
    OutOfReach,
    Overtaken,
    RecordBroken,
    Stream,
    Transaction,
)
from punto.runtime.recordability import check_command
from punto.values.ids import CommandId, Instant

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)

ATTEMPTS = 3
"""How often a batch is decided anew because another node was first."""

FIRST_ELSEWHERE = (Overtaken, TicketStepImpossible)
"""Somebody else was first, at a stream or at a ticket: look again, decide anew."""


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


def _tell_nobody(_reason: str) -> None:
    """What a runtime does about its halt where nobody asked to be told."""


class Runtime(Generic[S, C, E]):
    """A stream's present state on this node, never ahead of the record.

    Any thread may call it: one at a time has its turn. Whatever goes wrong in a turn halts the
    stream, with nothing of the batch recorded or, where a commit was not answered, with its fate
    unknown; either way nothing of it is shown, and a repeat of its commands after a new opening
    finds out. Only where the database is out of reach is it left to the caller to try again: the
    same batch once more finds in the record what became of it.
    """

    def __init__(
        self,
        stream: Stream,
        journal: Journal,
        fold: Fold[S, C, E],
        publish: Callable[[Published[S]], None],
        on_halt: Callable[[str], None] = _tell_nobody,
    ) -> None:
        self.stream = stream
        self._present: tuple[S, int] = (fold.empty(), 0)
        self.halted = ""
        """Why it takes nothing more; empty while it does."""
        self.may_pass = False
        """Whether the halt may be over without people: the record could not be reached, and holds
        as far as anybody knows."""
        self.turn = RLock()
        self._journal = journal
        self._fold: Fold[S, C, E] = fold.of(stream)
        self._publish = publish
        self._on_halt = on_halt
        self._now: Callable[[], Instant] | None = None
        self._last_at = Instant(0)
        self._ahead_ms = 0

    @property
    def fold(self) -> Fold[S, C, E]:
        """The rules of this stream."""
        return self._fold

    def begin_at(self, state: S, position: int, last_at: Instant) -> None:
        """Start from a state that was folded elsewhere, instead of from nothing."""
        with self.turn:
            self._present = state, position
            self._note_time(last_at)

    def go_by(self, now: Callable[[], Instant]) -> None:
        """Let the stream's time go on by this node's clock."""
        self._now = now

    def time_at(self, now: Instant) -> Instant:
        """The stream's own time at a moment of this node's clock.

        It goes on from the last recorded moment at the pace of this node's clock where that one is
        behind: the clock may have been set back, or the clock of another node may be fast. So
        recorded time never decreases, and what is due comes due.
        """
        return max(Instant(now + self._ahead_ms), self._last_at)

    def _note_time(self, recorded: Instant) -> None:
        self._last_at = max(self._last_at, recorded)
        if self._now is not None:
            self._ahead_ms = max(self._ahead_ms, self._last_at - self._now())

    def now(self) -> tuple[S, int]:
        """The present state, and the position of the last event in it; nobody has to wait."""
        return self._present

    @property
    def state(self) -> S:
        """The present state."""
        return self._present[0]

    @property
    def position(self) -> int:
        """The position of the last event in it."""
        return self._present[1]

    def catch_up(self) -> None:
        """Take in what the record has beyond this node's position, or OutOfReach."""
        with self.guarded(halts_out_of_reach=False):
            self._take_in(self._read_on())

    def process(self, commands: Sequence[C]) -> list[Answer]:
        """Decide commands in order and record them together; the answers leave only then.

        NotRecordable, with nothing decided and nothing halted, when one of them cannot be kept.
        OutOfReach, with nothing shown and nothing halted, when the same has to be asked again.
        """
        for command in commands:
            check_command(command)
        with self.guarded(halts_out_of_reach=False):
            return self._process(commands)

    def answered(self, command: CommandId, fingerprint: str) -> Answer | None:
        """What is told to a sender who uses this id again; None where nobody has used it yet.

        OutOfReach, with nothing halted, when the record has to be asked again.
        """
        with self.guarded(halts_out_of_reach=False):
            with self._journal.transaction([self.stream]) as transaction:
                earlier = transaction.answers(self.stream, [command]).get(command)
            return None if earlier is None else answer_again(earlier, fingerprint)

    def halt(self, reason: str, *, may_pass: bool = False) -> None:
        """Take nothing more; the first reason is the one that counts."""
        with self.turn:
            if not self.halted:
                self.halted, self.may_pass = reason, may_pass
                self._on_halt(reason)

    def check_running(self) -> None:
        """Raise Halted, with what was seen, if the stream is halted."""
        if self.halted:
            raise Halted(self.halted)

    def halt_by(self, error: Exception) -> None:
        """Take nothing more because of this."""
        self.halt(seen(error), may_pass=isinstance(error, CannotRecord))

    @contextmanager
    def guarded(self, *, halts_out_of_reach: bool = True) -> Iterator[None]:
        """A turn of its own, in which whatever goes wrong halts the stream."""
        with self.turn:
            self.check_running()
            try:
                yield
            except Exception as error:
                if isinstance(error, OutOfReach) and not halts_out_of_reach:
                    raise
                self.halt_by(error)
                raise Halted(self.halted) from error

    def _process(self, commands: Sequence[C]) -> list[Answer]:
        for _ in range(ATTEMPTS):
            try:
                return self._process_once(commands)
            except FIRST_ELSEWHERE:
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
        return Draft(self.stream, self.position, self.state, self._fold, transaction, self.time_at)

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
        self._present = state, self.position + len(events)
        if events:
            self._note_time(events[-1].at)
            self._publish(Published(self.stream, first, tuple(events), state))


def seen(error: Exception) -> str:
    """What went wrong, in one sentence for the people who have to see to it."""
    if isinstance(error, CannotRecord):
        return f"the record cannot be written: {error}"
    if isinstance(error, RecordBroken):
        return f"the record does not hold: {error}"
    # A broken invariant: whatever it is, going on could only make it worse.
    return f"{type(error).__name__}: {error}"

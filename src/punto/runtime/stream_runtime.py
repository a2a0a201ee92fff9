"""One stream on one node: decides a batch in order, records it whole, then shows and answers it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Generic, TypeVar, cast

from punto.identity import FloorCommand, FloorEvent
from punto.ledger import TicketStepImpossible
from punto.rounds import TableCommand, TableEvent
from punto.runtime import ports
from punto.runtime.command_fingerprints import Sealed, seal
from punto.runtime.drafts import Answer, Draft, answer_again
from punto.runtime.folds import Fold
from punto.values import CommandId, Instant, Value

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)

ATTEMPTS = 3
"""How often a batch is decided again after another node was first."""

FIRST_ELSEWHERE = (ports.Overtaken, TicketStepImpossible)
"""Another node was first, at a stream or at a ticket: read again, decide again."""


class Halted(Exception):
    """The stream accepts nothing until people have dealt with the cause given in the message."""


class Published(Value, Generic[S]):
    """Recorded events, for all watchers of the stream."""

    stream: ports.Stream
    first: int
    """The position of the first of these events."""
    events: tuple[ports.Event, ...]
    state: S
    """The state after the last of them."""
    states: tuple[S, ...] = ()
    """The state after each of them, so that watchers need not fold; none of events missed here."""


def _tell_nobody(_reason: str) -> None:
    """Ignore a halt; the default where the caller wants no reports."""


class Runtime(Generic[S, C, E]):
    """A stream's current state on this node, never ahead of the record.

    Any thread may call it; calls take turns. Any error during a turn halts the stream. The batch is
    then not recorded or, if a commit was not answered, perhaps recorded. Either way nothing of it
    is shown, and repeating its commands after reopening finds out. Only when the database is out of
    reach may the caller try again: the record then has the answers if the batch was recorded.
    """

    def __init__(
        self,
        stream: ports.Stream,
        journal: ports.Journal,
        fold: Fold[S, C, E],
        publish: Callable[[Published[S]], None],
        on_halt: Callable[[str], None] = _tell_nobody,
    ) -> None:
        self.stream = stream
        self._present: tuple[S, int] = (fold.empty(), 0)
        self.halted = ""
        """Why it is halted; empty while it is not."""
        self.may_pass = False
        """Whether the halt may pass by itself: the record was out of reach, not found broken."""
        self.is_outdated = False
        """Whether a newer program has written here, so that only its nodes can serve the stream."""
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
        return self._fold

    def begin_at(self, state: S, position: int, last_at: Instant) -> None:
        """Start from a state that was folded elsewhere."""
        with self.turn:
            self._present = state, position
            self._note_time(last_at)

    def go_by(self, now: Callable[[], Instant]) -> None:
        """Let the stream's time follow this node's clock."""
        self._now = now

    def time_at(self, now: Instant) -> Instant:
        """Return the stream's own time at a moment of this node's clock.

        If this clock is behind the last recorded time, the stream's time continues from there at
        the clock's pace: the clock may have been set back, or another node's may be fast. So
        recorded time never decreases, and due steps come due.
        """
        here = Instant(now + self._ahead_ms) if self._ahead_ms else now
        if here < self._last_at:
            return self._last_at
        return here

    def _note_time(self, recorded: Instant) -> None:
        self._last_at = max(self._last_at, recorded)
        if self._now is not None:
            self._ahead_ms = max(self._ahead_ms, self._last_at - self._now())

    def now(self) -> tuple[S, int]:
        """Return the current state and the position of its last event, without waiting."""
        return self._present

    @property
    def state(self) -> S:
        return self._present[0]

    @property
    def position(self) -> int:
        """The position of the last event in the state."""
        return self._present[1]

    def catch_up(self) -> None:
        """Read what the record has beyond this node's position; raises OutOfReach."""
        with self.guarded(halts_out_of_reach=False):
            self._take_in(self._read_on())

    def follow(self, recorded: Iterable[tuple[int, ports.Event]]) -> None:
        """Take in events with their positions that other nodes have recorded.

        Does nothing while a batch is in progress, which may wait for another node. The batch itself
        takes in earlier events, and the caller calls again for the rest.
        """
        if not self.turn.acquire(blocking=False):
            return
        try:
            with self.guarded():
                known = self.position
                self._take_in(
                    [cast("E", event) for position, event in recorded if position > known]
                )
        finally:
            self.turn.release()

    def process(self, commands: Sequence[C]) -> list[Answer]:
        """Seal commands, decide them in order, and record them together.

        Raises NotRecordable, with nothing decided or halted, if one of them cannot be kept; else
        the same as ``process_sealed``.
        """
        return self.process_sealed([seal(command) for command in commands])

    def process_sealed(self, commands: Sequence[Sealed[C]]) -> list[Answer]:
        """Decide commands in order and record them together; only then return the answers.

        Raises OutOfReach, with nothing shown or halted, if the caller must ask again.
        """
        with self.guarded(halts_out_of_reach=False):
            return self._process(commands)

    def answered(self, command: CommandId, fingerprint: str) -> Answer | None:
        """Answer a reused command id; None for a new one.

        Raises OutOfReach, with nothing halted, if the caller must ask again.
        """
        with self.guarded(halts_out_of_reach=False):
            with self._journal.transaction([self.stream]) as transaction:
                earlier = transaction.answers(self.stream, [command]).get(command)
            return None if earlier is None else answer_again(earlier, fingerprint)

    def halt(self, reason: str, *, may_pass: bool = False) -> None:
        """Accept no more commands; the first reason counts."""
        with self.turn:
            if not self.halted:
                self.halted, self.may_pass = reason, may_pass
                self._on_halt(reason)

    def check_running(self) -> None:
        """Raise Halted, with the reason, if the stream is halted."""
        if self.halted:
            raise Halted(self.halted)

    def halt_by(self, error: Exception) -> None:
        """Halt because of this error."""
        with self.turn:
            if not self.halted:
                self.is_outdated = isinstance(error, ports.NewerForm)
            self.halt(seen(error), may_pass=isinstance(error, ports.CannotRecord))

    @contextmanager
    def guarded(self, *, halts_out_of_reach: bool = True) -> Iterator[None]:
        """Take a turn in which any error halts the stream."""
        with self.turn:
            self.check_running()
            try:
                yield
            except Exception as error:
                if isinstance(error, ports.OutOfReach) and not halts_out_of_reach:
                    raise
                self.halt_by(error)
                raise Halted(self.halted) from error

    def _process(self, commands: Sequence[Sealed[C]]) -> list[Answer]:
        for _ in range(ATTEMPTS):
            try:
                return self._process_once(commands)
            except FIRST_ELSEWHERE:
                self._take_in(self._read_on())
        return self._process_once(commands)

    def _process_once(self, commands: Sequence[Sealed[C]]) -> list[Answer]:
        with self._journal.transaction([self.stream]) as transaction:
            draft = self.draft(transaction)
            answers = draft.decide(commands)
            draft.record()
        # The batch counts only now, after the commit.
        self.recorded(draft)
        return answers

    def draft(self, transaction: ports.Transaction) -> Draft[S, C, E]:
        """Start a batch on top of all that the record holds, within a transaction."""
        if transaction.head(self.stream) > self.position:
            self._take_in(cast("list[E]", list(transaction.read(self.stream, self.position))))
        now = (self.stream, self.position, self.state)
        return Draft(*now, self._fold, transaction, self._ahead_ms, self._last_at)

    def recorded(self, draft: Draft[S, C, E]) -> None:
        """Show a batch whose transaction has been committed."""
        self._show(draft.events, draft.states)

    def _read_on(self) -> list[E]:
        return [cast("E", event) for _, event in self._journal.read(self.stream, self.position)]

    def _take_in(self, events: Sequence[E]) -> None:
        """Apply events recorded by another node, or by an earlier process of this one."""
        state, states = self.state, list[S]()
        for event in events:
            state, _, _ = self._fold.evolve(state, event)
            states.append(state)
        self._show(events, states)

    def _show(self, events: Sequence[E], states: Sequence[S]) -> None:
        if events:
            first = self.position + 1
            self._present = states[-1], self.position + len(events)
            self._note_time(events[-1].at)
            self._publish(Published(self.stream, first, tuple(events), states[-1], tuple(states)))


def seen(error: Exception) -> str:
    """Describe an error in one sentence for the people who must deal with it."""
    if isinstance(error, ports.CannotRecord):
        return f"the record cannot be written: {error}"
    if isinstance(error, ports.NewerForm):
        return f"a newer version of Punto plays here, and this server must be updated: {error}"
    if isinstance(error, ports.RecordBroken):
        return f"the record does not hold: {error}"
    # A broken invariant: continuing could only make it worse.
    return f"{type(error).__name__}: {error}"

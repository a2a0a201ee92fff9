"""Moves a terminal with its credits to another table: out and in, in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from punto.rounds import AlreadySeated, MoveIn, Table, TableCommand, TableEvent, TerminalMovedOut
from punto.runtime import ports
from punto.runtime.command_fingerprints import Sealed, seal
from punto.runtime.drafts import Answer, Draft
from punto.runtime.folds import InvariantBroken, Register, TableFold
from punto.runtime.stream_runtime import ATTEMPTS, FIRST_ELSEWHERE, Halted, Runtime, seen
from punto.values import CommandId, replace

TableRuntime = Runtime[Table, TableCommand, TableEvent]
TableDraft = Draft[Table, TableCommand, TableEvent]


def move(
    journal: ports.Journal, source: TableRuntime, target: TableRuntime, command: TableCommand
) -> Answer:
    """Carry out a MoveOut at one table and its MoveIn at the other, or neither.

    A refusal by either table answers the command, and is kept as the answer at the first one. A
    fault halts the table where it occurred, or both tables if that is unknown, as for a failed
    commit. Raises OutOfReach, with nothing halted, if the caller should try again.
    """
    sealed = seal(command)
    # Always in the same order, so that two moves never wait for each other.
    first, second = sorted((source, target), key=lambda each: each.stream)
    with first.turn, second.turn:
        for runtime in (source, target):
            runtime.check_running()
        moving = _Move(journal, source, target, sealed)
        try:
            return moving.retried()
        except (Halted, ports.OutOfReach):
            raise
        except Exception as error:
            source.halt_by(error)
            target.halt_by(error)
            raise Halted(seen(error)) from error


@dataclass(frozen=True, slots=True)
class _Arrival(TableFold):
    """The target table's rules for a terminal whose departure is not yet recorded."""

    def prepared(self, command: TableCommand, register: Register) -> TableCommand:  # noqa: ARG002
        """Return the command unchanged: the other draft has already put the departure into it."""
        return command


@dataclass(frozen=True, slots=True)
class _Move:
    journal: ports.Journal
    source: TableRuntime
    target: TableRuntime
    sealed: Sealed[TableCommand]

    def retried(self) -> Answer:
        for _ in range(ATTEMPTS):
            try:
                return self._once()
            except FIRST_ELSEWHERE:
                self.source.catch_up()
                self.target.catch_up()
        return self._once()

    def _once(self) -> Answer:
        with self.journal.transaction([self.source.stream, self.target.stream]) as transaction:
            leaving, coming, answer = self._decided(transaction)
            leaving.record()
            coming.record()
        self.source.recorded(leaving)
        self.target.recorded(coming)
        return answer

    def _decided(self, transaction: ports.Transaction) -> tuple[TableDraft, TableDraft, Answer]:
        with _blamed(self.source):
            leaving = self.source.draft(transaction)
            (answer,) = leaving.decide([self.sealed])
        with _blamed(self.target):
            coming = self.target.draft(transaction)
            refusal = self._refusal(leaving, coming)
        if refusal is None:
            return leaving, coming, answer
        # The drafts can be dropped: nothing of them was appended to the transaction yet.
        refusing, untouched = self.source.draft(transaction), self.target.draft(transaction)
        name = self.sealed.command.id
        refusing.answered[name] = ports.StoredAnswer(name, self.sealed.fingerprint, refusal)
        return refusing, untouched, refusal

    def _refusal(self, leaving: TableDraft, coming: TableDraft) -> ports.Refusal | None:
        """Let the target table accept the terminal; returns its refusal, if any."""
        facts = (event.fact for event in leaving.events)
        gone = next((fact for fact in facts if isinstance(fact, TerminalMovedOut)), None)
        if gone is None:
            return None  # no departure: a refusal, or the repeat of an earlier move
        if self.source is self.target:
            return AlreadySeated(gone.terminal)
        coming.fold = _Arrival(ports.table_of(coming.stream))
        (taken,) = coming.decide([seal(self._arrival(gone))])
        return None if isinstance(taken, tuple) else taken

    def _arrival(self, gone: TerminalMovedOut) -> TableCommand:
        table, command = ports.table_of(self.source.stream), self.sealed.command
        wish = MoveIn(gone.terminal, table, command.id, gone)
        # Includes the table, because another table may have used the same id for another move.
        name = CommandId(f"{command.id}/from/{table}")
        return replace(command, id=name, wish=wish, said=None)


@contextmanager
def _blamed(runtime: TableRuntime) -> Iterator[None]:
    """Halt the table whose own record or rules fail; a database fault concerns both."""
    try:
        yield
    except (InvariantBroken, ports.RecordBroken) as error:
        runtime.halt_by(error)
        raise Halted(runtime.halted) from error

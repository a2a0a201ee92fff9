"""A terminal goes from one table to another with its credits: out and in, in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from punto.rounds.commands import Command
from punto.rounds.events import Event
from punto.rounds.purse.commands import MoveIn
from punto.rounds.purse.events import TerminalMovedOut
from punto.rounds.state import Table
from punto.rounds.table.refusals import AlreadySeated
from punto.runtime.command_fingerprints import fingerprint_of
from punto.runtime.drafts import Answer, Draft
from punto.runtime.folds import InvariantBroken, Register, TableFold
from punto.runtime.ports import (
    Journal,
    OutOfReach,
    RecordBroken,
    Refusal,
    StoredAnswer,
    Transaction,
    table_of,
)
from punto.runtime.recordability import check_command
from punto.runtime.stream_runtime import ATTEMPTS, FIRST_ELSEWHERE, Halted, Runtime, seen
from punto.values.ids import CommandId

TableRuntime = Runtime[Table, Command, Event]
TableDraft = Draft[Table, Command, Event]


def move(journal: Journal, source: TableRuntime, target: TableRuntime, command: Command) -> Answer:
    """Carry out a MoveOut at one table and its MoveIn at the other, or neither.

    A refusal by either table is the answer to the command, and is kept as such at the first one.
    A fault halts the table at which it showed itself, or both where nobody can tell: a commit
    that failed belongs to both. OutOfReach, with nothing halted, when it is to be tried again.
    """
    check_command(command)
    # Always in the same order, so that two moves never wait for each other.
    first, second = sorted((source, target), key=lambda each: each.stream)
    with first.turn, second.turn:
        for runtime in (source, target):
            runtime.check_running()
        moving = _Move(journal, source, target, command)
        try:
            return moving.until_nobody_was_first()
        except (Halted, OutOfReach):
            raise
        except Exception as error:
            source.halt_by(error)
            target.halt_by(error)
            raise Halted(seen(error)) from error


@dataclass(frozen=True, slots=True)
class _Arrival(TableFold):
    """The rules of the other table for a terminal that has not left in the record yet."""

    def prepared(self, command: Command, register: Register) -> Command:  # noqa: ARG002
        """What was sent is in the other draft, and from there in the command."""
        return command


@dataclass(frozen=True, slots=True)
class _Move:
    journal: Journal
    source: TableRuntime
    target: TableRuntime
    command: Command

    def until_nobody_was_first(self) -> Answer:
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

    def _decided(self, transaction: Transaction) -> tuple[TableDraft, TableDraft, Answer]:
        with _blamed(self.source):
            leaving = self.source.draft(transaction)
            (answer,) = leaving.decide([self.command])
        with _blamed(self.target):
            coming = self.target.draft(transaction)
            refusal = self._refusal(leaving, coming)
        if refusal is None:
            return leaving, coming, answer
        # The drafts are dropped as they are: nothing of them was handed to the transaction yet.
        refusing, untouched = self.source.draft(transaction), self.target.draft(transaction)
        kept = StoredAnswer(self.command.id, fingerprint_of(self.command), refusal)
        refusing.answered[self.command.id] = kept
        return refusing, untouched, refusal

    def _refusal(self, leaving: TableDraft, coming: TableDraft) -> Refusal | None:
        """Let the other table take the terminal; what it says if it does not."""
        gone = leaving.events[0].fact if leaving.events else None
        if not isinstance(gone, TerminalMovedOut):
            return None  # nobody leaves: a refusal, or the repeat of a move that was made
        if self.source is self.target:
            return AlreadySeated(gone.terminal)
        coming.fold = _Arrival(table_of(coming.stream))
        (taken,) = coming.decide([self._arrival(gone)])
        return None if isinstance(taken, tuple) else taken

    def _arrival(self, gone: TerminalMovedOut) -> Command:
        table = table_of(self.source.stream)
        wish = MoveIn(gone.terminal, table, self.command.id, gone)
        # With the table in it: elsewhere the same id may have been used for another move.
        name = CommandId(f"{self.command.id}/from/{table}")
        return replace(self.command, id=name, wish=wish, said=None)


@contextmanager
def _blamed(runtime: TableRuntime) -> Iterator[None]:
    """Halt the table whose own record or rules fail; what the store says is of both."""
    try:
        yield
    except (InvariantBroken, RecordBroken) as error:
        runtime.halt(seen(error))
        raise Halted(runtime.halted) from error

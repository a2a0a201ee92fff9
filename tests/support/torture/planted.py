"""Faults of the program itself, each planted where the torture has to find it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import apsw
import pytest

from punto.rounds.betting import decisions as betting
from punto.rounds.commands import Command
from punto.runtime.drafts import Answer, Draft
from punto.runtime.ports import CannotRecord, Snapshot
from punto.runtime.stream_runtime import Runtime
from punto.storage import journal as journals
from punto.storage.codec import snapshots
from punto.storage.record.rows import Rows
from punto.storage.sqlite import files as sqlite_opening
from punto.storage.sqlite.database import SqliteDatabase
from punto.storage.sqlite.session import SqliteSession
from punto.values.structures import replace


def answers_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    """Answers leave, whatever becomes of the commit."""

    def process_once(self: Runtime, commands: Sequence[Command]) -> list[Answer]:  # type: ignore[type-arg]
        answers: list[Answer] = []
        try:
            with self._journal.transaction([self.stream]) as transaction:
                draft = self.draft(transaction)
                answers = draft.decide(commands)
                draft.record()
        except CannotRecord:
            if not answers:
                raise
            return answers
        self.recorded(draft)
        return answers

    patch.setattr(Runtime, "_process_once", process_once)


def no_wait_for_the_disk(patch: pytest.MonkeyPatch) -> None:
    """A commit is over before the disk has it."""
    connect = sqlite_opening.connect_for_writing

    def hasty(*where: object) -> apsw.Connection:
        connection = connect(*where)  # type: ignore[arg-type]
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    patch.setattr(sqlite_opening, "connect_for_writing", hasty)


def no_memory_of_answers(patch: pytest.MonkeyPatch) -> None:
    """A repeated command is decided as if it were a new one."""
    decide = Draft.decide

    def forgetful(self: Draft, commands: Sequence[Command]) -> list[Answer]:  # type: ignore[type-arg]
        known = self.transaction.answers(self.stream, [each.id for each in commands])
        ask = self.transaction.answers
        self.transaction.answers = lambda *_: {}  # type: ignore[method-assign]
        answers = decide(self, commands)
        self.transaction.answers = ask  # type: ignore[method-assign]
        for command in known:
            self.answered.pop(command, None)
        return answers

    patch.setattr(Draft, "decide", forgetful)


def a_field_lost_in_snapshots(patch: pytest.MonkeyPatch) -> None:
    """A snapshot forgets who is seated, as if the field were new and nobody had thought of it."""
    decode = snapshots.decode_snapshot

    def lossy(body: bytes) -> tuple[Snapshot, bytes]:
        snapshot, chain = decode(body)
        return replace(snapshot, table=replace(snapshot.table, seats={})), chain

    patch.setattr(journals, "decode_snapshot", lossy)


def half_a_batch(patch: pytest.MonkeyPatch) -> None:
    """Events are committed apart from what else their batch brings."""
    add = SqliteSession.add

    def by_halves(self: SqliteSession, rows: Rows) -> None:
        self._cursor.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows.events)
        self._cursor.execute("COMMIT")
        self._cursor.execute("BEGIN IMMEDIATE")
        add(self, replace(rows, events=[]))

    patch.setattr(SqliteSession, "add", by_halves)


def a_fold_that_is_not_discarded(patch: pytest.MonkeyPatch) -> None:
    """The state is moved on before the commit, and stays there when it fails."""

    def process_once(self: Runtime, commands: Sequence[Command]) -> list[Answer]:  # type: ignore[type-arg]
        with self._journal.transaction([self.stream]) as transaction:
            draft = self.draft(transaction)
            answers = draft.decide(commands)
            self.recorded(draft)
            draft.record()
        return answers

    patch.setattr(Runtime, "_process_once", process_once)


def bets_after_the_close(patch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the time of a bet."""
    patch.setattr(betting, "_moment_refusal", lambda *_: None)


def an_unfinished_rollback(patch: pytest.MonkeyPatch) -> None:
    """What a transaction had written until it failed is kept: of a move, the departure alone."""
    writing = SqliteDatabase.writing

    @contextmanager
    def keeping(self: SqliteDatabase, streams: Sequence[str]) -> Iterator[SqliteSession]:
        with writing(self, streams) as session:
            try:
                yield session
            except Exception:
                if self._writer is not None and self._writer.in_transaction:
                    self._writer.execute("COMMIT")
                raise

    patch.setattr(SqliteDatabase, "writing", keeping)

"""Faults that a server could have, planted in its process to test whether they are noticed."""

import os
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from punto.runtime.drafts import Answer
from punto.runtime.ports import CannotRecord, Snapshot, Stream
from punto.runtime.stream_runtime import Runtime
from punto.storage.journal import StoredJournal
from punto.storage.record.rows import Rows
from punto.storage.record.transactions import StoredTransaction
from punto.storage.sqlite import database as sqlite
from punto.storage.sqlite.session import SqliteSession
from punto.storage.sqlite.writer_lock import WriterLock
from punto.values.structures import replace


class Fault(Enum):
    """A fault, with what goes wrong."""

    ANSWERS_EARLY = "a batch is answered, and recorded with the next"
    FORGETS_ANSWERS = "nobody looks whether a command was answered before"
    COMMITS_BY_HALVES = "each stream of a transaction is committed by itself"
    LEAVES_LOCKS = "a lock is a file, whoever made it"
    LOSES_A_FIELD = "a snapshot is kept without the rounds before the last"


def plant(fault: Fault) -> None:
    """Plant a fault in this process."""
    _PLANTERS[fault]()


def _answer_early() -> None:
    honest = Runtime._process_once  # noqa: SLF001
    late: dict[Stream, Sequence[Any]] = {}

    def early(self: Runtime[Any, Any, Any], commands: Sequence[Any]) -> list[Answer]:
        if self.stream in late:
            honest(self, late[self.stream])
        late[self.stream] = commands
        with self._journal.transaction([self.stream]) as transaction:
            return self.draft(transaction).decide(commands)

    Runtime._process_once = early  # type: ignore[method-assign]  # noqa: SLF001


def _forget_answers() -> None:
    StoredTransaction.answers = lambda *_: {}  # type: ignore[method-assign]


def _commit_by_halves() -> None:
    honest = SqliteSession.add

    def add(self: SqliteSession, rows: Rows) -> None:
        honest(self, rows)
        self.change("COMMIT")
        self.change("BEGIN IMMEDIATE")

    SqliteSession.add = add  # type: ignore[method-assign]


def _leave_locks() -> None:
    class Left(WriterLock):
        def __init__(self, database: Path) -> None:
            try:
                os.close(os.open(f"{database}.left", os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                raise CannotRecord(f"{database}: already open for writing") from None
            super().__init__(database)

    vars(sqlite)["WriterLock"] = Left


def _lose_a_field() -> None:
    honest = StoredJournal.keep_snapshot

    def keep_snapshot(self: StoredJournal, snapshot: Snapshot) -> int:
        return honest(self, replace(snapshot, table=replace(snapshot.table, past=())))

    StoredJournal.keep_snapshot = keep_snapshot  # type: ignore[method-assign]


_PLANTERS = {
    Fault.ANSWERS_EARLY: _answer_early,
    Fault.FORGETS_ANSWERS: _forget_answers,
    Fault.COMMITS_BY_HALVES: _commit_by_halves,
    Fault.LEAVES_LOCKS: _leave_locks,
    Fault.LOSES_A_FIELD: _lose_a_field,
}

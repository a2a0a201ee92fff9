"""Faults of the program itself, planted where the torture must find them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import apsw
import pytest

from punto.live.chips import Tray
from punto.rounds import evolution, permissions
from punto.rounds.betting import decisions as betting
from punto.rounds.boxes.commands import PlaceBets
from punto.rounds.commands import TableCommand
from punto.rounds.irregularity import offered_options
from punto.rounds.phases import Phase
from punto.rounds.tray import evolution as tray_evolution
from punto.rounds.tray import payments
from punto.runtime.command_fingerprints import Sealed
from punto.runtime.drafts import Answer, Draft
from punto.runtime.ports import CannotRecord, Snapshot
from punto.runtime.stream_runtime import Runtime
from punto.storage import journal as journals
from punto.storage.codec import snapshots
from punto.storage.record.rows import Rows
from punto.storage.sqlite import files as sqlite_opening
from punto.storage.sqlite.database import SqliteDatabase
from punto.storage.sqlite.session import SqliteSession
from punto.values.ids import TerminalId
from punto.values.money import Cents
from punto.values.structures import replace


def answers_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    """Send answers whether the commit succeeds or not."""

    def process_once(self: Runtime, commands: Sequence[Sealed[TableCommand]]) -> list[Answer]:  # type: ignore[type-arg]
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
    """Let a commit return before the disk has it."""
    connect = sqlite_opening.connect_for_writing

    def hasty(*where: object) -> apsw.Connection:
        connection = connect(*where)  # type: ignore[arg-type]
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    patch.setattr(sqlite_opening, "connect_for_writing", hasty)


def no_memory_of_answers(patch: pytest.MonkeyPatch) -> None:
    """Decide a repeated command as if it were a new one."""
    decide = Draft.decide

    def forgetful(self: Draft, commands: Sequence[Sealed[TableCommand]]) -> list[Answer]:  # type: ignore[type-arg]
        known = self.transaction.answers(self.stream, [each.command.id for each in commands])
        ask = self.transaction.answers
        self.transaction.answers = lambda *_: {}  # type: ignore[method-assign]
        answers = decide(self, commands)
        self.transaction.answers = ask  # type: ignore[method-assign]
        for command in known:
            self.answered.pop(command, None)
        return answers

    patch.setattr(Draft, "decide", forgetful)


def a_field_lost_in_snapshots(patch: pytest.MonkeyPatch) -> None:
    """Lose the seats in a snapshot, as if the field were new and had been forgotten."""
    decode = snapshots.decode_snapshot

    def lossy(body: bytes) -> tuple[Snapshot, bytes]:
        snapshot, chain = decode(body)
        return replace(snapshot, table=replace(snapshot.table, seats={})), chain

    patch.setattr(journals, "decode_snapshot", lossy)


def half_a_batch(patch: pytest.MonkeyPatch) -> None:
    """Commit the events of a batch apart from its other rows."""
    add = SqliteSession.add

    def by_halves(self: SqliteSession, rows: Rows) -> None:
        events = [(rows.before.stream, *columns) for columns in rows.events]
        self._cursor.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", events)
        self._cursor.execute("COMMIT")
        self._cursor.execute("BEGIN IMMEDIATE")
        add(self, replace(rows, events=[]))

    patch.setattr(SqliteSession, "add", by_halves)


def a_fold_that_is_not_discarded(patch: pytest.MonkeyPatch) -> None:
    """Apply events to the state before the commit, and keep them if the commit fails."""

    def process_once(self: Runtime, commands: Sequence[Sealed[TableCommand]]) -> list[Answer]:  # type: ignore[type-arg]
        with self._journal.transaction([self.stream]) as transaction:
            draft = self.draft(transaction)
            answers = draft.decide(commands)
            self.recorded(draft)
            draft.record()
        return answers

    patch.setattr(Runtime, "_process_once", process_once)


def bets_after_the_close(patch: pytest.MonkeyPatch) -> None:
    """Do not check the time of a bet."""
    patch.setattr(betting, "_moment_refusal", lambda *_: None)


def an_unfinished_rollback(patch: pytest.MonkeyPatch) -> None:
    """Keep what a failed transaction had written: of a move, only the departure."""
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


def a_choice_lost(patch: pytest.MonkeyPatch) -> None:
    """Leave the bets of the last patron who takes them back on the layout."""
    taken_back = offered_options.taken_back
    patch.setattr(offered_options, "taken_back", lambda now: taken_back(now)[:-1])


def a_chip_paid_twice(patch: pytest.MonkeyPatch) -> None:
    """Pay a winner twice, and let no table check its tray."""
    patch.setattr(evolution, "check_tray", lambda _: None)
    pay = payments._paid  # noqa: SLF001

    def generous(
        tray: Tray | None,
        to_pay: Sequence[tuple[TerminalId, Cents, Cents]],
        values: Sequence[Cents],
    ) -> object:
        return pay(tray, [each for each in to_pay for _ in range(2)], values)

    patch.setattr(payments, "_paid", generous)


def a_tray_that_stays_as_it_was(patch: pytest.MonkeyPatch) -> None:
    """Do not note chips that enter or leave the tray."""
    patch.setattr(tray_evolution, "with_chips", lambda tray, _: tray)
    patch.setattr(evolution, "check_tray", lambda _: None)


def bets_after_no_more_bets(patch: pytest.MonkeyPatch) -> None:
    """Let chips be laid on the layout while cards are dealt."""
    row = permissions.OF_STAFF[PlaceBets]
    late = row._replace(phases=row.phases | {Phase.DEALING})
    patch.setitem(permissions.OF_STAFF, PlaceBets, late)

"""A record whose process dies between any two steps that a store can tell apart."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from punto.storage.record.rows import AnswerColumns, CheckpointRow, EventRow, Rows, SnapshotRow
from punto.storage.record.schema import Dialect, Migration
from punto.storage.record.sessions import Database, RecordSession
from punto.storage.sqlite import database as sqlite
from punto.storage.sqlite.writer_lock import WriterLock
from punto.values import replace
from support.survival.points import Doom, Point, die


class DoomedDatabase:
    """A real database, with a death between its steps."""

    def __init__(self, database: Database, doom: Doom) -> None:
        self._database, self._doom = database, doom

    def __getattr__(self, name: str) -> object:
        return getattr(self._database, name)

    @contextmanager
    def writing(self, streams: Sequence[str]) -> Iterator[RecordSession]:
        """Begin a transaction: for the streams of a batch, or without streams for other rows."""
        if streams:
            self._doom.reached(Point.BEFORE)
        with self._database.writing(streams) as session:
            if streams:
                self._doom.reached(Point.BEGUN)
            doomed = DoomedSession(session, self._doom)
            yield cast("RecordSession", doomed)
            if doomed.batches:
                self._doom.reached(Point.WRITTEN)
                if self._doom.comes_at(Point.COMMIT_SENT):
                    _send_commit(session)
                    die()
        self._committed(doomed)

    def _committed(self, session: "DoomedSession") -> None:
        if session.batches:
            self._doom.reached(Point.COMMITTED)
        if session.batches > 1:
            self._doom.reached(Point.MOVED)
        if session.has_signed:
            self._doom.reached(Point.SIGNED)

    @contextmanager
    def reading(self) -> Iterator[RecordSession]:
        """Lend a session that sees the committed rows."""
        with self._database.reading() as session:
            yield cast("RecordSession", DoomedSession(session, self._doom))


@dataclass
class DoomedSession:
    """A connection, with a death in the middle of its writes."""

    session: RecordSession
    doom: Doom
    batches: int = 0
    has_signed: bool = False

    def __getattr__(self, name: str) -> object:
        return getattr(self.session, name)

    def add(self, rows: Rows) -> None:
        if self.batches:
            # A second batch in one transaction: the terminal's arrival at the other table.
            self.doom.reached(Point.MOVING)
        self.batches += 1
        self.session.add(replace(rows, answers=FatalRows(rows.answers, self.doom)))

    def events(self, stream: str, after: int, limit: int) -> list[EventRow]:
        found = self.session.events(stream, after, limit)
        if found:
            self.doom.reached(Point.REPLAYING)
        return found

    def keep_snapshot(self, row: SnapshotRow) -> None:
        self.session.keep_snapshot(row)
        self.doom.reached(Point.KEEPING)

    def add_checkpoint(self, row: CheckpointRow) -> None:
        self.session.add_checkpoint(row)
        self.has_signed = True
        self.doom.reached(Point.SIGNING)


class FatalRows(list[AnswerColumns]):
    """Answers on their way to the database, singly or in slices.

    The events are written by then.
    """

    def __init__(self, rows: Sequence[AnswerColumns], doom: Doom) -> None:
        super().__init__(rows)
        self._doom = doom

    def __iter__(self) -> Iterator[AnswerColumns]:
        self._doom.reached(Point.HALF_WRITTEN)
        return super().__iter__()

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401 (a place or a slice, as of any list)
        self._doom.reached(Point.HALF_WRITTEN)
        return super().__getitem__(at)


def _send_commit(session: RecordSession) -> None:
    """Send the commit to the server, and do not wait for the answer."""
    # No other code needs this, so no session offers it.
    server = cast("Any", session)._connection.pgconn  # noqa: SLF001
    server.send_query(b"COMMIT")
    while server.flush():
        pass


def doom_opening(doom: Doom) -> None:
    """Let the process die while it opens a record."""

    class DoomedLock(WriterLock):
        def _say(self, holder: str) -> None:
            doom.reached(Point.LOCKING)
            super()._say(holder)

    statements = Dialect.statements

    def doomed_statements(self: Dialect, migration: Migration) -> Iterator[str]:
        for statement in statements(self, migration):
            yield statement
            doom.reached(Point.MAKING)

    vars(sqlite)["WriterLock"] = DoomedLock
    Dialect.statements = doomed_statements  # type: ignore[method-assign]

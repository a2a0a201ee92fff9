"""The interface to a database: rows in, rows out, without regard to their meaning."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from inspect import signature
from itertools import chain
from typing import NoReturn, Protocol, TypeVar

from punto.runtime import CannotRecord
from punto.storage.record import rows as stored

T = TypeVar("T")
SqlValue = str | int | bytes | None

SELECT: Mapping[Callable[..., object], str] = {
    row: f"SELECT {', '.join(signature(row).parameters)} FROM {table} "  # noqa: S608 (constants)
    for row, table in {
        stored.HeadRow: "heads",
        stored.EventRow: "events",
        stored.TransferRow: "transfers",
        stored.IssuedRow: "tickets_issued",
        stored.EndedRow: "tickets_ended",
        stored.AnswerRow: "answers",
        stored.LeaseRow: "leases",
        stored.CheckpointRow: "checkpoints",
        stored.SnapshotRow: "snapshots",
    }.items()
}
"""By the class of its rows, a query of the columns of a table, to be continued."""
_OF_STREAM = "WHERE stream = ? AND position > ? ORDER BY position"
_NEWEST_SNAPSHOTS = """
    SELECT stream, position, fold, hash FROM snapshots AS each WHERE position =
        (SELECT max(position) FROM snapshots WHERE snapshots.stream = each.stream)
    ORDER BY stream
"""
_SNAPSHOT_SIZES = """
    SELECT position, fold, length(body) FROM snapshots WHERE stream = ? ORDER BY position
"""
_KEEP_SNAPSHOT = """
    INSERT INTO snapshots (stream, position, fold, hash, body) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (stream, position) DO UPDATE
    SET fold = excluded.fold, hash = excluded.hash, body = excluded.body
"""
_STRAYS = """
    WITH RECURSIVE found (stream) AS (
        SELECT min(stream) FROM {table}
        UNION ALL
        SELECT (SELECT min(stream) FROM {table} WHERE {table}.stream > found.stream)
        FROM found WHERE stream IS NOT NULL
    )
    SELECT stream FROM found WHERE stream IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM heads WHERE heads.stream = found.stream AND {count} > 0)
"""


class RecordSession(ABC):
    """One connection to the tables, in a transaction or for reading.

    Queries that are the same in both databases stand here; a question mark stands for each value.
    """

    @abstractmethod
    def rows(self, make: Callable[..., T], statement: str, *values: SqlValue) -> list[T]:
        """Return all rows of a query, each passed to ``make``."""

    @abstractmethod
    def change(self, statement: str, *values: SqlValue) -> None:
        """Run a statement that changes the tables."""

    @abstractmethod
    def answers(self, stream: str, commands: Sequence[str]) -> list[stored.AnswerRow]:
        """Return the recorded answers to these commands."""

    @abstractmethod
    def add(self, rows: stored.Rows) -> None:
        """Add the rows of a batch, and move the head of its stream."""

    @abstractmethod
    def add_checkpoint(self, row: stored.CheckpointRow) -> None:
        """Add a checkpoint; its number fences off a second one."""

    def found(self, row: type[T], condition: str, *values: SqlValue) -> list[T]:
        """Return rows of a table; the condition may also say their order and number."""
        return self.rows(row, SELECT[row] + condition, *values)

    def one(self, row: type[T], condition: str, *values: SqlValue) -> T | None:
        """Return the first of these rows, if there is one."""
        found = self.found(row, condition, *values)
        return found[0] if found else None

    def head(self, stream: str) -> stored.HeadRow | None:
        """Return the end of a stream, if it has begun."""
        return self.one(stored.HeadRow, "WHERE stream = ?", stream)

    def heads(self) -> list[stored.HeadRow]:
        """Return the ends of all streams by name, including those with answers only."""
        return self.found(stored.HeadRow, "WHERE position > 0 OR answers_count > 0 ORDER BY stream")

    def events(self, stream: str, after: int, limit: int) -> list[stored.EventRow]:
        """Return at most ``limit`` events after a position, in order."""
        condition = "WHERE stream = ? AND position > ? ORDER BY position LIMIT ?"
        return self.found(stored.EventRow, condition, stream, after, limit)

    def events_at(self, places: Sequence[tuple[str, int]]) -> list[stored.EventRow]:
        """Return the events at these positions of these streams, in any order."""
        if not places:
            return []
        wanted = ", ".join("(?, ?)" for _ in places)
        values: list[SqlValue] = [value for place in places for value in place]
        condition = f"WHERE (stream, position) IN (VALUES {wanted})"
        return self.found(stored.EventRow, condition, *values)

    def events_from(self, places: Sequence[tuple[str, int]], limit: int) -> list[stored.EventRow]:
        """Return at most ``limit`` events at and after each place, by stream and in order."""
        found = (self.events(stream, position - 1, limit) for stream, position in places)
        return list(chain.from_iterable(found))

    def answers_in_order(self, stream: str, after: int, limit: int) -> list[stored.AnswerRow]:
        """Return at most ``limit`` answers of a stream after a number, in order."""
        condition = "WHERE stream = ? AND number > ? ORDER BY number LIMIT ?"
        return self.found(stored.AnswerRow, condition, stream, after, limit)

    def issued(self, number: str) -> stored.IssuedRow | None:
        """Return the issue of a ticket; in a transaction, no other writer can end it any more."""
        return self.one(stored.IssuedRow, "WHERE number = ?", number)

    def ended(self, number: str) -> stored.EndedRow | None:
        """Return the end of a ticket."""
        return self.one(stored.EndedRow, "WHERE number = ?", number)

    def transfers(
        self, stream: str, after: tuple[int, int], limit: int
    ) -> list[stored.TransferRow]:
        """Return at most ``limit`` transfers of a stream after a line of a posting, in order."""
        condition = "WHERE stream = ? AND (posting, line) > (?, ?) ORDER BY posting, line LIMIT ?"
        return self.found(stored.TransferRow, condition, stream, *after, limit)

    def issued_at(self, stream: str, after: int) -> list[stored.IssuedRow]:
        """Return the tickets that a stream issued after a position, in order."""
        return self.found(stored.IssuedRow, _OF_STREAM, stream, after)

    def ended_at(self, stream: str, after: int) -> list[stored.EndedRow]:
        """Return the tickets that a stream ended after a position, in order."""
        return self.found(stored.EndedRow, _OF_STREAM, stream, after)

    def leases(self) -> list[stored.LeaseRow]:
        """Return the last holder of each name."""
        return self.found(stored.LeaseRow, "")

    def newest_checkpoint(self) -> stored.CheckpointRow | None:
        """Return the last checkpoint."""
        return self.one(stored.CheckpointRow, "ORDER BY number DESC LIMIT 1")

    def checkpoints(self, after: int, limit: int) -> list[stored.CheckpointRow]:
        """Return at most ``limit`` checkpoints after a number, in order."""
        condition = "WHERE number > ? ORDER BY number LIMIT ?"
        return self.found(stored.CheckpointRow, condition, after, limit)

    def snapshots(self) -> list[stored.SnapshotRow]:
        """Return the newest snapshot of each stream, without its body."""
        return self.rows(_without_body, _NEWEST_SNAPSHOTS)

    def snapshot(self, stream: str, position: int, fold: str) -> stored.SnapshotRow | None:
        """Return a snapshot with its body."""
        condition = "WHERE stream = ? AND position = ? AND fold = ?"
        return self.one(stored.SnapshotRow, condition, stream, position, fold)

    def keep_snapshot(self, row: stored.SnapshotRow) -> None:
        """Keep a snapshot, replacing one at the same position."""
        self.change(_KEEP_SNAPSHOT, *row)

    def snapshot_sizes(self, stream: str) -> list[stored.SnapshotSize]:
        """Return all snapshots of a stream in order, without their bodies."""
        return self.rows(stored.SnapshotSize, _SNAPSHOT_SIZES, stream)

    def drop_snapshot(self, stream: str, position: int) -> None:
        """Delete the snapshot at a position."""
        self.change("DELETE FROM snapshots WHERE stream = ? AND position = ?", stream, position)

    def stray_streams(self) -> list[str]:
        """Return streams that have events or answers but no matching head."""
        events = self.rows(str, _STRAYS.format(table="events", count="position"))
        answers = self.rows(str, _STRAYS.format(table="answers", count="answers_count"))
        return sorted({*events, *answers})


def _without_body(stream: str, position: int, fold: str, body_hash: bytes) -> stored.SnapshotRow:
    return stored.SnapshotRow(stream, position, fold, body_hash, b"")


class Database(Protocol):
    """Opens sessions; every fault is raised as CannotRecord or RecordBroken."""

    @property
    def name(self) -> str:
        """The name used in messages."""

    def writing(self, streams: Sequence[str]) -> AbstractContextManager[RecordSession]:
        """Begin a transaction, all or nothing, that alone may write these streams."""

    def reading(self) -> AbstractContextManager[RecordSession]:
        """Open a session that sees what is recorded and blocks nothing."""

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Take or renew a lease; false while another holder has it."""

    def give_up_lease(self, name: str, holder: str) -> None:
        """Release a lease, if this holder has it."""

    def time(self) -> int | None:
        """Return the time of the database's clock in milliseconds; None if it has none."""

    def check_place(self) -> None:
        """Raise CannotRecord if the database's name no longer leads to it."""

    def close(self) -> None:
        """Close all connections."""


class StillRecord:
    """A read-only database whose reads all show the same moment."""

    def __init__(self, name: str, session: RecordSession) -> None:
        self.name = name
        self.session = session

    @contextmanager
    def reading(self) -> Iterator[RecordSession]:
        """Yield the only session."""
        yield self.session

    def writing(self, streams: Sequence[str]) -> NoReturn:
        del streams
        raise CannotRecord(f"{self.name}: open for reading only")

    def take_lease(self, name: str, holder: str, for_ms: int) -> NoReturn:
        del name, holder, for_ms
        raise CannotRecord(f"{self.name}: open for reading only")

    def give_up_lease(self, name: str, holder: str) -> None:
        """Do nothing: this record holds no leases."""

    def time(self) -> int | None:
        """Return None: a record that stands still times nothing."""
        return None

    def check_place(self) -> None:
        """Do nothing: the record is only read, and closed soon."""

    def close(self) -> None:
        """Do nothing: the caller that opened the session closes it."""

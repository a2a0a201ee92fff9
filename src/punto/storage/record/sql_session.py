"""Queries that are the same in both databases."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TypeVar

from punto.storage.record import rows as stored

T = TypeVar("T")
SqlValue = str | int | bytes | None

HEAD = """
    SELECT stream, position, hash, answers_count, answers_hash FROM heads WHERE stream = ?
"""
ISSUED = """
    SELECT number, stream, position, amount, terminal, issued_at, expires_at
    FROM tickets_issued WHERE number = ?
"""
_EVENTS = """
    SELECT stream, position, name, at, body, hash FROM events
    WHERE stream = ? AND position > ? ORDER BY position LIMIT ?
"""
_EVENTS_AT = """
    SELECT stream, position, name, at, body, hash FROM events
    WHERE (stream, position) IN (VALUES {wanted})
"""
_ENDED = "SELECT number, stream, position, terminal, at FROM tickets_ended WHERE number = ?"
_HEADS = """
    SELECT stream, position, hash, answers_count, answers_hash FROM heads
    WHERE position > 0 OR answers_count > 0 ORDER BY stream
"""
_ANSWERS_IN_ORDER = """
    SELECT stream, number, command, fingerprint, first, events_count, refusal, hash
    FROM answers WHERE stream = ? AND number > ? ORDER BY number LIMIT ?
"""
_TRANSFERS = """
    SELECT stream, posting, line, position, terminal, reason, is_reversal, amount, reverses
    FROM transfers WHERE stream = ? AND (posting, line) > (?, ?) ORDER BY posting, line LIMIT ?
"""
_ISSUED_AT = """
    SELECT number, stream, position, amount, terminal, issued_at, expires_at
    FROM tickets_issued WHERE stream = ? AND position > ? ORDER BY position
"""
_ENDED_AT = """
    SELECT number, stream, position, terminal, at
    FROM tickets_ended WHERE stream = ? AND position > ? ORDER BY position
"""
_CHECKPOINTS = """
    SELECT number, body, signature FROM checkpoints WHERE number > ? ORDER BY number LIMIT ?
"""
_NEWEST_CHECKPOINT = """
    SELECT number, body, signature FROM checkpoints ORDER BY number DESC LIMIT 1
"""
_NEWEST_SNAPSHOTS = """
    SELECT stream, position, fold, hash FROM snapshots AS each WHERE position =
        (SELECT max(position) FROM snapshots WHERE snapshots.stream = each.stream)
    ORDER BY stream
"""
_SNAPSHOT = """
    SELECT stream, position, fold, hash, body FROM snapshots
    WHERE stream = ? AND position = ? AND fold = ?
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


class SqlSession(ABC):
    """Reads and writes rows; a question mark stands for each value."""

    @abstractmethod
    def rows(self, make: Callable[..., T], statement: str, *values: SqlValue) -> list[T]:
        """Return all rows of a query, each passed to ``make``."""

    @abstractmethod
    def change(self, statement: str, *values: SqlValue) -> None:
        """Run a statement that changes the tables."""

    def one(self, make: Callable[..., T], statement: str, *values: SqlValue) -> T | None:
        """Return the first row, if there is one."""
        found = self.rows(make, statement, *values)
        return found[0] if found else None

    def heads(self) -> list[stored.HeadRow]:
        return self.rows(stored.HeadRow, _HEADS)

    def events(self, stream: str, after: int, limit: int) -> list[stored.EventRow]:
        return self.rows(stored.EventRow, _EVENTS, stream, after, limit)

    def events_at(self, places: Sequence[tuple[str, int]]) -> list[stored.EventRow]:
        if not places:
            return []
        wanted = ", ".join("(?, ?)" for _ in places)
        values: list[SqlValue] = [value for place in places for value in place]
        return self.rows(stored.EventRow, _EVENTS_AT.format(wanted=wanted), *values)

    def events_from(self, places: Sequence[tuple[str, int]], limit: int) -> list[stored.EventRow]:
        found = (self.events(stream, position - 1, limit) for stream, position in places)
        return list(chain.from_iterable(found))

    def answers_in_order(self, stream: str, after: int, limit: int) -> list[stored.AnswerRow]:
        return self.rows(stored.AnswerRow, _ANSWERS_IN_ORDER, stream, after, limit)

    def ended(self, number: str) -> stored.EndedRow | None:
        return self.one(stored.EndedRow, _ENDED, number)

    def transfers(
        self, stream: str, after: tuple[int, int], limit: int
    ) -> list[stored.TransferRow]:
        return self.rows(stored.TransferRow, _TRANSFERS, stream, *after, limit)

    def issued_at(self, stream: str, after: int) -> list[stored.IssuedRow]:
        return self.rows(stored.IssuedRow, _ISSUED_AT, stream, after)

    def ended_at(self, stream: str, after: int) -> list[stored.EndedRow]:
        return self.rows(stored.EndedRow, _ENDED_AT, stream, after)

    def leases(self) -> list[stored.LeaseRow]:
        return self.rows(stored.LeaseRow, "SELECT name, holder, until FROM leases")

    def newest_checkpoint(self) -> stored.CheckpointRow | None:
        return self.one(stored.CheckpointRow, _NEWEST_CHECKPOINT)

    def checkpoints(self, after: int, limit: int) -> list[stored.CheckpointRow]:
        return self.rows(stored.CheckpointRow, _CHECKPOINTS, after, limit)

    def snapshots(self) -> list[stored.SnapshotRow]:
        return self.rows(_without_body, _NEWEST_SNAPSHOTS)

    def snapshot(self, stream: str, position: int, fold: str) -> stored.SnapshotRow | None:
        return self.one(stored.SnapshotRow, _SNAPSHOT, stream, position, fold)

    def keep_snapshot(self, row: stored.SnapshotRow) -> None:
        self.change(_KEEP_SNAPSHOT, *row)

    def snapshot_sizes(self, stream: str) -> list[stored.SnapshotSize]:
        return self.rows(stored.SnapshotSize, _SNAPSHOT_SIZES, stream)

    def drop_snapshot(self, stream: str, position: int) -> None:
        self.change("DELETE FROM snapshots WHERE stream = ? AND position = ?", stream, position)

    def stray_streams(self) -> list[str]:
        events = self.rows(str, _STRAYS.format(table="events", count="position"))
        answers = self.rows(str, _STRAYS.format(table="answers", count="answers_count"))
        return sorted({*events, *answers})


def _without_body(stream: str, position: int, fold: str, body_hash: bytes) -> stored.SnapshotRow:
    return stored.SnapshotRow(stream, position, fold, body_hash, b"")

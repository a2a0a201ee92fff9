"""The interface to a database: rows in, rows out, without regard to their meaning."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import NoReturn, Protocol

from punto.runtime import CannotRecord
from punto.storage.record import rows as stored
from punto.storage.record.sql_session import SqlValue, T


class RecordSession(Protocol):
    """One connection to the tables, in a transaction or for reading."""

    def head(self, stream: str) -> stored.HeadRow | None:
        """Return the end of a stream, if it has begun."""

    def heads(self) -> list[stored.HeadRow]:
        """Return the ends of all streams by name, including those with answers only."""

    def events(self, stream: str, after: int, limit: int) -> list[stored.EventRow]:
        """Return at most ``limit`` events after a position, in order."""

    def events_at(self, places: Sequence[tuple[str, int]]) -> list[stored.EventRow]:
        """Return the events at these positions of these streams, in any order."""

    def events_from(self, places: Sequence[tuple[str, int]], limit: int) -> list[stored.EventRow]:
        """Return at most ``limit`` events at and after each place, by stream and in order."""

    def answers(self, stream: str, commands: Sequence[str]) -> list[stored.AnswerRow]:
        """Return the recorded answers to these commands."""

    def answers_in_order(self, stream: str, after: int, limit: int) -> list[stored.AnswerRow]:
        """Return at most ``limit`` answers of a stream after a number, in order."""

    def issued(self, number: str) -> stored.IssuedRow | None:
        """Return the issue of a ticket; in a transaction, no other writer can end it any more."""

    def ended(self, number: str) -> stored.EndedRow | None:
        """Return the end of a ticket."""

    def add(self, rows: stored.Rows) -> None:
        """Add the rows of a batch, and move the head of its stream."""

    def transfers(
        self, stream: str, after: tuple[int, int], limit: int
    ) -> list[stored.TransferRow]:
        """Return at most ``limit`` transfers of a stream after a line of a posting, in order."""

    def issued_at(self, stream: str, after: int) -> list[stored.IssuedRow]:
        """Return the tickets that a stream issued after a position, in order."""

    def ended_at(self, stream: str, after: int) -> list[stored.EndedRow]:
        """Return the tickets that a stream ended after a position, in order."""

    def leases(self) -> list[stored.LeaseRow]:
        """Return the last holder of each name."""

    def newest_checkpoint(self) -> stored.CheckpointRow | None:
        """Return the last checkpoint."""

    def checkpoints(self, after: int, limit: int) -> list[stored.CheckpointRow]:
        """Return at most ``limit`` checkpoints after a number, in order."""

    def add_checkpoint(self, row: stored.CheckpointRow) -> None:
        """Add a checkpoint; its number fences off a second one."""

    def snapshots(self) -> list[stored.SnapshotRow]:
        """Return the newest snapshot of each stream, without its body."""

    def snapshot(self, stream: str, position: int, fold: str) -> stored.SnapshotRow | None:
        """Return a snapshot with its body."""

    def keep_snapshot(self, row: stored.SnapshotRow) -> None:
        """Keep a snapshot, replacing one at the same position."""

    def snapshot_sizes(self, stream: str) -> list[stored.SnapshotSize]:
        """Return all snapshots of a stream in order, without their bodies."""

    def drop_snapshot(self, stream: str, position: int) -> None:
        """Delete the snapshot at a position."""

    def stray_streams(self) -> list[str]:
        """Return streams that have events or answers but no matching head."""


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


class StillSession(RecordSession, Protocol):
    """A session that also answers SQL queries; a question mark stands for each value."""

    def rows(self, make: Callable[..., T], statement: str, *values: SqlValue) -> list[T]:
        """Return all rows of a query, each passed to ``make``."""


class StillRecord:
    """A read-only database whose reads all show the same moment."""

    def __init__(self, name: str, session: StillSession) -> None:
        self.name = name
        self.session = session

    @contextmanager
    def reading(self) -> Iterator[StillSession]:
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

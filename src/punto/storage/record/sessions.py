"""What a database does for the record: rows in, rows out. What they mean is not its business."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from punto.storage.record.rows import (
    AnswerRow,
    CheckpointRow,
    EndedRow,
    EventRow,
    HeadRow,
    IssuedRow,
    LeaseRow,
    Rows,
    SnapshotRow,
    TransferRow,
)


class Session(Protocol):
    """One connection to the tables, in a transaction or for reading."""

    def head(self, stream: str) -> HeadRow | None:
        """Where a stream ends, if it has begun."""
        ...

    def heads(self) -> list[HeadRow]:
        """Where all streams end, by name; one that has only answers is among them."""
        ...

    def events(self, stream: str, after: int, limit: int) -> list[EventRow]:
        """So many events behind a position, in order."""
        ...

    def answers(self, stream: str, commands: Sequence[str]) -> list[AnswerRow]:
        """The answers that these commands had."""
        ...

    def answers_in_order(self, stream: str, after: int, limit: int) -> list[AnswerRow]:
        """So many answers of a stream behind a number, in order."""
        ...

    def issued(self, number: str) -> IssuedRow | None:
        """The beginning of a ticket; in a transaction nobody else can end it any more."""
        ...

    def ended(self, number: str) -> EndedRow | None:
        """The end of a ticket."""
        ...

    def add(self, rows: Rows) -> None:
        """Add the rows of a batch, and move the head of its stream."""
        ...

    def transfers(self, stream: str, after: tuple[int, int], limit: int) -> list[TransferRow]:
        """So many transfers of a stream behind a posting's line, in order."""
        ...

    def issued_at(self, stream: str, after: int) -> list[IssuedRow]:
        """The tickets that a stream issued behind a position, in order."""
        ...

    def ended_at(self, stream: str, after: int) -> list[EndedRow]:
        """The tickets that a stream ended behind a position, in order."""
        ...

    def leases(self) -> list[LeaseRow]:
        """Who held each name last."""
        ...

    def newest_checkpoint(self) -> CheckpointRow | None:
        """The last one that was signed."""
        ...

    def checkpoints(self, after: int, limit: int) -> list[CheckpointRow]:
        """So many checkpoints behind a number, in order."""
        ...

    def add_checkpoint(self, row: CheckpointRow) -> None:
        """Add a checkpoint; its number fences off a second one."""
        ...

    def snapshots(self) -> list[SnapshotRow]:
        """The newest snapshot of each stream, without its body."""
        ...

    def snapshot(self, stream: str, position: int, fold: str) -> SnapshotRow | None:
        """A snapshot with its body."""
        ...

    def keep_snapshot(self, row: SnapshotRow) -> None:
        """Keep a snapshot, in place of one at the same position."""
        ...

    def drop_snapshots(self, stream: str, before: int) -> None:
        """Forget the snapshots before a position."""
        ...

    def stray_streams(self) -> list[str]:
        """Streams that have events or answers and no head that says so."""
        ...


class Database(Protocol):
    """Where sessions come from; every fault of it is CannotRecord or RecordBroken."""

    @property
    def name(self) -> str:
        """What a message calls it."""
        ...

    def writing(self, streams: Sequence[str]) -> AbstractContextManager[Session]:
        """A transaction that nobody else can write these streams beside; whole or nothing."""
        ...

    def reading(self) -> AbstractContextManager[Session]:
        """A session that sees what is recorded, and holds up nobody."""
        ...

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Hold a name for a time, or go on holding it; false while another holder has it."""
        ...

    def give_up_lease(self, name: str, holder: str) -> None:
        """Let the name go, if it is held by this holder."""
        ...

    def time(self) -> int | None:
        """What the database's own clock says, in milliseconds; None where it has none."""
        ...

    def check_place(self) -> None:
        """CannotRecord when the name of the database leads to another one, or to none."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...

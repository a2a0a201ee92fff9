"""A record in memory, for tests and simulations: the same rows, and nothing survives."""

import time
from collections import ChainMap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import RLock
from typing import TypeVar

from punto.ledger.ticket_numbers import masked
from punto.ledger.tickets import TicketStepImpossible
from punto.runtime.ports import CannotRecord, Overtaken, Stream
from punto.storage.record.chain import first_head
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

T = TypeVar("T")


@dataclass
class Tables:
    """The tables, by their keys."""

    heads: dict[str, HeadRow] = field(default_factory=dict)
    events: dict[str, list[EventRow]] = field(default_factory=dict)
    transfers: list[TransferRow] = field(default_factory=list)
    issued: dict[str, IssuedRow] = field(default_factory=dict)
    ended: dict[str, EndedRow] = field(default_factory=dict)
    answers: dict[tuple[str, str], AnswerRow] = field(default_factory=dict)
    answered: dict[str, list[AnswerRow]] = field(default_factory=dict)
    """The same answers of each stream, in order."""
    checkpoints: dict[int, CheckpointRow] = field(default_factory=dict)
    snapshots: dict[tuple[str, int], SnapshotRow] = field(default_factory=dict)
    leases: dict[str, LeaseRow] = field(default_factory=dict)


class MemorySession:
    """The tables with what this transaction adds, which nobody else sees until it ends."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._heads = ChainMap[str, HeadRow]({}, tables.heads)
        self._events: dict[str, list[EventRow]] = {}
        self._transfers: list[TransferRow] = []
        self._issued = ChainMap[str, IssuedRow]({}, tables.issued)
        self._ended = ChainMap[str, EndedRow]({}, tables.ended)
        self._answers = ChainMap[tuple[str, str], AnswerRow]({}, tables.answers)
        self._answered: dict[str, list[AnswerRow]] = {}
        self._checkpoints = ChainMap[int, CheckpointRow]({}, tables.checkpoints)
        self._on_commit: list[Callable[[], object]] = []

    def commit(self) -> None:
        """Show it to everybody."""
        for stream, rows in self._events.items():
            self._tables.events.setdefault(stream, []).extend(rows)
        for stream, answers in self._answered.items():
            self._tables.answered.setdefault(stream, []).extend(answers)
        self._tables.transfers += self._transfers
        for added in (self._issued, self._ended, self._answers, self._checkpoints, self._heads):
            added.maps[1].update(added.maps[0])  # type: ignore[arg-type]
        for act in self._on_commit:
            act()

    def head(self, stream: str) -> HeadRow | None:
        """Where a stream ends, if it has begun."""
        return self._heads.get(stream)

    def heads(self) -> list[HeadRow]:
        """Where all streams end, by name."""
        return [self._heads[stream] for stream in sorted(self._heads)]

    def events(self, stream: str, after: int, limit: int) -> list[EventRow]:
        """So many events behind a position, in order."""
        return _behind(self._tables.events, self._events, stream, after, limit)

    def answers(self, stream: str, commands: Sequence[str]) -> list[AnswerRow]:
        """The answers that these commands had."""
        found = (self._answers.get((stream, command)) for command in commands)
        return [row for row in found if row is not None]

    def answers_in_order(self, stream: str, after: int, limit: int) -> list[AnswerRow]:
        """So many answers of a stream behind a number, in order."""
        return _behind(self._tables.answered, self._answered, stream, after, limit)

    def issued(self, number: str) -> IssuedRow | None:
        """The beginning of a ticket."""
        return self._issued.get(number)

    def ended(self, number: str) -> EndedRow | None:
        """The end of a ticket."""
        return self._ended.get(number)

    def add(self, rows: Rows) -> None:
        """Add the rows of a batch, and move the head of its stream."""
        stream = rows.before.stream
        head = self._heads.get(stream) or first_head(Stream(stream))
        before = rows.before
        if (head.position, head.answers_count) != (before.position, before.answers_count):
            raise Overtaken(f"{stream}: its head is not at {before.position}")
        for issued in rows.issued:
            _step(issued.number, possible=issued.number not in self._issued)
            self._issued[issued.number] = issued
        for ended in rows.ended:
            possible = ended.number in self._issued and ended.number not in self._ended
            _step(ended.number, possible=possible)
            self._ended[ended.number] = ended
        for answer in rows.answers:
            key = (answer.stream, answer.command)
            if key in self._answers:
                raise Overtaken(f"{answer.stream}: {answer.command} was answered before")
            self._answers[key] = answer
        if rows.events:
            self._events.setdefault(stream, []).extend(rows.events)
        if rows.answers:
            self._answered.setdefault(stream, []).extend(rows.answers)
        self._transfers += rows.transfers
        self._heads[stream] = rows.head

    def transfers(self, stream: str, after: tuple[int, int], limit: int) -> list[TransferRow]:
        """So many transfers of a stream behind a posting's line, in order."""
        rows = self._tables.transfers + self._transfers
        found = [row for row in rows if row.stream == stream and row[1:3] > after]
        return sorted(found)[:limit]

    def issued_at(self, stream: str, after: int) -> list[IssuedRow]:
        """The tickets that a stream issued behind a position, in order."""
        rows = [row for row in self._issued.values() if row.stream == stream]
        return sorted((row for row in rows if row.position > after), key=_position)

    def ended_at(self, stream: str, after: int) -> list[EndedRow]:
        """The tickets that a stream ended behind a position, in order."""
        rows = [row for row in self._ended.values() if row.stream == stream]
        return sorted((row for row in rows if row.position > after), key=_position)

    def leases(self) -> list[LeaseRow]:
        """Who held each name last."""
        return list(self._tables.leases.values())

    def newest_checkpoint(self) -> CheckpointRow | None:
        """The last one that was signed."""
        return self._checkpoints.get(len(self._checkpoints))

    def checkpoints(self, after: int, limit: int) -> list[CheckpointRow]:
        """So many checkpoints behind a number, in order."""
        rows = [self._checkpoints[number] for number in sorted(self._checkpoints)]
        return [row for row in rows if row.number > after][:limit]

    def add_checkpoint(self, row: CheckpointRow) -> None:
        """Add a checkpoint; its number fences off a second one."""
        if row.number in self._checkpoints:
            raise Overtaken(f"checkpoint {row.number}: signed by another node")
        self._checkpoints[row.number] = row

    def snapshots(self) -> list[SnapshotRow]:
        """The newest snapshot of each stream, without its body."""
        ordered = sorted(self._tables.snapshots.values(), key=lambda row: row.position)
        newest = {row.stream: row._replace(body=b"") for row in ordered}
        return [newest[stream] for stream in sorted(newest)]

    def snapshot(self, stream: str, position: int, fold: str) -> SnapshotRow | None:
        """A snapshot with its body."""
        row = self._tables.snapshots.get((stream, position))
        return row if row and row.fold == fold else None

    def keep_snapshot(self, row: SnapshotRow) -> None:
        """Keep a snapshot, in place of one at the same position."""
        self._on_commit.append(lambda: self._tables.snapshots.update({row[:2]: row}))

    def drop_snapshots(self, stream: str, before: int) -> None:
        """Forget the snapshots before a position."""
        for key in self._tables.snapshots:
            if key[0] == stream and key[1] < before:
                self._on_commit.append(lambda key=key: self._tables.snapshots.pop(key, None))  # type: ignore[misc]

    def stray_streams(self) -> list[str]:
        """Streams that have events or answers and no head that says so."""
        told = self._tables.events.keys() | self._tables.answered.keys()
        return sorted(told - self._heads.keys())


def _behind(
    kept: dict[str, list[T]], added: dict[str, list[T]], stream: str, after: int, limit: int
) -> list[T]:
    """So many rows of a stream behind a number, with those of this transaction at the end."""
    rows, end = kept.get(stream, []), after + limit
    more = added.get(stream, [])[max(0, after - len(rows)) : max(0, end - len(rows))]
    return rows[after:end] + more


def _position(row: IssuedRow | EndedRow) -> int:
    return row.position


def _system_now() -> int:
    return time.time_ns() // 1_000_000


def _step(number: str, *, possible: bool) -> None:
    if not possible:
        raise TicketStepImpossible(f"ticket {masked(number)}: the register says otherwise")


class MemoryDatabase:
    """Tables that one transaction at a time may change."""

    name = "memory"

    def __init__(self, now: Callable[[], int] = _system_now) -> None:
        self.tables = Tables()
        self._now = now
        self.turn = RLock()
        self._writing = False
        self._closed = False

    @contextmanager
    def writing(self, _streams: Sequence[str]) -> Iterator[MemorySession]:
        """A transaction; whole or nothing."""
        with self.turn:
            self._check_open()
            if self._writing:
                raise RuntimeError("a transaction inside of a transaction")
            self._writing = True
            try:
                session = MemorySession(self.tables)
                yield session
                session.commit()
            finally:
                self._writing = False

    @contextmanager
    def reading(self) -> Iterator[MemorySession]:
        """A session that sees what is recorded."""
        self._check_open()
        yield MemorySession(self.tables)

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Hold a name for a time, or go on holding it."""
        with self.turn:
            self._check_open()
            now = self._now()
            _, held_by, until = self.tables.leases.get(name, (name, holder, now))
            if held_by != holder and until > now:
                return False
            self.tables.leases[name] = LeaseRow(name, holder, now + for_ms)
            return True

    def give_up_lease(self, name: str, holder: str) -> None:
        """Let the name go, if it is held by this holder."""
        with self.turn:
            if self.tables.leases.get(name, LeaseRow(name, "", 0)).holder == holder:
                del self.tables.leases[name]

    def time(self) -> int | None:
        """The clock by which it times leases."""
        return self._now()

    def check_place(self) -> None:
        """Nobody else can reach it."""

    def close(self) -> None:
        """Nothing can be asked any more."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise CannotRecord("the record in memory is closed")

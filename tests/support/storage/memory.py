"""A record in memory, for tests and simulations: the same rows, but nothing is persistent."""

import time
from collections import ChainMap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import RLock

from punto.ledger.tickets import TicketStepImpossible, masked
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
    SnapshotSize,
    TransferRow,
)
from punto.storage.record.sessions import RecordSession, SqlValue, T


@dataclass
class Tables:
    """The tables of the record, by their keys."""

    heads: dict[str, HeadRow] = field(default_factory=dict)
    events: dict[str, list[EventRow]] = field(default_factory=dict)
    transfers: list[TransferRow] = field(default_factory=list)
    issued: dict[str, IssuedRow] = field(default_factory=dict)
    ended: dict[str, EndedRow] = field(default_factory=dict)
    answers: dict[tuple[str, str], AnswerRow] = field(default_factory=dict)
    answered: dict[str, list[AnswerRow]] = field(default_factory=dict)
    """The answers again, by stream and in order."""
    checkpoints: dict[int, CheckpointRow] = field(default_factory=dict)
    snapshots: dict[tuple[str, int], SnapshotRow] = field(default_factory=dict)
    leases: dict[str, LeaseRow] = field(default_factory=dict)


class MemorySession(RecordSession):
    """The tables with the additions of one transaction, which others see only after it commits."""

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

    def rows(self, _make: Callable[..., T], _statement: str, *_values: SqlValue) -> list[T]:
        """Raise an error: the tables are no database."""
        raise NotImplementedError

    def change(self, _statement: str, *_values: SqlValue) -> None:
        """Raise an error: the tables are no database."""
        raise NotImplementedError

    def commit(self) -> None:
        """Make the additions visible to other sessions."""
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
        """Return the head of a stream, or None if the stream has not begun."""
        return self._heads.get(stream)

    def heads(self) -> list[HeadRow]:
        """Return the heads of all streams, sorted by name."""
        return [self._heads[stream] for stream in sorted(self._heads)]

    def events(self, stream: str, after: int, limit: int) -> list[EventRow]:
        """Return up to ``limit`` events after a position, in order."""
        return _behind(self._tables.events, self._events, stream, after, limit)

    def events_at(self, places: Sequence[tuple[str, int]]) -> list[EventRow]:
        """Return the events at these places."""
        return [
            row
            for stream, position in places
            for row in self.events(stream, position - 1, 1)
            if row.position == position
        ]

    def events_from(self, places: Sequence[tuple[str, int]], limit: int) -> list[EventRow]:
        """Return so many events at and after each place."""
        return [
            row
            for stream, position in places
            for row in self.events(stream, max(0, position - 1), limit)
        ]

    def answers(self, stream: str, commands: Sequence[str]) -> list[AnswerRow]:
        """Return the answers to these commands, as far as they have one."""
        found = (self._answers.get((stream, command)) for command in commands)
        return [row for row in found if row is not None]

    def answers_in_order(self, stream: str, after: int, limit: int) -> list[AnswerRow]:
        """Return up to ``limit`` answers of a stream after a number, in order."""
        return _behind(self._tables.answered, self._answered, stream, after, limit)

    def issued(self, number: str) -> IssuedRow | None:
        """Return the row that issued a ticket, if there is one."""
        return self._issued.get(number)

    def ended(self, number: str) -> EndedRow | None:
        """Return the row that ended a ticket, if there is one."""
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
        answers = [AnswerRow(stream, *columns) for columns in rows.answers]
        for answer in answers:
            key = (answer.stream, answer.command)
            if key in self._answers:
                raise Overtaken(f"{answer.stream}: {answer.command} was answered before")
            self._answers[key] = answer
        if rows.events:
            events = (EventRow(stream, *columns) for columns in rows.events)
            self._events.setdefault(stream, []).extend(events)
        if answers:
            self._answered.setdefault(stream, []).extend(answers)
        self._transfers += (TransferRow(stream, *columns) for columns in rows.transfers)
        self._heads[stream] = rows.head

    def transfers(self, stream: str, after: tuple[int, int], limit: int) -> list[TransferRow]:
        """Return up to ``limit`` transfers of a stream after a line of a posting, in order."""
        rows = self._tables.transfers + self._transfers
        found = [row for row in rows if row.stream == stream and (row.posting, row.line) > after]
        return sorted(found, key=lambda row: (row.posting, row.line))[:limit]

    def issued_at(self, stream: str, after: int) -> list[IssuedRow]:
        """Return the tickets that a stream issued after a position, in order."""
        rows = [row for row in self._issued.values() if row.stream == stream]
        return sorted((row for row in rows if row.position > after), key=_position)

    def ended_at(self, stream: str, after: int) -> list[EndedRow]:
        """Return the tickets that a stream ended after a position, in order."""
        rows = [row for row in self._ended.values() if row.stream == stream]
        return sorted((row for row in rows if row.position > after), key=_position)

    def leases(self) -> list[LeaseRow]:
        """Return the last holder of each lease."""
        return list(self._tables.leases.values())

    def newest_checkpoint(self) -> CheckpointRow | None:
        """Return the latest checkpoint, if there is one."""
        return self._checkpoints.get(len(self._checkpoints))

    def checkpoints(self, after: int, limit: int) -> list[CheckpointRow]:
        """Return up to ``limit`` checkpoints after a number, in order."""
        rows = [self._checkpoints[number] for number in sorted(self._checkpoints)]
        return [row for row in rows if row.number > after][:limit]

    def add_checkpoint(self, row: CheckpointRow) -> None:
        """Add a checkpoint; a second one of the same number is refused."""
        if row.number in self._checkpoints:
            raise Overtaken(f"checkpoint {row.number}: signed by another node")
        self._checkpoints[row.number] = row

    def snapshots(self) -> list[SnapshotRow]:
        """The newest snapshot of each stream, without its body."""
        ordered = sorted(self._tables.snapshots.values(), key=lambda row: row.position)
        newest = {row.stream: row._replace(body=b"") for row in ordered}
        return [newest[stream] for stream in sorted(newest)]

    def snapshot(self, stream: str, position: int, fold: str) -> SnapshotRow | None:
        """Return a snapshot with its body, if this fold made it."""
        row = self._tables.snapshots.get((stream, position))
        return row if row and row.fold == fold else None

    def keep_snapshot(self, row: SnapshotRow) -> None:
        """Keep a snapshot, replacing one at the same position."""
        self._on_commit.append(lambda: self._tables.snapshots.update({row[:2]: row}))

    def snapshot_sizes(self, stream: str) -> list[SnapshotSize]:
        """Return all snapshots of a stream in order, without their bodies."""
        return [
            SnapshotSize(row.position, row.fold, len(row.body))
            for key, row in sorted(self._tables.snapshots.items())
            if key[0] == stream
        ]

    def drop_snapshot(self, stream: str, position: int) -> None:
        """Delete the snapshot at a position."""
        self._on_commit.append(lambda: self._tables.snapshots.pop((stream, position), None))

    def stray_streams(self) -> list[str]:
        """Return the streams that have events or answers but no head."""
        told = self._tables.events.keys() | self._tables.answered.keys()
        return sorted(told - self._heads.keys())


def _behind(
    kept: dict[str, list[T]], added: dict[str, list[T]], stream: str, after: int, limit: int
) -> list[T]:
    """Return up to ``limit`` rows of a stream after a number, this transaction's rows last."""
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
    """Tables that only one transaction at a time may change."""

    name = "memory"

    def __init__(self, now: Callable[[], int] = _system_now) -> None:
        self.tables = Tables()
        self._now = now
        self.turn = RLock()
        self._writing = False
        self._closed = False

    @contextmanager
    def writing(self, _streams: Sequence[str]) -> Iterator[MemorySession]:
        """Run a transaction, which commits as a whole or not at all."""
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
        """Lend a session that sees the committed rows."""
        self._check_open()
        yield MemorySession(self.tables)

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Take a lease for a time, or extend it; return whether it is held."""
        with self.turn:
            self._check_open()
            now = self._now()
            _, held_by, until = self.tables.leases.get(name, (name, holder, now))
            if held_by != holder and until > now:
                return False
            self.tables.leases[name] = LeaseRow(name, holder, now + for_ms)
            return True

    def give_up_lease(self, name: str, holder: str) -> None:
        """Release a lease, if this holder has it."""
        with self.turn:
            if self.tables.leases.get(name, LeaseRow(name, "", 0)).holder == holder:
                del self.tables.leases[name]

    def time(self) -> int | None:
        """Return the time by which leases expire."""
        return self._now()

    def check_place(self) -> None:
        """Nothing to check: no other process can reach the tables."""

    def close(self) -> None:
        """Refuse all later requests."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise CannotRecord("the record in memory is closed")

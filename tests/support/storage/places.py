"""Places where a record is kept, each with ways to tamper with it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from pathlib import Path

import apsw
import psycopg
from msgspec.structs import astuple

from punto.runtime.ports import Stream
from punto.storage.journal import StoredJournal
from punto.storage.postgresql.database import open_postgresql, read_postgresql
from punto.storage.record.chain import first_answers_hash, first_hash, next_answers_hash, next_hash
from punto.storage.record.rows import AnswerRow, EventRow, HeadRow
from punto.storage.sqlite.database import open_sqlite, read_sqlite
from punto.values.structures import replace
from support.storage.memory import MemoryDatabase


class Place(ABC):
    """A record that can be opened, closed, and tampered with behind the program's back."""

    def __init__(self) -> None:
        self.opened: list[StoredJournal] = []

    def open(self, trusted: Collection[str] = ()) -> StoredJournal:
        """Open the record for writing."""
        self.opened.append(self._open(trusted))
        return self.opened[-1]

    def read(self) -> StoredJournal:
        """Open the record for reading, beside a writer."""
        self.opened.append(self._read())
        return self.opened[-1]

    def close(self) -> None:
        for journal in self.opened:
            journal.close()

    @abstractmethod
    def _open(self, trusted: Collection[str]) -> StoredJournal: ...

    @abstractmethod
    def _read(self) -> StoredJournal: ...

    @abstractmethod
    def tamper(self, statement: str, *values: str | int | bytes) -> None:
        """Change the tables with their triggers off; each question mark stands for a value."""

    def rewrite(self, stream: Stream, position: int, body: bytes) -> None:
        """Replace one event, and recompute the chain from there to the end."""
        self._replace(stream, {position: body})

    def cut(self, stream: Stream, end: int) -> None:
        """Cut off a stream, as if the later events had never existed."""
        rows = self._events(stream)
        head = rows[end - 1].hash if end else first_hash(stream)
        self.tamper("DELETE FROM transfers WHERE stream = ? AND position > ?", stream, end)
        self.tamper("DELETE FROM events WHERE stream = ? AND position > ?", stream, end)
        self.tamper("UPDATE heads SET position = ?, hash = ? WHERE stream = ?", end, head, stream)

    def delete(self, stream: Stream) -> None:
        """Delete a stream, as if it had never existed."""
        for table in ("transfers", "events", "answers", "heads"):
            self.tamper(f"DELETE FROM {table} WHERE stream = ?", stream)  # noqa: S608

    def forget(self, stream: Stream) -> None:
        """Delete the head of a stream."""
        self.tamper("DELETE FROM heads WHERE stream = ?", stream)

    def flip(self, stream: Stream, position: int) -> None:
        """Change one bit of an event's body, and nothing else."""
        body = bytearray(self._events(stream)[position - 1].body)
        body[len(body) // 2] ^= 1
        self.tamper(
            "UPDATE events SET body = ? WHERE stream = ? AND position = ?",
            bytes(body), stream, position,
        )  # fmt: skip

    def _replace(self, stream: Stream, bodies: dict[int, bytes]) -> None:
        before = first_hash(stream)
        for row in self._events(stream):
            body = bodies.get(row.position, row.body)
            before = next_hash(before, row.position, body)
            self.tamper(
                "UPDATE events SET body = ?, hash = ? WHERE stream = ? AND position = ?",
                body, before, stream, row.position,
            )  # fmt: skip
        self.tamper("UPDATE heads SET hash = ? WHERE stream = ?", before, stream)

    def change_answers(
        self,
        stream: Stream,
        change: Callable[[list[AnswerRow]], object],
        *,
        rechained: bool = False,
    ) -> None:
        """Change the answers of a stream; if ``rechained``, recompute their chain to the end."""
        journal = self.read()
        with journal.database.reading() as session:
            rows, head = session.answers_in_order(stream, 0, 10**9), session.head(stream)
        journal.close()
        assert head is not None
        change(rows)
        if rechained:
            before = first_answers_hash(stream)
            for index, row in enumerate(rows):
                numbers = (index + 1, row.first, row.events_count)
                said = (row.command, row.fingerprint)
                before = next_answers_hash(before, numbers, said, row.refusal)
                rows[index] = replace(row, number=index + 1, hash=before)
            head = head._replace(answers_count=len(rows), answers_hash=before)
        self._put_answers(head, rows)

    def _put_answers(self, head: HeadRow, rows: list[AnswerRow]) -> None:
        self.tamper("DELETE FROM answers WHERE stream = ?", head.stream)
        for row in rows:
            values = [value for value in astuple(row) if value is not None]
            refusal = "NULL" if row.refusal is None else "?"
            self.tamper(
                f"INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, {refusal}, ?)",  # noqa: S608
                *values,
            )
        self.tamper(
            "UPDATE heads SET answers_count = ?, answers_hash = ? WHERE stream = ?",
            head.answers_count, head.answers_hash, head.stream,
        )  # fmt: skip

    def _events(self, stream: Stream) -> list[EventRow]:
        journal = self.read()
        with journal.database.reading() as session:
            rows = session.events(stream, 0, 10**9)
        journal.close()
        return rows


class SqlitePlace(Place):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.path = folder / "record.db"

    def _open(self, trusted: Collection[str]) -> StoredJournal:
        return open_sqlite(self.path, trusted=trusted)

    def _read(self) -> StoredJournal:
        return read_sqlite(self.path)

    def tamper(self, statement: str, *values: str | int | bytes) -> None:
        # A person who can change a record would also remove the file that reveals it at once.
        self.path.with_name(f"{self.path.name}-acknowledged").unlink(missing_ok=True)
        connection = apsw.Connection(str(self.path))
        guards = list(
            connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        )
        with connection:
            for name, _ in guards:
                connection.execute(f"DROP TRIGGER {name}")
            connection.execute(statement, values)
            for _, sql in guards:
                assert isinstance(sql, str)
                connection.execute(sql)
        connection.close()


class PostgresqlPlace(Place):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    def _open(self, trusted: Collection[str]) -> StoredJournal:
        return open_postgresql(self.address, trusted=trusted)

    def _read(self) -> StoredJournal:
        return read_postgresql(self.address)

    def tamper(self, statement: str, *values: str | int | bytes) -> None:
        with psycopg.connect(self.address) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute(statement.replace("?", "%s").encode(), values)


class MemoryPlace(Place):
    def __init__(self) -> None:
        super().__init__()
        self.database = MemoryDatabase()

    def _open(self, trusted: Collection[str]) -> StoredJournal:
        return StoredJournal(self._same(), trusted)

    def _read(self) -> StoredJournal:
        return StoredJournal(self._same())

    def _same(self) -> MemoryDatabase:
        """Return another database on the same tables, which stay when one of them is closed."""
        other = MemoryDatabase()
        other.tables = self.database.tables
        other.turn = self.database.turn
        return other

    def tamper(self, statement: str, *values: str | int | bytes) -> None:
        raise NotImplementedError(statement, values)

    def cut(self, stream: Stream, end: int) -> None:
        tables = self.database.tables
        rows = tables.events[stream] = tables.events[stream][:end]
        tables.heads[stream] = tables.heads[stream]._replace(position=end, hash=rows[-1].hash)

    def delete(self, stream: Stream) -> None:
        tables = self.database.tables
        for kept in (tables.events, tables.answered, tables.heads):
            kept.pop(stream, None)

    def forget(self, stream: Stream) -> None:
        del self.database.tables.heads[stream]

    def flip(self, stream: Stream, position: int) -> None:
        rows = self.database.tables.events[stream]
        body = bytearray(rows[position - 1].body)
        body[len(body) // 2] ^= 1
        rows[position - 1] = replace(rows[position - 1], body=bytes(body))

    def _replace(self, stream: Stream, bodies: dict[int, bytes]) -> None:
        before = first_hash(stream)
        rows = self.database.tables.events[stream]
        for index, row in enumerate(rows):
            body = bodies.get(row.position, row.body)
            before = next_hash(before, row.position, body)
            rows[index] = replace(row, body=body, hash=before)
        heads = self.database.tables.heads
        heads[stream] = heads[stream]._replace(hash=before)

    def _put_answers(self, head: HeadRow, rows: list[AnswerRow]) -> None:
        tables = self.database.tables
        stream = Stream(head.stream)
        kept = {key: row for key, row in tables.answers.items() if key[0] != stream}
        tables.answers.clear()
        tables.answers.update(kept | {(stream, row.command): row for row in rows})
        tables.answered[stream] = rows
        tables.heads[stream] = head

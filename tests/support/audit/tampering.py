"""A copy of a record in memory in which every value can be changed, and the changes to try."""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from punto.audit import Audit, AuditVerdict, SqliteSource

Body = dict[str, Any]
Saved = dict[str, list[tuple[Any, ...]]]
TABLES = (
    "heads",
    "events",
    "transfers",
    "tickets_issued",
    "tickets_ended",
    "answers",
    "checkpoints",
    "snapshots",
)
Place = tuple[str | int, ...]


def set_to(place: str, value: object) -> Callable[[Body], None]:
    """Change one value of a body, such as ``played.0.1``."""
    *path, last = [int(key) if key.isdigit() else key for key in place.split(".")]

    def edit(body: Body) -> None:
        inner = body
        for key in path:
            inner = inner[key]  # type: ignore[index]
        inner[last] = value  # type: ignore[index]

    return edit


class Copy:
    """All tables of a record, without the triggers that guard them."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as record:
            record.backup(self.connection)
        for (name,) in self.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
            self.do(f"DROP TRIGGER {name}")
        # The auditor has to find every change of a column or row, so SQLite must not refuse any.
        self.do("PRAGMA ignore_check_constraints = ON")
        self.do("PRAGMA foreign_keys = OFF")

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return list(self.connection.execute(query, values))

    def do(self, statement: str, *values: object) -> None:
        self.connection.execute(statement, values)

    def verdict(self, *keys: str) -> AuditVerdict:
        return Audit(SqliteSource(self.connection, "copy")).run([], keys)

    def body(self, stream: str, position: int) -> Body:
        query = "SELECT body FROM events WHERE stream = ? AND position = ?"
        ((body,),) = self.rows(query, stream, position)
        found: Body = json.loads(body)
        return found

    def rewrite(self, stream: str, position: int, body: Body) -> None:
        """Replace an event, with matching columns and a recomputed chain."""
        self.put(stream, position, encoded(body))
        self.do(
            "UPDATE events SET name = ?, at = ? WHERE stream = ? AND position = ?",
            str(body.get("name")), _number(body.get("at")), stream, position,
        )  # fmt: skip

    def put(self, stream: str, position: int, body: bytes) -> None:
        """Replace the bytes of an event, with a recomputed chain."""
        statement = "UPDATE events SET body = ? WHERE stream = ? AND position = ?"
        self.do(statement, body, stream, position)
        self.chain_again(stream)

    def put_unchained(self, stream: str, position: int, body: bytes) -> None:
        """Replace the bytes of an event, and nothing else."""
        statement = "UPDATE events SET body = ? WHERE stream = ? AND position = ?"
        self.do(statement, body, stream, position)

    def append(self, stream: str, body: Body) -> None:
        """Append an event to the last command, and adjust its answer and both chains."""
        ((last,),) = self.rows("SELECT max(position) FROM events WHERE stream = ?", stream)
        new = (stream, last + 1, body["name"], body["at"], encoded(body), bytes(32))
        self.do("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", *new)
        self.do(
            "UPDATE answers SET events_count = events_count + 1 "
            "WHERE stream = ? AND events_count > 0 AND first + events_count - 1 = ?", stream, last,
        )  # fmt: skip
        self.chain_again(stream)
        self.chain_answers_again(stream)

    def leave_out(self, stream: str, position: int) -> None:
        """Remove an event with everything that belongs to it, and close the gap everywhere."""
        here = (stream, position)
        for table in ("transfers", "tickets_issued", "tickets_ended", "events"):
            self.do(f"DELETE FROM {table} WHERE stream = ? AND position = ?", *here)  # noqa: S608
        covering = "stream = ? AND first <= ? AND first + events_count > ? AND events_count > 0"
        one_less = "UPDATE answers SET events_count = events_count - 1 WHERE"
        self.do(f"{one_less} {covering}", stream, position, position)
        self.do("DELETE FROM answers WHERE events_count = 0 AND refusal IS NULL")
        self.do("UPDATE answers SET first = first - 1 WHERE stream = ? AND first > ?", *here)
        self.chain_answers_again(stream)
        for table in ("events", "transfers", "tickets_issued", "tickets_ended"):
            close = f"UPDATE {table} SET position = position - 1 WHERE stream = ? AND position = ?"  # noqa: S608
            ((last,),) = self.rows("SELECT max(position) FROM events WHERE stream = ?", stream)
            for each in range(position + 1, (last or 0) + 2):
                self.do(close, stream, each)
        postings = self.rows(
            "SELECT DISTINCT posting FROM transfers WHERE stream = ? ORDER BY posting", stream
        )
        for number, (posting,) in enumerate(postings, start=1):
            for column in ("posting", "reverses"):
                renumber = f"UPDATE transfers SET {column} = ? WHERE stream = ? AND {column} = ?"  # noqa: S608
                self.do(renumber, number, stream, posting)
        self.chain_again(stream)

    def keys(self, table: str) -> list[str]:
        """The columns of a table's key."""
        rows = self.rows("SELECT name FROM pragma_table_info(?) WHERE pk", table)
        return [name for (name,) in rows]

    def saved(self) -> Saved:
        """Return all rows of every table in TABLES."""
        return {table: self.rows(f"SELECT * FROM {table}") for table in TABLES}  # noqa: S608

    def restore(self, saved: Saved) -> None:
        for table, rows in saved.items():
            self.do(f"DELETE FROM {table}")  # noqa: S608
            for row in rows:
                marks = ", ".join("?" * len(row))
                self.do(f"INSERT INTO {table} VALUES ({marks})", *row)  # noqa: S608

    def chain_again(self, stream: str) -> None:
        digest = hashlib.sha256(b"punto record 1\n" + stream.encode()).digest()
        query = "SELECT position, body FROM events WHERE stream = ? ORDER BY position"
        last = 0
        for position, body in self.rows(query, stream):
            digest = hashlib.sha256(digest + position.to_bytes(8, "big") + body).digest()
            statement = "UPDATE events SET hash = ? WHERE stream = ? AND position = ?"
            self.do(statement, digest, stream, position)
            last = position
        self.do("UPDATE heads SET position = ?, hash = ? WHERE stream = ?", last, digest, stream)

    def chain_answers_again(self, stream: str) -> None:
        digest = hashlib.sha256(b"punto answers 1\n" + stream.encode()).digest()
        query = (
            "SELECT number, first, events_count, command, fingerprint, refusal FROM answers "
            "WHERE stream = ? ORDER BY number"
        )
        count = 0
        for number, first, events, command, fingerprint, refusal in self.rows(query, stream):
            count += 1
            numbers = b"".join(each.to_bytes(8, "big") for each in (count, first, events))
            ending = b"\0" if refusal is None else b"\1" + refusal
            said = f"{command}\0{fingerprint}\0".encode() + ending
            digest = hashlib.sha256(digest + numbers + said).digest()
            statement = "UPDATE answers SET number = ?, hash = ? WHERE stream = ? AND number = ?"
            self.do(statement, count, digest, stream, number)
        statement = "UPDATE heads SET answers_count = ?, answers_hash = ? WHERE stream = ?"
        self.do(statement, count, digest, stream)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def encoded(body: Body) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def leaves(value: Any, path: Place = ()) -> Iterator[Place]:  # noqa: ANN401 (JSON is anything)
    """Yield the place of every plain value and of every list in a body."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
        return
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield from leaves(each, (*path, index))
    yield path


def shape_of(place: Place) -> str:
    """Return a place with every index replaced by #."""
    return ".".join("#" if isinstance(each, int) else each for each in place)


def changed(body: Body, path: Place) -> Body:
    """Return the body with one value replaced by another of its kind."""
    copy: Any = json.loads(json.dumps(body))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = other(inner[path[-1]])
    found: Body = copy
    return found


_SWAPS = {
    "player": "banker",
    "banker": "player",
    "tie": "player",
    "won": "lost",
    "lost": "won",
    "pushed": "returned",
    "returned": "pushed",
    "read": "drawn",
    "drawn": "read",
    "DEALER": "SHIFT_MANAGER",
    "PIT_SUPERVISOR": "DEALER",
    "PIT_MANAGER": "PIT_SUPERVISOR",
    "SHIFT_MANAGER": "PIT_MANAGER",
    "actor": "patron",
    "patron": "actor",
    "timer": "actor",
    "connected": "lost",
    "goes on": "void",
    "void": "goes on",
    "established": "goes on",
    "push": "1:1",
    "1:1": "push",
    "19:20": "20:19",
}


def other(value: Any) -> Any:  # noqa: ANN401 (JSON is anything)
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return 1
    if isinstance(value, list):
        return value[:-1] if value else ["4D"]
    if value in _SWAPS:
        return _SWAPS[value]
    if len(value) == 2 and value[1] in "SHDC":
        return ("5" if value[0] != "5" else "6") + value[1]
    return f"{value[:-1]}{'x' if value[-1:] != 'x' else 'y'}"

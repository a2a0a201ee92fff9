"""punto audit: an independent verifier of a record, in one file.

It imports nothing of the rest of the package and was written from the rules and from
docs/RECORD.md by other code than the table's own. It runs alone as well::

    python audit.py record.db --checkpoint FILE --key HEX --json

It reads a SQLite file, a PostgreSQL address or an export, changes nothing, and goes through all of
it: pages, indexes, the write-ahead log, chains, checkpoints, people, shoes, cards, results, bets,
money, tickets, moves and answers. It ends with a verdict and counts, or with the first record that
does not hold, and why.
"""

import argparse
import hashlib
import json
import re
import sqlite3
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Literal, NoReturn, Protocol
from urllib.parse import quote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

HOLDS, DOES_NOT_HOLD, UNREADABLE = 0, 1, 2
"""How the program ends."""

TABLES_VERSION = 2
FORM_VERSION = 1
"""The newest tables and the newest form of an event that this file was written for."""

Json = dict[str, Any]


class Unreadable(Exception):
    """What was given is no record that can be read; one sentence says why."""


class Mismatch(Exception):
    """Something is not as it has to be; where that is, the caller knows."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"{found}; expected {expected}")
        self.found, self.expected = found, expected


@dataclass(frozen=True, slots=True)
class Finding:
    """The first record that does not hold."""

    where: str
    found: str
    expected: str
    stream: str | None = None
    position: int | None = None

    @property
    def sentence(self) -> str:
        """The finding, for a person."""
        return f"{self.where}: found {self.found}; expected {self.expected}"


class Broken(Exception):
    """The record does not hold."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.sentence)
        self.finding = finding


def broken(
    where: str, found: str, expected: str, stream: str | None = None, position: int | None = None
) -> NoReturn:
    """End the audit here."""
    raise Broken(Finding(where, found, expected, stream, position))


def broken_at(stream: str, position: int, found: str, expected: str) -> NoReturn:
    """End the audit at an event, or at a row that belongs to one."""
    broken(f"{stream} at {position}", found, expected, stream, position)


def shown(value: object) -> str:
    """A value in a sentence, cut where it is long."""
    text = str(value) if isinstance(value, str | int) else json.dumps(value, default=str)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


_SHOWN = 240


def same(what: str, found: object, expected: object) -> None:
    """Two values that have to agree."""
    if found != expected or type(found) is not type(expected):
        raise Mismatch(f"{what} {shown(found)}", shown(expected))


def demand(holds: object, found: str, expected: str) -> None:
    """Something that has to be so."""
    if not holds:
        raise Mismatch(found, expected)


def masked(number: str) -> str:
    """A ticket's number as it may be shown: whoever reads all of it holds the money."""
    return "*" * max(0, len(number) - 4) + number[-4:]


# ---------------------------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class End:
    """A place in a stream: how many events and answers there are up to it, and their hashes."""

    position: int
    hash: bytes
    answers: int
    answers_hash: bytes


class Source(Protocol):
    """A record that can be asked."""

    starts: "dict[str, End]"
    """For streams that do not begin at their beginning: what comes before them."""
    is_part: bool
    """Whether it may be a part of a record only."""

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, in which ``?`` stands for each value."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class SqliteSource:
    """A SQLite file, read beside whoever writes it."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self.starts: dict[str, End] = {}
        self.is_part = False
        self.name = name
        self.connection = connection
        self.acknowledged: dict[str, Json] | None = None
        """By stream, how far it was acknowledged, as a file beside the record says."""
        self.acknowledged_note = ""

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a query; a damaged file is told as such."""
        try:
            yield from self.connection.cursor().execute(query, values)
        except UNREADABLE_FAULTS as error:
            raise Unreadable(f"{self.name}: cannot be read, {error}") from error

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


APPLICATION_ID = 0x50756E74


UNREADABLE_FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""The second where SQLite repeats damaged text in what it says."""


def open_sqlite(path: Path) -> SqliteSource:
    """Open a file for reading only, everything as of one moment."""
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    # Before the record is looked at, which may be further by then, and never less far.
    acknowledged = read_acknowledged(path)
    try:
        return _opened(path, address, acknowledged)
    except UNREADABLE_FAULTS as error:
        fault = error
    if not path.with_name(f"{path.name}-wal").exists():
        # Where nobody can write there is no writer beside us either, and no file that he shares.
        try:
            return _opened(path, f"{address}&immutable=1", acknowledged)
        except UNREADABLE_FAULTS as error:
            fault = error
    raise Unreadable(f"{path}: cannot be read, {fault}") from fault


def _opened(
    path: Path, address: str, acknowledged: "tuple[dict[str, Json] | None, str]"
) -> SqliteSource:
    connection = sqlite3.connect(address, uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("BEGIN")
        (found,) = connection.execute("PRAGMA application_id").fetchone()
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except UNREADABLE_FAULTS:
        connection.close()
        raise
    if found != APPLICATION_ID:
        connection.close()
        raise Unreadable(f"{path}: not a record of Punto")
    source = SqliteSource(connection, str(path))
    source.acknowledged, source.acknowledged_note = acknowledged
    return source


class PostgresqlSource:
    """A database server; every query is read in parts, all as of one moment."""

    def __init__(self, address: str) -> None:
        import psycopg  # noqa: PLC0415 (only who gives such an address needs it)

        self.starts: dict[str, End] = {}
        self.is_part = False
        self._fault = psycopg.Error
        self._cursors = 0
        try:
            self.connection = psycopg.connect(address)
            self.connection.read_only = True
            self.connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        except psycopg.Error as error:
            raise Unreadable(f"the database cannot be opened, {_first_line(error)}") from error

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a query."""
        self._cursors += 1
        try:
            with self.connection.cursor(name=f"audit_{self._cursors}") as cursor:
                cursor.itersize = 1_000
                cursor.execute(query.replace("?", "%s").encode(), values)
                yield from cursor
        except self._fault as error:
            raise Unreadable(f"the database cannot be read, {_first_line(error)}") from error

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


COLUMNS: Mapping[str, Mapping[str, str]] = {
    "heads": {
        "stream": "text",
        "position": "number",
        "hash": "hex",
        "answers_count": "number",
        "answers_hash": "hex",
    },
    "events": {
        "stream": "text",
        "position": "number",
        "name": "text",
        "at": "number",
        "body": "body",
        "hash": "hex",
    },
    "transfers": {
        "stream": "text",
        "posting": "number",
        "line": "number",
        "position": "number",
        "terminal": "text",
        "reason": "text",
        "is_reversal": "flag",
        "amount": "number",
        "reverses": "number?",
    },
    "tickets_issued": {
        "number": "text",
        "stream": "text",
        "position": "number",
        "amount": "number",
        "terminal": "text",
        "issued_at": "number",
        "expires_at": "number",
    },
    "tickets_ended": {
        "number": "text",
        "stream": "text",
        "position": "number",
        "terminal": "text",
        "at": "number",
    },
    "answers": {
        "stream": "text",
        "number": "number",
        "command": "text",
        "fingerprint": "text",
        "first": "number",
        "events_count": "number",
        "refusal": "body?",
        "hash": "hex",
    },
    "checkpoints": {"number": "number", "body": "body", "signature": "hex"},
}
"""The tables of an export and how each column is written there."""


def open_export(path: Path) -> SqliteSource:
    """Read an export into tables of our own, so that all questions are asked in one way."""
    connection = sqlite3.connect("", isolation_level=None)
    source = SqliteSource(connection, str(path))
    source.is_part = True
    for table, columns in COLUMNS.items():
        connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
    connection.execute("CREATE TABLE snapshots (stream, position, fold, hash, body)")
    connection.execute("CREATE TABLE migrations (version)")
    try:
        with path.open("rb") as lines:
            source.starts = _export_header(path, next(lines, b""), connection)
            connection.execute("BEGIN")
            for number, line in enumerate(lines, start=2):
                _take_row(connection, f"{path}, line {number}", line)
            connection.execute("COMMIT")
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read, {error.strerror}") from error
    for table, key in (
        ("events", "stream, position"),
        ("transfers", "stream, position"),
        ("answers", "stream, number"),
        ("tickets_issued", "number"),
        ("tickets_ended", "number"),
    ):
        connection.execute(f"CREATE INDEX by_{table} ON {table} ({key})")
    return source


def _export_header(path: Path, line: bytes, connection: sqlite3.Connection) -> dict[str, End]:
    try:
        header = parsed(line)
        is_ours, tables = header["punto"] == "export", header["tables"]
        starts = {
            each["stream"]: End(
                each["after"],
                bytes.fromhex(each["hash"]),
                each["answers_after"],
                bytes.fromhex(each["answers_hash"]),
            )
            for each in header["streams"]
            if each["after"]
        }
    except (Mismatch, KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"{path}: its first line is no header of an export") from error
    if not is_ours:
        raise Unreadable(f"{path}: not an export of Punto")
    connection.executemany("INSERT INTO migrations VALUES (?)", [(n + 1,) for n in range(tables)])
    return starts


def _take_row(connection: sqlite3.Connection, place: str, line: bytes) -> None:
    try:
        row = parsed(line)
        table = row.pop("table")
        columns = COLUMNS[table]
        if row.keys() != columns.keys():
            raise Unreadable(f"{place}: expected the columns {' '.join(columns)}")
        values = [_column(row[name], kind) for name, kind in columns.items()]
    except (Mismatch, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(f"{place}: no row of an export, {error}") from error
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608 (ours)


def _column(value: object, kind: str) -> object:
    if value is None and kind.endswith("?"):
        return None
    kind = kind.rstrip("?")
    if kind in {"number", "flag"}:
        wanted = int if kind == "number" else bool
        if type(value) is not wanted:
            raise ValueError(f"{shown(value)}: expected a {kind}")
        return value
    if not isinstance(value, str):
        raise TypeError(f"{shown(value)}: expected text")
    if kind == "hex":
        return bytes.fromhex(value)
    return value.encode() if kind == "body" else value


def open_source(address: str) -> Source:
    """Open whatever was named: an address of PostgreSQL, a SQLite file or an export."""
    if address.startswith(("postgresql://", "postgres://")):
        return PostgresqlSource(address)
    path = Path(address)
    try:
        with path.open("rb") as file:
            first = file.read(1)
    except FileNotFoundError:
        raise Unreadable(f"{address}: no such file, expected a record or an export") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Unreadable(f"{address}: cannot be read, {why}") from error
    return open_export(path) if first == b"{" else open_sqlite(path)


def check_tables(source: Source, address: str) -> None:
    """Refuse tables that this file was not written for."""
    taken = sorted(version for (version,) in source.rows("SELECT version FROM migrations"))
    if taken and taken[-1] > TABLES_VERSION:
        raise Unreadable(
            f"{address}: tables of version {taken[-1]}, newer than this auditor, "
            f"which knows {TABLES_VERSION}"
        )
    # The second step only added guards, so that tables of the first are read like the newest.
    if not taken or taken != list(range(1, len(taken) + 1)):
        broken("migrations", shown(taken), "all from 1 on")


# ---------------------------------------------------------------------------------- files

PLACE = 2_048
"""The bytes of a place in the file of what was acknowledged."""


def read_acknowledged(path: Path) -> tuple[dict[str, Json] | None, str]:
    """How far each stream was acknowledged, if a file says so; and what that leaves open."""
    beside = path.with_name(f"{path.name}-acknowledged")
    try:
        content = beside.read_bytes()
    except OSError as error:
        said = f"{beside.name}: {error.strerror}"
        return None, f"{said}; a record that was cut short at its end goes unseen"
    header, *places = (
        _place(content[start : start + PLACE]) for start in range(0, max(1, len(content)), PLACE)
    )
    if header is None or header.get("punto") != "acknowledged":
        return None, f"{beside.name}: damaged; a record that was cut short at its end goes unseen"
    ends: dict[str, Json] = {}
    for end in filter(None, places):
        before = ends.setdefault(end["stream"], end)
        if (end["position"], end["answers_count"]) > (before["position"], before["answers_count"]):
            ends[end["stream"]] = end
    if header["is_whole"]:
        return ends, ""
    return ends, (
        f"{beside.name}: begun at {header['since']} (milliseconds since 1970), when there was no "
        "such file beside the record; what was acknowledged and lost before that goes unseen"
    )


def _place(content: bytes) -> Json | None:
    """A line and the beginning of its SHA-256; of a place that is empty or torn nothing."""
    # JSON has no line feed inside; a stream's name may well have a space and a #.
    line, _, digest = content.partition(b"\n")[0].rpartition(b" #")
    if digest != hashlib.sha256(line).hexdigest()[:16].encode():
        return None
    return parsed(line)


TABLES = "37f797ba927f18c019dabb1a87ad45a895a1690214b697509acff0088ac51efa"
"""The SHA-256 of the names of all tables and the statements that make them, with NUL between."""


def check_file(source: "SqliteSource", path: Path) -> list[str]:
    """The pages of a file, its log, and whether it ends where it must; what that leaves open."""
    check_log(path.with_name(f"{path.name}-wal"), has_word=source.acknowledged is not None)
    found = [said for (said,) in source.rows("PRAGMA integrity_check(1)")]
    if found != ["ok"]:
        said = "; ".join(found)
        broken(f"{path}", f"damaged pages or indexes ({said})", "pages that hold")
    query = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    tables = "\0".join(each for row in source.rows(query) for each in row)
    if hashlib.sha256(tables.encode()).hexdigest() != TABLES:
        broken(f"{path}", "other tables, or other words in their making", "those of this version")
    for stream, end in (source.acknowledged or {}).items():
        try:
            _check_acknowledged(source, stream, end)
        except Mismatch as mismatch:
            where = f"{stream}, held against {path.name}-acknowledged"
            broken(where, mismatch.found, mismatch.expected, stream)
    return [source.acknowledged_note] if source.acknowledged_note else []


def _check_acknowledged(source: "SqliteSource", stream: str, end: Json) -> None:
    position, count = end["position"], end["answers_count"]
    if stream == "checkpoint":
        query = "SELECT body FROM checkpoints WHERE number = ?"
        found = [hashlib.sha256(body).hexdigest() for (body,) in source.rows(query, position)]
        demand(found == [end["hash"]], f"no checkpoint {position}, or another", "as it was signed")
        return
    query = "SELECT position, answers_count FROM heads WHERE stream = ?"
    ends = [*source.rows(query, stream), (0, 0)][0]
    demand(
        ends[0] >= position and ends[1] >= count,
        f"an end at {ends[0]} with {ends[1]} answers",
        f"the {position} events and {count} answers that were acknowledged: some are lost",
    )
    start = _beginning(stream)
    for what, number, digest, column, first in (
        ("events", position, end["hash"], "position", start.hash),
        ("answers", count, end["answers_hash"], "number", start.answers_hash),
    ):
        query = f"SELECT hash FROM {what} WHERE stream = ? AND {column} = ?"  # noqa: S608 (ours)
        found = [bytes(each).hex() for (each,) in source.rows(query, stream, number)]
        found = found if number else [first.hex()]
        demand(found == [digest], f"other {what} at {number}", "those that were acknowledged")


LOG_HEADER, FRAME_HEADER = 32, 24


def check_log(path: Path, *, has_word: bool) -> None:
    """The write-ahead log, which SQLite takes up to its first bad frame, and says nothing.

    Each commit is synced before the next transaction begins. So a log that a crash has cut off is
    torn in its last transaction only: whole ones behind a bad frame mean damage. Where there is one
    such transaction, what was acknowledged tells which it is, if anything does.
    """
    bad, whole, goes_on = read_log(path)
    if whole and ((goes_on and bad) or not has_word):
        where = f"{path}, {f'frame {bad}' if bad else 'its header'}"
        broken(where, f"damage, and {whole} transactions from there on", "a log that is whole")


LogFault = tuple[int | None, int, bool]
"""The first bad frame (0: the header), whole transactions from there on, and more behind them."""


def read_log(path: Path) -> LogFault:
    """What is wrong with a log, also while its writer goes on writing.

    A read that the writer overtakes can show a gap that was never there; damage is found twice.
    """
    found = log_fault(path)
    while found[1]:
        again = log_fault(path)
        if again == found:
            break
        found = again
    return found


def log_fault(path: Path) -> LogFault:
    """What one read of a log shows."""
    try:
        content = path.read_bytes()
    except OSError:
        content = b""
    if len(content) < LOG_HEADER + FRAME_HEADER:
        return None, 0, False
    number = [int.from_bytes(content[at : at + 4], "big") for at in range(0, LOG_HEADER, 4)]
    order: Literal["little", "big"] = "big" if number[0] & 1 else "little"
    is_sound = number[0] | 1 == 0x377F0683  # noqa: PLR2004 (how every log begins)
    is_sound &= log_sum((0, 0), content[:24], order) == (number[6], number[7])
    page = number[2] if number[2] in {512 << power for power in range(8)} else 4_096
    salts = content[16:24] if is_sound else content[LOG_HEADER + 8 : LOG_HEADER + 16]
    before, bad, whole, goes_on = (number[6], number[7]), None if is_sound else 0, 0, False
    size = FRAME_HEADER + page
    for frame in range(1, (len(content) - LOG_HEADER) // size + 1):
        start = LOG_HEADER + (frame - 1) * size
        header, body = content[start : start + 24], content[start + 24 : start + size]
        stored = int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")
        follows = header[8:16] == salts
        follows = follows and log_sum(before, header[:8] + body, order) == stored
        before = stored
        if not follows:
            bad = frame if bad is None else bad
        elif bad is not None:
            goes_on |= whole > 0
            whole += any(header[4:8])
    return bad, whole, goes_on


def log_sum(
    before: tuple[int, int], content: bytes, order: Literal["little", "big"]
) -> tuple[int, int]:
    """The checksum of a log, which goes on from frame to frame."""
    one, two = before
    words = array("I", content)
    if sys.byteorder != order:
        words.byteswap()
    for at in range(0, len(words), 2):
        one = (one + words[at] + two) & 0xFFFFFFFF
        two = (two + words[at + 1] + one) & 0xFFFFFFFF
    return one, two


# ---------------------------------------------------------------------------------- bodies


def parsed(body: bytes) -> Json:
    """A body as JSON: one object, no key twice, whole numbers only."""
    try:
        value = json.loads(
            body, object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number
        )
    except (ValueError, RecursionError) as error:
        raise Mismatch(f"a body that is no JSON ({error})", "a body of this record") from None
    if not isinstance(value, dict):
        raise Mismatch("a body that is no object", "a body of this record")
    return value


def _object(pairs: list[tuple[str, Any]]) -> Json:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands twice")
    return made


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no whole number")


SHARED_PLACES = ("bets", "offered", "rows", "row")
"""The fields that hold values which stand once in a body, by their number."""


def resolved(body: Json) -> Json:
    """The body with every shared value where it is used."""
    pool: list[Any] = []
    for entry in body.get("shared", ()):
        pool.append(_resolve(entry, pool))
    whole: Json = _resolve({k: v for k, v in body.items() if k != "shared"}, pool)
    return whole


def _resolve(value: Any, pool: list[Any]) -> Any:  # noqa: ANN401 (JSON is anything)
    if isinstance(value, dict):
        return {
            key: _shared(each, pool) if key in SHARED_PLACES else _resolve(each, pool)
            for key, each in value.items()
        }
    return [_resolve(each, pool) for each in value] if isinstance(value, list) else value


def _shared(value: Any, pool: list[Any]) -> Any:  # noqa: ANN401 (JSON is anything)
    if isinstance(value, list):
        return [_shared(each, pool) for each in value]
    if value is None:
        return None
    if type(value) is not int or not 0 <= value < len(pool):
        raise Mismatch(f"{shown(value)} for a shared value", f"a number below {len(pool)}")
    return pool[value]


RANKS, SUITS = "A23456789TJQK", "SHDC"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = frozenset(DECK)
LADDER = {"DEALER": 1, "PIT_SUPERVISOR": 2, "PIT_MANAGER": 3, "SHIFT_MANAGER": 4}


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return type(value) is int


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_card(value: object) -> bool:
    return isinstance(value, str) and value in CARDS


def _is_cards(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_card, value))


def _is_actor(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"person", "role", "acting", "alone"}
        and _is_text(value["person"])
        and bool(value["person"])
        and value["role"] in LADDER
        and _is_flag(value["acting"])
        and _is_flag(value["alone"])
    )


def _is_stakes(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, list) and len(each) == 2 and _is_text(each[0]) and _is_number(each[1])  # noqa: PLR2004
        for each in value
    )


RESULT_FIELDS = ("bet", "stake", "result", "profit", "clause", "row", "commission")


def _is_results(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, list)
        and len(each) == 2  # noqa: PLR2004
        and _is_text(each[0])
        and isinstance(each[1], list)
        and all(isinstance(r, dict) and tuple(r) == RESULT_FIELDS for r in each[1])
        for each in value
    )


def _is_limits(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"minimum", "maximum", "step"}
        and _is_number(value["minimum"])
        and _is_number(value["step"])
        and (value["maximum"] is None or _is_number(value["maximum"]))
    )


def _is_own_limits(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, list) and len(each) == 2 and _is_text(each[0]) and _is_limits(each[1])  # noqa: PLR2004
        for each in value
    )


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_registered(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, list) and len(each) == 2 and _is_text(each[0]) and _is_stakes(each[1])  # noqa: PLR2004
        for each in value
    )


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


KINDS: Mapping[str, Callable[[object], bool]] = {
    "text": _is_text,
    "number": _is_number,
    "flag": _is_flag,
    "card": _is_card,
    "cards": _is_cards,
    "texts": _is_texts,
    "actor": _is_actor,
    "stakes": _is_stakes,
    "results": _is_results,
    "limits": _is_limits,
    "own_limits": _is_own_limits,
    "registered": _is_registered,
    "object": _is_object,
    "role": LADDER.__contains__,
}


def _form(fields: str) -> dict[str, str]:
    """``terminal:text amount:number`` as a mapping, in its order."""
    return dict(each.split(":") for each in fields.split())


FORMS: Mapping[str, Mapping[str, str]] = {
    name: _form(fields)
    for name, fields in {
        "table.configured": "configuration:object",
        "table.opened": "dealer:actor",
        "table.closed": "",
        "table.dealer_changed": "dealer:actor",
        "table.limits_changed": "limits:limits own_limits:own_limits",
        "shoe.loaded": (
            "shoe_number:number decks:number source:text shuffle:text commitment:text "
            "sealed:text cut_at:number?"
        ),
        "shoe.cards_burned": "shown:card unseen_count:number",
        "shoe.cut_card_seen": "rounds_left:number",
        "shoe.cards_counted": "counted:number expected:number",
        "shoe.retired": "reason:text",
        "shoe.revealed": "shoe_number:number order:cards salt:text",
        "shoe.roads_restarted": "",
        "seat.terminal_seated": "terminal:text",
        "seat.link_reported": "terminal:text link:text",
        "seat.terminal_disabled": "terminal:text reason:text",
        "seat.terminal_enabled": "terminal:text",
        "purse.cash_taken": "terminal:text amount:number",
        "purse.bill_taken": "terminal:text amount:number simulated:flag",
        "purse.ticket_taken": "terminal:text amount:number number:text",
        "purse.cash_out_reserved": "terminal:text amount:number number:text expires_at:number",
        "purse.ticket_printed": "terminal:text amount:number number:text issued_at:number"
        " expires_at:number",
        "purse.cash_out_given_back": "terminal:text amount:number",
        "purse.ticket_uncertain": "terminal:text",
        "purse.hand_paid": "terminal:text amount:number",
        "purse.terminal_moved_out": "terminal:text table:text amount:number disabled:text",
        "purse.terminal_moved_in": (
            "terminal:text table:text amount:number transfer:text disabled:text"
        ),
        "adjustment.asked": "terminal:text kind:text amount:number reason:text asked_by:text",
        "adjustment.turned_down": "terminal:text",
        "adjustment.credits_adjusted": "terminal:text amount:number reason:text by_ruling:flag",
        "adjustment.debt_written_off": "terminal:text amount:number reason:text",
        "adjustment.debt_repaid": "terminal:text amount:number",
        "round.bets_opened": (
            "round_number:number phrase:text closes_at:number stamp:object seen_before:cards"
        ),
        "round.position_taken": "terminal:text stakes:stakes opposite:flag",
        "round.closing_began": "cut_off_at:number",
        "round.terminal_froze": "terminal:text",
        "round.bets_closed": "phrase:text unanswered:texts",
        "round.card_dealt": "card:card side:text origin:text",
        "round.card_beyond_decks": "card:card decks:number reported:cards instead_of:cards",
        "round.totals_announced": "player_total:number banker_total:number",
        "round.result_shown": "winner:text player_total:number banker_total:number",
        "round.settled": "results:results",
        "matter.irregularity_reported": (
            "policy:object reporter:text words:text cards:cards? extra:cards earlier:number? "
            "automatic:flag lasted_ms:number"
        ),
        "matter.terminals_interrupted": (
            "policy:object words:text registered:registered unregistered:texts"
        ),
        "matter.irregularity_declined": "reason:text",
        "matter.ruling_given": "words:text verdict:text",
        "matter.order_decided": "cards:cards",
        "matter.play_resumed": "closes_at:number",
        "matter.cards_corrected": "registered:cards corrected:cards",
        "matter.cards_carried": "cards:cards in_front:flag",
        "matter.cards_discarded": "cards:cards",
        "matter.round_voided": "results:results",
        "matter.round_resettled": "results:results",
        "matter.earlier_round_resettled": (
            "round_number:number registered:cards corrected:cards results:results"
        ),
        "floor.person_enrolled": "person:text name:text",
        "floor.person_dismissed": "person:text",
        "floor.person_reinstated": "person:text",
        "floor.role_granted": "person:text role:role",
        "floor.role_revoked": "person:text role:role",
        "floor.acting_role_granted": "person:text role:role since:number until:number",
        "floor.acting_role_ended": "person:text role:role",
        "floor.profile_chosen": "before:text profile:text",
        "floor.terminal_enrolled": "terminal:text place:text",
        "floor.terminal_retired": "terminal:text",
        "floor.bring_up_ordered": "table:text",
        "floor.call_answered": "terminal:text",
        "floor.reset_asked": "person:text",
        "floor.person_invited": "person:text asked_by:text?",
        "floor.secrets_chosen": "person:text vouched_by:texts until:number",
        "floor.signed_in": "person:text",
        "floor.sign_in_failed": "person:text secret:text",
        "floor.person_locked_out": "person:text",
        "floor.person_unlocked": "person:text",
        "floor.alarm_raised": "person:text cause:text source:text",
        "floor.alarms_closed": "person:text",
        "floor.terminal_admitted": "terminal:text",
    }.items()
}
"""What each kind of event says, field by field; ``?`` where there may be nothing."""

WITH_SHARED = {
    "table.configured",
    "round.settled",
    "matter.round_voided",
    "matter.round_resettled",
    "matter.earlier_round_resettled",
}
"""The events that hold bets or pay rows."""

ENVELOPE = ("name", "version", "at", "by", "command", "clause", "fact")


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream, read from its bytes."""

    stream: str
    position: int
    name: str
    at: int
    by: Json | None
    command: str
    clause: str
    fact: Json


def event_of(stream: str, position: int, body: bytes) -> Event:
    """Read a body, and refuse every form but the one that the record knows."""
    whole = parsed(body)
    if "shared" in whole or whole.get("name") in WITH_SHARED:
        whole = resolved(whole)
    same("the fields", list(whole), list(ENVELOPE))
    name, fact = whole["name"], whole["fact"]
    form = FORMS.get(name) if isinstance(name, str) else None
    if form is None or name.startswith("floor.") != (stream == FLOOR):
        raise Mismatch(f"an event {shown(name)}", f"one that belongs into the stream {stream}")
    same(f"{name} of version", whole["version"], FORM_VERSION)
    demand(_is_number(whole["at"]), f"the time {shown(whole['at'])}", "milliseconds")
    demand(_is_text(whole["command"]) and whole["command"], "no command", "the command's id")
    demand(_is_text(whole["clause"]), f"the clause {shown(whole['clause'])}", "text")
    demand(isinstance(fact, dict), "a fact in another form", "an object")
    same(f"{name} with the fields", list(fact), list(form))
    for key, kind in form.items():
        value = fact[key]
        if not ((value is None and kind.endswith("?")) or KINDS[kind.rstrip("?")](value)):
            raise Mismatch(f"{name} with {key} {shown(value)}", kind)
    by = whole["by"]
    if not _is_sender(by, stream):
        raise Mismatch(f"the sender {shown(by)}", "a named person, a patron or a timer")
    return Event(stream, position, name, whole["at"], by, whole["command"], whole["clause"], fact)


FLOOR = "floor"


def _is_sender(by: object, stream: str) -> bool:
    """Whether somebody is named: a person in a role, a terminal, or a timer for a Dealer."""
    if stream == FLOOR:
        return by is None or _is_actor(by)
    if not isinstance(by, dict):
        return False
    rest = {key: value for key, value in by.items() if key != "is"}
    match by.get("is"):
        case "actor":
            return _is_actor(rest)
        case "patron":
            return rest.keys() == {"terminal"} and _is_text(rest["terminal"])
        case "timer":
            return rest.keys() == {"dealer"} and _is_actor(rest["dealer"])
        case _:
            return False


# ---------------------------------------------------------------------------------- the game


def points(card: str) -> int:
    """What a card counts: its number, one for an Ace, nothing for a Ten or a picture."""
    place = RANKS.index(card[0]) + 1
    return place if place < 10 else 0  # noqa: PLR2004 (a Ten counts nothing)


def total(cards: Iterable[str]) -> int:
    """The last digit of what a hand counts."""
    return sum(map(points, cards)) % 10


@dataclass(frozen=True, slots=True)
class Hands:
    """Cards in the order they left the shoe, laid out by the Table of Play."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    next: str | None
    """Whose the next card is; nobody's when the coup is complete."""
    excess: tuple[str, ...]
    """Cards that the coup has no use for."""


NATURALS = (8, 9)
_ALL = list(range(10))
TABLE_OF_PLAY: Json = {
    "player_draws_on": [0, 1, 2, 3, 4, 5],
    "banker_draws_on": [0, 1, 2, 3, 4, 5],
    "banker_draws_against": [
        _ALL,
        _ALL,
        _ALL,
        [0, 1, 2, 3, 4, 5, 6, 7, 9],
        [2, 3, 4, 5, 6, 7],
        [4, 5, 6, 7],
        [6, 7],
        [],
    ],
}
"""The one that all documents have (R 3.9, R 3.10, M 3.8); a game that follows one carries it."""

APPROVED_GAMES: Mapping[str, str] = {
    "rws-etg 5": "8bd3dd1d0e0b115e9e31803cc58e339fe7c1b863c392411853416835aa91c01d",
    "rws-live None": "029e465a7a466e9f49e6c96f895ca55ce0783ed8084d8b0d7150ed3d68fd893f",
    "mbs-super-six 4": "ea2352b34991a41957455c4b2245045e004efde20c5bb4cfafa6e532fab16e43",
    "mbs-fortune-six 4": "984921eeb259178d84f2ed2ab26987dd8ad8a018bcfaee91ead5171d78589275",
    "mbs-super-6 4": "1d46ec267e73f6b5768f6da33d0bfbca7f7dbcd186c3f8020d4195ff7a222ef8",
    "mbs-no-commission 4": "ca144917f85ca0992881cdb75cfc82da7e14b3ad7ec017a15e586fe3d8eef1d3",
    "mbs-tiger 4": "f093ef59f88855ae0eb70e1f15ea0d22aadc3e52e15481eef9d6ad5af9ebc4b2",
    "mbs-tiger-no-commission 4": "9c10d5a58449c1417a95678c0f1cb2f855d32557dd0a11f1ab21d5f8028b3e24",
    "mbs-fabulous-4s 4": "ae39c5a41c5aa27663e05541044717e8c369741dca4c04140d8db62b2ccf1cf7",
}
"""The fingerprint of each approved game, by its key and the version of its rules."""
APPROVED_DOCUMENTS: Mapping[str, Mapping[str, str]] = {
    "rws-etg 5": {
        "choices": "A-15 A-16;  / No More Bets",
        "technical-interruption": "5.1 first-decision PIT_SUPERVISOR late=ruling",
        "terminal-interruption": "5.2 terminals-stand PIT_SUPERVISOR late=ruling",
        "foreign-card": "5.3.1 void PIT_SUPERVISOR late=stands withdraws_shoe",
        "shortage": "5.3.2 void PIT_SUPERVISOR late=stands withdraws_shoe",
        "excess": "5.3.2 void PIT_SUPERVISOR late=stands withdraws_shoe",
        "wrong-number-of-cards": "5.3.3 void PIT_SUPERVISOR late=stands reaches_settled needs_card",
        "insufficient-cards": "5.3.4 void PIT_SUPERVISOR late=stands withdraws_shoe",
        "unshuffled-cards": "5.3.5 void PIT_SUPERVISOR late=stands withdraws_shoe",
        "wrong-area": "5.5 reconstruct PIT_SUPERVISOR late=ruling takes_extra",
        "wrong-order": "5.5 reconstruct PIT_SUPERVISOR late=ruling takes_extra",
        "excess-or-exposed-card": "5.4 reconstruct PIT_SUPERVISOR late=ruling takes_extra",
        "order-lost": "5.12 ruling SHIFT_MANAGER late=ruling",
        "dealt-order-lost": "5.12 ruling SHIFT_MANAGER late=ruling needs_card",
        "simultaneous-draw": "5.7 reconstruct PIT_SUPERVISOR late=ruling takes_extra",
        "simultaneous-draw-order-unknown": (
            "5.7 reconstruct PIT_SUPERVISOR late=ruling takes_extra order_by_attester"
        ),
        "face-up-card": "5.4 reconstruct PIT_SUPERVISOR late=ruling takes_extra",
        "wrong-card-registered": (
            "5.6 by-the-cards PIT_SUPERVISOR late=by-the-cards reaches_settled"
        ),
        "not-covered": "5.12 ruling SHIFT_MANAGER late=ruling",
    },
    "rws-live None": {
        "choices": "; Place your Bets, please / No more Bets",
        "technical-interruption": "5.4 first-decision PIT_SUPERVISOR late=ruling",
        "not-covered": "5.17 ruling SHIFT_MANAGER late=ruling",
    },
    "mbs 4": {
        "choices": "; Place your bets, please / No more bets; Bets are open / Bets are closed",
        "technical-interruption": "5.9 first-decision PIT_SUPERVISOR late=ruling",
        "terminal-interruption": "5.10 terminals-stand PIT_SUPERVISOR late=ruling",
        "foreign-card": "5.1 void PIT_SUPERVISOR late=stands withdraws_shoe",
        "shortage": "5.1 void PIT_SUPERVISOR late=stands withdraws_shoe",
        "excess": "5.1 void PIT_SUPERVISOR late=stands withdraws_shoe",
        "wrong-number-of-cards": "5.2 void SHIFT_MANAGER late=ruling needs_card",
        "insufficient-cards": "5.3 void PIT_SUPERVISOR late=ruling withdraws_shoe",
        "unshuffled-cards": "5.1 void PIT_SUPERVISOR late=stands withdraws_shoe",
        "wrong-area": "5.7 reconstruct PIT_SUPERVISOR late=ruling takes_extra",
        "wrong-order": "5.7 reconstruct PIT_SUPERVISOR late=ruling takes_extra",
        "excess-or-exposed-card": "5.7 reconstruct PIT_SUPERVISOR late=ruling takes_extra",
        "order-lost": "5.2 void PIT_SUPERVISOR late=ruling withdraws_shoe",
        "dealt-order-lost": "5.2 void SHIFT_MANAGER late=ruling needs_card",
        "simultaneous-draw": "5.8 reconstruct PIT_SUPERVISOR late=ruling takes_extra",
        "simultaneous-draw-order-unknown": "5.8.1 void PIT_SUPERVISOR late=ruling needs_card",
        "face-up-card": "5.6 play-on PIT_SUPERVISOR late=ruling before_first_card=not-covered",
        "wrong-card-registered": (
            "6.3 by-the-cards PIT_SUPERVISOR late=by-the-cards reaches_settled"
        ),
        "not-covered": "6.1 ruling SHIFT_MANAGER late=ruling",
    },
}
"""What each approved document says beside its games, in brief, by key and version.

Its choices are the readings that it leaves nobody to change, and the words that it has for the
opening and the closing of bets; then what follows each irregularity.
"""
REMEDIES = {
    "void",
    "first-decision",
    "reconstruct",
    "by-the-cards",
    "play-on",
    "terminals-stand",
    "ruling",
}
LATE = {"by-the-cards", "stands", "ruling"}
POLICY_FLAGS = (
    "withdraws_shoe",
    "reaches_settled",
    "takes_extra",
    "order_by_attester",
    "needs_card",
)


def policy_in_brief(policy: Json) -> str:
    """What a document says of an irregularity, in one line."""
    flags = [name for name in POLICY_FLAGS if policy[name]]
    other = policy["before_first_card"]
    said = [policy["clause"], policy["remedy"], policy["attested_by"], f"late={policy['late']}"]
    return " ".join([*said, *flags, *([f"before_first_card={other}"] if other else [])])


def choices_in_brief(configuration: Json) -> str:
    """The readings that a document has fixed, and its words, in one line."""
    words = [f"{each['opening']} / {each['closing']}" for each in configuration["document_phrases"]]
    return "; ".join([" ".join(configuration["fixed_readings"]), *words])


def fingerprint(value: object) -> str:
    """The SHA-256 of a value in JSON: keys in order, no spaces, shared values where they are."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def laid_out(play: Json, cards: Sequence[str]) -> Hands:
    """Lay cards out: two for each hand by turns, then third cards where the table wants them."""
    player, banker, rest = tuple(cards[0:4:2]), tuple(cards[1:4:2]), tuple(cards[4:])
    if len(cards) < 4:  # noqa: PLR2004 (each hand begins with two)
        return Hands(player, banker, "banker" if len(cards) % 2 else "player", ())
    two = total(player), total(banker)
    if two[0] in NATURALS or two[1] in NATURALS:
        return Hands(player, banker, None, rest)
    if two[0] in play["player_draws_on"]:
        if not rest:
            return Hands(player, banker, "player", ())
        player, rest = (*player, rest[0]), rest[1:]
        banker_draws = points(player[2]) in play["banker_draws_against"][two[1]]
    else:
        banker_draws = two[1] in play["banker_draws_on"]
    if not banker_draws:
        return Hands(player, banker, None, rest)
    if not rest:
        return Hands(player, banker, "banker", ())
    return Hands(player, (*banker, rest[0]), None, rest[1:])


Pair = tuple[str, str]
"""The rank of a pair, and its suits: mixed, same, or diamonds."""
Outcome = Mapping[str, str | int | bool]
"""What a pay table may ask, with the answer to each question."""


def pair_of(first: str, second: str) -> Pair | None:
    """The pair that a hand's first two cards make."""
    if first[0] != second[0]:
        return None
    if first[1] != second[1]:
        return first[0], "mixed"
    return first[0], "diamonds" if first[1] == "D" else "same"


@dataclass(frozen=True, slots=True)
class Hand:
    """What counts of a hand in the end."""

    total: int
    cards: int
    pair: Pair | None


def outcome_of(player: Hand, banker: Hand) -> Outcome:
    """The answers to everything that a pay table may ask."""
    difference = player.total - banker.total
    winner = "player" if difference > 0 else "banker" if difference < 0 else "tie"
    answers: dict[str, str | int | bool] = {"winner": winner, "margin": abs(difference)}
    for side, hand in (("player", player), ("banker", banker)):
        answers[f"{side}_total"] = hand.total
        answers[f"{side}_cards"] = hand.cards
        answers[f"{side}_natural"] = hand.cards == 2 and hand.total in NATURALS  # noqa: PLR2004
        answers[f"{side}_pair"] = hand.pair is not None
        rank = "none" if hand.pair is None else "four" if hand.pair[0] == "4" else "other"
        answers[f"{side}_pair_rank"] = rank
        answers[f"{side}_pair_suits"] = "none" if hand.pair is None else hand.pair[1]
    answers["pairs"] = (player.pair is not None) + (banker.pair is not None)
    both = player.pair is not None and banker.pair is not None
    answers["twin"] = bool(
        both and player.pair and banker.pair and player.pair[0] == banker.pair[0]
    )
    return answers


def outcome_by(hands: Hands) -> Outcome:
    """The outcome of a complete coup."""
    sides = [
        Hand(total(cards), len(cards), pair_of(cards[0], cards[1]))
        for cards in (hands.player, hands.banker)
    ]
    return outcome_of(*sides)


def deciding_row(bet: Json, outcome: Outcome) -> Json | None:
    """The first row of a bet's pay table whose conditions are all met."""
    for row in bet["pays"]["rows"]:
        if all(_is_met(each, outcome) for each in row["when"]["requirements"]):
            found: Json = row
            return found
    return None


def _is_met(requirement: Json, outcome: Outcome) -> bool:
    answer = outcome[requirement["question"]]
    # In Python True is 1, but "one pair" is not the same answer as "a pair".
    return any(answer == each and type(answer) is type(each) for each in requirement["accepted"])


def ratio(odds: str) -> Fraction:
    """Odds as profit for each unit of stake."""
    win, per = odds.split(":")
    return Fraction(int(win), int(per))


def cents(amount: Fraction) -> int:
    """Whole cents; a fraction of one cannot be paid."""
    demand(amount.denominator == 1, f"a payment of {amount} cents", "whole cents")
    return amount.numerator


def bet_result(bet: Json, stake: int, row: Json | None) -> Json:
    """How a bet has to end by the row that decides it."""
    result, profit, commission, clause = "lost", -stake, 0, bet["clause"]
    if row is not None:
        clause = row["clause"]
        if row["pays"] == "push":
            result, profit = "pushed", 0
        else:
            result, profit = "won", cents(stake * ratio(row["pays"]))
            if row["commission"] is not None:
                commission = cents(stake * ratio(row["commission"]))
    values = (bet["key"], stake, result, profit, clause, row, commission)
    return dict(zip(RESULT_FIELDS, values, strict=True))


def returned(result: Json) -> int:
    """What comes back of a bet, stake included."""
    back: int = 0 if result["result"] == "lost" else result["stake"] + result["profit"]
    return back


def _two_card_kinds(known: Sequence[str]) -> set[tuple[int, Pair | None]]:
    """What two cards can come to, when so many of them are known."""
    pools = [[card] for card in known] + [list(DECK)] * (2 - len(known))
    return {(total(two), pair_of(*two)) for two in product(*pools)}


def possible_outcomes(play: Json, cards: Sequence[str]) -> Iterator[Outcome]:
    """Every outcome that cards still to come can bring, whatever the shoe holds (A-32)."""
    first, thirds = cards[:4], [points(card) for card in cards[4:]]
    begun: set[tuple[object, ...]] = set()
    seen: set[tuple[object, ...]] = set()
    for (player, player_pair), (banker, banker_pair) in product(
        _two_card_kinds(first[0::2]), _two_card_kinds(first[1::2])
    ):
        # No pay table asks more of pairs than this, so most of them bring nothing new.
        twin = bool(player_pair and banker_pair and player_pair[0] == banker_pair[0])
        pairs = (_class_of(player_pair), _class_of(banker_pair), twin)
        if (player, banker, pairs) in begun:
            continue
        begun.add((player, banker, pairs))
        for player_third, banker_third in _third_cards(play, player, banker, thirds):
            ends = (
                ((player + (player_third or 0)) % 10, _count(player_third)),
                ((banker + (banker_third or 0)) % 10, _count(banker_third)),
            )
            if (pairs, ends) not in seen:
                seen.add((pairs, ends))
                yield outcome_of(Hand(*ends[0], player_pair), Hand(*ends[1], banker_pair))


def _class_of(pair: Pair | None) -> tuple[bool, str] | None:
    return None if pair is None else (pair[0] == "4", pair[1])


def _count(third: int | None) -> int:
    return 2 if third is None else 3


def _third_cards(
    play: Json, player: int, banker: int, known: Sequence[int]
) -> Iterator[tuple[int | None, int | None]]:
    if player in NATURALS or banker in NATURALS:
        yield None, None
        return
    every = list(range(10))
    player_draws = player in play["player_draws_on"]
    for player_third in (known[:1] or every) if player_draws else [None]:
        if player_third is None:
            draws, left = banker in play["banker_draws_on"], known
        else:
            draws, left = player_third in play["banker_draws_against"][banker], known[1:]
        for banker_third in (left[:1] or every) if draws else [None]:
            yield player_third, banker_third


def any_decided(play: Json, cards: Sequence[str], offered: Iterable[Json]) -> bool:
    """Whether any offered bet wins in every completion, or loses in every one (A-31, A-32)."""
    still: dict[str, tuple[Json, str | None]] = {bet["key"]: (bet, None) for bet in offered}
    for outcome in possible_outcomes(play, cards):
        for key, (bet, before) in list(still.items()):
            row = deciding_row(bet, outcome)
            now = "lost" if row is None else "push" if row["pays"] == "push" else "won"
            if now == "push" or before not in {None, now}:
                del still[key]
            else:
                still[key] = bet, now
        if not still:
            return False
    return True


# ---------------------------------------------------------------------------------- money

ROUTES: Mapping[str, tuple[str, str]] = {
    "bought-in-cash": ("cash", "credits"),
    "bought-in-bill": ("cash", "credits"),
    "ticket-in": ("tickets", "credits"),
    "moved-in": ("floor", "credits"),
    "moved-out": ("credits", "floor"),
    "reserved": ("credits", "cash-out"),
    "ticket-out": ("cash-out", "tickets"),
    "cash-out-given-back": ("cash-out", "credits"),
    "hand-paid": ("credits", "cash"),
    "staked": ("credits", "stakes"),
    "withdrawn": ("stakes", "credits"),
    "lost": ("stakes", "house"),
    "won-stake": ("stakes", "credits"),
    "won-profit": ("house", "credits"),
    "pushed": ("stakes", "credits"),
    "returned": ("stakes", "credits"),
    "adjusted-up": ("house", "credits"),
    "adjusted-down": ("credits", "house"),
    "owed": ("receivable", "credits"),
    "repaid": ("credits", "receivable"),
    "written-off": ("house", "receivable"),
}
"""From which account to which each reason moves money; a reversal goes back."""

OF_TERMINALS = ("credits", "stakes", "cash-out", "receivable")

Move = tuple[str, str, bool, int]
"""Terminal, reason, whether it is a reversal, amount."""

STAKE_GOES = {"won": "won-stake", "lost": "lost", "pushed": "pushed", "returned": "returned"}


@dataclass(slots=True)
class Posting:
    """The money that one event has to move."""

    moves: list[Move] = field(default_factory=list)
    reverses: int | None = None

    def add(self, terminal: str, reason: str, amount: int, *, reversal: bool = False) -> None:
        """One movement more; nothing at all is none."""
        if amount:
            self.moves.append((terminal, reason, reversal, amount))


METERS_IN = ("in", "won", "returned", "up")
METERS_OUT = ("out", "reserved", "wagered", "down")


class Money:
    """The accounts of a table by its transfers, and the meters of its terminals by its events."""

    def __init__(self) -> None:
        self.balances: Counter[tuple[str, str]] = Counter()
        self.meters: dict[str, Counter[str]] = {}
        self.postings = 0
        self.reversed: set[int] = set()

    def credits(self, terminal: str) -> int:
        """What a patron may bet or take out."""
        return self.balances["credits", terminal]

    def owed(self, terminal: str) -> int:
        """What a patron owes."""
        return -self.balances["receivable", terminal]

    def meter(self, terminal: str, name: str, amount: int) -> None:
        """Count an amount at a terminal."""
        self.meters.setdefault(terminal, Counter())[name] += amount

    def post(self, demanded: Posting, rows: Sequence[Json]) -> None:
        """Take the transfers of an event, which have to be those that it demands."""
        found = [(r["terminal"], r["reason"], r["is_reversal"], r["amount"]) for r in rows]
        missing, extra = _difference(demanded.moves, found), _difference(found, demanded.moves)
        if missing or extra:
            raise Mismatch(_told(extra), _told(missing))
        if not rows:
            return
        for line, row in enumerate(rows, start=1):
            same("posting", row["posting"], self.postings + 1)
            same("line", row["line"], line)
            same("a transfer that reverses posting", row["reverses"], demanded.reverses)
        self.postings += 1
        if demanded.reverses is not None:
            demand(
                demanded.reverses not in self.reversed,
                f"posting {demanded.reverses} reversed twice",
                "one reversal at most",
            )
            self.reversed.add(demanded.reverses)
        for terminal, reason, reversal, amount in found:
            source, target = ROUTES[reason][:: -1 if reversal else 1]
            self.balances[source, terminal if source in OF_TERMINALS else ""] -= amount
            self.balances[target, terminal if target in OF_TERMINALS else ""] += amount
        self.check({move[0] for move in found})

    def check(self, terminals: Iterable[str]) -> None:
        """No account where it cannot be, and every terminal's meters explain its credits."""
        for terminal in terminals:
            for kind in OF_TERMINALS:
                balance = self.balances[kind, terminal]
                wrong = balance > 0 if kind == "receivable" else balance < 0
                demand(
                    not wrong, f"{kind} of {terminal} at {balance} cents", "not on that side of 0"
                )
            meters = self.meters.get(terminal, Counter())
            explained = sum(meters[m] for m in METERS_IN) - sum(meters[m] for m in METERS_OUT)
            same(f"credits of {terminal}", self.credits(terminal), explained)
            same(f"reserved at {terminal}", self.balances["cash-out", terminal], meters["reserved"])

    def check_sum(self) -> None:
        """All accounts together hold nothing."""
        same("the sum of all accounts", sum(self.balances.values()), 0)


def _difference(first: Iterable[Move], second: Iterable[Move]) -> list[Move]:
    return sorted((Counter(first) - Counter(second)).elements())


def _told(moves: Sequence[Move]) -> str:
    if not moves:
        return "no such transfer"
    terminal, reason, reversal, amount = moves[0]
    return f"a transfer {reason}{' reversed' if reversal else ''} {amount} at {terminal}"


# Damm's quasigroup of order 10 (2004): the interim digit is the row, the next digit the column.
DAMM = (
    (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
    (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
    (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
    (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
    (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
    (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
    (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
    (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
    (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
    (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
)


def check_ticket_number(number: str) -> None:
    """18 digits, the last of which checks the others."""
    is_number = re.fullmatch(r"[0-9]{18}", number, re.ASCII) is not None
    demand(is_number, f"a ticket number of {len(number)} characters", "18 digits")
    interim = 0
    for digit in number:
        interim = DAMM[interim][int(digit)]
    demand(interim == 0, f"ticket {masked(number)}, whose check digit is wrong", "Damm's check")


# ---------------------------------------------------------------------------------- people

CLOCKS_MS = 5_000
"""How far the clocks of two machines may be apart, where two streams are compared."""


@dataclass(slots=True)
class Person:
    """Somebody on the floor, as of now and as of before."""

    name: str
    roles: dict[str, int] = field(default_factory=dict)
    """Roles held for good, with since when."""
    acting: tuple[str, int, int] | None = None
    dismissed: bool = False
    locked: bool = False
    locked_at: int | None = None
    alarms: set[str] = field(default_factory=set)
    had_secrets: bool = False
    reset_asked: tuple[str, int] | None = None
    """Who asked first that secrets be replaced, and when."""
    invited_by: tuple[str, ...] | None = None
    vouched: list[tuple[tuple[str, ...], int, int]] = field(default_factory=list)
    """Whose invitation the secrets were chosen by, since when, and until when it counts."""
    lasting_past: list[tuple[str, int, int]] = field(default_factory=list)
    acting_past: list[tuple[str, int, int]] = field(default_factory=list)

    def standing(self, at: int) -> tuple[str, bool] | None:
        """The highest role at an instant, and whether it is an acting one."""
        lasting = max(self.roles, key=LADDER.__getitem__, default=None)
        box = self.acting
        runs = box is not None and box[1] <= at < box[2]
        if box is not None and runs and (lasting is None or LADDER[box[0]] > LADDER[lasting]):
            return box[0], True
        return None if lasting is None else (lasting, False)

    def needed_over(self, at: int) -> int:
        """The rank that may take away every role, also one still to come."""
        box = self.acting
        granted = [*self.roles, *([box[0]] if box is not None and at < box[2] else [])]
        above = min(max((LADDER[role] for role in granted), default=0) + 1, LADDER["SHIFT_MANAGER"])
        return max(above, LADDER["PIT_MANAGER"])

    def revoke(self, role: str, at: int) -> None:
        """A role ends."""
        demand(role in self.roles, f"the role {role} taken back", "a role that is held")
        self.lasting_past.append((role, self.roles.pop(role), at))

    def lay_down(self, at: int) -> None:
        """A time box ends, now or when it ended by itself."""
        if self.acting is not None:
            role, since, until = self.acting
            self.acting_past.append((role, since, min(until, at)))
        self.acting = None

    def held(self, role: str, at: int, *, acting: bool) -> bool:
        """Whether a role was held at an instant, as far as two clocks can tell."""
        if acting:
            spans = [*self.acting_past, *([self.acting] if self.acting else [])]
        else:
            now = [(each, since, at) for each, since in self.roles.items()]
            spans = [*self.lasting_past, *now]
        return any(
            each == role and since - CLOCKS_MS <= at <= until + CLOCKS_MS
            for each, since, until in spans
        )


NOTICES = {
    "floor.secrets_chosen",
    "floor.signed_in",
    "floor.sign_in_failed",
    "floor.person_locked_out",
    "floor.alarm_raised",
}
"""What the server tells by itself, and nobody else can."""
OVER_SOMEBODY = {"floor.person_dismissed"}
"""What takes a role above every role of whom it is done to."""
OF_ACCESS = NOTICES | {
    "floor.reset_asked",
    "floor.person_invited",
    "floor.person_unlocked",
    "floor.alarms_closed",
    "floor.terminal_admitted",
}
FOR_SUPERVISORS = {
    "floor.alarms_closed",
    "floor.reset_asked",
    "floor.person_invited",
    "floor.call_answered",
}
"""What a Pit Supervisor may do; for an invitation there is more to it."""
LOCKED_AGAIN = "locked out twice within an hour"
ALARM_CAUSES = {
    LOCKED_AGAIN,
    "password guessed from unknown browsers",
    "guesses the PINs of other people",
    "credential that the server never issued",
}
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


class FloorAudit:
    """The stream of the floor: who could act, in which role, and when."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.terminals: dict[str, bool] = {}
        self.alone_since: int | None = None
        self.alone_past: list[tuple[int, int]] = []
        self.founding: str | None = None
        self.alarm_due: str | None = None
        """Who was locked out twice within an hour by the event before."""
        self.seen = False

    def take(self, event: Event) -> None:
        """One event more."""
        self.seen = True
        self._check_sender(event)
        self._check_alarm(event)
        what, fact = event.name.removeprefix("floor."), event.fact
        if event.name in OF_ACCESS:
            self._take_access(event)
        elif what.startswith("terminal_"):
            self._take_terminal(what, fact)
        elif what == "profile_chosen":
            self._take_profile(event)
        elif what == "call_answered":
            known = self.terminals.get(fact["terminal"])
            demand(known, f"a call of terminal {fact['terminal']}", "one in service")
        elif what == "bring_up_ordered":
            demand(fact["table"], "no table to bring up", "its name")
        elif what == "person_enrolled":
            demand(fact["person"] not in self.people, f"{fact['person']} enrolled again", "once")
            demand(fact["name"].strip(), f"{fact['person']} without a name", "a name")
            self.people[fact["person"]] = Person(fact["name"])
        else:
            self._take_person(what, event)

    def _check_sender(self, event: Event) -> None:
        if event.by is None and event.name in NOTICES | {"floor.person_invited"}:
            return
        demand(event.name not in NOTICES, f"{event.name} by somebody", "the server alone")
        if event.by is None:
            # Only the first command may come from nobody, for there was nobody yet.
            if event.position == 1:
                self.founding = event.command
            same("an event by nobody, by command", event.command, self.founding)
            return
        person = self.people.get(event.by["person"])
        standing = None if person is None or person.dismissed else person.standing(event.at)
        named = event.by["role"], event.by["acting"]
        demand(standing == named, f"{event.by['person']} as {shown(named)}", shown(standing))
        same("alone", event.by["alone"], self.alone_since is not None)
        needed = self._needed(event)
        demand(
            LADDER[event.by["role"]] >= needed or self._lays_down_own(event),
            f"{event.name} by a {event.by['role']}",
            f"a role of rank {needed} or above",
        )

    def _check_alarm(self, event: Event) -> None:
        """A second lockout within an hour raises an alarm at once, and nothing else raises it."""
        raised = event.name == "floor.alarm_raised" and event.fact["cause"] == LOCKED_AGAIN
        same(
            "an alarm after a second lockout",
            event.fact["person"] if raised else None,
            self.alarm_due,
        )
        self.alarm_due = None

    @staticmethod
    def _lays_down_own(event: Event) -> bool:
        own = event.by is not None and event.by["person"] == event.fact.get("person")
        return own and event.name == "floor.acting_role_ended"

    def _needed(self, event: Event) -> int:
        if event.name == "floor.profile_chosen":
            return LADDER["SHIFT_MANAGER"]
        if event.name in FOR_SUPERVISORS:
            return LADDER["PIT_SUPERVISOR"]
        if "role" in event.fact:
            return min(LADDER[event.fact["role"]] + 1, LADDER["SHIFT_MANAGER"])
        if event.name in OVER_SOMEBODY and event.fact["person"] in self.people:
            return self.people[event.fact["person"]].needed_over(event.at)
        return LADDER["PIT_MANAGER"]

    def _take_access(self, event: Event) -> None:  # noqa: C901 (one case for each event)
        """Who was let in, who was not, and who let whom; a secret is in none of it."""
        fact = event.fact
        if "terminal" in fact:
            known = self.terminals.get(fact["terminal"])
            demand(known, f"terminal {fact['terminal']} admitted", "one in service")
            return
        person = self.people.get(fact["person"])
        if person is None or person.dismissed:
            raise Mismatch(f"{event.name} of {fact['person']}", "somebody who works on the floor")
        if event.name == "floor.sign_in_failed":
            demand(fact["secret"] in {"password", "PIN"}, shown(fact["secret"]), "a kind of secret")
        elif event.name == "floor.person_unlocked":
            demand(person.locked, f"{fact['person']} unlocked", "somebody who was locked out")
            self._by_another(event)
            person.locked = False
        elif event.name == "floor.reset_asked":
            self._take_reset(event, person)
        elif event.name == "floor.person_invited":
            self._take_invitation(event, person)
        elif event.name == "floor.secrets_chosen":
            self._take_secrets(event, person)
        elif event.name == "floor.person_locked_out":
            again = person.locked_at is not None and event.at - person.locked_at <= HOUR_MS
            self.alarm_due = fact["person"] if again else None
            person.locked, person.locked_at = True, event.at
        elif event.name == "floor.alarm_raised":
            demand(fact["cause"] in ALARM_CAUSES, shown(fact["cause"]), "a cause of an alarm")
            person.alarms.add(fact["cause"])
        elif event.name == "floor.alarms_closed":
            demand(person.alarms, f"alarms about {fact['person']} closed", "an alarm before")
            if not (event.by is not None and event.by["alone"]):
                self._by_another(event)
            person.alarms.clear()

    def _take_reset(self, event: Event, person: Person) -> None:
        """The first of two people, neither of them the one whom it is about."""
        self._by_another(event)
        by = event.by or {}
        person.reset_asked = by["person"], event.at

    def _take_invitation(self, event: Event, person: Person) -> None:
        """One person lets another choose first secrets; to replace them takes two."""
        by, first = event.by, person.reset_asked
        person.reset_asked = None
        if by is None:
            # Whoever runs the machine needs nobody, and is nobody here.
            person.invited_by = ()
            return
        needed = person.needed_over(event.at)
        if event.fact["asked_by"] is None:
            demand(not person.had_secrets, f"{event.fact['person']} invited again by one", "two")
            high = LADDER[by["role"]] >= needed
            demand(high, f"an invitation by a {by['role']}", f"a role of rank {needed}")
            person.invited_by = (by["person"],)
            return
        if first is None:
            raise Mismatch("an invitation that nobody asked for before", "the first of two people")
        same("asked first by", event.fact["asked_by"], first[0])
        self._by_another(event)
        demand(by["person"] != first[0], f"{first[0]} in both steps", "two people (A-53)")
        demand(event.at - first[1] <= DAY_MS, "a second step long after the first", "a day")
        still = self.people[first[0]].standing(event.at)
        rank = 0 if still is None else LADDER[still[0]]
        asks = rank >= LADDER["PIT_SUPERVISOR"]
        demand(asks, f"{first[0]} in the first step, who may not ask any more", "another person")
        high = max(LADDER[by["role"]], rank) >= needed
        demand(high, "an invitation by two who are too low", f"one of rank {needed}")
        self.check_two(first[0], by["person"], event.at, all_ways=True)
        person.invited_by = first[0], by["person"]

    @staticmethod
    def _take_secrets(event: Event, person: Person) -> None:
        """By the latest invitation; or in place of one's own, which stay tied as they were."""
        vouched_by = tuple(event.fact["vouched_by"])
        if person.invited_by is not None and vouched_by == person.invited_by:
            if person.vouched:
                # The secrets that the former inviters may know are replaced.
                before, since, until = person.vouched[-1]
                person.vouched[-1] = before, since, min(until, event.at)
            person.vouched.append((vouched_by, event.at, event.fact["until"]))
        else:
            last = person.vouched[-1] if person.vouched else ((), 0, event.fact["until"])
            same("vouched for by", vouched_by, last[0])
            same("vouched for until", event.fact["until"], last[2])
        person.invited_by, person.locked, person.had_secrets = None, False, True

    def check_two(self, first: str, second: str, at: int, *, all_ways: bool) -> None:
        """Two steps by two accounts, the second of which was not set up through the first.

        With all ways neither through the other, nor both through one inviter.
        """
        tied = first in self._inviters(second, at) or (all_ways and self.tied(first, second, at))
        demand(
            not tied,
            f"{second} after {first}, though one person may have set up both accounts",
            "two people who are not tied by an invitation (A-53)",
        )

    def tied(self, first: str, second: str, at: int) -> bool:
        """Whether one person may have chosen the secrets of both accounts of late."""
        families = (self._inviters(each, at) | {each} for each in (first, second))
        return not set.isdisjoint(*families)

    def _inviters(self, person: str, at: int) -> set[str]:
        """Everybody up the chain of invitations, as far as two clocks can tell."""
        found: set[str] = set()
        ahead = [person]
        while ahead:
            known = self.people.get(ahead.pop())
            for vouched_by, since, until in known.vouched if known else ():
                if since + CLOCKS_MS <= at < until - CLOCKS_MS:
                    ahead += set(vouched_by) - found
                    found |= set(vouched_by)
        return found - {person}

    @staticmethod
    def _by_another(event: Event) -> None:
        own = event.by is not None and event.by["person"] == event.fact["person"]
        demand(not own, f"{event.name} by {event.fact['person']}", "another person")

    def _take_terminal(self, what: str, fact: Json) -> None:
        is_new = what == "terminal_enrolled"
        known = self.terminals.get(fact["terminal"])
        demand(known is (None if is_new else True), f"{what} {fact['terminal']}", "once each")
        self.terminals[fact["terminal"]] = is_new

    def _take_profile(self, event: Event) -> None:
        before = "staffed" if self.alone_since is None else "single person"
        same("the profile before", event.fact["before"], before)
        after = "single person" if self.alone_since is None else "staffed"
        same("the profile", event.fact["profile"], after)
        if after == "single person":
            working = [p for p in self.people.values() if not p.dismissed]
            demand(len(working) == 1, f"{len(working)} people under one profile", "one (A-73)")
            self.alone_since = event.at
        else:
            assert self.alone_since is not None  # noqa: S101 (the profile before)
            self.alone_past.append((self.alone_since, event.at))
            self.alone_since = None

    def _take_person(self, what: str, event: Event) -> None:
        fact, at = event.fact, event.at
        person = self.people.get(fact["person"])
        if person is None or person.dismissed != (what == "person_reinstated"):
            raise Mismatch(f"{what} of {fact['person']}", "somebody who works on the floor")
        match what:
            case "person_dismissed":
                for role in list(person.roles):
                    person.revoke(role, at)
                person.lay_down(at)
                person.dismissed, person.locked = True, False
                person.reset_asked = person.invited_by = None
            case "person_reinstated":
                person.dismissed = False
            case "role_granted":
                demand(fact["role"] not in person.roles, "a role granted again", "once")
                self._not_to_oneself(event)
                person.roles[fact["role"]] = at
            case "role_revoked":
                person.revoke(fact["role"], at)
            case "acting_role_granted":
                self._not_to_oneself(event)
                demand(at <= fact["since"] < fact["until"], "a time box that is over", "one ahead")
                person.lay_down(at)
                person.acting = fact["role"], fact["since"], fact["until"]
            case _:
                demand(person.acting and person.acting[0] == fact["role"], "no such box", "one")
                person.lay_down(at)

    @staticmethod
    def _not_to_oneself(event: Event) -> None:
        own = event.by is not None and event.by["person"] == event.fact["person"]
        demand(not own, f"{event.fact['person']} granting a role to oneself", "somebody else")

    def check_actor(self, actor: Json, at: int) -> None:
        """Whether somebody at a table held the role named, by the record of the floor."""
        if not self.seen:
            return
        person = self.people.get(actor["person"])
        demand(person, f"{actor['person']}, whom the floor does not know", "somebody enrolled")
        held = person is not None and person.held(actor["role"], at, acting=actor["acting"])
        acting = "acting " if actor["acting"] else ""
        demand(held, f"{actor['person']} as {acting}{actor['role']}", "a role held at that moment")
        if actor["alone"]:
            spans = list(self.alone_past)
            if self.alone_since is not None:
                spans.append((self.alone_since, at))
            alone = any(a - CLOCKS_MS <= at <= b + CLOCKS_MS for a, b in spans)
            demand(alone, f"{actor['person']} alone on the floor", "a floor with staff")
        elif self.alone_since is not None:
            staffed = at < self.alone_since + CLOCKS_MS
            demand(staffed, f"{actor['person']} on a floor with staff", "somebody alone there")


# ---------------------------------------------------------------------------------- a table

BETWEEN = frozenset({"idle", "settled"})
OPEN = frozenset({"idle", "betting", "closing", "dealing", "result", "settled"})
STAGES: Mapping[str, frozenset[str]] = {
    "table.configured": frozenset({"closed"}),
    "table.opened": frozenset({"closed"}),
    "table.closed": BETWEEN,
    "table.dealer_changed": OPEN,
    "shoe.loaded": BETWEEN,
    "shoe.cards_burned": BETWEEN,
    "shoe.cards_counted": BETWEEN,
    "shoe.roads_restarted": BETWEEN,
    "shoe.retired": BETWEEN,
    "shoe.cut_card_seen": BETWEEN | {"dealing", "result"},
    "purse.cash_taken": OPEN,
    "purse.bill_taken": OPEN,
    "purse.ticket_taken": OPEN,
    "round.bets_opened": BETWEEN,
    "round.position_taken": frozenset({"betting", "closing"}),
    "round.closing_began": frozenset({"betting"}),
    "round.terminal_froze": frozenset({"closing"}),
    "round.bets_closed": frozenset({"closing"}),
    "round.card_dealt": frozenset({"dealing"}),
    "round.card_beyond_decks": OPEN,
    "round.totals_announced": frozenset({"dealing"}),
    "round.result_shown": frozenset({"dealing"}),
    "round.settled": frozenset({"result"}),
    "matter.irregularity_reported": OPEN,
    "matter.terminals_interrupted": OPEN,
}
"""Where a round must stand for each event; what is not here may come at any time."""

WHILE_A_MATTER_IS_OPEN = (
    "matter.",
    "seat.",
    "table.limits_changed",
    "table.dealer_changed",
    "shoe.revealed",
    "purse.ticket_printed",
    "purse.cash_out_given_back",
    "purse.ticket_uncertain",
)
"""What may happen meanwhile: no card and no money moves (A-39), but a printer may answer."""

D, PS, PM, SM = "DEALER", "PIT_SUPERVISOR", "PIT_MANAGER", "SHIFT_MANAGER"
RANK_NEEDED: Mapping[str, str] = {
    "table.configured": PM,
    "table.closed": PS,
    "table.dealer_changed": PS,
    "table.limits_changed": PM,
    "seat.terminal_seated": PS,
    "seat.terminal_disabled": PS,
    "seat.terminal_enabled": PS,
    "purse.ticket_printed": PS,
    "purse.cash_out_given_back": PS,
    "purse.hand_paid": PS,
    "purse.terminal_moved_out": PS,
    "purse.terminal_moved_in": PS,
    "adjustment.asked": PS,
    "adjustment.turned_down": SM,
    "adjustment.credits_adjusted": SM,
    "adjustment.debt_written_off": SM,
    "adjustment.debt_repaid": PS,
    "matter.irregularity_declined": PS,
    "matter.ruling_given": SM,
    "matter.order_decided": PS,
    "matter.play_resumed": PS,
    "matter.cards_corrected": PS,
    "matter.cards_carried": PS,
    "matter.cards_discarded": PS,
    "matter.round_voided": PS,
    "matter.round_resettled": PS,
    "matter.earlier_round_resettled": SM,
}
"""The least role for each event; a Dealer may cause what is not here."""

ONLY_PATRONS = {
    "round.position_taken",
    "round.terminal_froze",
    "purse.bill_taken",
    "purse.ticket_taken",
    "purse.cash_out_reserved",
    "purse.ticket_uncertain",
}
ALSO_PATRONS = {"purse.ticket_printed", "purse.cash_out_given_back", "seat.link_reported"}
DEALERS_OWN = {
    "round.bets_opened",
    "round.closing_began",
    "round.bets_closed",
    "round.card_dealt",
    "round.totals_announced",
    "round.result_shown",
    "round.settled",
    "shoe.cut_card_seen",
    "shoe.cards_burned",
}
"""What the Dealer on duty does, or somebody above him, but no other Dealer."""
EVERY_TIMERS_OWN = {"round.bets_closed", "seat.link_reported"}
TIMERS_OWN = DEALERS_OWN | {
    "shoe.loaded",
    "shoe.retired",
    "shoe.revealed",
    "round.card_beyond_decks",
}
DECISIONS = {
    "matter.irregularity_declined",
    "matter.ruling_given",
    "matter.order_decided",
    "matter.play_resumed",
    "matter.cards_corrected",
    "matter.cards_carried",
    "matter.cards_discarded",
    "matter.round_voided",
    "matter.round_resettled",
    "matter.earlier_round_resettled",
}
"""What only whoever attests an irregularity, declines it or rules on it brings about."""
SAID = {"matter.irregularity_declined", "matter.ruling_given", "matter.order_decided"}
"""Of these, what somebody decides; all the others only follow from it."""
DRAWN_TOGETHER = {"simultaneous-draw", "simultaneous-draw-order-unknown"}
CARDS_OUT = {"dealing", "result"}

ROUNDS_IN_REACH = 200
"""How many paid rounds before the last one a late correction can reach."""
HICCUP_MS = 5_000
"""A shorter interruption while bets are open changes nothing (A-37)."""
VIRTUAL, SHUFFLER = "virtual shoe", "electronic card shuffler"
SHUFFLES: Mapping[str, tuple[str, ...]] = {
    "shoe that reads": ("by hand", "by machine"),
    "keyed shoe": ("by hand", "by machine"),
    SHUFFLER: ("by machine",),
    VIRTUAL: ("virtually",),
}
"""How the cards of each source are shuffled."""


class Terms:
    """A configuration, with what is asked of it again and again."""

    def __init__(self, configuration: Json) -> None:
        self.configuration = configuration
        terms = configuration["terms"]
        self.game: Json = terms["game"]
        self.play: Json = self.game["table"]
        self.decks: int = terms["decks"]
        self.bets: dict[str, Json] = {bet["key"]: bet for bet in self.game["bets"]}
        self.offered: dict[str, Json] = {bet["key"]: bet for bet in terms["offered"]}
        self.limits: tuple[Json, dict[str, Json]] = terms["limits"], dict(terms["own_limits"])
        self.source: str = configuration["source"]
        self._payments: frozenset[tuple[Fraction, ...]] | None = None

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 (JSON is anything)
        return self.configuration[key]

    def check(self, stream: str) -> None:
        """What has to hold of every configuration."""
        same("the table", f"table/{self['table']}", stream)
        least, most = self.game["decks"]["least"], self.game["decks"]["most"]
        demand(1 <= least <= self.decks <= most, f"{self.decks} decks", f"{least} to {most}")
        same("bets of one key", len(self.bets), len(self.game["bets"]))
        on_offer = [bet for bet in self.game["bets"] if bet["key"] in self.offered]
        same("the bets on offer", self.configuration["terms"]["offered"], on_offer)
        demand(on_offer, "no bet on offer", "one at least")
        self._check_play()
        self._check_numbers()
        self._check_policies()
        demand(self.source in SHUFFLES, f"cards from a {self.source}", " or ".join(SHUFFLES))
        virtual = self.source == VIRTUAL or not self["self_dealing"]
        demand(virtual, "a timer that deals", "a virtual shoe for it (A-28)")
        allowed, words = self["document_phrases"], self["phrases"]
        fits = not allowed or any(
            words["closing"] == each["closing"] and each["opening"] in {"", words["opening"]}
            for each in allowed
        )
        demand(fits, f"the words {shown(words)}", "words of the document")
        self._check_approved()

    def _check_play(self) -> None:
        """A Table of Play that a deal can be laid out by."""
        rows = [self.play["player_draws_on"], self.play["banker_draws_on"]]
        against = self.play["banker_draws_against"]
        same("totals of Banker in the Table of Play", len(against), 8)
        digits = all(each in _ALL for row in (*rows, *against) for each in row)
        demand(digits, "a total in the Table of Play", "digits from 0 to 9")

    def _check_numbers(self) -> None:
        """Times and amounts that a table can be played by."""
        for key, least in (("betting_ms", 1), ("grace_ms", 0), ("pace_ms", 0), ("ticket_ms", 0)):
            value = self[key]
            demand(
                _is_number(value) and value >= least, f"{key} {shown(value)}", f"{least} or more"
            )
        cap = self["liability_cap"]
        demand(cap is None or (_is_number(cap) and cap >= 0), "the liability cap", "0 or more")
        self.check_limits(self.limits)

    def check_limits(self, limits: "tuple[Json, dict[str, Json]]") -> None:
        """Limits between which stakes fit, each of them paid in whole cents (A-17, A-18)."""
        general, own = limits
        for key in own:
            demand(key in self.bets, f"limits of the bet {key}", "a bet of the game")
        for each in (general, *own.values()):
            demand(_is_limits(each), "limits in another form", "minimum, maximum, step")
            least, most, step = each["minimum"], each["maximum"], each["step"]
            demand(least > 0 and step > 0, f"limits of {shown(each)}", "more than nothing")
            fits = most is None or -(-least // step) * step <= most
            demand(fits, f"limits of {shown(each)}", "a stake between them")
        for key, bet in self.offered.items():
            step = own.get(key, general)["step"]
            for row in bet["pays"]["rows"]:
                for odds in {row["pays"], row["commission"]} - {"push", None}:
                    cents(step * ratio(odds))

    def _check_policies(self) -> None:
        """One policy for an irregularity, in words that mean something; a round can be ended."""
        policies = self.by_irregularity()
        same("policies of one irregularity", len(policies), len(self["policies"]))
        for needed in ("technical-interruption", "not-covered"):
            demand(needed in policies, f"no policy for {needed}", "one")
        for name, policy in policies.items():
            known = policy["remedy"] in REMEDIES and policy["late"] in LATE
            demand(known and policy["attested_by"] in LADDER, f"the policy for {name}", "one known")
        switched = self._switched()
        for key, choice in self["readings"]:
            fixed = key in self["fixed_readings"] and switched.get(key, choice) != choice
            demand(not fixed, f"another choice in {key}", f"{choice}, which the document has fixed")

    def _check_approved(self) -> None:
        """A game and a document that were approved are what was approved, to the last word."""
        game, document = self._identities()
        approved = APPROVED_GAMES.get(game)
        if approved is not None:
            same("the Table of Play", self.play, TABLE_OF_PLAY)
            found = fingerprint(self.game)
            demand(found == approved, f"another game {self.game['key']}", "the one approved")
        told = {name: policy_in_brief(each) for name, each in self.by_irregularity().items()}
        told["choices"] = choices_in_brief(self.configuration)
        for name, wanted in APPROVED_DOCUMENTS.get(document, {}).items():
            found = told.pop(name, wanted)
            demand(found == wanted, f"the rules for {name}: {found}", f"{wanted}, as approved")
        if document in APPROVED_DOCUMENTS:
            demand(not told, f"rules of {document} for {', '.join(told)}", "those approved")

    def not_judged(self) -> list[str]:
        """What of the rules is taken as the table was configured, for nobody approved it."""
        game, document = self._identities()
        found = []
        if game not in APPROVED_GAMES:
            found.append(f"game {game}: its pay tables and Table of Play are taken as configured")
        if document not in APPROVED_DOCUMENTS:
            found.append(f"document {document}: what follows an irregularity is as configured")
        left_out = APPROVED_DOCUMENTS.get(document, {}).keys() - self.by_irregularity().keys()
        return found + [
            f"document {document}: the table was configured without its rules for {name}"
            for name in sorted(left_out - {"choices"})
        ]

    def _identities(self) -> tuple[str, str]:
        """The game and the document that it is played by, with the version of the rules."""
        version = self.game["rules"]["version"]
        return f"{self.game['key']} {version}", f"{self['document']} {version}"

    def stamp(self) -> Json:
        """What every round is stamped with (A-64)."""
        switched = self._switched()
        return {
            "document": self["document"],
            "version": self.game["rules"]["version"],
            "effective": self.game["rules"]["effective"],
            "readings": [f"{key}{switched.get(key, choice)}" for key, choice in self["readings"]],
            "single_person": self["single_person"],
        }

    def _switched(self) -> dict[str, str]:
        """The choice of this table in the readings that it may throw a switch for."""
        return {
            "A-15": "a" if self["side_bets_alone"] else "b",
            "A-16": "a" if self["opposite_bets"] else "b",
            "A-49": "b" if self["one_more_after_cut_card"] else "a",
        }

    def by_irregularity(self) -> dict[str, Json]:
        """What the document says of each irregularity."""
        return {each["irregularity"]: each for each in reversed(self["policies"])}

    def hands_backed(self, bets: Iterable[str]) -> int:
        """How many of the two hands have an Original Bet among these."""
        hands = {self.bets[bet]["hand"] for bet in bets}
        return len(hands - {None})

    def worst_payment(self, stakes: Mapping[str, int]) -> Fraction:
        """The most that one outcome makes the House pay, were every losing bet taken back."""
        if self._payments is None:
            self._payments = _payments(json.dumps([self.play, list(self.bets.values())]))
        staked = [stakes.get(key, 0) for key in self.bets]
        return max(
            sum((s * p for s, p in zip(staked, case, strict=True)), Fraction(0))
            for case in self._payments
        )


@lru_cache(maxsize=8)
def _payments(told: str) -> frozenset[tuple[Fraction, ...]]:
    """What each bet of a game pays, for all outcomes; tables of one game share the answer."""
    play, bets = json.loads(told)
    return frozenset(
        tuple(_payment(bet, outcome) for bet in bets) for outcome in possible_outcomes(play, ())
    )


def _payment(bet: Json, outcome: Outcome) -> Fraction:
    row = deciding_row(bet, outcome)
    return Fraction(0) if row is None or row["pays"] == "push" else ratio(row["pays"])


@dataclass(slots=True)
class Shoe:
    """A shoe, by what left it."""

    number: int
    decks: int
    source: str
    commitment: str
    cut_at: int | None
    seen: Counter[str] = field(default_factory=Counter)
    drawn: list[str | None] = field(default_factory=list)
    """What left a virtual shoe, in order; None for a card that was burned unseen."""
    left_count: int = 0
    cut_seen: bool = False
    rounds_left: int = 0

    def take(self, cards: Sequence[str], unseen: int = 0) -> None:
        """Cards leave the shoe."""
        if self.source == SHUFFLER:
            return
        self.seen.update(cards)
        self.left_count += len(cards) + unseen
        self.drawn += [*cards, *[None] * unseen]
        self.check(cards)

    def correct(self, registered: Sequence[str], corrected: Sequence[str]) -> None:
        """Other cards left the shoe than were registered."""
        if self.source == SHUFFLER:
            return
        self.seen.subtract(registered)
        self.seen.update(corrected)
        self.left_count += len(corrected) - len(registered)
        self.check(corrected)

    def check(self, cards: Iterable[str]) -> None:
        """No card more often than the decks hold it, nor more cards than there are."""
        for card in cards:
            times = self.seen[card]
            demand(times <= self.decks, f"{card} seen {times} times", f"{self.decks} at most")
        most = self.decks * len(DECK)
        demand(self.left_count <= most, f"{self.left_count} cards of the shoe", f"{most} at most")


@dataclass(slots=True)
class Seat:
    """A terminal at the table."""

    connected: bool = True
    disabled: str = ""
    ticket: tuple[str, int, int, int] | None = None
    """The number and the amount that wait for the printer, and the two times on the paper."""


@dataclass(slots=True)
class Round:
    """A round, by its events."""

    number: int
    shoe_number: int
    terms: Terms
    limits: tuple[Json, dict[str, Json]]
    opened_at: int
    closes_at: int
    positions: dict[str, list[list[Any]]] = field(default_factory=dict)
    frozen: set[str] = field(default_factory=set)
    cut_off_at: int | None = None
    cards: list[str] = field(default_factory=list)
    announced: bool = False
    results: list[Any] = field(default_factory=list)
    posting: int | None = None
    paid: bool = False
    void: bool = False

    @property
    def hands(self) -> Hands:
        """The cards, laid out."""
        return laid_out(self.terms.play, self.cards)

    @property
    def totals_due(self) -> bool:
        """Whether the first four cards are there and nobody has announced their totals."""
        return len(self.cards) >= 4 and not self.announced  # noqa: PLR2004


@dataclass(slots=True)
class Matter:
    """An irregularity, from its report to its end."""

    policy: Json
    reporter: str
    began_at: int
    lasted_ms: int
    cards: list[str] | None
    extra: list[str]
    earlier: int | None
    interrupted: str
    declined: bool = False

    @property
    def reaches_round(self) -> bool:
        """Whether the clause reaches the round where it stood (A-28)."""
        if self.interrupted == "settled":
            return bool(self.policy["reaches_settled"])
        return self.interrupted not in BETWEEN


Following = tuple[str, Json]
"""The name of an event, and what it has to say."""


@dataclass(slots=True)
class Group:
    """The events of one command, as far as they have come."""

    command: str = ""
    matter: Matter | None = None
    """The matter that the command decides."""
    ruling: str | None = None
    following: "list[Following] | None" = None
    """What has to follow the decision, event by event; None where nothing was decided."""
    alarm: str | None = None
    """The irregularity that the table itself has to report."""
    alarm_rules: "list[Terms]" = field(default_factory=list)
    """The rules by which it may do so."""
    last: int = 0
    events_count: int = 0
    sent: tuple[int, Json | None] = (0, None)
    """When and by whom, the same for all of them."""


@dataclass(slots=True)
class Counts:
    """What was gone through."""

    streams: int = 0
    events: int = 0
    rounds: int = 0
    voided: int = 0
    resettled: int = 0
    bets: int = 0
    cents_staked: int = 0
    cents_returned: int = 0
    shoes: int = 0
    shoes_revealed: int = 0
    postings: int = 0
    tickets: int = 0
    tickets_redeemed: int = 0
    moves: int = 0
    answers: int = 0
    refusals: int = 0
    checkpoints: int = 0
    exported_checkpoints: int = 0


class TableAndPurses:
    """One table, followed event by event by the rules alone."""

    def __init__(self, stream: str, floor: FloorAudit, counts: Counts) -> None:
        self.stream, self.floor, self.counts = stream, floor, counts
        self.money = Money()
        self.stage = "closed"
        self.terms: Terms | None = None
        self.limits: tuple[Json, dict[str, Json]] | None = None
        self.next_limits: tuple[Json, dict[str, Json]] | None = None
        self.dealer: Json | None = None
        self.seats: dict[str, Seat] = {}
        self.shoe: Shoe | None = None
        self.shoes_count = 0
        self.unrevealed: dict[int, Shoe] = {}
        self.commitments: set[str] = set()
        self.carried: list[str] = []
        self.round: Round | None = None
        self.past: dict[int, Round] = {}
        self.rounds_count = 0
        self.matter: Matter | None = None
        self.adjustments: dict[str, Json] = {}
        self.numbers: set[str] = set()
        self.issued: list[tuple[Event, Json]] = []
        self.taken: list[Event] = []
        self.moved_out: list[Event] = []
        self.moved_in: list[Event] = []
        self.group = Group()
        self.unchecked: list[str] = []
        """What of this table nobody can check by the record."""
        self.remarks: list[str] = []
        """What is allowed, and yet for people to look into."""

    # What a handler may rely on, or say why not.

    def _terms(self) -> Terms:
        demand(self.terms, "an event of a table without a game", "a configuration first")
        assert self.terms is not None  # noqa: S101 (for the type checker)
        return self.terms

    def round_now(self) -> Round:
        """The round in progress, or the last one."""
        demand(self.round, "an event of a round", "a round that was opened")
        assert self.round is not None  # noqa: S101
        return self.round

    def _shoe(self) -> Shoe:
        demand(self.shoe, "cards without a shoe", "a shoe in play")
        assert self.shoe is not None  # noqa: S101
        return self.shoe

    def _seat(self, terminal: str) -> Seat:
        demand(terminal in self.seats, f"terminal {terminal}, which is not here", "one seated here")
        return self.seats[terminal]

    def _decided(self) -> Matter:
        demand(self.group.matter, "a consequence without an irregularity", "a report before it")
        assert self.group.matter is not None  # noqa: S101
        return self.group.matter

    def end_group(self) -> None:
        """What has to be so when a command is done; the caller names its last event."""
        try:
            self._check_group()
        except Mismatch as mismatch:
            broken_at(self.stream, self.group.last, mismatch.found, mismatch.expected)

    def _check_group(self) -> None:
        now, group = self.round, self.group
        matter = group.matter
        if matter is not None and not matter.declined:
            demand(self.matter is None, "an irregularity decided and not ended", "its end")
        demand(group.alarm is None, "an alarm that was not raised", "a report by the table itself")
        missing = group.following[0][0] if group.following else ""
        demand(not missing, "a decision without all that follows it", missing)
        if now is None or self.matter is not None or self.stage != "dealing" or now.totals_due:
            return
        complete = now.hands.next is None
        demand(not complete, "a complete coup and no result", "the result shown at once")
        demand(not self.carried, f"{self.carried[:1]} waiting beside the deal", "used first (A-43)")

    def _check_sender(self, event: Event) -> None:
        by, name = event.by, event.name
        assert by is not None  # noqa: S101 (only a floor begins with nobody)
        if by["is"] == "patron":
            demand(name in ONLY_PATRONS | ALSO_PATRONS, f"{name} by a patron", "staff")
            same("the terminal", event.fact["terminal"], by["terminal"])
            return
        demand(name not in ONLY_PATRONS, f"{name} by staff", "the terminal itself")
        if by["is"] == "timer":
            self._check_timer(event, by["dealer"])
            return
        actor = {key: value for key, value in by.items() if key != "is"}
        self.floor.check_actor(actor, event.at)
        needed = RANK_NEEDED.get(name, D)
        if name == "shoe.retired" and self.shoe and not self.shoe.cut_seen:
            needed = PS
        demand(LADDER[by["role"]] >= LADDER[needed], f"{name} by a {by['role']}", f"a {needed}")
        if by["role"] == D and name in DEALERS_OWN and self.dealer is not None:
            same(f"{name} by", by["person"], self.dealer["person"])

    def _check_timer(self, event: Event, dealer: Json) -> None:
        fact, name = event.fact, event.name
        if name == "matter.irregularity_reported":
            what = fact["policy"]["irregularity"]
            allowed = what == "technical-interruption" or fact["automatic"]
        elif self._terms()["self_dealing"]:
            allowed = name in TIMERS_OWN | EVERY_TIMERS_OWN
        else:
            carried = name == "round.card_dealt" and fact["origin"] == "carried"
            allowed = carried or name in EVERY_TIMERS_OWN
        demand(allowed, f"{name} by a timer", "a person")
        if self.dealer is not None:
            same("a timer for", dealer, self.dealer)

    def _check_stage(self, event: Event) -> None:
        name = event.name
        if self.matter is not None:
            demand(name.startswith(WHILE_A_MATTER_IS_OPEN), f"{name} in an open matter", "its end")
        allowed = STAGES.get(name)
        if allowed is not None and self.stage not in allowed:
            raise Mismatch(f"{name} while {self.stage}", f"while {' or '.join(sorted(allowed))}")

    def _remark_tie(self, event: Event, first: str) -> None:
        second = (event.by or {})["person"]
        if self.floor.tied(first, second, event.at):
            self.remarks.append(
                f"{event.stream}, event {event.position}: {second} decided on a report of {first}; "
                "one person may have set up both accounts (A-53)"
            )

    def _check_decision(self, event: Event) -> None:
        """Who decides a matter: somebody else than its reporter, high enough (A-39, A-53)."""
        by, group = event.by or {}, self.group
        if group.matter is not None:
            return
        matter = self.matter
        if matter is None:
            raise Mismatch(f"{event.name} without an irregularity", "a report before it")
        demand(by["is"] == "actor", f"{event.name} by nobody named", "a person")
        excused = self._terms()["single_person"] and by["alone"]
        if by["person"] == matter.reporter and not excused:
            raise Mismatch(f"{by['person']} in both steps", "two different people (A-53)")
        if by["person"] != matter.reporter:
            self.floor.check_two(matter.reporter, by["person"], event.at, all_ways=False)
            self._remark_tie(event, matter.reporter)
        for_ruling = matter.declined or matter.policy["remedy"] == "ruling"
        if event.name == "matter.ruling_given":
            demand(for_ruling, "a ruling", "an attestation, for a clause says what follows")
        else:
            demand(not for_ruling, f"{event.name} without a ruling", "the Shift Manager's ruling")
            needed = SM if matter.earlier is not None else matter.policy["attested_by"]
            high = LADDER[by["role"]] >= LADDER[needed]
            demand(high, f"attested by a {by['role']}", f"a {needed} or above")
        group.matter = matter
        if event.name in SAID:
            group.following = [(event.name, {})]
        else:
            ordered = matter.policy["order_by_attester"]
            demand(not ordered, f"{event.name} without an order", "the order decided first")
            group.following = Consequences(self, matter, event.at).by_the_clause()

    def _check_following(self, event: Event) -> None:
        """A decision has the consequences that it has; nobody has a choice (A-39)."""
        following = self.group.following
        if following is None:
            return
        if not following:
            given = event.name == "adjustment.credits_adjusted" and self.group.ruling is not None
            demand(given, f"{event.name} behind all that follows", "nothing more")
            return
        name, said = following.pop(0)
        demand(event.name == name, f"{event.name} as what follows the decision", name)
        for key, wanted in said.items():
            same(f"{name} with {key}", event.fact[key], wanted)

    # The table itself.

    def on_configured(self, event: Event) -> None:
        """Another game, or another way to play it."""
        self.terms = Terms(event.fact["configuration"])
        self.terms.check(self.stream)
        alone = event.by is not None and event.by["alone"]
        demand(alone or not self.terms["single_person"], "a table for one", "a floor of one (A-73)")
        self.limits, self.next_limits = self.terms.limits, None
        told = [f"{self.stream}, {each}" for each in self.terms.not_judged()]
        self.unchecked += [each for each in told if each not in self.unchecked]

    def on_opened(self, event: Event) -> None:
        """Play begins, and a paid round is within reach again."""
        actor = {key: value for key, value in (event.by or {}).items() if key != "is"}
        same("opened under", event.fact["dealer"], actor)
        self.dealer = event.fact["dealer"]
        self.stage = "settled" if self.round is not None and self.round.paid else "idle"

    def on_closed(self, event: Event) -> None:
        """Play ends."""
        del event
        self.stage, self.dealer = "closed", None

    def on_dealer(self, event: Event) -> None:
        """Another Dealer takes over."""
        self.floor.check_actor(event.fact["dealer"], event.at)
        self.dealer = event.fact["dealer"]

    def on_limits(self, event: Event) -> None:
        """Other limits from the next round on."""
        self.next_limits = event.fact["limits"], dict(event.fact["own_limits"])
        self._terms().check_limits(self.next_limits)

    # The shoe.

    def on_shoe_loaded(self, event: Event) -> None:
        """Decks go into play; a virtual shoe with a promise that was never made before."""
        fact, terms = event.fact, self._terms()
        demand(self.shoe is None, "a shoe beside another one", "one at a time")
        same("shoe", fact["shoe_number"], self.shoes_count + 1)
        same("decks", fact["decks"], terms.decks)
        same("the source of cards", fact["source"], terms.source)
        commitment = fact["commitment"]
        if terms.source == VIRTUAL:
            demand(_HEX_64.fullmatch(commitment), "no commitment", "one of 64 hex digits")
            demand(fact["sealed"], "no sealed order", "one, to be opened at the end")
            demand(commitment not in self.commitments, "a commitment used before", "a new one")
            self.commitments.add(commitment)
        else:
            same("the commitment", commitment + fact["sealed"], "")
        demand(
            fact["shuffle"] in SHUFFLES.get(terms.source, ()), "another shuffle", "a fitting one"
        )
        cut_at = fact["cut_at"]
        if cut_at is None:
            demand(not terms["self_dealing"], "no place of the cut card", "one, for the timer")
        else:
            # Behind it lie the rounds that may still be dealt, each of six cards at most.
            behind = 6 * (2 if terms["one_more_after_cut_card"] else 1)
            inside = terms.source == VIRTUAL and 0 < cut_at <= terms.decks * len(DECK) - behind
            demand(inside, f"a cut card at {cut_at}", "one inside a virtual shoe, or none")
        self.shoes_count += 1
        self.counts.shoes += 1
        self.shoe = Shoe(self.shoes_count, terms.decks, terms.source, commitment, cut_at)

    def on_burned(self, event: Event) -> None:
        """The first card is shown, and as many as it counts go away unseen."""
        shoe, card = self._shoe(), event.fact["shown"]
        demand(self._terms()["burns_cards"], "cards burned", "no burning at this table")
        same("cards out before the burn", shoe.left_count, 0)
        same("cards burned unseen", event.fact["unseen_count"], points(card) or 10)
        shoe.take([card], event.fact["unseen_count"])

    def on_cut_card(self, event: Event) -> None:
        """The cut card comes out, once."""
        shoe = self._shoe()
        demand(not shoe.cut_seen, "a second cut card", "one")
        rounds = int(self._terms()["one_more_after_cut_card"])
        if self.stage in BETWEEN:
            rounds += 1
        elif self.round is not None:
            rounds = int(self.round.terms["one_more_after_cut_card"])
        same("rounds left", event.fact["rounds_left"], rounds)
        shoe.cut_seen, shoe.rounds_left = True, rounds

    def on_counted(self, event: Event) -> None:
        """Somebody counts all cards."""
        counted, expected = event.fact["counted"], self._shoe().decks * len(DECK)
        same("cards expected", event.fact["expected"], expected)
        if counted != expected:
            self.group.alarm = "shortage" if counted < expected else "excess"
            self.group.alarm_rules = [self._terms()]

    def on_retired(self, event: Event) -> None:
        """The shoe leaves play, and with it what waited for the next round."""
        demand(event.fact["reason"].strip(), "a shoe retired without a reason", "a reason")
        shoe = self._shoe()
        if shoe.commitment:
            self.unrevealed[shoe.number] = shoe
        self.shoe, self.carried = None, []

    def on_revealed(self, event: Event) -> None:
        """The order that was promised: whole decks, the promise, and every card as it came."""
        number, order, salt = (event.fact[key] for key in ("shoe_number", "order", "salt"))
        shoe = self.unrevealed.pop(number, None)
        if shoe is None:
            raise Mismatch(f"shoe {number} revealed", "a virtual shoe out of play, and once")
        whole = Counter(order) == Counter(dict.fromkeys(DECK, shoe.decks))
        demand(whole, f"{len(order)} cards revealed", f"{shoe.decks} whole decks")
        demand(_HEX_64.fullmatch(salt), "a salt in another form", "64 hex digits")
        text = f"punto shoe 1\n{salt}\n{' '.join(order)}"
        promise = hashlib.sha256(text.encode("ascii")).hexdigest()
        same("the order revealed, whose commitment is", promise, shoe.commitment)
        for place, (promised, drawn) in enumerate(zip(order, shoe.drawn, strict=False), start=1):
            if drawn is not None:
                same(f"card {place} of shoe {number}, dealt as", drawn, promised)
        self.counts.shoes_revealed += 1

    def on_roads(self, event: Event) -> None:
        """The roads begin anew, which only a shuffler asks for."""
        del event
        same("the source of cards", self._shoe().source, SHUFFLER)

    # Seats and purses.

    def on_seated(self, event: Event) -> None:
        """A terminal comes to the table."""
        self._check_new_seat(event.fact["terminal"])
        self.seats[event.fact["terminal"]] = Seat()

    def _check_new_seat(self, terminal: str) -> None:
        demand(terminal not in self.seats, f"terminal {terminal} seated twice", "once")
        if self.floor.seen:
            known = terminal in self.floor.terminals
            demand(known, f"terminal {terminal}, unknown to the floor", "one enrolled")

    def on_link(self, event: Event) -> None:
        """A terminal is heard, or no longer."""
        link = event.fact["link"]
        demand(link in {"connected", "lost"}, f"the link {link}", "connected or lost")
        self._seat(event.fact["terminal"]).connected = link == "connected"

    def on_disabled(self, event: Event) -> None:
        """A terminal may not bet, for a reason."""
        demand(event.fact["reason"].strip(), "a terminal disabled", "a reason")
        self._seat(event.fact["terminal"]).disabled = event.fact["reason"]

    def on_enabled(self, event: Event) -> None:
        """A terminal may bet again."""
        self._seat(event.fact["terminal"]).disabled = ""

    def _moved(self, event: Event, reason: str, meter: str) -> Posting:
        """Money of one terminal, for one reason, counted by one meter."""
        terminal, amount = event.fact["terminal"], event.fact["amount"]
        moving = event.name.startswith("purse.terminal_moved")
        demand(amount > 0 or (moving and amount == 0), f"{amount} cents moved", "more than nothing")
        posting = Posting()
        posting.add(terminal, reason, amount)
        self.money.meter(terminal, meter, amount)
        return posting

    def on_cash(self, event: Event) -> Posting:
        """Cash becomes credits."""
        self._seat(event.fact["terminal"])
        return self._moved(event, "bought-in-cash", "in")

    def on_bill(self, event: Event) -> Posting:
        """A banknote becomes credits."""
        self._check_enabled(event)
        return self._moved(event, "bought-in-bill", "in")

    def _check_enabled(self, event: Event) -> None:
        disabled = self._seat(event.fact["terminal"]).disabled
        demand(not disabled, f"{event.name} at a disabled terminal", "one that may take money")

    def on_ticket_taken(self, event: Event) -> Posting:
        """A ticket becomes credits; whether it was good is seen when all streams are read."""
        self._check_enabled(event)
        check_ticket_number(event.fact["number"])
        self.taken.append(event)
        return self._moved(event, "ticket-in", "in")

    def on_reserved(self, event: Event) -> Posting:
        """All credits wait for the printer."""
        fact = event.fact
        seat = self._seat(fact["terminal"])
        demand(seat.ticket is None, "a second cash-out", "the end of the first")
        check_ticket_number(fact["number"])
        new = fact["number"] not in self.numbers
        demand(new, f"ticket number {masked(fact['number'])} made twice", "a new one")
        self.numbers.add(fact["number"])
        same("cents set aside", fact["amount"], self.money.credits(fact["terminal"]))
        expires_at = event.at + self._terms()["ticket_ms"]
        same("the end of the ticket", fact["expires_at"], expires_at)
        seat.ticket = fact["number"], fact["amount"], event.at, expires_at
        return self._moved(event, "reserved", "reserved")

    def _ends_cash_out(self, event: Event) -> tuple[str, int, int, int]:
        seat = self._seat(event.fact["terminal"])
        waiting = seat.ticket
        if waiting is None:
            raise Mismatch(f"{event.name} without a cash-out", "credits that wait for a ticket")
        seat.ticket = None
        same("cents", event.fact["amount"], waiting[1])
        self.money.meter(event.fact["terminal"], "reserved", -waiting[1])
        return waiting

    def on_printed(self, event: Event) -> Posting:
        """What was reserved is on paper."""
        number, _, issued_at, expires_at = self._ends_cash_out(event)
        demand(event.fact["number"] == number, "another number printed", "the one reserved")
        same("the beginning of the ticket", event.fact["issued_at"], issued_at)
        same("the end of the ticket", event.fact["expires_at"], expires_at)
        self.issued.append((event, event.fact))
        return self._moved(event, "ticket-out", "out")

    def on_given_back(self, event: Event) -> Posting:
        """No ticket came out."""
        self._ends_cash_out(event)
        posting = Posting()
        posting.add(event.fact["terminal"], "cash-out-given-back", event.fact["amount"])
        return posting

    def on_uncertain(self, event: Event) -> None:
        """The printer does not know."""
        demand(self._seat(event.fact["terminal"]).ticket, "an uncertain ticket", "one that waits")

    def on_hand_paid(self, event: Event) -> Posting:
        """Credits are paid in cash."""
        return self._moved(event, "hand-paid", "out")

    def on_moved_out(self, event: Event) -> Posting:
        """A terminal leaves with all its credits, and nothing of it stays behind."""
        fact = event.fact
        terminal = fact["terminal"]
        same("disabled", fact["disabled"], self._seat(terminal).disabled)
        same("cents taken along", fact["amount"], self.money.credits(terminal))
        for kind in ("stakes", "cash-out", "receivable"):
            same(f"{kind} left behind", self.money.balances[kind, terminal], 0)
        demand(terminal not in self.adjustments, "an adjustment left behind", "its answer first")
        last = self.round
        if self.stage != "closed" and last is not None and not last.void:
            demand(not last.positions.get(terminal), "bets in reach left behind", "none")
        del self.seats[terminal]
        self.moved_out.append(event)
        return self._moved(event, "moved-out", "out")

    def on_moved_in(self, event: Event) -> Posting:
        """A terminal comes with its credits; the other table is looked at in the end."""
        self._check_new_seat(event.fact["terminal"])
        self.seats[event.fact["terminal"]] = Seat(disabled=event.fact["disabled"])
        self.moved_in.append(event)
        return self._moved(event, "moved-in", "in")

    # Adjustments and debts.

    def on_asked(self, event: Event) -> None:
        """One person proposes a change of credits or debts."""
        fact = event.fact
        same("asked by", fact["asked_by"], (event.by or {}).get("person"))
        demand(fact["terminal"] not in self.adjustments, "a second proposal", "one at a time")
        demand(fact["reason"].strip(), "a proposal without a reason", "a reason")
        self.adjustments[fact["terminal"]] = fact

    def _answered(self, event: Event, kind: str | None) -> None:
        """Another person answers; what is granted is what was asked."""
        fact, by = event.fact, event.by or {}
        asked = self.adjustments.pop(fact["terminal"], None)
        if asked is None:
            raise Mismatch(f"{event.name} that nobody asked for", "a proposal before it")
        if kind is None:
            return
        for key, wanted in (("amount", asked["amount"]), ("reason", asked["reason"])):
            same(key, fact[key], wanted)
        same("the proposal", asked["kind"], kind)
        excused = self._terms()["single_person"] and by["alone"]
        different = by["person"] != asked["asked_by"] or excused
        demand(different, f"{by['person']} in both steps", "two different people (A-53)")
        if by["person"] != asked["asked_by"]:
            self.floor.check_two(asked["asked_by"], by["person"], event.at, all_ways=True)

    def on_turned_down(self, event: Event) -> None:
        """The proposal is off the table."""
        self._answered(event, None)

    def on_adjusted(self, event: Event) -> Posting:
        """Credits given or taken: by a ruling, or as asked."""
        fact = event.fact
        if fact["by_ruling"]:
            same("the reason", fact["reason"], self.group.ruling)
            reporter, by = self._decided().reporter, (event.by or {})["person"]
            if by != reporter:
                self.floor.check_two(reporter, by, event.at, all_ways=True)
        else:
            self._answered(event, "credits")
        terminal, amount = fact["terminal"], fact["amount"]
        demand(amount, "an adjustment of nothing", "an amount")
        posting = Posting()
        posting.add(terminal, "adjusted-up" if amount > 0 else "adjusted-down", abs(amount))
        self.money.meter(terminal, "up" if amount > 0 else "down", abs(amount))
        self._settle_debts(posting, {terminal: amount})
        return posting

    def on_written_off(self, event: Event) -> Posting:
        """The House bears a debt."""
        self._answered(event, "write-off")
        posting = Posting()
        posting.add(event.fact["terminal"], "written-off", event.fact["amount"])
        demand(event.fact["amount"] > 0, "nothing written off", "an amount")
        return posting

    def on_repaid(self, event: Event) -> Posting:
        """Credits go towards a debt."""
        return self._moved(event, "repaid", "down")

    def _settle_debts(self, posting: Posting, changes: Mapping[str, int]) -> None:
        """What is not there is owed; what comes to somebody who owes goes towards it (A-28)."""
        for terminal, change in changes.items():
            missing = -(self.money.credits(terminal) + change)
            if missing > 0:
                posting.add(terminal, "owed", missing)
                self.money.meter(terminal, "up", missing)
            towards = min(change, self.money.owed(terminal))
            if change > 0 and towards > 0:
                posting.add(terminal, "repaid", towards)
                self.money.meter(terminal, "down", towards)


class Consequences:
    """What follows a decision on an irregularity at a table as it stands, event by event."""

    def __init__(self, table: TableAndPurses, matter: Matter, at: int) -> None:
        self.table, self.matter, self.at = table, matter, at
        self.now = table.round

    def by_the_clause(self) -> list[Following]:
        """What the clause brings once its fact is established."""
        match self.matter.policy["remedy"]:
            case "void":
                return self.void()
            case "first-decision":
                return self._first_decision()
            case "reconstruct":
                return self._reconstructed()
            case "by-the-cards":
                return self._by_the_cards()
            case _:
                return self.goes_on()

    def void(self) -> list[Following]:
        """The round where the clause reaches it; extra cards go away, and a bad shoe (A-42)."""
        reached, policy = self.matter.reaches_round, self.matter.policy
        found: list[Following] = [("matter.round_voided" if reached else "matter.play_resumed", {})]
        if self.table.shoe is not None and self.matter.extra:
            found.append(("matter.cards_discarded", {"cards": self.matter.extra}))
        if self.table.shoe is not None and policy["withdraws_shoe"]:
            found.append(("shoe.retired", {"reason": f"clause {policy['clause']}"}))
        return found

    def goes_on(self) -> list[Following]:
        """Play where it was; a complete coup shows its result again."""
        found: list[Following] = [("matter.play_resumed", {})]
        if self.now is not None and self.matter.interrupted in CARDS_OUT and self.now.announced:
            found += self._result(self.now, self.now.cards)
        return found

    @staticmethod
    def _result(now: Round, cards: Sequence[str]) -> list[Following]:
        complete = laid_out(now.terms.play, cards).next is None
        return [("round.result_shown", {})] if complete else []

    def _first_decision(self) -> list[Following]:
        """An interrupted round goes on after a hiccup, or when an offered bet is decided (A-31)."""
        now, matter = self.table.round_now(), self.matter
        lasted = matter.lasted_ms or self.at - matter.began_at
        if matter.interrupted == "betting" and lasted < HICCUP_MS:
            return [("matter.play_resumed", {})]
        cards = now.cards if matter.cards is None else matter.cards
        changed = cards != now.cards
        if any_decided(now.terms.play, cards, now.terms.offered.values()):
            return self._with(cards) if changed else self.goes_on()
        found: list[Following] = [("matter.round_voided", {})]
        return [self._correction(cards), *found] if changed else found

    def _reconstructed(self) -> list[Following]:
        """Cards go where the Table of Play wants them, and the rest waits (A-43)."""
        matter = self.matter
        if matter.interrupted not in CARDS_OUT:
            waiting = matter.extra if matter.cards is None else matter.cards
            return [*self._carried(waiting, in_front=False), *self.goes_on()]
        now = self.table.round_now()
        cards = [*now.cards, *matter.extra] if matter.cards is None else matter.cards
        used, excess = self._parted(cards)
        carried = self._carried(excess, in_front=False)
        if used == now.cards:
            return [*carried, *self.goes_on()]
        first, *rest = self._with(used)
        return [first, *carried, *rest]

    def _by_the_cards(self) -> list[Following]:
        """The cards on the table count; a paid round is paid again by them (A-28, A-29)."""
        matter = self.matter
        if matter.earlier is not None:
            registered = self.table.past[matter.earlier].cards
            said = {"round_number": matter.earlier, "registered": registered}
            owed: Following = (
                "matter.earlier_round_resettled",
                {**said, "corrected": matter.cards},
            )
            return [owed, *self.goes_on()]
        used, excess = self._parted(matter.cards or [])
        carried = self._carried(excess, in_front=True)
        if matter.interrupted == "settled":
            return [self._correction(used), *carried, ("matter.round_resettled", {})]
        first, *rest = self._with(used)
        return [first, *carried, *rest]

    def _parted(self, cards: Sequence[str]) -> tuple[list[str], list[str]]:
        """The cards that the deal uses, and the others."""
        excess = laid_out(self.table.round_now().terms.play, cards).excess
        return list(cards[: len(cards) - len(excess)]), list(excess)

    @staticmethod
    def _carried(cards: Sequence[str], *, in_front: bool) -> list[Following]:
        said = {"cards": list(cards), "in_front": in_front}
        return [("matter.cards_carried", said)] if cards else []

    def _correction(self, cards: Sequence[str]) -> Following:
        registered = list(self.table.round_now().cards)
        return "matter.cards_corrected", {"registered": registered, "corrected": list(cards)}

    def _with(self, cards: Sequence[str]) -> list[Following]:
        """Play with other cards: totals anew, then the cards that wait, then the result."""
        now = self.table.round_now()
        found: list[Following] = [self._correction(cards), ("matter.play_resumed", {})]
        whole = len(cards) >= 4  # noqa: PLR2004 (each hand begins with two)
        if whole:
            found.append(("round.totals_announced", {}))
        for card in self.table.carried:
            side = laid_out(now.terms.play, cards).next
            if side is None or (len(cards) == 4 and not whole):  # noqa: PLR2004
                break
            said = {"card": card, "side": side, "origin": "carried"}
            found.append(("round.card_dealt", said))
            cards = [*cards, card]
        return [*found, *self._result(now, cards)] if whole else found


_HEX_64 = re.compile(r"[0-9a-f]{64}")


class TableAudit(TableAndPurses):
    """A table whole: its rounds, and what went wrong in them."""

    def take(self, event: Event, rows: Sequence[Json]) -> None:
        """One event more, with the transfers that stand beside it."""
        if event.command != self.group.command:
            self.end_group()
            self.group = Group(event.command, sent=(event.at, event.by))
        same("when and by whom, in one command", [event.at, event.by], list(self.group.sent))
        self.group.last = event.position
        self.group.events_count += 1
        if event.name != "table.configured":
            self._terms()
        self._check_sender(event)
        self._check_stage(event)
        if event.name in DECISIONS:
            self._check_decision(event)
        self._check_following(event)
        demanded = HANDLERS[event.name](self, event)
        self.money.post(demanded or Posting(), rows)

    # Rounds.

    def on_bets_opened(self, event: Event) -> None:
        """A round begins, by the rules that it is stamped with."""
        fact, terms, shoe = event.fact, self._terms(), self._shoe()
        same("round", fact["round_number"], self.rounds_count + 1)
        same("the words", fact["phrase"], terms["phrases"]["opening"])
        same("the end of the betting", fact["closes_at"], event.at + terms["betting_ms"])
        same("the stamp", fact["stamp"], terms.stamp())
        same("cards seen before", fact["seen_before"], self.carried)
        same("decks of the shoe", shoe.decks, terms.decks)
        same("the source of the shoe", shoe.source, terms.source)
        if shoe.cut_seen:
            demand(shoe.rounds_left > 0, "a round after the last of its shoe", "another shoe")
            shoe.rounds_left -= 1
        burns = terms["burns_cards"] and shoe.source != SHUFFLER
        demand(shoe.left_count or not burns, "a shoe that was not burned", "its burn first")
        if self.round is not None and self.round.paid:
            self.past[self.round.number] = self.round
            for number in list(self.past)[:-ROUNDS_IN_REACH]:
                del self.past[number]
        self.limits, self.next_limits = self.next_limits or self.limits, None
        assert self.limits is not None  # noqa: S101 (a configuration brings limits)
        self.rounds_count += 1
        self.counts.rounds += 1
        self.round = Round(
            self.rounds_count, shoe.number, terms, self.limits, event.at, fact["closes_at"]
        )
        self.stage = "betting"

    def on_position(self, event: Event) -> Posting:
        """A terminal's bets are these and no others, within limits and credits."""
        terminal, stakes = event.fact["terminal"], event.fact["stakes"]
        now = self.round_now()
        self._check_enabled(event)
        demand(terminal not in now.frozen, "bets of a frozen terminal", "none any more")
        late = now.cut_off_at is not None and event.at >= now.cut_off_at
        demand(not late, "bets after the cut-off", "none any more")
        wanted: dict[str, int] = dict(stakes)
        same("bets named", len(stakes), len(wanted))
        for bet, stake in wanted.items():
            self._check_stake(now, bet, stake)
        self._check_hands(event, now.terms, wanted)
        before, after = self.money.balances["stakes", terminal], sum(wanted.values())
        held = self.money.credits(terminal) + before
        demand(after <= held, f"bets of {after} cents", f"at most the {held} held")
        self._check_cap(now, terminal, wanted)
        now.positions[terminal] = stakes
        posting = Posting()
        if after > before:
            posting.add(terminal, "staked", after - before)
            self.money.meter(terminal, "wagered", after - before)
        else:
            posting.add(terminal, "withdrawn", before - after)
            self.money.meter(terminal, "returned", before - after)
        return posting

    @staticmethod
    def _check_stake(now: Round, bet: str, stake: int) -> None:
        demand(bet in now.terms.offered, f"a bet on {bet}", "a bet on offer")
        general, own = now.limits
        limits = own.get(bet, general)
        least, most, step = limits["minimum"], limits["maximum"], limits["step"]
        fits = stake > 0 and least <= stake and (most is None or stake <= most)
        demand(fits, f"{stake} cents on {bet}", f"{least} to {most}")
        demand(stake % step == 0, f"{stake} cents on {bet}", f"steps of {step}")

    @staticmethod
    def _check_hands(event: Event, terms: Terms, wanted: Mapping[str, int]) -> None:
        backed = terms.hands_backed(wanted)
        same("both hands backed", event.fact["opposite"], backed > 1)
        demand(backed < 2 or terms["opposite_bets"], "both hands backed", "one (A-16)")  # noqa: PLR2004
        alone = wanted and not backed
        demand(not alone or terms["side_bets_alone"], "side bets alone", "an Original Bet (A-15)")

    @staticmethod
    def _check_cap(now: Round, terminal: str, wanted: Mapping[str, int]) -> None:
        cap, before = now.terms["liability_cap"], dict(now.positions.get(terminal, []))
        if cap is None or all(stake <= before.get(bet, 0) for bet, stake in wanted.items()):
            return
        totals = Counter(wanted)
        for other, stakes in now.positions.items():
            if other != terminal:
                totals.update(dict(stakes))
        worst = int(now.terms.worst_payment(totals))
        demand(worst <= cap, f"{worst} cents that the House may have to pay", f"{cap} at most")

    def on_closing(self, event: Event) -> None:
        """Terminals are told to freeze."""
        now = self.round_now()
        same("the cut-off", event.fact["cut_off_at"], event.at + self._terms()["grace_ms"])
        now.cut_off_at = event.fact["cut_off_at"]
        self.stage = "closing"

    def on_froze(self, event: Event) -> None:
        """A terminal has frozen."""
        self._seat(event.fact["terminal"])
        demand(event.fact["terminal"] not in self.round_now().frozen, "frozen twice", "once")
        self.round_now().frozen.add(event.fact["terminal"])

    def on_bets_closed(self, event: Event) -> None:
        """No more bets, once everybody has frozen or the grace is over (A-24)."""
        now = self.round_now()
        same("the words", event.fact["phrase"], now.terms["phrases"]["closing"])
        missing = [t for t, s in self.seats.items() if s.connected and t not in now.frozen]
        same("terminals that did not answer", sorted(event.fact["unanswered"]), sorted(missing))
        early = missing and event.at < (now.cut_off_at or 0)
        demand(not early, "bets closed early", "the end of the grace")
        for terminal in missing:
            self.seats[terminal].connected = False
        self.stage = "dealing"

    def on_card(self, event: Event) -> None:
        """A card goes to the hand that the Table of Play wants."""
        card, now, shoe = event.fact["card"], self.round_now(), self._shoe()
        demand(not now.totals_due, "a card before the totals", "the totals announced")
        side = now.hands.next
        demand(side, f"{card} dealt to a complete coup", "no card any more")
        same(f"{card} dealt to", event.fact["side"], side)
        if event.fact["origin"] == "carried":
            same("the card that waited", card, self.carried[0] if self.carried else None)
            self.carried = self.carried[1:]
        else:
            demand(not self.carried, f"{card} before a card that waits", "that one first (A-43)")
            same("origin", event.fact["origin"] == "drawn", shoe.source == VIRTUAL)
            due = shoe.cut_at is not None and shoe.left_count >= shoe.cut_at
            demand(shoe.cut_seen or not due, "no cut card seen", "the cut card before this card")
            shoe.take([card])
        now.cards.append(card)

    def on_beyond(self, event: Event) -> None:
        """A card that the decks do not hold any more; it belongs to no hand (A-69)."""
        fact, shoe = event.fact, self._shoe()
        same("decks", fact["decks"], shoe.decks)
        demand(shoe.source != SHUFFLER, "an alarm at a shuffler", "none: it takes cards back")
        card, reported, registered = fact["card"], fact["reported"], fact["instead_of"]
        if reported:
            self.group.alarm_rules = self._reported_of(registered)
        else:
            same("cards in whose place none was reported", registered, [])
            dealing = self.stage == "dealing" and not self.round_now().totals_due
            demand(dealing, f"{card} dealt while {self.stage}", "a card that was due")
            self.group.alarm_rules = [self.round_now().terms]
        seen = shoe.seen + Counter(reported or [card]) - Counter(registered)
        left_count = shoe.left_count + len(reported or [card]) - len(registered)
        too_many = left_count > shoe.decks * len(DECK) and card == (reported or [card])[-1]
        beyond = too_many or seen[card] > shoe.decks
        demand(beyond, f"{card} seen {seen[card]} times", f"more than the {shoe.decks} there are")
        self.group.alarm = "foreign-card"

    def _reported_of(self, registered: Sequence[str]) -> list[Terms]:
        """The rules of the rounds whose cards a report may have replaced."""
        number, now = self._shoe().number, [] if self.round is None else [self.round]
        replaced = [
            each.terms
            for each in (*now, *self.past.values())
            if each.shoe_number == number and each.cards == registered
        ]
        demand(replaced or not registered, f"cards in place of {shown(registered)}", "a round's")
        return [self._rules(None), *replaced]

    def on_totals(self, event: Event) -> None:
        """The totals of the first four cards."""
        now = self.round_now()
        demand(now.totals_due, "totals announced", "four cards, and once")
        first = now.cards[:4]
        same("the Player's total", event.fact["player_total"], total(first[0::2]))
        same("the Banker's total", event.fact["banker_total"], total(first[1::2]))
        now.announced = True

    def on_result(self, event: Event) -> None:
        """The result of a complete coup."""
        now = self.round_now()
        hands = now.hands
        complete = now.announced and hands.next is None and not hands.excess
        demand(complete, f"a result by {' '.join(now.cards)}", "a complete coup")
        outcome = outcome_by(hands)
        for key in ("winner", "player_total", "banker_total"):
            same(key, event.fact[key], outcome[key])
        self.stage = "result"

    def on_settled(self, event: Event) -> Posting:
        """Every registered bet ends by the cards, all in one stroke."""
        now = self.round_now()
        posting = self._ended(now, event.fact["results"], self._by_cards(now, now.cards))
        now.paid = True
        self.stage = "settled"
        self.counts.bets += sum(len(results) for _, results in now.results)
        self.counts.cents_staked += sum(r["stake"] for _, each in now.results for r in each)
        return posting

    @staticmethod
    def _by_cards(now: Round, cards: Sequence[str]) -> dict[str, list[Json]]:
        """How each bet of each terminal has to end by these cards."""
        hands = laid_out(now.terms.play, cards)
        complete = hands.next is None and not hands.excess
        demand(complete, f"a payment by {' '.join(cards) or 'no card'}", "a complete coup")
        outcome = outcome_by(hands)
        rows = {key: deciding_row(bet, outcome) for key, bet in now.terms.bets.items()}
        return {
            terminal: [bet_result(now.terms.bets[bet], stake, rows[bet]) for bet, stake in stakes]
            for terminal, stakes in now.positions.items()
            if stakes
        }

    def _ended(self, now: Round, results: list[Any], expected: Mapping[str, list[Json]]) -> Posting:
        """The money of an ending; one that was paid before is taken back in the same posting."""
        same("terminals paid", sorted(t for t, _ in results), sorted(expected))
        for terminal, found in results:
            same(f"the bets of {terminal}", [r["bet"] for r in found], _bets(expected[terminal]))
            for result, wanted in zip(found, expected[terminal], strict=True):
                for key in RESULT_FIELDS:
                    same(f"{wanted['bet']} of {terminal}: {key}", result[key], wanted[key])
        posting = Posting(reverses=now.posting)
        changes: Counter[str] = Counter()
        for sign, ending in ((-1, now.results if now.posting else []), (1, results)):
            for terminal, each in ending:
                self._end_bets(posting, terminal, each, sign)
                changes[terminal] += sign * sum(map(returned, each))
        if now.posting is not None:
            self._settle_debts(posting, changes)
        self.counts.cents_returned += sum(changes.values())
        now.results = results
        now.posting = self.money.postings + 1 if results else None
        return posting

    def _end_bets(
        self, posting: Posting, terminal: str, results: Iterable[Json], sign: int
    ) -> None:
        for result in results:
            reason, stake = STAKE_GOES[result["result"]], result["stake"]
            posting.add(terminal, reason, stake, reversal=sign < 0)
            if reason == "won-stake":
                posting.add(terminal, "won-profit", result["profit"], reversal=sign < 0)
            if reason != "lost":
                meter = "won" if reason == "won-stake" else "returned"
                self.money.meter(terminal, meter, sign * returned(result))

    # Irregularities.

    def on_reported(self, event: Event) -> None:
        """Something went wrong, by a policy of the document; nothing moves until it is decided."""
        fact, by = event.fact, event.by or {}
        person = by["dealer"]["person"] if by["is"] == "timer" else by["person"]
        same("reported by", fact["reporter"], person)
        demand(fact["lasted_ms"] >= 0, "an interruption below nothing", "a time")
        # The table reports by itself only what a card or a count has just shown (A-69).
        same("a report by the table itself", fact["automatic"], self.group.alarm is not None)
        same("the clause", event.clause, fact["policy"]["clause"])
        if fact["earlier"] is not None:
            demand(fact["earlier"] in self.past, f"round {fact['earlier']}", "a paid one in reach")
        if fact["automatic"]:
            self._check_alarm(fact)
        else:
            self._check_report(fact)
        self.matter = Matter(
            fact["policy"],
            fact["reporter"],
            event.at - fact["lasted_ms"],
            fact["lasted_ms"],
            fact["cards"],
            fact["extra"],
            fact["earlier"],
            self.stage,
        )

    def _rules(self, earlier: int | None) -> Terms:
        """The rules that the round in question is played by; a table may have others since."""
        if earlier is not None:
            return self.past[earlier].terms
        between = self.stage == "idle" or self.round is None
        return self._terms() if between else self.round_now().terms

    def _check_alarm(self, fact: Json) -> None:
        """What the table itself reports: that very fact, and no card of anybody."""
        wanted = [
            policies.get(self.group.alarm or "") or policies.get("not-covered")
            for policies in (rules.by_irregularity() for rules in self.group.alarm_rules)
        ]
        demand(fact["policy"] in wanted, f"the policy {shown(fact['policy'])}", shown(wanted[0]))
        told = [fact[key] for key in ("cards", "extra", "earlier", "lasted_ms")]
        same("an alarm with cards, a round or a time", told, [None, [], None, 0])
        self.group.alarm = None

    def _check_report(self, fact: Json) -> None:
        """The policy is the one that the document has there; its clause reaches the round."""
        late, what = fact["earlier"] is not None, fact["policy"]["irregularity"]
        policies = self._rules(fact["earlier"]).by_irregularity()
        own = policies.get(what)
        if own is None:
            raise Mismatch(f"a report of {what}", "an irregularity of the document")
        dealt = self.stage not in BETWEEN and bool(self.round_now().cards)
        if own["before_first_card"] is not None and not (dealt or late):
            own = {**policies.get(own["before_first_card"], {}), "irregularity": what}
        if late and own["late"] == "ruling":
            clause = policies.get("not-covered", own)["clause"]
            own = {**own, "clause": clause, "remedy": "ruling", "withdraws_shoe": False}
        same("the policy", fact["policy"], own)
        if late:
            demand(own["late"] != "stands", "a late report", "a clause that reaches so far (A-30)")
        else:
            self._check_reach(own, fact)
        self._check_reported(own, fact)

    def _check_reach(self, policy: Json, fact: Json) -> None:
        """Whether the clause has anything to reach (A-28, A-41)."""
        now = None if self.stage == "idle" else self.round
        cards = now is not None and now.cards
        demand(cards or not policy["needs_card"], "a report about cards", "a card that is out")
        paid = self.stage == "settled" and policy["reaches_settled"]
        shoe = policy["withdraws_shoe"] and self.shoe is not None
        waits = policy["takes_extra"] and fact["extra"]
        reached = self.stage not in BETWEEN or paid or shoe or waits
        ruled = policy["remedy"] == "ruling"
        demand(reached or ruled, f"a report while {self.stage}", "a round or a shoe in reach")

    def _check_reported(self, policy: Json, fact: Json) -> None:
        """The cards of a report are some that can be out, as its clause wants them."""
        cards, extra, remedy = fact["cards"], fact["extra"], policy["remedy"]
        of = self.round if fact["earlier"] is None else self.past[fact["earlier"]]
        with_extra = policy["takes_extra"] or remedy == "void"
        demand(with_extra or not extra, "extra cards", "a clause that has a use for them")
        registered = [] if of is None else of.cards
        if of is not None and of.terms.source == VIRTUAL:
            demand(cards in (None, registered), "cards of a virtual shoe", "those drawn")
        virtual = self.shoe is not None and self.shoe.source == VIRTUAL
        demand(not (extra and virtual), "cards beside a virtual shoe", "those drawn")
        if cards is None:
            wanted = remedy == "by-the-cards"
            demand(not wanted, "a report without its cards", "those on the table")
            return
        demand(
            self.stage not in {"betting", "closing"} or of is not self.round, "cards", "none yet"
        )
        if remedy == "reconstruct":
            out = Counter([*registered, *extra])
            demand(Counter(cards) == out, f"cards {shown(cards)}", "all that are out")
        if remedy == "first-decision":
            same("the first cards", cards[: len(registered)], registered)

    def on_interrupted(self, event: Event) -> None:
        """Terminals are out of reach; what they have registered stands, and nothing stops."""
        positions = {} if self.stage in BETWEEN or self.round is None else self.round.positions
        for terminal, stakes in event.fact["registered"]:
            same(f"the bets of {terminal}", stakes, positions.get(terminal))
            self._seat(terminal).connected = False
        for terminal in event.fact["unregistered"]:
            demand(not positions.get(terminal), f"{terminal} without bets", "its bets")
            self._seat(terminal).connected = False

    def on_declined(self, event: Event) -> None:
        """The fact is denied, and goes to the Shift Manager."""
        demand(event.fact["reason"].strip(), "a denial without a reason", "a reason")
        self._decided().declined = True

    def on_ruling(self, event: Event) -> None:
        """The Shift Manager decides, in words; the verdict has its own consequences."""
        demand(event.fact["words"].strip(), "a ruling without words", "words")
        matter, verdict = self._decided(), event.fact["verdict"]
        follows, remedy = Consequences(self, matter, event.at), matter.policy["remedy"]
        self.group.ruling = event.fact["words"]
        if verdict == "goes on":
            self.group.following = follows.goes_on()
        elif verdict == "void":
            reached = matter.earlier is None and matter.reaches_round
            demand(reached, f"a round ruled void while {matter.interrupted}", "one in reach (A-28)")
            self.group.following = follows.void()
        elif verdict == "established":
            demand(remedy != "ruling", "a fact established", "a clause that says what follows")
            ordered = matter.policy["order_by_attester"]
            first: list[Following] = [("matter.order_decided", {})]
            self.group.following = first if ordered else follows.by_the_clause()
        else:
            raise Mismatch(f"the verdict {shown(verdict)}", "goes on, void or established")

    def on_order(self, event: Event) -> None:
        """Whoever establishes the fact decides in which order the cards came (R 5.7)."""
        matter, cards = self._decided(), event.fact["cards"]
        ordered = matter.policy["order_by_attester"]
        demand(ordered, "an order decided", "a clause that leaves it to who attests")
        registered = self.round_now().cards if matter.interrupted in CARDS_OUT else []
        out = Counter([*registered, *matter.extra])
        demand(Counter(cards) == out, f"the order {shown(cards)}", "all cards that are out")
        if matter.extra and matter.policy["irregularity"] in DRAWN_TOGETHER:
            before = registered[:-1]
            same("the cards before those drawn together", cards[: len(before)], before)
        matter.cards = list(cards)
        self.group.following = Consequences(self, matter, event.at).by_the_clause()

    def on_resumed(self, event: Event) -> None:
        """The round goes on, and gets back the betting time that it lost."""
        matter, now = self._decided(), self.round
        closes_at = 0 if now is None else now.closes_at
        if now is not None and matter.interrupted == "betting":
            closes_at += event.at - max(matter.began_at, now.opened_at)
        same("the end of the betting", event.fact["closes_at"], closes_at)
        if now is not None:
            now.closes_at = closes_at
        self.matter = None
        self.stage = "dealing" if self.stage == "result" else self.stage

    def on_corrected(self, event: Event) -> None:
        """The cards of the round are others, as far as it uses them."""
        registered, corrected = event.fact["registered"], event.fact["corrected"]
        now = self.round_now()
        demand(now.terms.source != VIRTUAL, "cards of a virtual shoe corrected", "those drawn")
        demand(not laid_out(now.terms.play, corrected).excess, "too many cards", "a coup of them")
        if self.shoe is not None and self.shoe.number == now.shoe_number:
            self.shoe.correct(registered, corrected)
        now.cards, now.announced = list(corrected), False

    def on_carried(self, event: Event) -> None:
        """Cards that this deal does not want begin the next one."""
        cards = event.fact["cards"]
        demand(cards, "no card carried", "one at least")
        self._shoe().take(cards)
        # What the coup itself has no use for left the shoe before any card that waits by now.
        in_front = event.fact["in_front"]
        self.carried = [*cards, *self.carried] if in_front else [*self.carried, *cards]

    def on_discarded(self, event: Event) -> None:
        """Cards that were out and not registered go away, and count as seen."""
        self._shoe().take(event.fact["cards"])

    def on_voided(self, event: Event) -> Posting:
        """Every stake of the round goes back, bets already decided included (A-38)."""
        matter, now = self._decided(), self.round_now()
        demand(matter.reaches_round, f"a void round while {matter.interrupted}", "one in reach")
        demand(not now.void, "a round void twice", "once")
        expected = {
            terminal: [_refund(bet, stake, event.clause) for bet, stake in stakes]
            for terminal, stakes in now.positions.items()
            if stakes
        }
        if not now.paid:
            self.counts.bets += sum(map(len, expected.values()))
            self.counts.cents_staked += sum(r["stake"] for each in expected.values() for r in each)
        posting = self._ended(now, event.fact["results"], expected)
        now.void, now.paid, now.posting = True, False, None
        if self.shoe is not None and self.shoe.cut_seen and not now.cards:
            self.shoe.rounds_left += 1
        self.counts.voided += 1
        self.matter, self.stage = None, "idle"
        return posting

    def on_resettled(self, event: Event) -> Posting:
        """What was paid is taken back, and the round is paid by the cards."""
        now = self.round_now()
        demand(now.paid, "a round paid again", "a paid one")
        posting = self._ended(now, event.fact["results"], self._by_cards(now, now.cards))
        self.counts.resettled += 1
        self.matter = None
        return posting

    def on_earlier_resettled(self, event: Event) -> Posting:
        """An earlier round is made good by its cards; later ones stay (A-29)."""
        fact = event.fact
        earlier = self.past[fact["round_number"]]
        demand(earlier.terms.source != VIRTUAL, "cards of a virtual shoe corrected", "those drawn")
        expected = self._by_cards(earlier, fact["corrected"])
        posting = self._ended(earlier, fact["results"], expected)
        if self.shoe is not None and self.shoe.number == earlier.shoe_number:
            self.shoe.correct(fact["registered"], fact["corrected"])
        earlier.cards = list(fact["corrected"])
        self.counts.resettled += 1
        return posting

    def finish(self) -> list[str]:
        """The end of the stream: what has to be so, and what nobody can check yet."""
        self.end_group()
        try:
            self.money.check_sum()
            self.money.check(self.money.meters)
            self._check_stakes()
        except Mismatch as mismatch:
            broken(self.stream, mismatch.found, mismatch.expected, self.stream)
        secret = sorted(self.unrevealed)
        if self.shoe is not None and self.shoe.commitment:
            secret.append(self.shoe.number)
        self.unchecked += [
            f"{self.stream}, shoe {number}: its order is not revealed yet" for number in secret
        ]
        return self.unchecked

    def _check_stakes(self) -> None:
        """What stands on the layout is what the round in progress has registered."""
        running = self.round if self.stage in OPEN - BETWEEN else None
        positions = {} if running is None else running.positions
        for kind, terminal in list(self.money.balances):
            if kind == "stakes":
                staked = sum(stake for _, stake in positions.get(terminal, []))
                same(f"stakes of {terminal}", self.money.balances[kind, terminal], staked)


def _bets(results: Iterable[Json]) -> list[str]:
    return [result["bet"] for result in results]


def _refund(bet: str, stake: int, clause: str) -> Json:
    values = (bet, stake, "returned", 0, clause, None, 0)
    return dict(zip(RESULT_FIELDS, values, strict=True))


HANDLERS: Mapping[str, Callable[[TableAudit, Event], Posting | None]] = {
    "table.configured": TableAudit.on_configured,
    "table.opened": TableAudit.on_opened,
    "table.closed": TableAudit.on_closed,
    "table.dealer_changed": TableAudit.on_dealer,
    "table.limits_changed": TableAudit.on_limits,
    "shoe.loaded": TableAudit.on_shoe_loaded,
    "shoe.cards_burned": TableAudit.on_burned,
    "shoe.cut_card_seen": TableAudit.on_cut_card,
    "shoe.cards_counted": TableAudit.on_counted,
    "shoe.retired": TableAudit.on_retired,
    "shoe.revealed": TableAudit.on_revealed,
    "shoe.roads_restarted": TableAudit.on_roads,
    "seat.terminal_seated": TableAudit.on_seated,
    "seat.link_reported": TableAudit.on_link,
    "seat.terminal_disabled": TableAudit.on_disabled,
    "seat.terminal_enabled": TableAudit.on_enabled,
    "purse.cash_taken": TableAudit.on_cash,
    "purse.bill_taken": TableAudit.on_bill,
    "purse.ticket_taken": TableAudit.on_ticket_taken,
    "purse.cash_out_reserved": TableAudit.on_reserved,
    "purse.ticket_printed": TableAudit.on_printed,
    "purse.cash_out_given_back": TableAudit.on_given_back,
    "purse.ticket_uncertain": TableAudit.on_uncertain,
    "purse.hand_paid": TableAudit.on_hand_paid,
    "purse.terminal_moved_out": TableAudit.on_moved_out,
    "purse.terminal_moved_in": TableAudit.on_moved_in,
    "adjustment.asked": TableAudit.on_asked,
    "adjustment.turned_down": TableAudit.on_turned_down,
    "adjustment.credits_adjusted": TableAudit.on_adjusted,
    "adjustment.debt_written_off": TableAudit.on_written_off,
    "adjustment.debt_repaid": TableAudit.on_repaid,
    "round.bets_opened": TableAudit.on_bets_opened,
    "round.position_taken": TableAudit.on_position,
    "round.closing_began": TableAudit.on_closing,
    "round.terminal_froze": TableAudit.on_froze,
    "round.bets_closed": TableAudit.on_bets_closed,
    "round.card_dealt": TableAudit.on_card,
    "round.card_beyond_decks": TableAudit.on_beyond,
    "round.totals_announced": TableAudit.on_totals,
    "round.result_shown": TableAudit.on_result,
    "round.settled": TableAudit.on_settled,
    "matter.irregularity_reported": TableAudit.on_reported,
    "matter.terminals_interrupted": TableAudit.on_interrupted,
    "matter.irregularity_declined": TableAudit.on_declined,
    "matter.ruling_given": TableAudit.on_ruling,
    "matter.order_decided": TableAudit.on_order,
    "matter.play_resumed": TableAudit.on_resumed,
    "matter.cards_corrected": TableAudit.on_corrected,
    "matter.cards_carried": TableAudit.on_carried,
    "matter.cards_discarded": TableAudit.on_discarded,
    "matter.round_voided": TableAudit.on_voided,
    "matter.round_resettled": TableAudit.on_resettled,
    "matter.earlier_round_resettled": TableAudit.on_earlier_resettled,
}


# ---------------------------------------------------------------------------------- checkpoints

SIGNED = b"punto checkpoint 1\n"
CHECKPOINT_FIELDS = ["number", "at", "previous", "key", "next_key", "heads", "snapshots"]


@dataclass(slots=True)
class Signed:
    """What all checkpoints together vouch for."""

    ends: dict[str, dict[int, tuple[str, str]]] = field(default_factory=dict)
    """By stream and position: the hash that was signed, and where."""
    answers: dict[str, dict[int, tuple[str, str]]] = field(default_factory=dict)
    """By stream and number of answers: the same."""
    snapshots: dict[tuple[str, int], tuple[str, str]] = field(default_factory=dict)
    hashes: dict[int, str] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)


def read_checkpoint(body: bytes, signature: bytes) -> Json:
    """A checkpoint whose own key has signed it."""
    checkpoint = parsed(body)
    same("the fields", list(checkpoint), CHECKPOINT_FIELDS)
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(checkpoint["key"]))
        key.verify(signature, SIGNED + body)
    except (InvalidSignature, ValueError, TypeError):
        raise Mismatch("a signature that does not hold", "one by the key that it names") from None
    return checkpoint


def check_checkpoints(source: Source, trusted: Sequence[str], counts: Counts) -> Signed:
    """All checkpoints of the record: numbered, chained, signed, by keys that are vouched for."""
    signed = Signed()
    expected_key: str | None = None
    rows = source.rows("SELECT number, body, signature FROM checkpoints ORDER BY number")
    for number, body, signature in rows:
        where = f"checkpoint {number}"
        try:
            checkpoint = read_checkpoint(bytes(body), bytes(signature))
            first = not signed.hashes
            if not (first and source.is_part):
                same("number", number, len(signed.hashes) + 1 if not first else 1)
                same("previous", checkpoint["previous"], signed.hashes.get(number - 1))
            same("the number in the body", checkpoint["number"], number)
            key = checkpoint["key"]
            vouched = key == expected_key or key in trusted
            # With nothing to hold it against, the first key is taken by its own word.
            believed = vouched or (expected_key is None and not trusted)
            demand(believed, f"the key {key}", "one that the checkpoint before names, or a --key")
            _note_ends(signed, checkpoint, where)
            for each in checkpoint["snapshots"]:
                place = each["stream"], each["position"]
                signed.snapshots[place] = each["hash"], each["fold"]
        except Mismatch as mismatch:
            broken(where, mismatch.found, mismatch.expected)
        except (KeyError, TypeError) as error:
            broken(where, f"another form ({error!r})", "heads and snapshots")
        expected_key = checkpoint["next_key"] or key
        signed.hashes[number] = hashlib.sha256(SIGNED + bytes(body)).hexdigest()
        if key not in signed.keys:
            signed.keys.append(key)
        counts.checkpoints += 1
    return signed


def _note_ends(signed: Signed, checkpoint: Json, where: str) -> None:
    for end in checkpoint["heads"]:
        stream, position, digest, count, answers_hash = (end[key] for key in COLUMNS["heads"])
        before, _ = signed.ends.setdefault(stream, {}).setdefault(position, (digest, where))
        same(f"{stream} at {position} with the hash", digest, before)
        answers = signed.answers.setdefault(stream, {})
        before, _ = answers.setdefault(count, (answers_hash, where))
        same(f"{stream}, answer {count} with the hash", answers_hash, before)


def check_exported(path: Path, signed: Signed, trusted: Sequence[str], counts: Counts) -> None:
    """A checkpoint that was kept outside, held against the record."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read, {error.strerror}") from error
    try:
        heading, body, signature, end = lines
        raw = bytes.fromhex(signature.decode("ascii"))
    except ValueError:
        raise Unreadable(f"{path}: no checkpoint, expected three lines") from None
    if heading + b"\n" != SIGNED or end:
        raise Unreadable(f"{path}: no checkpoint, expected {SIGNED.decode().strip()!r} first")
    where = f"checkpoint in {path}"
    try:
        checkpoint = read_checkpoint(body, raw)
        number, key = checkpoint["number"], checkpoint["key"]
        vouched = key in signed.keys or key in trusted
        demand(vouched, f"the key {key}", "one that signed in the record, or a --key")
        _note_ends(signed, checkpoint, where)
        demand(number in signed.hashes, f"number {number}, not in the record", "a record with it")
        found = signed.hashes[number]
        same(
            "the record's own one of that number", found, hashlib.sha256(SIGNED + body).hexdigest()
        )
    except Mismatch as mismatch:
        broken(where, mismatch.found, mismatch.expected)
    except (KeyError, TypeError) as error:
        broken(where, f"another form ({error!r})", "a checkpoint")
    counts.exported_checkpoints += 1


# ---------------------------------------------------------------------------------- the whole


@dataclass(slots=True)
class Verdict:
    """How an audit ended."""

    counts: Counts
    finding: Finding | None = None
    unchecked: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether everything held that could be checked."""
        return self.finding is None

    @property
    def words(self) -> str:
        """The verdict itself."""
        return "the record holds" if self.holds else "the record does not hold"

    def as_data(self) -> Json:
        """The verdict as JSON."""
        found = self.finding
        return {
            "verdict": self.words,
            "holds": self.holds,
            "counts": {name: getattr(self.counts, name) for name in Counts.__slots__},
            "keys": self.keys,
            "not_checked": self.unchecked,
            "to_look_into": self.remarks,
            "failure": found
            and {
                "where": found.where,
                "stream": found.stream,
                "position": found.position,
                "found": found.found,
                "expected": found.expected,
            },
        }

    def as_text(self) -> str:
        """The verdict for a person."""
        told = [f"{self.words[0].upper()}{self.words[1:]}."]
        if self.finding is not None:
            told += [
                f"  where     {self.finding.where}",
                f"  found     {self.finding.found}",
                f"  expected  {self.finding.expected}",
            ]
        told.append("Gone through" if self.holds else "Gone through until then")
        for name in Counts.__slots__:
            told.append(f"  {name.replace('_', ' '):22}{getattr(self.counts, name):>15,}")
        if self.keys:
            told += ["Keys that signed", *(f"  {key}" for key in self.keys)]
        if self.remarks:
            told += ["To look into", *(f"  {each}" for each in self.remarks)]
        if self.unchecked:
            told += ["Not checkable", *(f"  {each}" for each in self.unchecked)]
        return "\n".join(told)


class Audit:
    """One walk through a record."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.counts = Counts()
        self.unchecked: list[str] = []
        self.remarks: list[str] = []
        self.floor = FloorAudit()
        self.tables: dict[str, TableAudit] = {}
        self.heads: dict[str, End] = {}
        self.signed = Signed()
        self.partial: set[str] = set()
        self.times: dict[str, int] = {}

    def run(self, checkpoints: Sequence[Path], trusted: Sequence[str]) -> Verdict:
        """Go through everything; the first thing that does not hold ends it."""
        finding = None
        try:
            self._run(checkpoints, trusted)
        except Broken as found:
            finding = found.finding
        return Verdict(self.counts, finding, self.unchecked, self.signed.keys, self.remarks)

    def _run(self, checkpoints: Sequence[Path], trusted: Sequence[str]) -> None:
        source = self.source
        columns = ", ".join(COLUMNS["heads"])
        heads = source.rows(f"SELECT {columns} FROM heads")  # noqa: S608 (ours)
        for stream, position, digest, count, answers_hash in heads:
            self.heads[stream] = End(position, bytes(digest), count, bytes(answers_hash))
        self.signed = check_checkpoints(source, trusted, self.counts)
        for path in checkpoints:
            check_exported(path, self.signed, trusted, self.counts)
        self._check_streams()
        # The floor first: whoever acts at a table has to be known to it.
        for stream in sorted(self.heads, key=lambda name: (name != FLOOR, name)):
            self._check_stream(stream)
            self.counts.streams += 1
        self._check_snapshots()
        TicketCheck(self).run()
        self._check_moves()
        self._note_parts()
        self._note_the_rest(checkpoints, trusted)

    def _check_streams(self) -> None:
        """Every stream that anything speaks of is there, and has a head."""
        for table in ("events", "transfers", "tickets_issued", "tickets_ended", "answers"):
            for (stream,) in self.source.rows(f"SELECT DISTINCT stream FROM {table}"):  # noqa: S608
                if stream not in self.heads:
                    broken(stream, f"rows in {table} and no head", "a head", stream)
        for stream, ends in self.signed.ends.items():
            if stream not in self.heads:
                _, signer = next(iter(ends.values()))
                broken(stream, "no such stream any more", f"the one that {signer} saw", stream)

    # One stream.

    def _check_stream(self, stream: str) -> None:
        end, start = self.heads[stream], self.source.starts.get(stream, _beginning(stream))
        ends = self.signed.ends.get(stream, {})
        for position, (_, signer) in ends.items():
            if position > end.position:
                found = f"{position} events, by {signer}"
                broken_at(stream, end.position, "the end of the stream", found)
        if start.position:
            self.partial.add(stream)
        table = self._auditor(stream)
        position, before = start.position, start.hash
        answers = Answers(self.source, stream, start, self.signed.answers.get(stream, {}))
        transfers = Transfers(self.source, stream)
        query = (
            "SELECT position, name, at, body, hash FROM events WHERE stream = ? ORDER BY position"
        )
        for found, name, at, body, stored in self.source.rows(query, stream):
            position += 1
            if found != position:
                broken_at(stream, position, f"the position {found}", f"{position}, without a gap")
            before = _next_hash(before, position, bytes(body))
            if before != bytes(stored):
                broken_at(stream, position, "an event that does not follow", "the chain's next")
            if position in ends and ends[position][0] != before.hex():
                signer = ends[position][1]
                broken_at(stream, position, "a history written anew", f"the one that {signer} saw")
            beside = table, transfers, answers
            self._check_event(stream, position, (name, at, bytes(body)), beside)
            self.counts.events += 1
        if (end.position, end.hash) != (position, before):
            found = f"a head at {end.position}"
            broken_at(stream, position, found, "a head at the last event, of its hash")
        self._end_stream(stream, table, transfers, answers)

    def _auditor(self, stream: str) -> "TableAudit | None":
        if stream == FLOOR or stream in self.partial:
            return None
        if not stream.startswith("table/"):
            broken(stream, "a stream of another kind", "floor, or table/ and a name", stream)
        self.tables[stream] = TableAudit(stream, self.floor, self.counts)
        return self.tables[stream]

    def _check_event(
        self,
        stream: str,
        position: int,
        row: tuple[str, int, bytes],
        beside: "tuple[TableAudit | None, Transfers, Answers]",
    ) -> None:
        table, transfers, answers = beside
        try:
            event = event_of(stream, position, row[2])
            same("the column name", row[0], event.name)
            same("the column at", row[1], event.at)
            before = self.times.get(stream, event.at)
            demand(event.at >= before, f"the time {event.at}", f"{before} or later, as before it")
            self.times[stream] = event.at
            answers.take(event)
            if table is not None:
                table.take(event, transfers.of(position))
            elif stream not in self.partial:
                self.floor.take(event)
                transfers.none(position)
        except Mismatch as mismatch:
            broken_at(stream, position, mismatch.found, mismatch.expected)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            broken_at(stream, position, f"another form ({error!r})", "a form that can be read")

    def _end_stream(
        self, stream: str, table: "TableAudit | None", transfers: "Transfers", answers: "Answers"
    ) -> None:
        last = self.heads[stream].position
        try:
            answers.finish(self.heads[stream])
            if stream not in self.partial:
                transfers.none(sys.maxsize)
        except Mismatch as mismatch:
            broken_at(stream, last, mismatch.found, mismatch.expected)
        if table is not None:
            self.unchecked += table.finish()
            self.remarks += table.remarks
            self.counts.postings += table.money.postings
        self.counts.answers += answers.count - answers.refusals
        self.counts.refusals += answers.refusals

    # Between streams.

    def _check_moves(self) -> None:
        """Every arrival has its departure, of the same terminal and amount, and once."""
        gone = {
            (stream, event.command): event
            for stream, table in self.tables.items()
            for event in table.moved_out
        }
        for stream, table in self.tables.items():
            for event in table.moved_in:
                fact = event.fact
                sent = gone.pop((f"table/{fact['table']}", fact["transfer"]), None)
                if sent is None and f"table/{fact['table']}" in self.partial:
                    continue
                if sent is None:
                    found = f"a terminal from {fact['table']} by move {fact['transfer']}"
                    broken_at(stream, event.position, found, "its departure there, taken once")
                try:
                    same("the table it was sent to", f"table/{sent.fact['table']}", stream)
                    for key in ("terminal", "amount", "disabled"):
                        same(f"{key} of the move", fact[key], sent.fact[key])
                except Mismatch as mismatch:
                    broken_at(stream, event.position, mismatch.found, mismatch.expected)
                self.counts.moves += 1
        for (stream, _), event in gone.items():
            if f"table/{event.fact['table']}" in self.partial:
                continue
            found = f"terminal {event.fact['terminal']} gone to {event.fact['table']}"
            broken_at(stream, event.position, found, "its arrival there")

    def _check_snapshots(self) -> None:
        """Snapshots that are kept are what they say, and what was signed for them."""
        query = "SELECT stream, position, fold, hash, body FROM snapshots ORDER BY stream, position"
        for stream, position, fold, stored, body in self.source.rows(query):
            where = f"snapshot of {stream} at {position}"
            digest = hashlib.sha256(bytes(body)).hexdigest()
            vouched = self.signed.snapshots.get((stream, position), (digest, fold))
            if (bytes(stored).hex(), fold) != vouched or bytes(stored).hex() != digest:
                broken(where, "another body", "the one of its hash, and of its checkpoint", stream)
            self._check_snapshot(where, stream, position, fold, bytes(body))
        if self.signed.snapshots:
            self.unchecked.append("snapshots: what they hold; they are a cache, and prove nothing")

    def _check_snapshot(
        self, where: str, stream: str, position: int, fold: str, body: bytes
    ) -> None:
        query = "SELECT hash FROM events WHERE stream = ? AND position = ?"
        chain = [bytes(digest).hex() for (digest,) in self.source.rows(query, stream, position)]
        expected = {"stream": stream, "position": position, "chain": chain[0] if chain else None}
        try:
            found = parsed(body)["snapshot"]
            same("place", found, {**expected, "fold": fold})
        except Mismatch as mismatch:
            broken(where, mismatch.found, mismatch.expected, stream, position)
        except (KeyError, TypeError) as error:
            broken(where, f"another form ({error!r})", "a snapshot", stream, position)

    def _note_parts(self) -> None:
        """What an export of a part leaves open."""
        for stream in sorted(self.partial):
            after = self.source.starts[stream].position
            self.unchecked.append(
                f"{stream}: begins behind event {after}; its chains, its columns, the form of its "
                "events and its answers were checked, not who did what, its cards, its results "
                "and its money"
            )
        if self.partial:
            self.unchecked.append(
                "tickets and moves: those that begin or end in a part were not checked"
            )
        first = min(self.signed.hashes, default=1)
        if first > 1:
            self.unchecked.append(
                f"checkpoints before {first} are not here; nothing was held against them"
            )

    def _note_the_rest(self, checkpoints: Sequence[Path], trusted: Sequence[str]) -> None:
        if not self.floor.seen:
            self.unchecked.append(
                "people: there is no stream of the floor; roles are as events say"
            )
        if not self.signed.hashes:
            self.unchecked.append("there is no checkpoint: whoever owns the record can rewrite it")
        elif not trusted:
            self.unchecked.append("no --key was given: the first checkpoint's own key was believed")
        if self.signed.hashes:
            self._note_unsigned()
        if not checkpoints:
            self.unchecked.append(
                "no --checkpoint from outside was given: a record rolled back whole goes unseen, "
                "its newest checkpoints deleted with it"
            )
        if self.counts.answers:
            self.unchecked.append(
                "answers: whether a fingerprint is that of its command, and a refusal was due"
            )

    def _note_unsigned(self) -> None:
        """What came after the last checkpoint is chained, and by whom nobody signed."""
        for stream, head in sorted(self.heads.items()):
            events = head.position - max(self.signed.ends.get(stream, {}), default=0)
            answers = head.answers - max(self.signed.answers.get(stream, {}), default=0)
            if events or answers:
                self.unchecked.append(
                    f"{stream}: {events} events and {answers} answers behind the last checkpoint "
                    "are chained and not signed"
                )


class Transfers:
    """The transfers of a stream, beside its events."""

    def __init__(self, source: Source, stream: str) -> None:
        columns = ", ".join(COLUMNS["transfers"])
        query = f"SELECT {columns} FROM transfers WHERE stream = ? ORDER BY posting, line"  # noqa: S608
        self._rows = source.rows(query, stream)
        self._next = next(self._rows, None)

    def of(self, position: int) -> list[Json]:
        """The transfers of one event."""
        found = []
        while self._next is not None and self._next[3] <= position:
            row = dict(zip(COLUMNS["transfers"], self._next, strict=True))
            posting = f"posting {row['posting']} at position"
            same(posting, row["position"], position)
            row["is_reversal"] = bool(row["is_reversal"])
            found.append(row)
            self._next = next(self._rows, None)
        return found

    def none(self, position: int) -> None:
        """No transfer belongs here or before."""
        if self._next is not None and self._next[3] <= position:
            raise Mismatch(f"posting {self._next[1]} of no event here", "money that an event moves")


class Answers:
    """The answers of a stream, one after the other: every event belongs to exactly one."""

    def __init__(
        self, source: Source, stream: str, start: End, signed: Mapping[int, tuple[str, str]]
    ) -> None:
        self._stream, self._start, self._signed = stream, start, signed
        columns = ", ".join(tuple(COLUMNS["answers"])[1:])
        query = f"SELECT {columns} FROM answers WHERE stream = ? ORDER BY number"  # noqa: S608
        self._rows = source.rows(query, stream)
        twice = "SELECT command FROM answers WHERE stream = ? GROUP BY command HAVING count(*) > 1"
        for (command,) in source.rows(twice, stream):
            broken(f"{stream}, the answer to {command}", "two of them", "one", stream)
        self._number, self._hash = start.answers, start.answers_hash
        self._left, self._command = 0, ""
        self.count = self.refusals = 0

    def take(self, event: Event) -> None:
        """One event more."""
        if not self._left:
            self._begin(event)
        same("an event of the command", event.command, self._command)
        self._left -= 1

    def _begin(self, event: Event) -> None:
        row = self._next_with_events()
        if row is None:
            raise Mismatch(f"no answer to command {event.command}", "one answer to each command")
        self._command, first, count = row
        # A part may begin between the events of one command.
        before = max(0, self._start.position + 1 - first)
        same(f"the answer to {self._command} from position", first + before, event.position)
        self._left = count - before
        demand(self._left > 0, f"the answer to {self._command} before the part", "one within it")

    def _next_with_events(self) -> tuple[str, int, int] | None:
        """The next answer that has events; the refusals before it are looked at on the way."""
        for number, command, fingerprint, first, count, refusal, stored in self._rows:
            body = None if refusal is None else bytes(refusal)
            try:
                same("the answer of number", number, self._number + 1)
                self._follow((number, first, count), (command, fingerprint), body, bytes(stored))
                demand(_HEX_64.fullmatch(fingerprint), "another fingerprint", "64 hex digits")
                if body is None:
                    demand(count > 0, "neither events nor a refusal", "one of them")
                    return command, first, count
                same("a refusal with events", [first, count], [0, 0])
                _check_refusal(body)
                self.refusals += 1
            except Mismatch as mismatch:
                where = f"{self._stream}, the answer to {command}"
                broken(where, mismatch.found, mismatch.expected, self._stream)
        return None

    def _follow(
        self,
        numbers: tuple[int, int, int],
        said: tuple[str, str],
        refusal: bytes | None,
        stored: bytes,
    ) -> None:
        """One answer more in the chain, which has to be what was signed there."""
        demand(min(numbers) >= 0, f"the numbers {shown(numbers)}", "none below 0")
        packed = b"".join(each.to_bytes(8, "big") for each in numbers)
        text = "".join(f"{each}\0" for each in said).encode()
        ending = b"\0" if refusal is None else b"\1" + refusal
        self._hash = hashlib.sha256(self._hash + packed + text + ending).digest()
        demand(self._hash == stored, "an answer that does not follow", "the next in the chain")
        self._number += 1
        self.count += 1
        if self._number in self._signed and self._signed[self._number][0] != stored.hex():
            signer = self._signed[self._number][1]
            raise Mismatch("answers written anew", f"those that {signer} saw")

    def finish(self, end: End) -> None:
        """Nothing is answered with events that are not there, and no answer is missing."""
        last = end.position
        demand(not self._left, f"the answer to {self._command} goes on behind {last}", "its events")
        row = self._next_with_events()
        if row is not None:
            raise Mismatch(f"the answer to {row[0]} from position {row[1]}", "events of its own")
        for number, (_, signer) in self._signed.items():
            if number > self._number:
                raise Mismatch(f"{self._number} answers", f"{number}, by {signer}")
        there = (self._number, self._hash)
        if (end.answers, end.answers_hash) != there:
            raise Mismatch(
                f"a head with {end.answers} answers", f"one with {self._number}, and of their hash"
            )


def _check_refusal(refusal: bytes) -> None:
    """A stored refusal has the form of one."""
    body = parsed(refusal)
    keys = [key for key in body if key != "shared"]
    same("the fields", keys, ["name", "version", "refusal"])
    demand(str(body["name"]).startswith("refusal."), shown(body["name"]), "a refusal")
    same("version", body["version"], FORM_VERSION)


class TicketCheck:
    """The life of every ticket: its rows are what events say, and it is paid once and in time."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.issued: dict[str, Event] = {}

    def run(self) -> None:
        """Hold events and rows against each other, both ways."""
        for table in self.audit.tables.values():
            for event, fact in table.issued:
                first = self.issued.setdefault(fact["number"], event)
                if first is not event:
                    found = f"ticket {masked(fact['number'])} issued twice"
                    broken_at(event.stream, event.position, found, "once")
        self._check_issued()
        self._check_ended()
        if self.audit.partial:
            return
        on_paper = sum(t.money.balances["tickets", ""] for t in self.audit.tables.values())
        outstanding = sum(event.fact["amount"] for event in self.issued.values())
        if on_paper != outstanding:
            broken("tickets", f"{on_paper} cents in the books", f"{outstanding} on paper")

    def _check_issued(self) -> None:
        columns = ", ".join(COLUMNS["tickets_issued"])
        query = f"SELECT {columns} FROM tickets_issued ORDER BY stream, position"  # noqa: S608
        seen = set()
        for row in self.audit.source.rows(query):
            number, stream, position, *_ = row
            if stream in self.audit.partial:
                continue
            event = self.issued.get(number)
            if event is None:
                broken_at(stream, position, f"ticket {masked(number)} in the register", "its event")
            expected = (
                number,
                event.stream,
                event.position,
                event.fact["amount"],
                event.fact["terminal"],
                event.fact["issued_at"],
                event.fact["expires_at"],
            )
            _same_row(stream, position, tuple(COLUMNS["tickets_issued"]), row, expected)
            if number in seen:
                broken_at(stream, position, f"ticket {masked(number)} twice", "once")
            seen.add(number)
            self.audit.counts.tickets += 1
        for number, event in self.issued.items():
            if number not in seen:
                found = f"ticket {masked(number)} not in the register"
                broken_at(event.stream, event.position, found, "its row")

    def _check_ended(self) -> None:
        taken: dict[str, Event] = {}
        for table in self.audit.tables.values():
            for event in table.taken:
                self._check_taken(event, taken)
        columns = ", ".join(COLUMNS["tickets_ended"])
        query = f"SELECT {columns} FROM tickets_ended ORDER BY stream, position"  # noqa: S608
        seen = set()
        for row in self.audit.source.rows(query):
            number, stream, position, *_ = row
            if stream in self.audit.partial:
                continue
            end = taken.get(number)
            if end is None or number in seen:
                broken_at(stream, position, f"ticket {masked(number)} ended", "its event, and once")
            expected = (
                number,
                end.stream,
                end.position,
                end.fact["terminal"],
                end.at,
            )
            _same_row(stream, position, tuple(COLUMNS["tickets_ended"]), row, expected)
            seen.add(number)
            self.issued.pop(number, None)
            self.audit.counts.tickets_redeemed += 1
        for number, end in taken.items():
            if number not in seen:
                found = f"ticket {masked(number)} taken and not ended in the register"
                broken_at(end.stream, end.position, found, "its row")

    def _check_taken(self, event: Event, taken: dict[str, Event]) -> None:
        number, stream, position = event.fact["number"], event.stream, event.position
        ticket = self.issued.get(number)
        if ticket is None and not self.audit.partial:
            broken_at(stream, position, f"ticket {masked(number)} taken", "one that was issued")
        if number in taken:
            broken_at(stream, position, f"ticket {masked(number)} taken twice", "once")
        taken[number] = event
        if ticket is None:
            return
        if event.fact["amount"] != ticket.fact["amount"]:
            found = f"ticket {masked(number)} taken for {event.fact['amount']} cents"
            broken_at(stream, position, found, f"{ticket.fact['amount']}")
        if event.at >= ticket.fact["expires_at"]:
            broken_at(stream, position, f"ticket {masked(number)} taken late", "before it expired")


def _same_row(
    stream: str, position: int, columns: Sequence[str], row: Sequence[Any], expected: Sequence[Any]
) -> None:
    for column, found, wanted in zip(columns, row, expected, strict=True):
        if found != wanted:
            broken_at(stream, position, f"a ticket's {column} {shown(found)}", shown(wanted))


def _beginning(stream: str) -> End:
    """The end of a stream in which nothing happened yet."""
    first, answers = (
        hashlib.sha256(f"punto {chain} 1\n{stream}".encode()).digest()
        for chain in ("record", "answers")
    )
    return End(0, first, 0, answers)


def _next_hash(before: bytes, position: int, body: bytes) -> bytes:
    return hashlib.sha256(before + position.to_bytes(8, "big") + body).digest()


def audit(
    address: str, checkpoints: Sequence[str | Path] = (), trusted: Sequence[str] = ()
) -> Verdict:
    """Audit a record; Unreadable when there is none to be read."""
    for key in trusted:
        if not _HEX_64.fullmatch(key):
            raise Unreadable(f"key {key!r}: expected a public key of 64 hex digits")
    with closing(open_source(address)) as source:
        walk = Audit(source)
        try:
            check_tables(source, address)
            if isinstance(source, SqliteSource) and not source.is_part:
                walk.unchecked += check_file(source, Path(address))
        except Broken as found:
            return Verdict(Counts(), found.finding)
        return walk.run([Path(each) for each in checkpoints], trusted)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run alone, without the rest of the program."""
    parser = argparse.ArgumentParser(description="Verify a record from beginning to end.")
    parser.add_argument("record", help="SQLite file, postgresql:// address, or export")
    parser.add_argument("--checkpoint", action="append", default=[], metavar="FILE")
    parser.add_argument("--key", action="append", default=[], metavar="HEX")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    try:
        verdict = audit(given.record, given.checkpoint, given.key)
    except Unreadable as error:
        sys.stderr.write(f"{error}\n")
        return UNREADABLE
    answer = json.dumps(verdict.as_data(), ensure_ascii=False) if given.json else verdict.as_text()
    sys.stdout.write(f"{answer}\n")
    return HOLDS if verdict.holds else DOES_NOT_HOLD


if __name__ == "__main__":
    sys.exit(main())

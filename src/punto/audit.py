"""Verify a record independently: the whole auditor in one file.

It was written from docs/RECORD.md and the rules, and imports nothing else of this package. Anyone
who doubts the table can copy this file and run it alone::

    python audit.py record.db --checkpoint FILE --key HEX --json

It reads a SQLite file, a PostgreSQL database or an export, and changes nothing. It prints a verdict
with counts, or the first place where the record does not hold: what it found and what it expected.

Contents, in the order of an auditor's questions:

1. What is a finding? Mismatch, Finding, Broken
2. Is it the record? SqliteSource, PostgresqlSource, open_export, parsed
3. What can it say? FORMS, EVENT_TABLE, RecordedEvent, event_of
4. Is it complete? check_file, read_log, chained_events, AnswerChain, CheckpointAudit
5. Who acted? FloorMember, FloorAudit, SeatAudit, SenderCheck
6. Was it dealt so? APPROVED_GAMES, TableRules, PlayAudit, ShoeAudit, RoundAudit, LayoutAudit
7. Was it stopped so? IrregularityAudit, Consequences, OptionsAudit
8. Was it paid so? outcome_by, bet_result, is_decided, PaymentAudit
9. Does the money add up? PurseAudit, AdjustmentAudit, TrayAudit, TicketAudit, check_moves
10. What is the verdict? TableAudit, Audit, AuditVerdict, main
"""

import argparse
import hashlib
import json
import re
import sqlite3
import struct
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import product
from pathlib import Path
from typing import Any, NoReturn, Protocol, Self, TypeVar
from urllib.parse import quote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

# 1. What is a finding? ----------------------------------------------------------------------

HOLDS, DOES_NOT_HOLD, UNREADABLE = 0, 1, 2
"""The exit codes of the program."""

Json = dict[str, Any]
Value = TypeVar("Value")


class Unreadable(Exception):
    """The given file or database cannot be read as a record; one sentence says why."""


class Mismatch(Exception):
    """A value is not what the rules demand; the caller knows where it stands in the record."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"{found}; expected {expected}")
        self.found, self.expected = found, expected


@dataclass(frozen=True, slots=True)
class Finding:
    """The first place where the record does not hold."""

    where: str
    found: str
    expected: str
    stream: str | None = None
    position: int | None = None

    @property
    def sentence(self) -> str:
        """The finding in one sentence."""
        return f"{self.where}: found {self.found}; expected {self.expected}"


class Broken(Exception):
    """The record does not hold."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.sentence)
        self.finding = finding


def broken(
    where: str, found: str, expected: str, stream: str | None = None, position: int | None = None
) -> NoReturn:
    """End the audit with a finding."""
    raise Broken(Finding(where, found, expected, stream, position))


def broken_at(stream: str, position: int, found: str, expected: str) -> NoReturn:
    """End the audit with a finding at an event, or at a row beside it."""
    broken(f"{stream} at {position}", found, expected, stream, position)


MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""The errors of code that reads a value of an unexpected form."""


@contextmanager
def located(where: str, stream: str | None = None, position: int | None = None) -> Iterator[None]:
    """Turn a mismatch or a malformed value inside the block into a finding at this place."""
    try:
        yield
    except Mismatch as mismatch:
        broken(where, mismatch.found, mismatch.expected, stream, position)
    except MALFORMED as error:
        broken(where, f"a malformed value ({error!r})", "the form in RECORD.md", stream, position)


def at_event(stream: str, position: int) -> AbstractContextManager[None]:
    """Turn a mismatch inside the block into a finding at an event, or at a row beside it."""
    return located(f"{stream} at {position}", stream, position)


SHOWN_MAX = 240


def shown(value: object) -> str:
    """Return a value for use in a sentence, cut short if it is long."""
    text = str(value) if isinstance(value, str | int) else json.dumps(value, default=str)
    return (text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}…") or '""'


def masked(number: str) -> str:
    """Return a ticket number with all but its last digits hidden: the number is worth money."""
    return "*" * max(0, len(number) - 4) + number[-4:]


def demand(holds: object, found: str, expected: str) -> None:
    """Raise a mismatch unless the condition holds."""
    if not holds:
        raise Mismatch(found, expected)


def same(what: str, found: object, expected: object) -> None:
    """Raise a mismatch unless both values and their types are equal."""
    if found != expected or type(found) is not type(expected):
        raise Mismatch(f"{what} {shown(found)}", shown(expected))


def present(value: Value | None, found: str, expected: str) -> Value:
    """Return a value that must not be missing."""
    if value is None:
        raise Mismatch(found, expected)
    return value


# 2. Is it the record? -----------------------------------------------------------------------

TABLES_VERSION = 2
"""The newest version of the tables that this file knows."""
APPLICATION_ID = 0x50756E74
SQLITE_FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""SQLite raises the second when it quotes damaged text in a message."""


COLUMNS: Mapping[str, Mapping[str, str]] = {
    table: dict(column.split(":") for column in columns.split())
    for table, columns in {
        "heads": "stream:text position:number hash:hex answers_count:number answers_hash:hex",
        "events": "stream:text position:number name:text at:number body:body hash:hex",
        "transfers": (
            "stream:text posting:number line:number position:number terminal:text reason:text "
            "is_reversal:flag amount:number reverses:number?"
        ),
        "tickets_issued": (
            "number:text stream:text position:number amount:number terminal:text issued_at:number "
            "expires_at:number"
        ),
        "tickets_ended": "number:text stream:text position:number terminal:text at:number",
        "answers": (
            "stream:text number:number command:text fingerprint:text first:number "
            "events_count:number refusal:body? hash:hex"
        ),
        "checkpoints": "number:number body:body signature:hex",
    }.items()
}
"""The columns of each table, and how an export writes them."""


@dataclass(frozen=True, slots=True)
class End:
    """A place in a stream: the number and last hash of its events and of its answers so far."""

    position: int
    hash: bytes
    answers: int
    answers_hash: bytes


Row = tuple[Any, ...]


class Source(Protocol):
    """A record to read."""

    starts: dict[str, End]
    """For each stream that begins in the middle, the end of the part before it."""
    is_part: bool
    """Whether this may be only a part of a record."""

    def rows(self, query: str, *values: object) -> Iterator[Row]:
        """Yield the rows of a query, in which ``?`` stands for each value."""
        ...

    def close(self) -> None:
        """Release the file or the connection."""
        ...


def rows_of(source: Source, table: str, ending: str, *values: object) -> Iterator[Row]:
    """Yield all columns of a table; the ending of the query selects and sorts the rows."""
    return source.rows(f"SELECT {', '.join(COLUMNS[table])} FROM {table} {ending}", *values)  # noqa: S608 (our own words)


class SqliteSource:
    """A SQLite file, or an export loaded into one."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self.starts: dict[str, End] = {}
        self.is_part = False
        self.name = name
        self.connection = connection
        self.acknowledged: dict[str, Json] | None = None
        """The acknowledged end of each stream, from the file beside the record."""
        self.acknowledged_note = ""

    def rows(self, query: str, *values: object) -> Iterator[Row]:
        """Yield the rows of a query; a damaged file is unreadable."""
        try:
            # "yield from" would close the cursor together with the generator, after the file.
            for row in self.connection.cursor().execute(query, values):  # noqa: UP028
                yield row
        except SQLITE_FAULTS as error:
            raise Unreadable(f"{self.name}: cannot be read: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


def open_sqlite(path: Path) -> SqliteSource:
    """Open a file for reading only, in one transaction, beside any writer."""
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    # Read this before the record: a writer may advance the record meanwhile, never shorten it.
    acknowledged = read_acknowledged(path)
    try:
        return _connect(path, address, acknowledged)
    except SQLITE_FAULTS as error:
        fault = error
    if not path.with_name(f"{path.name}-wal").exists():
        # On read-only media SQLite cannot create its shared memory, and no writer needs it.
        try:
            return _connect(path, f"{address}&immutable=1", acknowledged)
        except SQLITE_FAULTS as error:
            fault = error
    raise Unreadable(f"{path}: cannot be read: {fault}") from fault


def _connect(
    path: Path, address: str, acknowledged: tuple[dict[str, Json] | None, str]
) -> SqliteSource:
    connection = sqlite3.connect(address, uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("BEGIN")
        (found,) = connection.execute("PRAGMA application_id").fetchone()
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except SQLITE_FAULTS:
        connection.close()
        raise
    if found != APPLICATION_ID:
        connection.close()
        raise Unreadable(f"{path}: not a record of Punto")
    source = SqliteSource(connection, str(path))
    source.acknowledged, source.acknowledged_note = acknowledged
    return source


class PostgresqlSource:
    """A database server, read in one transaction; large results arrive in batches."""

    def __init__(self, address: str) -> None:
        import psycopg  # noqa: PLC0415 (needed for such an address only)

        self.starts: dict[str, End] = {}
        self.is_part = False
        self._fault = psycopg.Error
        self._cursors = 0
        try:
            self.connection = psycopg.connect(address)
            self.connection.read_only = True
            self.connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        except psycopg.Error as error:
            raise Unreadable(f"the database cannot be opened: {_first_line(error)}") from error

    def rows(self, query: str, *values: object) -> Iterator[Row]:
        """Yield the rows of a query."""
        self._cursors += 1
        try:
            with self.connection.cursor(name=f"audit_{self._cursors}") as cursor:
                cursor.itersize = 1_000
                cursor.execute(query.replace("?", "%s").encode(), values)
                yield from cursor
        except self._fault as error:
            raise Unreadable(f"the database cannot be read: {_first_line(error)}") from error

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def open_export(path: Path) -> SqliteSource:
    """Load an export into a temporary database, so that every source takes the same queries."""
    connection = sqlite3.connect("", isolation_level=None)
    source = SqliteSource(connection, str(path))
    source.is_part = True
    for table, columns in COLUMNS.items():
        connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
    connection.execute("CREATE TABLE snapshots (stream, position, fold, hash, body)")
    connection.execute("CREATE TABLE migrations (version)")
    try:
        with path.open("rb") as lines:
            source.starts = _load_header(path, next(lines, b""), connection)
            connection.execute("BEGIN")
            for number, line in enumerate(lines, start=2):
                _load_row(connection, f"{path}, line {number}", line)
            connection.execute("COMMIT")
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read: {error.strerror}") from error
    for table, key in (
        ("events", "stream, position"),
        ("transfers", "stream, position"),
        ("answers", "stream, number"),
        ("tickets_issued", "number"),
        ("tickets_ended", "number"),
    ):
        connection.execute(f"CREATE INDEX by_{table} ON {table} ({key})")
    return source


def _load_header(path: Path, line: bytes, connection: sqlite3.Connection) -> dict[str, End]:
    try:
        header = parsed(line)
        is_export, tables = header["punto"] == "export", header["tables"]
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
        versions = [(number + 1,) for number in range(tables)]
    except (Mismatch, KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"{path}: the first line is not the header of an export") from error
    if not is_export:
        raise Unreadable(f"{path}: not an export of Punto")
    connection.executemany("INSERT INTO migrations VALUES (?)", versions)
    return starts


def _load_row(connection: sqlite3.Connection, place: str, line: bytes) -> None:
    try:
        row = parsed(line)
        table = row.pop("table")
        columns = COLUMNS[table]
        if row.keys() != columns.keys():
            raise Unreadable(f"{place}: other columns; expected {' '.join(columns)}")
        values = [_column(row[name], kind) for name, kind in columns.items()]
    except (Mismatch, *MALFORMED) as error:
        raise Unreadable(f"{place}: not a row of an export: {error}") from error
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608 (our own words)


def _column(value: object, kind: str) -> object:
    if value is None and kind.endswith("?"):
        return None
    kind = kind.rstrip("?")
    if kind in {"number", "flag"}:
        if type(value) is not (int if kind == "number" else bool):
            raise ValueError(f"found {shown(value)}, expected a {kind}")
        return value
    if not isinstance(value, str):
        raise TypeError(f"found {shown(value)}, expected text")
    if kind == "hex":
        return bytes.fromhex(value)
    return value.encode() if kind == "body" else value


def open_source(address: str) -> Source:
    """Open a PostgreSQL address, a SQLite file or an export."""
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
        raise Unreadable(f"{address}: cannot be read: {why}") from error
    return open_export(path) if first == b"{" else open_sqlite(path)


def check_version(source: Source, address: str) -> None:
    """Refuse tables that are newer than this file."""
    steps = sorted(version for (version,) in source.rows("SELECT version FROM migrations"))
    if steps and steps[-1] > TABLES_VERSION:
        raise Unreadable(
            f"{address}: tables of version {steps[-1]}, newer than this auditor, "
            f"which knows versions up to {TABLES_VERSION}"
        )
    # Version 2 added triggers only, so tables of version 1 are read in the same way.
    if not steps or steps != list(range(1, len(steps) + 1)):
        broken("migrations", f"the steps {shown(steps)}", "all steps from 1, without a gap")


def parsed(body: bytes) -> Json:
    """Parse a JSON object; a repeated key or a number with a fraction is a mismatch."""
    try:
        value = DECODER.decode(body.decode())
    except (ValueError, RecursionError) as error:
        raise Mismatch(f"a body that is not valid JSON ({error})", "a JSON object") from None
    if not isinstance(value, dict):
        raise Mismatch("a body that is not a JSON object", "a JSON object")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key occurs twice")
    return made


def _no_fraction(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")


DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_no_fraction, parse_constant=_no_fraction
)


SHARED_FIELDS = ("bets", "offered", "rows", "row")
"""The fields that hold indexes into the body's list of shared values."""


def resolved(body: Json) -> Json:
    """Return the body with every shared value in place of its index."""
    pool: list[Any] = []
    for entry in body.get("shared", ()):
        pool.append(_resolve(entry, pool))
    whole: Json = _resolve({k: v for k, v in body.items() if k != "shared"}, pool)
    return whole


def _resolve(value: Any, pool: list[Any], *, shared: bool = False) -> Any:  # noqa: ANN401 (any JSON value)
    if isinstance(value, list):
        return [_resolve(each, pool, shared=shared) for each in value]
    if shared and value is not None:
        if type(value) is not int or not 0 <= value < len(pool):
            raise Mismatch(f"{shown(value)} for a shared value", f"an index below {len(pool)}")
        return pool[value]
    if isinstance(value, dict):
        return {k: _resolve(each, pool, shared=k in SHARED_FIELDS) for k, each in value.items()}
    return value


# 3. What can it say? ------------------------------------------------------------------------

NEWEST_FORMS = {
    "table.configured": 3,
    "matter.irregularity_reported": 2,
    "matter.terminals_interrupted": 2,
    "matter.cards_corrected": 2,
    "matter.earlier_round_resettled": 2,
    "tray.float_opened": 2,
    "tray.float_closed": 2,
    "tray.chips_bought": 2,
    "tray.chips_changed": 2,
    "refusal.tray_cannot_pay": 2,
}
"""The newest version of each form; all others have only their first."""
NOT_NUMBERED = 0
"""The number of a count, a buy-in or a change in its first version."""
FLOOR = "floor"
RANKS, SUITS = "A23456789TJQK", "SHDC"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = frozenset(DECK)
ONE_OF_EACH_VALUE = tuple(f"{rank}{SUITS[0]}" for rank in RANKS[:10])
LADDER = {
    "DEALER": 1,
    "PIT_SUPERVISOR": 2,
    "PIT_MANAGER": 3,
    "SHIFT_MANAGER": 4,
    "CASINO_MANAGER": 5,
}
HEX_64 = re.compile(r"[0-9a-f]{64}")
RESULT_FIELDS = ("bet", "stake", "result", "profit", "clause", "row", "commission")

Check = Callable[[Any], bool]


def _is(kind: type) -> Check:
    # In Python a flag is a number, but not in JSON.
    return lambda value: type(value) is kind


def _or_null(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _object(**checks: Check) -> Check:
    """Check an object that has exactly these fields, in this order."""
    fields = list(checks)
    return lambda value: (
        isinstance(value, dict)
        and list(value) == fields
        and all(checks[name](held) for name, held in value.items())
    )


def _is_card(value: object) -> bool:
    return isinstance(value, str) and value in CARDS


def _pair(first: Check, second: Check) -> Check:
    pair = 2
    return lambda value: (
        isinstance(value, list) and len(value) == pair and first(value[0]) and second(value[1])
    )


def _by_name(check: Check) -> Check:
    return _list_of(_pair(_is_text, check))


def _is_result(value: object) -> bool:
    return isinstance(value, dict) and tuple(value) == RESULT_FIELDS


def _are_chips(value: Any) -> bool:  # noqa: ANN401 (any JSON value)
    """Check for pairs of a value and a number, the largest value first and each once."""
    values = [each[0] for each in value] if _are_pairs(value) else None
    return values is not None and values == sorted(set(values), reverse=True)


_is_text, _is_number, _is_flag = _is(str), _is(int), _is(bool)
_is_text_or_null = _or_null(_is_text)
_are_cards, _are_cards_out = _list_of(_is_card), _list_of(_or_null(_is_card))
_are_pairs = _list_of(_pair(_is_number, _is_number))
_is_actor = _object(
    person=lambda value: _is_text(value) and value != "",
    role=LADDER.__contains__,
    acting=_is_flag,
    alone=_is_flag,
)
_is_limits = _object(minimum=_is_number, maximum=_or_null(_is_number), step=_is_number)


FORMS: Mapping[str, tuple[Check, str]] = {
    "text": (
        _is_text,
        """asked_by before carrier cause clock commitment count counted_by disabled irregularity
        kind link name number option origin patron person phrase place profile reason reporter
        requested_by salt sealed secret shuffle side source table terminal transfer verdict why
        winner words""",
    ),
    "text?": (_is_text_or_null, "banker_acceptor box player_acceptor"),
    "texts": (_list_of(_is_text), "patrons unanswered unregistered vouched_by"),
    "number": (
        _is_number,
        """ahead_ms amount banker_total closes_at counted cut_off_at decks expected expires_at
        issued_at lasted_ms player_total round_number rounds_left shoe_number since stack
        unseen_count until variance""",
    ),
    "number?": (_or_null(_is_number), "cut_at earlier"),
    "numbers": (_list_of(_is_number), "stacks"),
    "flag": (_is_flag, "automatic by_ruling in_front on_behalf opposite reconstructed simulated"),
    "object": (_is(dict), "configuration policy report stamp"),
    "card": (_is_card, "card shown"),
    "cards": (_are_cards, "banker corrected instead_of order player registered reported"),
    # Null is an unseen card (A-43).
    "cards-out": (_are_cards_out, "cards extra seen_before together waited"),
    "cards-out?": (_or_null(_are_cards_out), ""),
    "hands?": (_or_null(_pair(_are_cards, _are_cards)), "lies"),
    "warnings": (
        _list_of(_object(clause=_is_text, box=_is_text_or_null, patron=_is_text_or_null)),
        "passed_over",
    ),
    "differences": (
        _list_of(
            _object(
                box=_is_text,
                bet=_is_text,
                patron=_is_text_or_null,
                recorded=_is_number,
                read=_is_number,
            )
        ),
        "differences",
    ),
    "actor": (_is_actor, "dealer"),
    "role": (LADDER.__contains__, "role"),
    "stakes": (_by_name(_is_number), "stakes"),
    "chips": (_are_chips, "added chips first given handed received returned second"),
    "stacks": (
        _list_of(_object(place=_is_text, amount=_is_number, chips=_are_chips)),
        "paid taken",
    ),
    "stakes-by-terminal": (_by_name(_by_name(_is_number)), "kept played"),
    "results": (_by_name(_list_of(_is_result)), "results"),
    "limits": (_is_limits, "limits"),
    "limits-by-bet": (_by_name(_is_limits), "own_limits"),
    "seating": (_object(patrons_choose=_is_flag, seats=_or_null(_is_number)), "seating"),
}
"""What a field may hold: the check for it, and the fields that do, unless a row says otherwise."""
FIELDS = {name: kind for kind, (_, names) in FORMS.items() for name in names.split()}
SENDERS: Mapping[str, Check] = {
    "actor": _is_actor,
    "patron": _object(terminal=_is_text),
    "timer": _object(dealer=_is_actor),
}
ROLES = dict(zip(("D", "PS", "PM", "SM", "CM"), LADDER, strict=True)) | {"duty": "DEALER"}
BETWEEN = frozenset({"idle", "settled"})
BETS = frozenset({"betting", "closing"})
CARDS_OUT = frozenset({"dealing", "result", "choosing"})
OPEN = BETWEEN | BETS | {"dealing", "result"}
STAGES: Mapping[str, frozenset[str]] = {
    **{stage: frozenset({stage}) for stage in (*OPEN, "closed")},
    "between": BETWEEN,
    "rest": BETWEEN | {"closed"},
    "bets": BETS,
    "open": OPEN,
    "any": OPEN | {"closed"},
    "choosing": frozenset({"choosing"}),
    "stopped": frozenset({"choosing"}),
}
# The handler of an event is the method of its name: ShoeAudit.loaded handles shoe.loaded.
#
# while: the stages of a table in which the event may come: "between" rounds (idle or settled),
#   at "rest" (between rounds or closed),
#   "bets" (betting or closing), "open" (all but closed);
#   with "stopped" also while an irregularity is open or patrons of a live table are choosing, when
#   no card and no money may move (A-39), but a printer may answer, and the cage may fill a tray.
# by: the least role (D, PS, PM, SM); "duty": the Dealer on duty, or any higher role;
#   "patron": a terminal; "timer": a timer for the Dealer; "auto": a timer, if the table deals by
#   itself; "server": no person; "above": a role above the one named; "over": a role above all
#   that the person holds. "decides" marks the decision on an irregularity, "follows" its effects.
# SenderCheck and FloorAudit have the few exceptions, such as a timer that reports an interruption.
EVENT_TABLE = """
event                           while          by              fields
table.configured                any stopped    PM              configuration
table.opened                    closed         D               dealer
table.closed                    between        PS
table.last_round_announced      open stopped   D               round_number
table.dealer_changed            open stopped   PS              dealer
table.limits_changed            any stopped    PM              limits own_limits
table.seating_changed           any stopped    PS              seating
shoe.loaded                     between        D auto          shoe_number decks source shuffle
                                                               commitment sealed cut_at
shoe.cards_burned               between        duty auto       shown unseen_count
shoe.cut_card_seen              open stopped   duty auto       rounds_left
shoe.cards_counted              between        D               counted expected
shoe.retired                    between        D auto          reason
shoe.revealed                   any stopped    D auto          shoe_number order salt
shoe.roads_restarted            between        D
seat.terminal_seated            any stopped    PS patron       terminal
seat.left                       any            PS patron       terminal
seat.link_reported              any stopped    D patron timer  terminal link
seat.terminal_disabled          any stopped    PS              terminal reason
seat.terminal_enabled           any stopped    PS              terminal
purse.cash_taken                open           D               terminal amount
purse.bill_taken                open           patron          terminal amount simulated
purse.ticket_taken              open           patron          terminal amount number
purse.cash_out_reserved         any            patron          terminal amount number expires_at
purse.ticket_printed            any stopped    PS patron       terminal amount number issued_at
                                                               expires_at
purse.cash_out_given_back       any stopped    PS patron       terminal amount
purse.ticket_uncertain          any stopped    patron          terminal
purse.hand_paid                 any            PS              terminal amount
purse.terminal_moved_out        any            PS patron       terminal table amount disabled
purse.terminal_moved_in         any            PS patron       terminal table amount transfer
                                                               disabled
adjustment.asked                any            PS              terminal kind amount reason asked_by
adjustment.turned_down          any            SM              terminal
adjustment.credits_adjusted     any stopped    SM              terminal amount reason by_ruling
adjustment.debt_written_off     any            SM              terminal amount reason
adjustment.debt_repaid          any            PS              terminal amount
round.bets_opened               between        duty auto       round_number phrase closes_at stamp
                                                               seen_before
round.position_taken            bets           patron          terminal stakes opposite
round.closing_began             betting        duty auto       cut_off_at
round.terminal_froze            closing        patron          terminal
round.bets_closed               closing        duty timer      phrase unanswered
round.card_dealt                dealing        duty auto       card side origin
round.card_beyond_decks         open choosing  D auto          card decks reported instead_of
round.totals_announced          dealing        duty auto       player_total banker_total
round.result_shown              dealing        duty auto       winner player_total banker_total
round.settled                   result         duty auto       results
layout.patron_joined            open stopped   D               patron box
layout.patron_left              open stopped   D               patron
layout.chips_placed             betting        D               place stakes on_behalf
layout.reading_taken            betting        D               differences
layout.reading_set_aside        betting dealing result choosing settled  D  differences
layout.reading_passed_over      betting        duty            differences
layout.excess_rejected          betting        duty            kept
layout.closed                   betting        duty            phrase played passed_over
                                                               player_acceptor banker_acceptor
layout.hand_handed_over         dealing stopped  duty          side patron=text?
layout.squeeze_granted          dealing        duty            patron side
layout.hands_laid               any stopped    PS follows      player banker
layout.options_offered          any stopped    PS follows      patrons reconstructed
layout.option_chosen            choosing       D               patron option
layout.options_closed           choosing stopped  duty         results
layout.winnings_claimed         open stopped   PS              terminal amount
tray.float_counted              rest           D               count chips counted_by
tray.float_counts_differed      rest           PS              count first second
tray.float_opened               rest           PS              number=number chips
tray.float_closed               rest           PS              number=number chips variance
tray.slip_requested             any stopped    PS              number=number kind chips
                                                               requested_by
tray.slip_carried               any stopped    D               number=number carrier
tray.slip_signed                any stopped    duty            number=number kind chips
tray.slip_voided                any stopped    PS              number=number reason
tray.chips_bought               any            duty            number=number patron amount chips
tray.chips_changed              any            duty            number=number received given
tray.stacks_moved               any stopped    D               round_number=number? taken paid
tray.stacks_handed              settled        duty            round_number stacks
tray.payment_corrected          settled        duty            round_number stack handed returned
                                                               added
matter.irregularity_reported    open stopped   D               policy reporter words
                                                               cards=cards-out? extra earlier
                                                               automatic lasted_ms together
                                                               lies
matter.report_queued            open stopped   D               report reporter
matter.report_lapsed            open stopped   PS              irregularity why
matter.terminals_interrupted    open stopped   D               policy words
                                                               registered=stakes-by-terminal
                                                               unregistered
matter.irregularity_declined    any stopped    PS decides      reason
matter.reconstruction_denied    any stopped    PS decides      policy reason lies
matter.ruling_given             any stopped    SM decides      words verdict
matter.order_decided            any stopped    PS decides      cards
matter.play_resumed             any stopped    PS follows      closes_at
matter.cards_corrected          any stopped    PS follows      registered corrected waited
matter.cards_carried            any stopped    PS follows      cards in_front
matter.cards_discarded          any stopped    PS follows      cards
matter.round_voided             any stopped    PS follows      results
matter.round_resettled          any stopped    PS follows      results
matter.earlier_round_resettled  any stopped    SM follows      round_number registered corrected
                                                               results waited
floor.person_enrolled           any            PM              person name
floor.person_dismissed          any            over            person
floor.person_reinstated         any            PM              person
floor.role_granted              any            above           person role
floor.role_revoked              any            above           person role
floor.acting_role_granted       any            above           person role since until
floor.acting_role_ended         any            above           person role
floor.profile_chosen            any            SM              before profile
floor.terminal_enrolled         any            PM              terminal place
floor.sensor_enrolled           any            PM              terminal table place
floor.terminal_retired          any            PM              terminal
floor.bring_up_ordered          any            PM              table
floor.call_answered             any            PS              terminal
floor.name_erased               any            PM server       table patron
floor.clock_found_off           any            server          clock ahead_ms
floor.reset_asked               any            PS              person
floor.person_invited            any            PS server       person asked_by=text?
floor.secrets_chosen            any            server          person vouched_by until
floor.signed_in                 any            server          person
floor.sign_in_failed            any            server          person secret
floor.person_locked_out         any            server          person
floor.person_unlocked           any            PM              person
floor.alarm_raised              any            server          person cause source
floor.alarms_closed             any            PS              person
floor.terminal_admitted         any            PM              terminal
"""


@dataclass(frozen=True, slots=True)
class EventKind:
    """One row of the table."""

    stages: frozenset[str]
    while_stopped: bool
    by: frozenset[str]
    role: str | None
    """The least role of a person who may send it, if the table names one."""
    fields: Mapping[str, str]
    """Each field, and what it holds."""
    has_shared: bool


def fields_of(row: str) -> dict[str, str]:
    """Return what each field of a row holds, as the row or the table of forms says."""
    named = (each.partition("=") for each in row.split())
    return {field: kind or FIELDS[field] for field, _, kind in named}


def _event_kinds(table: str) -> Iterator[tuple[str, EventKind]]:
    joined = re.sub(r"\n {10,}", " ", table.strip())
    for line in joined.splitlines()[1:]:
        name, stages, by, *rest = re.split(r"  +", line.rstrip())
        fields = fields_of(" ".join(rest))
        senders = frozenset(by.split())
        yield (
            name,
            EventKind(
                frozenset().union(*(STAGES[each] for each in stages.split())),
                "stopped" in stages,
                senders,
                next((role for word, role in ROLES.items() if word in senders), None),
                fields,
                not {"configuration", "results"}.isdisjoint(fields),
            ),
        )


EVENT_KINDS: Mapping[str, EventKind] = dict(_event_kinds(EVENT_TABLE))
ENVELOPE = ["name", "version", "at", "by", "command", "clause", "fact"]


@dataclass(slots=True)
class RecordedEvent:
    """One event of a stream, read from its bytes."""

    stream: str
    position: int
    name: str
    at: int
    by: Json
    """The sender; empty if no person is named, which only the floor allows."""
    command: str
    clause: str
    fact: Json
    version: int = 1
    """The version in which it was written."""

    @property
    def kind(self) -> EventKind:
        """Its row of the table."""
        return EVENT_KINDS[self.name]


def event_of(stream: str, position: int, body: bytes) -> RecordedEvent:
    """Read the body of an event; any form but the one in RECORD.md is a mismatch."""
    whole = parsed(body)
    name: str = whole.get("name", "")
    kind = EVENT_KINDS.get(name)
    if "shared" in whole or (kind is not None and kind.has_shared):
        whole = resolved(whole)
    same("the fields", list(whole), ENVELOPE)
    if kind is None or name.startswith("floor.") != (stream == FLOOR):
        raise Mismatch(f"an event {shown(name)}", f"an event that belongs in the stream {stream}")
    version = version_of(whole)
    if version < NEWEST_FORMS.get(name, 1):
        _bring_up(name, version, whole["fact"])
    at, by, command, clause, fact = (whole[key] for key in ENVELOPE[2:])
    if not (_is_number(at) and _is_text(command) and command and _is_text(clause)):
        found = f"the time {shown(at)}, the command {shown(command)}, the clause {shown(clause)}"
        raise Mismatch(found, "milliseconds, the id of a command and text")
    if not isinstance(fact, dict) or list(fact) != list(kind.fields):
        raise Mismatch(f"{name} with {shown(fact)}", f"the fields {' '.join(kind.fields)}")
    for key, holds in kind.fields.items():
        has_form, _ = FORMS[holds]
        if not has_form(fact[key]):
            raise Mismatch(f"{name} with {key} {shown(fact[key])}", holds.replace("?", " or null"))
    if not _is_sender(by, stream):
        raise Mismatch(f"the sender {shown(by)}", "a person in a role, a terminal or a timer")
    return RecordedEvent(stream, position, name, at, by or {}, command, clause, fact, version)


def version_of(body: Json) -> int:
    """Return the version of an event or a refusal, which must be known."""
    name, version = body["name"], body["version"]
    newest = NEWEST_FORMS.get(name, 1)
    known = _is_number(version) and 1 <= version <= newest
    demand(known, f"{name} of version {shown(version)}", f"a version up to {newest}")
    return int(version)


def _bring_up(name: str, version: int, fact: Json) -> None:
    """Add what an earlier version of a form did not say, with the value that it implied."""
    if name == "table.configured" and version > 1:
        if fact["configuration"]["layout"] is not None:
            fact["configuration"]["layout"].update(squeeze_ms=45_000, fill_soon_per_cent=25)
        return
    if name in {"matter.cards_corrected", "matter.earlier_round_resettled"}:
        fact["waited"] = []
        return
    if name.startswith("tray."):
        said = dict(fact)
        fact.clear()
        fact.update(number=NOT_NUMBERED, **said)
        return
    policies = [fact["policy"]] if "policy" in fact else fact["configuration"]["policies"]
    for policy in policies:
        policy.update(voids_by="", beyond_reconstruction=None, seen_card_ruled=False)
        policy["options"] = "never"
    if name == "table.configured":
        fact["configuration"].update(acted_for=list(LADDER), layout=None)
    if name == "matter.irregularity_reported":
        fact.update(together=[], lies=None)


def _is_sender(by: object, stream: str) -> bool:
    if stream == FLOOR:
        return by is None or _is_actor(by)
    if not isinstance(by, dict):
        return False
    rest = {key: value for key, value in by.items() if key != "is"}
    return any(by.get("is") == kind and has_form(rest) for kind, has_form in SENDERS.items())


Handler = Callable[[RecordedEvent], "DuePosting | None"]
Effect = tuple[str, Json]
"""The name of an event that must follow a decision, and the values that it must have."""
Effects = list[Effect]


def handlers_of(**subjects: tuple[object, ...]) -> dict[str, Handler]:
    """Return the handler of each event: of ``shoe.loaded`` the method ``loaded`` of a part."""
    return {
        name: next(getattr(part, verb) for part in subjects[subject] if hasattr(part, verb))
        for name in EVENT_KINDS
        for subject, _, verb in [name.partition(".")]
        if subject in subjects
    }


# 4. Is it complete? -------------------------------------------------------------------------

TABLES_DIGEST = "37f797ba927f18c019dabb1a87ad45a895a1690214b697509acff0088ac51efa"
"""The SHA-256 of all table names and the statements that create them, joined by NUL."""
PLACE_BYTES = 2_048
"""The size of one place in the file of acknowledged ends."""
LOG_HEADER, FRAME_HEADER = 32, 24


def check_file(source: SqliteSource, path: Path) -> list[str]:
    """Check the log, pages, tables and acknowledged ends of a file; return what stays unchecked."""
    check_log(path.with_name(f"{path.name}-wal"), has_ends=source.acknowledged is not None)
    found = [message for (message,) in source.rows("PRAGMA integrity_check(1)")]
    if found != ["ok"]:
        damage = "; ".join(found)
        broken(f"{path}", f"damaged pages or indexes ({damage})", "a sound file")
    query = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    tables = "\0".join(each for row in source.rows(query) for each in row)
    if hashlib.sha256(tables.encode()).hexdigest() != TABLES_DIGEST:
        broken(f"{path}", "tables of another definition", "the tables of this version")
    for stream, end in (source.acknowledged or {}).items():
        with located(f"{stream}, compared with {path.name}-acknowledged", stream):
            _check_acknowledged(source, stream, end)
    return [source.acknowledged_note] if source.acknowledged_note else []


def read_acknowledged(path: Path) -> tuple[dict[str, Json] | None, str]:
    """Return the acknowledged end of each stream, if a file has them, and what stays unchecked."""
    beside = path.with_name(f"{path.name}-acknowledged")
    unseen = "events lost at the end of the record would go unnoticed"
    try:
        content = beside.read_bytes()
    except OSError as error:
        return None, f"{beside.name}: {error.strerror}; {unseen}"
    header, *places = (
        _read_place(content[start : start + PLACE_BYTES])
        for start in range(0, max(1, len(content)), PLACE_BYTES)
    )
    if header is None or header.get("punto") != "acknowledged":
        return None, f"{beside.name}: damaged; {unseen}"
    ends: dict[str, Json] = {}
    for end in filter(None, places):
        before = ends.setdefault(end["stream"], end)
        if (end["position"], end["answers_count"]) > (before["position"], before["answers_count"]):
            ends[end["stream"]] = end
    if header["is_whole"]:
        return ends, ""
    return ends, (
        f"{beside.name}: begun at {header['since']} (milliseconds since 1970) beside an older "
        "record; events acknowledged and lost before that would go unnoticed"
    )


def _read_place(content: bytes) -> Json | None:
    """Return the JSON of a place, or None if its checksum shows that it is empty or torn."""
    # JSON has no line feed inside; a stream's name may well have a space and a #.
    line, _, digest = content.partition(b"\n")[0].rpartition(b" #")
    if digest != hashlib.sha256(line).hexdigest()[:16].encode():
        return None
    return parsed(line)


def _check_acknowledged(source: SqliteSource, stream: str, end: Json) -> None:
    position, count = end["position"], end["answers_count"]
    if stream == "checkpoint":
        query = "SELECT body FROM checkpoints WHERE number = ?"
        found = [hashlib.sha256(body).hexdigest() for (body,) in source.rows(query, position)]
        as_signed = found == [end["hash"]]
        demand(as_signed, f"checkpoint {position} missing or changed", "the one that was signed")
        return
    query = "SELECT position, answers_count FROM heads WHERE stream = ?"
    ends = [*source.rows(query, stream), (0, 0)][0]
    demand(
        ends[0] >= position and ends[1] >= count,
        f"{ends[0]} events and {ends[1]} answers",
        f"the {position} events and {count} answers that were acknowledged: some are lost",
    )
    start = beginning_of(stream)
    for table, number, digest, column, first in (
        ("events", position, end["hash"], "position", start.hash),
        ("answers", count, end["answers_hash"], "number", start.answers_hash),
    ):
        query = f"SELECT hash FROM {table} WHERE stream = ? AND {column} = ?"  # noqa: S608 (our own words)
        found = [bytes(each).hex() for (each,) in source.rows(query, stream, number)]
        found = found if number else [first.hex()]
        as_acknowledged = found == [digest]
        demand(as_acknowledged, f"other {table} up to {number}", "those that were acknowledged")


LogFault = tuple[int | None, int, bool]
"""The first bad frame (0 for the header), the whole transactions after it, and whether more
frames follow the first of those."""


def check_log(path: Path, *, has_ends: bool) -> None:
    """Find damage in the write-ahead log, which SQLite reads up to its first bad frame in silence.

    Each commit is synced before the next transaction begins, so a crash can tear the last
    transaction only: whole transactions after a bad frame mean damage. A single one at the very
    end may be either; the acknowledged ends decide, if they are known.
    """
    bad, whole, goes_on = read_log(path)
    if whole and ((goes_on and bad) or not has_ends):
        where = f"{path}, {f'frame {bad}' if bad else 'its header'}"
        broken(where, f"damage, with {whole} whole transactions after it", "a sound log")


def read_log(path: Path) -> LogFault:
    """Return the fault of a log, also while a writer appends to it.

    A read that the writer overtakes can show a gap that was never there, so read until two agree.
    """
    found = log_fault(path)
    while found[1]:
        again = log_fault(path)
        if again == found:
            break
        found = again
    return found


def log_fault(path: Path) -> LogFault:
    """Return the fault that one read of a log shows."""
    try:
        content = path.read_bytes()
    except OSError:
        content = b""
    if len(content) < LOG_HEADER + FRAME_HEADER:
        return None, 0, False
    number = struct.unpack(">8I", content[:LOG_HEADER])
    order = ">" if number[0] & 1 else "<"
    is_sound = number[0] | 1 == 0x377F0683  # noqa: PLR2004 (the magic number of every log)
    is_sound &= log_sum((0, 0), content[:24], order) == number[6:]
    page = number[2] if number[2] in {512 << power for power in range(8)} else 4_096
    salts = content[16:24] if is_sound else content[LOG_HEADER + 8 : LOG_HEADER + 16]
    before, bad, whole, goes_on = number[6:], None if is_sound else 0, 0, False
    size = FRAME_HEADER + page
    for frame in range(1, (len(content) - LOG_HEADER) // size + 1):
        start = LOG_HEADER + (frame - 1) * size
        header, body = content[start : start + 24], content[start + 24 : start + size]
        stored = struct.unpack(">2I", header[16:])
        follows = header[8:16] == salts
        follows = follows and log_sum(before, header[:8] + body, order) == stored
        before = stored
        if not follows:
            bad = frame if bad is None else bad
        elif bad is not None:
            goes_on |= whole > 0
            whole += any(header[4:8])
    return bad, whole, goes_on


def log_sum(before: tuple[int, ...], content: bytes, order: str) -> tuple[int, ...]:
    """Return the running checksum of a log, continued over this content."""
    one, two = before
    for first, second in struct.iter_unpack(f"{order}2I", content):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


def beginning_of(stream: str) -> End:
    """Return the end of a stream that has no events yet."""
    first, answers = (
        hashlib.sha256(f"punto {chain} 1\n{stream}".encode()).digest()
        for chain in ("record", "answers")
    )
    return End(0, first, 0, answers)


SignedHash = tuple[str, str]
"""A hash in hex, and the checkpoint that signed it."""


def chained_events(
    source: Source, stream: str, ends: tuple[End, End], signed: Mapping[int, SignedHash]
) -> Iterator[tuple[int, str, int, bytes]]:
    """Yield each event, checked by hash and checkpoint: its position, name, time and body."""
    start, end = ends
    position, digest = start.position, start.hash
    for number, (_, signer) in signed.items():
        if number > end.position:
            found = f"a stream of {end.position} events"
            broken_at(stream, end.position, found, f"{number} events, as {signer} says")
    for row in rows_of(source, "events", "WHERE stream = ? ORDER BY position", stream):
        _, found, name, at, body, stored = row
        position += 1
        if found != position:
            broken_at(stream, position, f"position {found}", f"position {position}, no gap")
        digest = hashlib.sha256(digest + position.to_bytes(8, "big") + bytes(body)).digest()
        if digest != bytes(stored):
            found = "an event whose hash does not continue the chain"
            broken_at(stream, position, found, "the hash of the event before and this body")
        if position in signed and signed[position][0] != digest.hex():
            signer = signed[position][1]
            broken_at(stream, position, "a rewritten history", f"the one that {signer} signed")
        yield position, name, at, bytes(body)
    if (end.position, end.hash) != (position, digest):
        found = f"a head at {end.position}"
        broken_at(stream, position, found, f"a head at {position} with the last event's hash")


class AnswerChain:
    """The answers of one stream in order; every event belongs to exactly one of them."""

    def __init__(
        self, source: Source, stream: str, start: End, signed: Mapping[int, SignedHash]
    ) -> None:
        self._stream, self._start, self._signed = stream, start, signed
        rows = rows_of(source, "answers", "WHERE stream = ? ORDER BY number", stream)
        self._given = self._with_events(rows)
        twice = "SELECT command FROM answers WHERE stream = ? GROUP BY command HAVING count(*) > 1"
        for (command,) in source.rows(twice, stream):
            broken(f"{stream}, the answer to {command}", "two answers", "one", stream)
        self._number, self._hash = start.answers, start.answers_hash
        self._left, self._command = 0, ""
        self.accepted = self.refusals = 0

    def take(self, event: RecordedEvent) -> None:
        """Check that the event belongs to the answer that is due."""
        if not self._left:
            self._begin(event)
        same("an event of the command", event.command, self._command)
        self._left -= 1

    def _begin(self, event: RecordedEvent) -> None:
        found = f"no answer to command {event.command}"
        given = present(next(self._given, None), found, "one answer to each command")
        self._command, first, count = given
        # An export may begin in the middle of the events of one command.
        before = max(0, self._start.position + 1 - first)
        same(f"the answer to {self._command} from position", first + before, event.position)
        self._left = count - before
        demand(self._left > 0, f"the answer to {self._command} outside the export", "one inside")

    def _with_events(self, rows: Iterable[Row]) -> Iterator[tuple[str, int, int]]:
        """Check every answer, and yield those that have events."""
        for row in rows:
            _, number, command, fingerprint, first, count, refusal, _ = row
            with located(f"{self._stream}, the answer to {command}", self._stream):
                same("the answer number", number, self._number + 1)
                self._follow(row)
                is_digest = HEX_64.fullmatch(fingerprint)
                demand(is_digest, f"the fingerprint {shown(fingerprint)}", "64 hex digits")
                if refusal is None:
                    demand(count > 0, "neither events nor a refusal", "one of them")
                    self.accepted += 1
                else:
                    same("a refusal with events", [first, count], [0, 0])
                    _check_refusal(bytes(refusal))
                    self.refusals += 1
            if refusal is None:
                yield command, first, count

    def _follow(self, row: Row) -> None:
        """Check the next answer of the chain against its hash and its checkpoint."""
        _, number, command, fingerprint, first, count, refusal, stored = row
        numbers = number, first, count
        if min(numbers) < 0:
            raise Mismatch(f"the numbers {shown(numbers)}", "no negative number")
        packed = b"".join(each.to_bytes(8, "big") for each in numbers)
        text = f"{command}\0{fingerprint}\0".encode()
        ending = b"\0" if refusal is None else b"\1" + bytes(refusal)
        self._hash = hashlib.sha256(self._hash + packed + text + ending).digest()
        follows = self._hash == bytes(stored)
        demand(follows, "an answer whose hash does not continue the chain", "the next of the chain")
        self._number += 1
        if self._number in self._signed and self._signed[self._number][0] != self._hash.hex():
            signer = self._signed[self._number][1]
            raise Mismatch("rewritten answers", f"those that {signer} signed")

    def finish(self, end: End) -> None:
        """Check that the answers end where the stream does."""
        missing = f"an answer to {self._command} with {self._left} events after {end.position}"
        demand(not self._left, missing, "those events")
        for command, first, _ in self._given:
            raise Mismatch(f"an answer to {command} from position {first}", "its events there")
        for number, (_, signer) in self._signed.items():
            if number > self._number:
                raise Mismatch(f"{self._number} answers", f"{number}, as {signer} says")
        if (end.answers, end.answers_hash) != (self._number, self._hash):
            found = f"a head with {end.answers} answers"
            raise Mismatch(found, f"{self._number} answers and the hash of the last one")


def _check_refusal(refusal: bytes) -> None:
    body = parsed(refusal)
    keys = [key for key in body if key != "shared"]
    same("the fields", keys, ["name", "version", "refusal"])
    demand(str(body["name"]).startswith("refusal."), shown(body["name"]), "the name of a refusal")
    version_of(body)


SIGNED = b"punto checkpoint 1\n"
CHECKPOINT_FIELDS = ["number", "at", "previous", "key", "next_key", "heads", "snapshots"]


class CheckpointAudit:
    """All checkpoints: numbered, chained, signed by known keys; and what they signed."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self.trusted = trusted
        self.ends: dict[str, dict[int, SignedHash]] = {}
        """The signed hashes of events, by stream and position."""
        self.answers: dict[str, dict[int, SignedHash]] = {}
        """The signed hashes of answers, by stream and number."""
        self.snapshots: dict[tuple[str, int], tuple[str, str]] = {}
        self.hashes: dict[int, str] = {}
        self.keys: list[str] = []
        self.exported = 0
        self._next_key: str | None = None

    def take_stored(self, source: Source) -> None:
        """Check the checkpoints in the record."""
        for number, body, signature in rows_of(source, "checkpoints", "ORDER BY number"):
            where = f"checkpoint {number}"
            with located(where):
                checkpoint = _read_checkpoint(bytes(body), bytes(signature))
                if self.hashes or not source.is_part:
                    same("number", number, len(self.hashes) + 1)
                    same("previous", checkpoint["previous"], self.hashes.get(number - 1))
                same("the number in the body", checkpoint["number"], number)
                self._check_key(checkpoint["key"])
                self._take_ends(checkpoint, where)
                for each in checkpoint["snapshots"]:
                    place = each["stream"], each["position"]
                    self.snapshots[place] = each["hash"], each["fold"]
                self._next_key = checkpoint["next_key"] or checkpoint["key"]
                self.hashes[number] = hashlib.sha256(SIGNED + bytes(body)).hexdigest()
                if checkpoint["key"] not in self.keys:
                    self.keys.append(checkpoint["key"])

    def _check_key(self, key: str) -> None:
        vouched = key == self._next_key or key in self.trusted
        # If nothing is known about keys, the first checkpoint is taken at its word.
        believed = vouched or (self._next_key is None and not self.trusted)
        expected = "a key that the checkpoint before names, or a trusted one (--key)"
        demand(believed, f"the key {key}", expected)

    def _take_ends(self, checkpoint: Json, where: str) -> None:
        for end in checkpoint["heads"]:
            stream, position, digest, count, answers_hash = (end[key] for key in COLUMNS["heads"])
            before, _ = self.ends.setdefault(stream, {}).setdefault(position, (digest, where))
            same(f"{stream} at {position} with the hash", digest, before)
            answers = self.answers.setdefault(stream, {})
            before, _ = answers.setdefault(count, (answers_hash, where))
            same(f"{stream}, answer {count} with the hash", answers_hash, before)

    def take_exported(self, path: Path) -> None:
        """Check the record against a checkpoint that was kept outside it."""
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError as error:
            raise Unreadable(f"{path}: cannot be read: {error.strerror}") from error
        try:
            heading, body, signature, end = lines
            raw = bytes.fromhex(signature.decode("ascii"))
        except ValueError:
            raise Unreadable(f"{path}: not a checkpoint, expected three lines") from None
        if heading + b"\n" != SIGNED or end:
            expected = f"{SIGNED.decode().strip()!r} in the first line"
            raise Unreadable(f"{path}: not a checkpoint, expected {expected}")
        where = f"checkpoint in {path}"
        with located(where):
            checkpoint = _read_checkpoint(body, raw)
            number, key = checkpoint["number"], checkpoint["key"]
            known = key in self.keys or key in self.trusted
            demand(known, f"the key {key}", "a key that signed in the record, or a trusted one")
            self._take_ends(checkpoint, where)
            in_record = number in self.hashes
            demand(in_record, f"number {number}, missing in the record", "a record that has it")
            digest = hashlib.sha256(SIGNED + body).hexdigest()
            same(f"checkpoint {number} in the record with the hash", self.hashes[number], digest)
        self.exported += 1

    def check_snapshots(self, source: Source) -> None:
        """Check that each kept snapshot has its hash, its place and its signature."""
        query = "SELECT stream, position, fold, hash, body FROM snapshots ORDER BY stream, position"
        chained = "SELECT hash FROM events WHERE stream = ? AND position = ?"
        for stream, position, fold, stored, body in source.rows(query):
            with located(f"snapshot of {stream} at {position}", stream, position):
                digest = hashlib.sha256(bytes(body)).hexdigest()
                signed, signed_fold = self.snapshots.get((stream, position), (digest, fold))
                same("the hash of the body", bytes(stored).hex(), digest)
                same("the signed hash", digest, signed)
                same("the signed fold", fold, signed_fold)
                hashes = [bytes(each).hex() for (each,) in source.rows(chained, stream, position)]
                place = {"stream": stream, "position": position}
                place |= {"chain": hashes[0] if hashes else None, "fold": fold}
                same("the place", parsed(bytes(body))["snapshot"], place)


def _read_checkpoint(body: bytes, signature: bytes) -> Json:
    checkpoint = parsed(body)
    same("the fields", list(checkpoint), CHECKPOINT_FIELDS)
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(checkpoint["key"]))
        key.verify(signature, SIGNED + body)
    except (InvalidSignature, ValueError, TypeError):
        raise Mismatch("an invalid signature", "one by the key in the checkpoint") from None
    return checkpoint


# 5. Who acted? ------------------------------------------------------------------------------

CLOCKS_MS = 5_000
"""How far the clocks of two machines may differ when two streams are compared."""
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
LOCKED_AGAIN = "locked out twice within an hour"
CLOCKS = {"system", "database", "record"}
ALARM_CAUSES = {
    LOCKED_AGAIN,
    "password guessed from unknown browsers",
    "guesses the PINs of other people",
    "credential that the server never issued",
}
TOP, MANAGER = LADDER["SHIFT_MANAGER"], LADDER["PIT_MANAGER"]

Span = tuple[str, int, int]
"""A role, since when and until when."""


@dataclass(slots=True)
class FloorMember:
    """A person on the floor, now and in the past."""

    roles: dict[str, int] = field(default_factory=dict)
    """Permanent roles, and since when."""
    acting: Span | None = None
    dismissed: bool = False
    locked: bool = False
    locked_at: int | None = None
    alarms: set[str] = field(default_factory=set)
    had_secrets: bool = False
    reset_asked: tuple[str, int] | None = None
    """Who took the first step of a reset, and when."""
    invited_by: tuple[str, ...] | None = None
    vouched: list[tuple[tuple[str, ...], int, int]] = field(default_factory=list)
    """By whose invitation secrets were chosen, when, and until when that ties the accounts."""
    past_roles: list[Span] = field(default_factory=list)
    past_acting: list[Span] = field(default_factory=list)

    def standing(self, at: int) -> tuple[str, bool] | None:
        """Return the highest role at a time, and whether it is an acting one."""
        permanent = max(self.roles, key=LADDER.__getitem__, default=None)
        if self.acting is not None and self.acting[1] <= at < self.acting[2]:
            role = self.acting[0]
            if permanent is None or LADDER[role] > LADDER[permanent]:
                return role, True
        return None if permanent is None else (permanent, False)

    def rank_over(self, at: int) -> int:
        """Return the rank that may revoke every role of this person, also a future acting one."""
        granted = list(self.roles)
        if self.acting is not None and at < self.acting[2]:
            granted.append(self.acting[0])
        above = max((LADDER[role] for role in granted), default=0) + 1
        return max(min(above, TOP), MANAGER)

    def revoke(self, role: str, at: int) -> None:
        """End a permanent role."""
        demand(role in self.roles, f"the role {role} revoked", "a role that the person holds")
        self.past_roles.append((role, self.roles.pop(role), at))

    def stop_acting(self, at: int) -> None:
        """End an acting role, now or when it expired."""
        if self.acting is not None:
            role, since, until = self.acting
            self.past_acting.append((role, since, min(until, at)))
        self.acting = None

    def held(self, role: str, at: int, *, acting: bool) -> bool:
        """Whether the person held a role at a time, as far as two clocks can tell."""
        if acting:
            spans = [*self.past_acting, *([self.acting] if self.acting else [])]
        else:
            now = [(each, since, at) for each, since in self.roles.items()]
            spans = [*self.past_roles, *now]
        return any(
            each == role and since - CLOCKS_MS <= at <= until + CLOCKS_MS
            for each, since, until in spans
        )


class FloorAudit:
    """The stream of the floor: who could act, in which role, and when."""

    def __init__(self) -> None:
        self.people: dict[str, FloorMember] = {}
        self.terminals: dict[str, bool] = {}
        """Whether each terminal is in service."""
        self.sensors: dict[str, str] = {}
        """The devices that read chips, each with its table."""
        self.alone_since: int | None = None
        self.alone_past: list[tuple[int, int]] = []
        self.founding: str | None = None
        self.alarm_due: str | None = None
        """The person whom the event before locked out for the second time within an hour."""
        self.seen = False
        self.remarks: list[str] = []
        self._handlers = handlers_of(floor=(self,))

    def take(self, event: RecordedEvent) -> None:
        """Check the next event of the floor."""
        self.seen = True
        self._check_sender(event)
        raised = event.name == "floor.alarm_raised" and event.fact["cause"] == LOCKED_AGAIN
        person = event.fact["person"] if raised else None
        # The alarm comes at once, and only then.
        same("the alarm after a second lockout within an hour, about", person, self.alarm_due)
        self.alarm_due = None
        self._handlers[event.name](event)

    def _check_sender(self, event: RecordedEvent) -> None:
        by = event.by
        if not by and "server" in event.kind.by:
            return
        demand(event.kind.by != {"server"}, f"{event.name} by a person", "the server itself")
        if not by:
            # Only the founding command has no sender: there was no person before it.
            if event.position == 1:
                self.founding = event.command
            same("an event without a sender in command", event.command, self.founding)
            return
        person = self.people.get(by["person"])
        standing = None if person is None or person.dismissed else person.standing(event.at)
        named = by["role"], by["acting"]
        demand(standing == named, f"{by['person']} as {_title(named)}", _title(standing))
        same("alone on the floor:", by["alone"], self.alone_since is not None)
        needed = self._rank_for(event)
        own_end = event.name == "floor.acting_role_ended" and by["person"] == event.fact["person"]
        high = LADDER[by["role"]] >= needed or own_end
        demand(high, f"{event.name} by a {by['role']}", f"a role of rank {needed} or above")

    def _rank_for(self, event: RecordedEvent) -> int:
        if event.kind.role is not None:
            return LADDER[event.kind.role]
        if "above" in event.kind.by:
            return min(LADDER[event.fact["role"]] + 1, TOP)
        person = self.people.get(event.fact["person"])
        return MANAGER if person is None else person.rank_over(event.at)

    def _member(self, event: RecordedEvent, *, dismissed: bool = False) -> FloorMember:
        """Return the person of an event, who must be at work or, if so asked, dismissed."""
        person = self.people.get(event.fact["person"])
        if person is None or person.dismissed != dismissed:
            state = "a dismissed person" if dismissed else "a person who works on the floor"
            raise Mismatch(f"{event.name} of {event.fact['person']}", state)
        return person

    @staticmethod
    def _check_another(event: RecordedEvent) -> None:
        own = event.by.get("person") == event.fact["person"]
        demand(not own, f"{event.name} by {event.fact['person']} for themselves", "another person")

    def person_enrolled(self, event: RecordedEvent) -> None:
        """A person joins the floor."""
        key = event.fact["person"]
        demand(key not in self.people, f"{key} enrolled again", "one enrolment")
        demand(event.fact["name"].strip(), f"{key} enrolled without a name", "a name")
        self.people[key] = FloorMember()

    def person_dismissed(self, event: RecordedEvent) -> None:
        """A person leaves, and every role ends."""
        person = self._member(event)
        for role in list(person.roles):
            person.revoke(role, event.at)
        person.stop_acting(event.at)
        person.dismissed, person.locked = True, False
        person.reset_asked = person.invited_by = None

    def person_reinstated(self, event: RecordedEvent) -> None:
        """A person comes back, without roles."""
        self._member(event, dismissed=True).dismissed = False

    def role_granted(self, event: RecordedEvent) -> None:
        """A person gets a permanent role from another person."""
        person, role = self._member(event), event.fact["role"]
        demand(role not in person.roles, f"the role {role} granted again", "a role not held")
        self._check_another(event)
        person.roles[role] = event.at

    def role_revoked(self, event: RecordedEvent) -> None:
        """A permanent role ends."""
        self._member(event).revoke(event.fact["role"], event.at)

    def acting_role_granted(self, event: RecordedEvent) -> None:
        """A person acts in a role for a time, which replaces an earlier acting role."""
        person, since, until = self._member(event), event.fact["since"], event.fact["until"]
        self._check_another(event)
        ahead = event.at <= since < until
        demand(ahead, f"an acting role from {since} to {until}", f"a time from {event.at} on")
        person.stop_acting(event.at)
        person.acting = event.fact["role"], since, until

    def acting_role_ended(self, event: RecordedEvent) -> None:
        """An acting role ends early."""
        person, role = self._member(event), event.fact["role"]
        acting = person.acting and person.acting[0] == role
        demand(acting, f"the acting role {role} ended", "a role in which the person acts")
        person.stop_acting(event.at)

    def profile_chosen(self, event: RecordedEvent) -> None:
        """The floor changes between staff and a single person."""
        profiles = ["staffed", "single person"]
        before, after = profiles if self.alone_since is None else reversed(profiles)
        same("the profile before", event.fact["before"], before)
        same("the profile", event.fact["profile"], after)
        if self.alone_since is None:
            working = sum(not person.dismissed for person in self.people.values())
            demand(working == 1, f"{working} people on a single-person floor", "one (A-73)")
            self.alone_since = event.at
        else:
            self.alone_past.append((self.alone_since, event.at))
            self.alone_since = None

    def terminal_enrolled(self, event: RecordedEvent) -> None:
        """A terminal enters service."""
        terminal = event.fact["terminal"]
        demand(terminal not in self.terminals, f"terminal {terminal} enrolled again", "once")
        self.terminals[terminal] = True

    def sensor_enrolled(self, event: RecordedEvent) -> None:
        """A device enters service that reads the chips of a table, the only one there."""
        self.terminal_enrolled(event)
        terminal, table = event.fact["terminal"], event.fact["table"]
        others = [each for each, of in self.sensors.items() if of == table and self.terminals[each]]
        demand(not others, f"a second sensor at table {table}", "one at each table")
        self.sensors[terminal] = table

    def terminal_retired(self, event: RecordedEvent) -> None:
        """A terminal leaves service."""
        self._check_in_service(event)
        self.terminals[event.fact["terminal"]] = False

    def terminal_admitted(self, event: RecordedEvent) -> None:
        """A device is let in as a terminal."""
        self._check_in_service(event)

    def call_answered(self, event: RecordedEvent) -> None:
        """A patron's call is answered."""
        self._check_in_service(event)

    def _check_in_service(self, event: RecordedEvent) -> None:
        terminal = event.fact["terminal"]
        in_service = self.terminals.get(terminal)
        demand(in_service, f"{event.name} of terminal {terminal}", "a terminal in service")

    @staticmethod
    def bring_up_ordered(event: RecordedEvent) -> None:
        """A halted table is to be restarted."""
        demand(event.fact["table"], "no table to restart", "the name of a table")

    def clock_found_off(self, event: RecordedEvent) -> None:
        """A clock around a server was off, so recorded times may be."""
        clock, ahead_ms = event.fact["clock"], event.fact["ahead_ms"]
        demand(clock in CLOCKS, f"the clock {shown(clock)}", "a clock around a server")
        demand(ahead_ms, "a clock that is off by nothing", "a difference")
        way = "ahead of" if ahead_ms > 0 else "behind"
        self.remarks.append(
            f"floor, event {event.position}: the time of the {clock} was "
            f"{abs(ahead_ms) / 1_000:g} s {way} a server's time"
        )

    @staticmethod
    def name_erased(event: RecordedEvent) -> None:
        """The name of a patron, which is in no record, is erased."""
        demand(event.fact["table"], "no table of the patron", "the name of a table")
        key = event.fact["patron"].replace("-", "")
        demand(key.isalnum() and key.isascii(), "no patron whose name is erased", "a patron's key")

    def reset_asked(self, event: RecordedEvent) -> None:
        """The first of two people asks for new secrets of a third."""
        person = self._member(event)
        self._check_another(event)
        person.reset_asked = event.by["person"], event.at

    def person_invited(self, event: RecordedEvent) -> None:
        """A person may choose secrets: the first ones with one inviter, new ones with two."""
        person, by = self._member(event), event.by
        first, person.reset_asked = person.reset_asked, None
        if not by:
            # An administrator of the machine needs no second person, and has no name here.
            person.invited_by = ()
            return
        needed = person.rank_over(event.at)
        if event.fact["asked_by"] is None:
            invited = f"{event.fact['person']} invited again by one person"
            demand(not person.had_secrets, invited, "two people")
            high = LADDER[by["role"]] >= needed
            demand(high, f"an invitation by a {by['role']}", f"a role of rank {needed} or above")
            person.invited_by = (by["person"],)
            return
        asker, at = present(first, "an invitation without a first step", "a reset asked for")
        same("a reset asked for by", event.fact["asked_by"], asker)
        self._check_another(event)
        demand(by["person"] != asker, f"{asker} in both steps", "two different people (A-53)")
        gap = event.at - at
        demand(gap <= DAY_MS, f"{gap} ms between the two steps", "a day or less")
        still = self.people[asker].standing(event.at)
        rank = 0 if still is None else LADDER[still[0]]
        asks = rank >= LADDER["PIT_SUPERVISOR"]
        demand(asks, f"{asker} in the first step, who may no longer ask", "another person")
        high = max(LADDER[by["role"]], rank) >= needed
        demand(high, f"an invitation by {asker} and a {by['role']}", f"one of rank {needed}")
        self.check_two(asker, by["person"], event.at, all_ways=True)
        person.invited_by = asker, by["person"]

    def secrets_chosen(self, event: RecordedEvent) -> None:
        """A person chooses secrets after an invitation, or replaces their own."""
        person, until = self._member(event), event.fact["until"]
        vouched_by = tuple(event.fact["vouched_by"])
        if person.invited_by is not None and vouched_by == person.invited_by:
            if person.vouched:
                # The former inviters may know only the secrets that are replaced now.
                before, since, tied_until = person.vouched[-1]
                person.vouched[-1] = before, since, min(tied_until, event.at)
            person.vouched.append((vouched_by, event.at, until))
        else:
            inviters, _, tied_until = person.vouched[-1] if person.vouched else ((), 0, until)
            same("vouched for by", vouched_by, inviters)
            same("vouched for until", until, tied_until)
        person.invited_by, person.locked, person.had_secrets = None, False, True

    def signed_in(self, event: RecordedEvent) -> None:
        """A person is let in."""
        self._member(event)

    def sign_in_failed(self, event: RecordedEvent) -> None:
        """A person gave a wrong secret."""
        self._member(event)
        known = event.fact["secret"] in {"password", "PIN"}
        demand(known, f"the secret {shown(event.fact['secret'])}", "password or PIN")

    def person_locked_out(self, event: RecordedEvent) -> None:
        """A person is locked out; the second time within an hour an alarm must follow."""
        person = self._member(event)
        again = person.locked_at is not None and event.at - person.locked_at <= HOUR_MS
        self.alarm_due = event.fact["person"] if again else None
        person.locked, person.locked_at = True, event.at

    def person_unlocked(self, event: RecordedEvent) -> None:
        """Another person ends a lockout."""
        person = self._member(event)
        demand(person.locked, f"{event.fact['person']} unlocked", "a person who is locked out")
        self._check_another(event)
        person.locked = False

    def alarm_raised(self, event: RecordedEvent) -> None:
        """The server raises an alarm about a person."""
        person, cause = self._member(event), event.fact["cause"]
        demand(cause in ALARM_CAUSES, f"the cause {shown(cause)}", "a cause of an alarm")
        person.alarms.add(cause)

    def alarms_closed(self, event: RecordedEvent) -> None:
        """Another person has looked into the alarms."""
        person = self._member(event)
        demand(person.alarms, f"alarms about {event.fact['person']} closed", "an open alarm")
        if not event.by.get("alone"):
            self._check_another(event)
        person.alarms.clear()

    def check_two(self, first: str, second: str, at: int, *, all_ways: bool) -> None:
        """Check that the second account was not set up through the first.

        With all ways, neither may be set up through the other, nor both through one inviter.
        """
        tied = first in self._inviters(second, at) or (all_ways and self.tied(first, second, at))
        found = f"{second} after {first}, though one person may have set up both accounts"
        demand(not tied, found, "two people who are not tied by an invitation (A-53)")

    def tied(self, first: str, second: str, at: int) -> bool:
        """Whether one person may recently have chosen the secrets of both accounts."""
        families = (self._inviters(each, at) | {each} for each in (first, second))
        return not set.isdisjoint(*families)

    def _inviters(self, person: str, at: int) -> set[str]:
        """Return everyone up the chain of invitations, as far as two clocks can tell."""
        found: set[str] = set()
        ahead = [person]
        while ahead:
            known = self.people.get(ahead.pop())
            for vouched_by, since, until in known.vouched if known else ():
                if since + CLOCKS_MS <= at < until - CLOCKS_MS:
                    ahead += set(vouched_by) - found
                    found |= set(vouched_by)
        return found - {person}

    def check_actor(self, actor: Json, at: int) -> None:
        """Check that a person at a table held the named role, according to the floor."""
        if not self.seen:
            return
        name, expected = actor["person"], "a person enrolled on the floor"
        person = present(self.people.get(name), f"{name}, unknown to the floor", expected)
        title = actor["role"], actor["acting"]
        held = person.held(actor["role"], at, acting=actor["acting"])
        demand(held, f"{name} as {_title(title)}", "a role held at that time")
        if actor["alone"]:
            spans = list(self.alone_past)
            if self.alone_since is not None:
                spans.append((self.alone_since, at))
            alone = any(a - CLOCKS_MS <= at <= b + CLOCKS_MS for a, b in spans)
            demand(alone, f"{name} alone on the floor", "a floor with staff at that time")
        elif self.alone_since is not None:
            staffed = at < self.alone_since + CLOCKS_MS
            demand(staffed, f"{name} on a floor with staff", "a single person at that time")


def _title(standing: tuple[str, bool] | None) -> str:
    if standing is None:
        return "no role"
    role, acting = standing
    return f"acting {role}" if acting else role


@dataclass(slots=True)
class SeatedTerminal:
    """A terminal at a table."""

    connected: bool = True
    disabled: str = ""
    ticket: tuple[str, int, int, int] | None = None
    """The number and amount that wait for the printer, and the two times on the ticket."""
    has_left: bool = False
    """Whether its seat is free for others, while its credits are still here."""


class SeatAudit:
    """The terminals at a table."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self.terminals: dict[str, SeatedTerminal] = {}
        self.seats_count: int | None = None
        """How many may sit here at a time; None without a limit."""
        self.patrons_choose = False
        """Whether terminals come and go by themselves."""

    def at(self, terminal: str) -> SeatedTerminal:
        """Return a terminal, which must be seated here."""
        found = f"terminal {terminal}, which is not at this table"
        return present(self.terminals.get(terminal), found, "a terminal seated here")

    def seating_changed(self, event: RecordedEvent) -> None:
        """The table has other seats, or other people seat its patrons; those who sit stay."""
        seats = event.fact["seating"]["seats"]
        demand(seats is None or seats > 0, f"{seats} seats", "at least one, or no limit")
        self.seats_count = seats
        self.patrons_choose = event.fact["seating"]["patrons_choose"]

    def check_choice(self, event: RecordedEvent) -> None:
        """Check that a patron may come or go: allowed here, enabled, and the table open."""
        found = f"{event.name} by a patron"
        demand(self.patrons_choose, found, "staff, who alone seat patrons at this table")
        here = self.terminals.get(event.fact["terminal"])
        demand(here is None or not here.disabled, f"{found} of a disabled terminal", "an attendant")
        comes = event.name in {"seat.terminal_seated", "purse.terminal_moved_in"}
        is_open = self._table.stage != "closed"
        demand(is_open or not comes, f"{found} at a closed table", "an open one")

    def _check_room(self) -> None:
        taken = sum(not each.has_left for each in self.terminals.values())
        free = self.seats_count is None or taken < self.seats_count
        demand(free, f"a terminal at a table with all {taken} seats taken", "a free seat")

    def add(self, terminal: str, disabled: str = "") -> None:
        """Seat a terminal, which must be new here and known to the floor."""
        demand(terminal not in self.terminals, f"terminal {terminal} seated twice", "once")
        self._check_room()
        floor = self._table.floor
        players = floor.terminals.keys() - floor.sensors.keys()
        known = not floor.seen or terminal in players
        demand(known, f"terminal {terminal}, unknown to the floor", "an enrolled terminal")
        self.terminals[terminal] = SeatedTerminal(disabled=disabled)

    def check_enabled(self, event: RecordedEvent) -> None:
        """Check that the terminal of an event may take bets and money."""
        disabled = self.at(event.fact["terminal"]).disabled
        demand(not disabled, f"{event.name} at a disabled terminal", "an enabled terminal")

    def terminal_seated(self, event: RecordedEvent) -> None:
        """A terminal comes to the table, or takes a seat again."""
        terminal = event.fact["terminal"]
        here = self.terminals.get(terminal)
        if here is not None and here.has_left:
            self._check_room()
            here.has_left = False
            return
        demand(event.by["is"] != "patron", f"{terminal} seated first by itself", "by staff")
        self.add(terminal)

    def left(self, event: RecordedEvent) -> None:
        """A terminal's seat is free for others."""
        terminal = event.fact["terminal"]
        here = self.at(terminal)
        demand(not here.has_left, f"the seat of {terminal} left twice", "once")
        staked = self._table.accounts.balances["stakes", terminal]
        same("cents in play at a seat that is left", staked, 0)
        here.has_left = True

    def link_reported(self, event: RecordedEvent) -> None:
        """A terminal is connected, or its connection is lost."""
        link = event.fact["link"]
        demand(link in {"connected", "lost"}, f"the link {link}", "connected or lost")
        self.at(event.fact["terminal"]).connected = link == "connected"

    def terminal_disabled(self, event: RecordedEvent) -> None:
        """A terminal may not bet, for a reason."""
        reason = event.fact["reason"]
        demand(reason.strip(), "a terminal disabled without a reason", "a reason")
        self.at(event.fact["terminal"]).disabled = reason

    def terminal_enabled(self, event: RecordedEvent) -> None:
        """A terminal may bet again."""
        self.at(event.fact["terminal"]).disabled = ""


CHOICES = frozenset(
    {
        "seat.terminal_seated",
        "seat.left",
        "purse.terminal_moved_out",
        "purse.terminal_moved_in",
    }
)
"""Events that a patron may cause where the House lets patrons choose their tables."""


def actor_of(by: Json) -> Json:
    """Return the sender of an event at a table as the floor writes it."""
    return {key: value for key, value in by.items() if key != "is"}


def person_of(by: Json) -> str:
    """Return the person who sent an event, or in whose name a timer did."""
    person: str = by.get("dealer", by)["person"]
    return person


class SenderCheck:
    """Whether the sender of an event at a table may cause it."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table

    def run(self, event: RecordedEvent) -> None:
        """Check a terminal, a timer or a person."""
        by, kind, name = event.by, event.kind, event.name
        if by["is"] == "patron":
            demand("patron" in kind.by, f"{name} by a patron", "a member of the staff")
            same("the terminal", event.fact["terminal"], by["terminal"])
            if name in CHOICES:
                self._table.seats.check_choice(event)
            return
        needed = present(kind.role, f"{name} by staff", "the terminal itself")
        if by["is"] == "timer":
            self._check_timer(event)
            return
        self._table.floor.check_actor(actor_of(by), event.at)
        shoe = self._table.shoes.now
        if name == "shoe.retired" and shoe is not None and not shoe.cut_seen:
            needed = "PIT_SUPERVISOR"
        if self._table.options.ended_by == event.command:
            needed = "DEALER"
        self._table.play.check_rank(event, needed, name)
        dealer = self._table.play.dealer
        if by["role"] == "DEALER" and "duty" in kind.by and dealer is not None:
            same(f"{name} by", by["person"], dealer["person"])

    def _check_timer(self, event: RecordedEvent) -> None:
        """Check what a timer sends: at a table that deals by itself, all that its Dealer could."""
        fact, play = event.fact, self._table.play
        if event.name == "matter.irregularity_reported":
            what = fact["policy"]["irregularity"]
            allowed = what == "technical-interruption" or fact["automatic"]
        elif event.name == "matter.report_queued":
            allowed = fact["report"]["irregularity"] == "technical-interruption"
        elif event.name == "round.card_dealt" and fact["origin"] == "carried":
            allowed = True
        else:
            by = event.kind.by
            allowed = "timer" in by or ("auto" in by and play.rules["self_dealing"])
        demand(allowed, f"{event.name} by a timer", "a person")
        if play.dealer is not None:
            same("a timer for", event.by["dealer"], play.dealer)


# 6. Was it dealt so? ------------------------------------------------------------------------

NATURALS = (8, 9)
HAND = 2
"""The cards that each hand begins with."""
DIGITS = list(range(10))
TABLE_OF_PLAY: Json = {
    "player_draws_on": [0, 1, 2, 3, 4, 5],
    "banker_draws_on": [0, 1, 2, 3, 4, 5],
    "banker_draws_against": [
        DIGITS,
        DIGITS,
        DIGITS,
        [0, 1, 2, 3, 4, 5, 6, 7, 9],
        [2, 3, 4, 5, 6, 7],
        [4, 5, 6, 7],
        [6, 7],
        [],
    ],
}
"""The Table of Play of all documents (R 3.9, R 3.10, M 3.8); every approved game carries it."""

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


def _approved(table: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Read the documents of a table: each a line, and below it its rules, with roles in short."""
    joined = re.sub(r"\n {10,}", " ", table.strip())
    joined = re.sub(r"\b[PSC][SM]\b", lambda role: ROLES[role[0]], joined)
    for document in re.split(r"\n(?! )", joined):
        name, *rules = document.split("\n  ")
        yield name, dict(re.split(r"  +", rule, maxsplit=1) for rule in rules)


APPROVED_DOCUMENTS: Mapping[str, Mapping[str, str]] = dict(
    _approved("""
rws-etg 5
  choices                          A-15 A-16;  / No More Bets; acting up to PM
  technical-interruption           5.1 first-decision PS late=ruling / voids_by=5.1.2
  terminal-interruption            5.2 terminals-stand PS late=ruling
  foreign-card                     5.3.1 void PS late=stands withdraws_shoe
  shortage                         5.3.2 void PS late=stands withdraws_shoe
  excess                           5.3.2 void PS late=stands withdraws_shoe
  wrong-number-of-cards            5.3.3 void PS late=stands reaches_settled needs_card
  insufficient-cards               5.3.4 void PS late=stands withdraws_shoe
  unshuffled-cards                 5.3.5 void PS late=stands withdraws_shoe
  wrong-area                       5.5 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost
  wrong-order                      5.5 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost
  excess-or-exposed-card           5.4 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=wrong-number-of-cards
  order-lost                       5.12 ruling SM late=ruling
  dealt-order-lost                 5.12 ruling SM late=ruling needs_card
  simultaneous-draw                5.7 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost
  simultaneous-draw-order-unknown  5.7 reconstruct PS late=ruling takes_extra order_by_attester
  face-up-card                     5.4 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=wrong-number-of-cards
  wrong-card-registered            5.6 by-the-cards PS late=by-the-cards reaches_settled
  not-covered                      5.12 ruling SM late=ruling
rws-live None
  choices                          ; Place your Bets, please / No more Bets; acting up to PM
  technical-interruption           5.4 first-decision PS late=ruling / voids_by=5.4.2
  foreign-card                     5.5.1 void PS late=stands withdraws_shoe
  shortage                         5.5.2 void PS late=stands withdraws_shoe
  excess                           5.5.2 void PS late=stands withdraws_shoe
  wrong-number-of-cards            5.5.3 void PS late=stands reaches_settled needs_card
  insufficient-cards               5.5.4 void PS late=stands withdraws_shoe
  unshuffled-cards                 5.5.5 void PS late=stands withdraws_shoe
  wrong-area                       5.8.1 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost
                                   options=unless-decided-and-put-right
  wrong-person                     5.8.2 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost
                                   options=unless-decided-and-put-right
  wrong-order                      5.12 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost options=always
  excess-or-exposed-card           5.7 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=wrong-number-of-cards options=no-outcome
  order-lost                       5.17 ruling SM late=ruling
  dealt-order-lost                 5.12.1 as-they-lie PS late=ruling needs_card / voids_by=5.5.3
                                   options=always
  dealt-face-up                    5.9 play-on PS late=ruling needs_card / options=no-outcome
  simultaneous-draw                5.10 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost options=always
  simultaneous-draw-order-unknown  5.10 reconstruct PS late=ruling takes_extra order_by_attester /
                                   options=always
  face-up-card                     5.7 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=wrong-number-of-cards options=no-outcome
  wrong-card-registered            5.14 by-the-cards PS late=by-the-cards reaches_settled
  not-covered                      5.17 ruling SM late=ruling
mbs 4
  choices                          ; Place your bets, please / No more bets; Bets are open / Bets
                                   are closed; acting up to CM
  technical-interruption           5.9 first-decision PS late=ruling / voids_by=5.9.1
  terminal-interruption            5.10 terminals-stand PS late=ruling
  foreign-card                     5.1 void PS late=stands withdraws_shoe / voids_by=5.1.1
  shortage                         5.1 void PS late=stands withdraws_shoe / voids_by=5.1.1
  excess                           5.1 void PS late=stands withdraws_shoe / voids_by=5.1.1
  wrong-number-of-cards            5.2 void SM late=ruling needs_card
  insufficient-cards               5.3 void PS late=ruling withdraws_shoe
  unshuffled-cards                 5.1 void PS late=stands withdraws_shoe / voids_by=5.1.1
  wrong-area                       5.7 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost seen_card_ruled
  wrong-order                      5.7 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost seen_card_ruled
  excess-or-exposed-card           5.7 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost seen_card_ruled
  order-lost                       5.2 void PS late=ruling withdraws_shoe
  dealt-order-lost                 5.2 void SM late=ruling needs_card
  simultaneous-draw                5.8 reconstruct PS late=ruling takes_extra /
                                   beyond_reconstruction=dealt-order-lost seen_card_ruled
  simultaneous-draw-order-unknown  5.8.1 void PS late=ruling needs_card
  face-up-card                     5.6 play-on PS late=ruling before_first_card=not-covered
  wrong-card-registered            6.3 by-the-cards PS late=by-the-cards reaches_settled /
                                   seen_card_ruled
  not-covered                      6.1 ruling SM late=ruling
""")
)
"""The rules of each approved document beside its games, by key and version.

The choices are the readings that a table may not change, and the words for opening and closing the
bets, and the highest position that another person may act in; then follows the policy for each
irregularity, in brief. What stands after a slash was not said before the register had A-74.
"""
POLICY_WORDS: Mapping[str, Collection[str]] = {
    "remedy": {
        *("void", "first-decision", "reconstruct", "by-the-cards"),
        *("play-on", "as-they-lie", "terminals-stand", "ruling"),
    },
    "late": {"by-the-cards", "stands", "ruling"},
    # When patrons of a live table may take their bets back after a dealing error (A-57, A-82).
    "options": {"never", "no-outcome", "unless-decided-and-put-right", "always"},
    "attested_by": LADDER,
}
POLICY_FLAGS = (
    "withdraws_shoe",
    "reaches_settled",
    "takes_extra",
    "order_by_attester",
    "needs_card",
)
ROUNDS_IN_REACH = 200
"""How many paid rounds before the last one a late correction can reach."""
VIRTUAL, SHUFFLER = "virtual shoe", "electronic card shuffler"
SHUFFLES: Mapping[str, tuple[str, ...]] = {
    "shoe that reads": ("by hand", "by machine"),
    "keyed shoe": ("by hand", "by machine"),
    SHUFFLER: ("by machine",),
    VIRTUAL: ("virtually",),
}
"""How the cards of each source are shuffled."""
COUP_CARDS_MAX = 6


POINTS = {card: "A23456789".find(card[0]) + 1 for card in DECK}
"""The value of each card: an Ace is 1, a Ten or a picture 0."""


def total(cards: Iterable[str]) -> int:
    """Return the total of a hand: the last digit of the sum of its cards."""
    return sum([POINTS[card] for card in cards]) % 10


@dataclass(frozen=True, slots=True)
class DealtHands:
    """Cards in the order in which they left the shoe, laid out by the Table of Play."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    next: str | None
    """The hand that gets the next card; None if the coup is complete."""
    excess: tuple[str, ...]
    """Cards beyond a complete coup."""

    @property
    def is_complete(self) -> bool:
        """Whether these are the cards of exactly one coup."""
        return self.next is None and not self.excess


def laid_out(play: Json, cards: Sequence[str]) -> DealtHands:
    """Lay cards out: two for each hand by turns, then the third cards that the table demands."""
    player, banker, rest = tuple(cards[0:4:2]), tuple(cards[1:4:2]), tuple(cards[4:])
    if len(cards) < 2 * HAND:
        return DealtHands(player, banker, "banker" if len(cards) % 2 else "player", ())
    two = total(player), total(banker)
    if two[0] in NATURALS or two[1] in NATURALS:
        return DealtHands(player, banker, None, rest)
    if two[0] in play["player_draws_on"]:
        if not rest:
            return DealtHands(player, banker, "player", ())
        player, rest = (*player, rest[0]), rest[1:]
        banker_draws = POINTS[player[2]] in play["banker_draws_against"][two[1]]
    else:
        banker_draws = two[1] in play["banker_draws_on"]
    if not banker_draws:
        return DealtHands(player, banker, None, rest)
    if not rest:
        return DealtHands(player, banker, "banker", ())
    return DealtHands(player, (*banker, rest[0]), None, rest[1:])


def as_they_lie(play: Json, player: Sequence[str], banker: Sequence[str]) -> DealtHands:
    """Lay out two hands that no draw order need have made; a wrong card is an excess (A-85)."""
    thirds = (*player[HAND:], *banker[HAND:])
    missing = HAND - len(player), HAND - len(banker)
    if max(missing) > 0:
        side = "player" if missing[0] >= missing[1] else "banker"
        return DealtHands(tuple(player[:HAND]), tuple(banker[:HAND]), side, thirds)
    # Any other hands are those of the draw by turns, if the Table of Play gives them the thirds.
    return laid_out(play, (player[0], banker[0], player[1], banker[1], *thirds))


def given(play: Json, hands: DealtHands, card: str) -> DealtHands:
    """Give a card to the hand that gets the next one."""
    if hands.next == "player":
        return as_they_lie(play, (*hands.player, card), hands.banker)
    return as_they_lie(play, hands.player, (*hands.banker, card))


def may_get_a_card(play: Json, hands: DealtHands, side: str) -> bool:
    """Return whether a hand may still get a card."""
    if len(hands.player) + len(hands.banker) < 2 * HAND:
        return len(hands.player if side == "player" else hands.banker) < HAND
    if side == "banker" and hands.next == "player":
        # Player's third card may give Banker one, but on 7 Banker stands against every card.
        return bool(play["banker_draws_against"][total(hands.banker)])
    return hands.next == side


def policy_in_brief(policy: Json) -> str:
    """Return a policy for an irregularity in one line."""
    flags = [name for name in POLICY_FLAGS if policy[name]]
    other = policy["before_first_card"]
    words = [policy["clause"], policy["remedy"], policy["attested_by"], f"late={policy['late']}"]
    words += [*flags, *([f"before_first_card={other}"] if other else [])]
    more = [f"{key}={policy[key]}" for key in ("voids_by", "beyond_reconstruction") if policy[key]]
    more += ["seen_card_ruled"] * policy["seen_card_ruled"]
    if policy["options"] != "never":
        more.append(f"options={policy['options']}")
    return " ".join([*words, *(["/", *more] if more else [])])


def choices_in_brief(configuration: Json) -> str:
    """Return the readings that a document fixes, and its words, in one line."""
    words = [f"{each['opening']} / {each['closing']}" for each in configuration["document_phrases"]]
    highest = max(configuration["acted_for"], key=LADDER.__getitem__, default=None)
    return "; ".join([" ".join(configuration["fixed_readings"]), *words, f"acting up to {highest}"])


def fingerprint(value: object) -> str:
    """Return the SHA-256 of a value as JSON with sorted keys and no spaces."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


Limits = tuple[Json, dict[str, Json]]
"""The limits of the table, and those of single bets."""


class TableRules:
    """The configuration of a table: its game, its limits and its document."""

    def __init__(self, configuration: Json) -> None:
        self.configuration = configuration
        terms = configuration["terms"]
        self.game: Json = terms["game"]
        self.play: Json = self.game["table"]
        self.decks: int = terms["decks"]
        self.bets: dict[str, Json] = {bet["key"]: bet for bet in self.game["bets"]}
        self.offered: dict[str, Json] = {bet["key"]: bet for bet in terms["offered"]}
        self.limits: Limits = terms["limits"], dict(terms["own_limits"])
        self.source: str = configuration["source"]
        self.layout: Json | None = configuration["layout"]
        """The boxes, limits and chips of a live table."""
        self.policies: dict[str, Json] = {
            each["irregularity"]: each for each in reversed(configuration["policies"])
        }
        version = self.game["rules"]["version"]
        self.names = f"{self.game['key']} {version}", f"{configuration['document']} {version}"
        """The game and the document, each with the version of the rules."""

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 (any JSON value)
        return self.configuration[key]

    def in_force_at(self, at: int) -> bool:
        """Whether the document has taken effect; one without a date always has (A-71)."""
        effective = self.game["rules"]["effective"]
        return effective is None or datetime.fromisoformat(effective).timestamp() * 1_000 <= at

    def in_use(self) -> list[Any]:
        """Return what an open table relies on from one round to the next."""
        keys = "source", "self_dealing", "single_person", "burns_cards", "layout"
        return [self.decks, *(self[key] for key in keys)]

    def check(self, stream: str) -> None:
        """Check what must hold for every configuration."""
        same("the table", f"table/{self['table']}", stream)
        least, most = self.game["decks"]["least"], self.game["decks"]["most"]
        demand(1 <= least <= self.decks <= most, f"{self.decks} decks", f"{least} to {most}")
        same("distinct keys of bets", len(self.bets), len(self.game["bets"]))
        on_offer = [bet for bet in self.game["bets"] if bet["key"] in self.offered]
        same("the bets on offer", self["terms"]["offered"], on_offer)
        demand(on_offer, "no bet on offer", "at least one")
        self._check_play()
        self._check_numbers()
        self._check_policies()
        if self.layout is not None:
            check_layout(self.layout)
        demand(self.source in SHUFFLES, f"cards from a {self.source}", " or ".join(SHUFFLES))
        virtual = self.source == VIRTUAL or not self["self_dealing"]
        demand(virtual, f"a timer that deals from a {self.source}", "a virtual shoe (A-28)")
        allowed, words = self["document_phrases"], self["phrases"]
        opens = any(each["opening"] in {"", words["opening"]} for each in allowed)
        fits = opens and any(words["closing"] == each["closing"] for each in allowed)
        demand(
            fits or not allowed,
            f"the words {shown(words)}",
            f"words of the document: {shown(allowed)}",
        )
        self._check_approved()

    def _check_play(self) -> None:
        """Check the form of the Table of Play."""
        rows = [self.play["player_draws_on"], self.play["banker_draws_on"]]
        against = self.play["banker_draws_against"]
        same("Banker totals in the Table of Play", len(against), 8)
        values = [each for row in (*rows, *against) for each in row]
        others = [each for each in values if each not in DIGITS]
        demand(not others, f"{shown(others)} in the Table of Play", "digits from 0 to 9")

    def _check_numbers(self) -> None:
        for key, least in (("betting_ms", 1), ("grace_ms", 0), ("pace_ms", 0), ("ticket_ms", 0)):
            value = self[key]
            enough = _is_number(value) and value >= least
            demand(enough, f"{key} {shown(value)}", f"{least} or more")
        cap = self["liability_cap"]
        sound = cap is None or (_is_number(cap) and cap >= 0)
        demand(sound, f"the liability cap {shown(cap)}", "0 or more, or none")
        self.check_limits(self.limits)

    def check_limits(self, limits: Limits) -> None:
        """Check that a stake fits each limit, and is paid in whole cents (A-17, A-18)."""
        general, own = limits
        for key in own:
            demand(key in self.bets, f"limits for the bet {key}", "a bet of the game")
        for each in (general, *own.values()):
            found = f"limits of {shown(each)}"
            demand(_is_limits(each), found, "a minimum, a maximum and a step")
            least, most, step = each["minimum"], each["maximum"], each["step"]
            demand(least > 0 and step > 0, found, "a positive minimum and step")
            fits = most is None or -(-least // step) * step <= most
            demand(fits, found, "limits that leave room for a stake")
        for key in self.offered if self.reads("A-74") else ():
            most = own.get(key, general)["maximum"]
            demand(most is not None, f"no maximum for {key}", "one for every bet (A-74)")
        for key, bet in self.offered.items():
            step = own.get(key, general)["step"]
            for row in bet["pays"]["rows"]:
                for odds in (row["pays"], row["commission"]):
                    if odds not in {"push", None}:
                        cents(step, odds)

    def _check_policies(self) -> None:
        """Check that each irregularity has one policy, in known words, and readings agree."""
        same("distinct irregularities with a policy", len(self.policies), len(self["policies"]))
        for needed in ("technical-interruption", "not-covered"):
            demand(needed in self.policies, f"no policy for {needed}", "one")
        for name, policy in self.policies.items():
            known = all(policy[key] in words for key, words in POLICY_WORDS.items())
            demand(known, f"the policy for {name} in unknown words", "a known remedy and role")
        switched = self._switched()
        for key, choice in self["readings"]:
            chosen = switched.get(key, choice)
            free = key not in self["fixed_readings"] or chosen == choice
            demand(free, f"reading {key}{chosen}", f"{key}{choice}, fixed by the document")

    def _check_approved(self) -> None:
        """Check that an approved game and document are unchanged, to the last word."""
        game, document = self.names
        approved = APPROVED_GAMES.get(game)
        if approved is not None:
            same("the Table of Play", self.play, TABLE_OF_PLAY)
            found = f"a changed game {self.game['key']}"
            demand(fingerprint(self.game) == approved, found, "the game as approved")
        briefs = {name: policy_in_brief(each) for name, each in self.policies.items()}
        briefs["choices"] = choices_in_brief(self.configuration)
        for name, approved_words in APPROVED_DOCUMENTS.get(document, {}).items():
            wanted = approved_words
            if not self.reads("A-74"):
                wanted, acting, _ = wanted.partition("; acting up to ")
                wanted = f"{wanted}; acting up to CASINO_MANAGER" if acting else wanted
                wanted = wanted if name == "choices" else wanted.partition(" / ")[0]
            found = briefs.pop(name, wanted)
            demand(found == wanted, f"the rules for {name}: {found}", f"{wanted}, as approved")
        if document in APPROVED_DOCUMENTS:
            found = f"rules of {document} for {', '.join(briefs)}"
            demand(not briefs, found, "only those that were approved")

    def not_judged(self) -> list[str]:
        """Return the rules that were taken as configured, because no document approves them."""
        game, document = self.names
        found = []
        if game not in APPROVED_GAMES:
            found.append(f"game {game}: pay tables and Table of Play taken as configured")
        if document not in APPROVED_DOCUMENTS:
            found.append(f"document {document}: rules for irregularities taken as configured")
        left_out = APPROVED_DOCUMENTS.get(document, {}).keys() - self.policies.keys()
        return found + [
            f"document {document}: the table was configured without its rules for {name}"
            for name in sorted(left_out - {"choices"})
        ]

    def stamp(self) -> Json:
        """Return the stamp of every round (A-64)."""
        switched = self._switched()
        return {
            "document": self["document"],
            "version": self.game["rules"]["version"],
            "effective": self.game["rules"]["effective"],
            "readings": [f"{key}{switched.get(key, choice)}" for key, choice in self["readings"]],
            "single_person": self["single_person"],
        }

    def reads(self, reading: str) -> bool:
        """Whether the register had a reading when the table was configured; older ones lack it."""
        return any(key == reading for key, _ in self["readings"])

    @property
    def before_the_deal(self) -> frozenset[str]:
        """The stages without a card, in which a hiccup changes nothing (A-37)."""
        return BETS if self.reads("A-74") else BETS - {"closing"}

    def _switched(self) -> dict[str, str]:
        """Return this table's choice in each reading that has a switch."""
        return {
            "A-15": "a" if self["side_bets_alone"] else "b",
            "A-16": "a" if self["opposite_bets"] else "b",
            "A-49": "b" if self["one_more_after_cut_card"] else "a",
        }

    def worst_payment(self, stakes: Mapping[str, int]) -> Fraction:
        """Return the most that one outcome costs the House if every losing bet is withdrawn."""
        staked = [stakes.get(key, 0) for key in self.bets]
        return max(
            sum((s * p for s, p in zip(staked, case, strict=True)), Fraction(0))
            for case in self._payments
        )

    @cached_property
    def _payments(self) -> frozenset[tuple[Fraction, ...]]:
        return payments_of(json.dumps([self.play, list(self.bets.values())]))


class PlayAudit:
    """The table itself: its rules, its limits and its Dealer."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self._rules: TableRules | None = None
        self._coming: TableRules | None = None
        """Rules for the rounds from their date on, which were set while the table was open."""
        self._limits: Limits | None = None
        """Those of the next round, which include the last change."""
        self.dealer: Json | None = None
        self.last_round: int | None = None
        """The round that was announced as the last before the table closes."""

    @property
    def rules(self) -> TableRules:
        """The configuration in force."""
        return present(self._rules, "an event at a table without a game", "a configuration first")

    def check_rank(self, event: RecordedEvent, needed: str, what: str) -> None:
        """Check that a person has a role, or a higher one, and may act in it (A-52)."""
        role = event.by["role"]
        demand(LADDER[role] >= LADDER[needed], f"{what} by a {role}", f"a {needed} or above")
        if event.name == "table.configured":
            return  # there may be no rules yet
        allowed = not event.by["acting"] or needed in self.rules["acted_for"]
        demand(allowed, f"{event.name} by an acting person", f"one who is a {needed} (A-52)")

    def configured(self, event: RecordedEvent) -> None:
        """The table gets a game, or other rules for it; while it is open, only for later rounds."""
        rules = TableRules(event.fact["configuration"])
        rules.check(self._table.stream)
        alone = event.by["alone"] or not rules["single_person"]
        demand(alone, "a single-person table on a floor with staff", "a single person (A-73)")
        if self._table.stage == "closed":
            self._take(rules)
        else:
            early = not rules.in_force_at(event.at)
            demand(early, "rules in force, set at an open table", "a closed table (A-64)")
            same("what the open table uses", rules.in_use(), self.rules.in_use())
            self._coming = rules
        notes = [f"{self._table.stream}, {each}" for each in rules.not_judged()]
        self._table.unchecked += [each for each in notes if each not in self._table.unchecked]

    def _take(self, rules: TableRules) -> None:
        self._rules, self._coming, self._limits = rules, None, rules.limits

    def begin_round(self, at: int) -> tuple[TableRules, Limits]:
        """Return the rules and limits of a round that opens now; rules in force count (A-64)."""
        if self._coming is not None and self._coming.in_force_at(at):
            self._take(self._coming)
        return self.rules, present(self._limits, "a round without limits", "a configuration first")

    def opened(self, event: RecordedEvent) -> None:
        """Play begins; the last paid round can be corrected again."""
        same("opened under", event.fact["dealer"], actor_of(event.by))
        self.dealer = event.fact["dealer"]
        last = self._table.rounds.now
        self._table.stage = "settled" if last is not None and last.paid else "idle"

    def closed(self, _event: RecordedEvent) -> None:
        """Play ends; patrons at a live table were told of the last round before it began."""
        played = self.last_round is not None and self._table.rounds.count >= self.last_round
        found = "a live table closed on its patrons"
        demand(played or not self._table.layout.anybody_here, found, "its last round announced")
        self._table.stage, self.dealer, self.last_round = "closed", None, None

    def last_round_announced(self, event: RecordedEvent) -> None:
        """The next round is the last; after it the table closes."""
        demand(self.last_round is None, "a second notice of the last round", "one")
        same("the last round", event.fact["round_number"], self._table.rounds.count + 1)
        self.last_round = event.fact["round_number"]

    def dealer_changed(self, event: RecordedEvent) -> None:
        """Another Dealer takes over."""
        self._table.floor.check_actor(event.fact["dealer"], event.at)
        self.dealer = event.fact["dealer"]

    def limits_changed(self, event: RecordedEvent) -> None:
        """Other limits apply from the next round on."""
        self._limits = event.fact["limits"], dict(event.fact["own_limits"])
        self.rules.check_limits(self._limits)


def seen_of(cards: Iterable[str | None]) -> list[str]:
    """Return the seen cards."""
    return [card for card in cards if card is not None]


@dataclass(slots=True)
class ShoeContents:
    """A shoe, known by the cards that have left it."""

    number: int
    decks: int
    source: str
    commitment: str
    cut_at: int | None
    seen: Counter[str] = field(default_factory=Counter)
    drawn: list[str | None] = field(default_factory=list)
    """The cards that left a virtual shoe, in order; None for a card that was burned unseen."""
    left_count: int = 0
    cut_seen: bool = False
    rounds_left: int = 0
    drawn_together: bool = False
    """Whether cards of it were drawn together, so that it may be replaced (R 5.7.1)."""

    def take(self, cards: Sequence[str | None], unseen: int = 0) -> None:
        """Count cards that leave the shoe; null is an unseen one."""
        if self.source == SHUFFLER:
            return
        seen = seen_of(cards)
        self.seen.update(seen)
        self.left_count += len(cards) + unseen
        self.drawn += [*cards, *[None] * unseen]
        self._check(seen)

    def correct(
        self,
        registered: Sequence[str],
        corrected: Sequence[str],
        waited: Sequence[str | None] = (),
    ) -> None:
        """Count other cards than those registered; those that waited were counted before."""
        if self.source == SHUFFLER:
            return
        self.seen.subtract([*registered, *seen_of(waited)])
        self.seen.update(corrected)
        self.left_count += len(corrected) - len(registered) - len(waited)
        self._check(corrected)

    def _check(self, cards: Iterable[str]) -> None:
        """Check that the decks hold all these cards."""
        for card in cards:
            if self.seen[card] > self.decks:
                raise Mismatch(f"{card} seen {self.seen[card]} times", f"at most {self.decks}")
        out, most = self.left_count, self.decks * len(DECK)
        demand(out <= most, f"{out} cards out of the shoe", f"at most {most}")


class ShoeAudit:
    """The shoes of a table, and the cards that wait for the next round."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self.now: ShoeContents | None = None
        self.carried: list[str | None] = []
        """The cards that wait, in the order in which they left the shoe; null is an unseen one."""
        self._count = 0
        self._unrevealed: dict[int, ShoeContents] = {}
        self._commitments: set[str] = set()

    @property
    def in_play(self) -> ShoeContents:
        """The shoe that cards are dealt from."""
        return present(self.now, "cards without a shoe", "a shoe in play")

    def unrevealed(self) -> list[int]:
        """Return the numbers of the shoes whose order is not revealed yet."""
        secret = sorted(self._unrevealed)
        if self.now is not None and self.now.commitment:
            secret.append(self.now.number)
        return secret

    def correct(self, of: "AuditedRound", fact: Json) -> None:
        """Count the corrected cards of a round, if its shoe is still in play."""
        rules = of.rules
        demand(rules.source != VIRTUAL, "corrected cards of a virtual shoe", "the cards drawn")
        if self.now is not None and self.now.number == of.shoe_number:
            self.now.correct(of.cards, fact["corrected"], fact["waited"])
            for card in fact["waited"]:
                self.carried.remove(card)

    def behind(self, of: "AuditedRound") -> list[str | None]:
        """Return the waiting cards that left the shoe directly behind those of a round."""
        rounds = self._table.rounds
        now = rounds.current
        last = now if now is of or now.cards else rounds.past.get(now.number - 1)
        in_play = self.now is not None and self.now.number == of.shoe_number
        return list(self.carried) if last is of and in_play else []

    def loaded(self, event: RecordedEvent) -> None:
        """Decks go into play; a virtual shoe comes with a new commitment to its order."""
        fact, rules = event.fact, self._table.play.rules
        demand(self.now is None, "a second shoe in play", "one at a time")
        same("shoe number", fact["shoe_number"], self._count + 1)
        same("decks", fact["decks"], rules.decks)
        same("the source of cards", fact["source"], rules.source)
        self._check_commitment(fact)
        fits = fact["shuffle"] in SHUFFLES.get(rules.source, ())
        demand(fits, f"cards shuffled {fact['shuffle']}", f"a shuffle for a {rules.source}")
        self._check_cut(fact["cut_at"], rules)
        self._count += 1
        self._table.counts.shoes += 1
        self.now = ShoeContents(
            self._count, rules.decks, rules.source, fact["commitment"], fact["cut_at"]
        )

    def _check_commitment(self, fact: Json) -> None:
        commitment, sealed = fact["commitment"], fact["sealed"]
        if fact["source"] != VIRTUAL:
            same("the commitment", commitment + sealed, "")
            return
        is_digest = HEX_64.fullmatch(commitment)
        demand(is_digest, f"the commitment {shown(commitment)}", "64 hex digits")
        demand(sealed, "no sealed order", "one, to be revealed at the end")
        demand(commitment not in self._commitments, "a commitment used before", "a new one")
        self._commitments.add(commitment)

    @staticmethod
    def _check_cut(cut_at: int | None, rules: TableRules) -> None:
        if cut_at is None:
            demand(not rules["self_dealing"], "no place for the cut card", "one, for the timer")
            return
        # After it, one or two rounds may still be dealt.
        behind = COUP_CARDS_MAX * (2 if rules["one_more_after_cut_card"] else 1)
        inside = rules.source == VIRTUAL and 0 < cut_at <= rules.decks * len(DECK) - behind
        demand(inside, f"a cut card at {cut_at}", "a place inside a virtual shoe, or none")

    def cards_burned(self, event: RecordedEvent) -> None:
        """The first card is shown, and as many as it counts are burned unseen."""
        shoe, card, unseen = self.in_play, event.fact["shown"], event.fact["unseen_count"]
        demand(self._table.play.rules["burns_cards"], "burned cards", "no burn at this table")
        same("cards out before the burn", shoe.left_count, 0)
        same("cards burned unseen", unseen, POINTS[card] or 10)
        shoe.take([card], unseen)

    def cut_card_seen(self, event: RecordedEvent) -> None:
        """The cut card comes out, once."""
        shoe, table = self.in_play, self._table
        demand(not shoe.cut_seen, "a second cut card", "one")
        between = table.stage in BETWEEN
        rules = table.play.rules if between or not table.rounds.now else table.rounds.now.rules
        rounds = int(rules["one_more_after_cut_card"]) + between
        same("rounds left", event.fact["rounds_left"], rounds)
        shoe.cut_seen, shoe.rounds_left = True, rounds

    def cards_counted(self, event: RecordedEvent) -> None:
        """All cards are counted; a wrong number raises an alarm."""
        counted, expected = event.fact["counted"], self.in_play.decks * len(DECK)
        same("a full count of", event.fact["expected"], expected)
        if counted != expected:
            alarm = "shortage" if counted < expected else "excess"
            self._table.irregularities.raise_alarm(alarm, [self._table.play.rules])

    def retired(self, event: RecordedEvent) -> None:
        """The shoe leaves play, and so do the cards that wait for the next round."""
        demand(event.fact["reason"].strip(), "a shoe retired without a reason", "a reason")
        shoe, rules = self.in_play, self._table.play.rules
        if rules.reads("A-78") and self._table.group.irregularity is None:
            early = REPLACED.get(rules["document"], "A-46") if shoe.drawn_together else "A-46"
            same("the clause of a retired shoe", event.clause, "A-49" if shoe.cut_seen else early)
        if shoe.commitment:
            self._unrevealed[shoe.number] = shoe
        self.now, self.carried = None, []

    def revealed(self, event: RecordedEvent) -> None:
        """The order of a virtual shoe: whole decks, as committed to, and every card as dealt."""
        number, order, salt = (event.fact[key] for key in ("shoe_number", "order", "salt"))
        expected = "a retired virtual shoe that is not revealed yet"
        shoe = present(self._unrevealed.pop(number, None), f"shoe {number} revealed", expected)
        whole = Counter(order) == Counter(dict.fromkeys(DECK, shoe.decks))
        demand(whole, f"{len(order)} cards revealed", f"{shoe.decks} whole decks")
        demand(HEX_64.fullmatch(salt), f"the salt {shown(salt)}", "64 hex digits")
        text = f"punto shoe 1\n{salt}\n{' '.join(order)}"
        commitment = hashlib.sha256(text.encode("ascii")).hexdigest()
        same("a revealed order with the commitment", commitment, shoe.commitment)
        for place, (promised, drawn) in enumerate(zip(order, shoe.drawn, strict=False), start=1):
            if drawn is not None:
                same(f"card {place} of shoe {number}, dealt as", drawn, promised)
        self._table.counts.shoes_revealed += 1

    def roads_restarted(self, _event: RecordedEvent) -> None:
        """The roads begin again, which only a shuffler needs."""
        same("the source of cards", self.in_play.source, SHUFFLER)


@dataclass(slots=True)
class AuditedRound:
    """A round, known by its events."""

    number: int
    shoe_number: int
    rules: TableRules
    limits: Limits
    opened_at: int
    closes_at: int
    positions: dict[str, list[list[Any]]] = field(default_factory=dict)
    """The bets of each terminal, or of each place at a live table."""
    placed: dict[tuple[str, str], None] = field(default_factory=dict)
    """At a live table, each place and bet on the layout in the order placed."""
    chips_at_close: dict[str, list[list[Any]]] = field(default_factory=dict)
    """At a live table, the chips of each place at the close, with any excess (L 5.13)."""
    acceptors: dict[str, str | None] = field(default_factory=dict)
    """The patron who accepts each hand at a live table; None is the Dealer (A-63)."""
    laid: tuple[list[str], list[str]] | None = None
    """The hands as they lie, if no draw order makes them (A-85)."""
    frozen: set[str] = field(default_factory=set)
    cut_off_at: int | None = None
    cards: list[str] = field(default_factory=list)
    announced: bool = False
    results: list[Any] = field(default_factory=list)
    posting: int | None = None
    """The posting that paid the round, if it moved money."""
    paid: bool = False
    void: bool = False
    dealt_by: set[str] = field(default_factory=set)
    """Who opened its bets and dealt its cards."""
    stacks: list[tuple[bool, list[Any]]] = field(default_factory=list)
    """At a live table, the chips of each stack, and whether they were paid."""
    handed: set[int] = field(default_factory=set)
    """The stacks that were ticked off."""
    put_right: set[int] = field(default_factory=set)
    """The stacks that were paid in other chips at first."""
    rounded: Counter[str] = field(default_factory=Counter)
    """What each place has got beyond what it was due, since no chips make less (A-89)."""

    @property
    def hands(self) -> DealtHands:
        """The cards, laid out."""
        return self.hands_with(self.cards)

    def hands_with(self, cards: Sequence[str]) -> DealtHands:
        """Return the hands of cards; further ones go to the hands as they lie (A-85)."""
        play, further = self.rules.play, list(cards[len(self.cards) :])
        if self.laid is None or [*self.cards, *further] != list(cards):
            return laid_out(play, cards)
        hands = as_they_lie(play, *self.laid)
        while further and hands.next is not None:
            hands = given(play, hands, further.pop(0))
        return DealtHands(hands.player, hands.banker, hands.next, tuple(further))

    def results_by(self, cards: Sequence[str]) -> "Results":
        """Return how all bets end by these cards."""
        hands, bets = self.hands_with(cards), self.rules.bets
        found = f"a payment by {' '.join(cards) or 'no cards'}"
        demand(hands.is_complete, found, "a complete coup")
        outcome = outcome_by(hands)
        rows = {key: deciding_row(bet, outcome) for key, bet in bets.items()}
        return {
            place: [bet_result(bets[bet], stake, rows[bet]) for bet, stake in stakes]
            for place, stakes in self.positions.items()
            if stakes
        }

    def returned_bets(self, clause: str) -> "Results":
        """Return how all bets end if they go back under this clause."""
        return {
            place: [result_of(bet, cents, "returned", 0, clause, None, 0) for bet, cents in bets]
            for place, bets in self.positions.items()
            if bets
        }

    @property
    def totals_due(self) -> bool:
        """Whether the first four cards are out and their totals not announced."""
        return len(self.cards) >= 2 * HAND and not self.announced


class RoundAudit:
    """The rounds of a table, from the opening of bets to the result."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self.now: AuditedRound | None = None
        self.past: dict[int, AuditedRound] = {}

    @property
    def count(self) -> int:
        """The number of the round in progress, or of the last one."""
        return 0 if self.now is None else self.now.number

    @property
    def current(self) -> AuditedRound:
        """The round in progress, or the last one."""
        return present(self.now, "an event of a round", "a round that was opened")

    def bets_opened(self, event: RecordedEvent) -> None:
        """A round begins, stamped with the rules in force."""
        table, fact = self._table, event.fact
        (rules, limits), shoe = table.play.begin_round(event.at), table.shoes.in_play
        same("round number", fact["round_number"], self.count + 1)
        is_over = table.play.last_round is not None and self.count >= table.play.last_round
        demand(not is_over, "a round after the last one that was announced", "a closed table")
        demand(not table.tray.is_being_counted, "bets while a count waits", "a second count (A-53)")
        same("the words", fact["phrase"], rules["phrases"]["opening"])
        same("the end of betting", fact["closes_at"], event.at + rules["betting_ms"])
        same("the stamp", fact["stamp"], rules.stamp())
        same("the cards seen before", fact["seen_before"], table.shoes.carried)
        same("the decks of the shoe", shoe.decks, rules.decks)
        same("the source of the shoe", shoe.source, rules.source)
        if shoe.cut_seen:
            demand(shoe.rounds_left > 0, "a round after the last one of its shoe", "a new shoe")
            shoe.rounds_left -= 1
        burns = rules["burns_cards"] and shoe.source != SHUFFLER
        demand(shoe.left_count or not burns, "a shoe without a burn", "its burn first")
        if self.now is not None and self.now.paid:
            self.past[self.now.number] = self.now
            if len(self.past) > ROUNDS_IN_REACH:
                del self.past[min(self.past)]
        table.counts.rounds += 1
        self.now = AuditedRound(
            self.count + 1, shoe.number, rules, limits, event.at, fact["closes_at"]
        )
        self.now.dealt_by.add(person_of(event.by))
        table.stage = "betting"

    def position_taken(self, event: RecordedEvent) -> "DuePosting":
        """A terminal's bets, all of them, within limits and credits."""
        terminal, now, accounts = event.fact["terminal"], self.current, self._table.accounts
        self._table.seats.check_enabled(event)
        gone = self._table.seats.at(event.fact["terminal"]).has_left
        demand(not gone, f"{event.name} by a terminal that left its seat", "a seated one")
        demand(terminal not in now.frozen, "bets of a frozen terminal", "no more bets from it")
        late = now.cut_off_at is not None and event.at >= now.cut_off_at
        demand(not late, f"bets at {event.at}", f"bets before the cut-off at {now.cut_off_at}")
        wanted: dict[str, int] = dict(event.fact["stakes"])
        same("distinct bets", len(wanted), len(event.fact["stakes"]))
        self._check_stakes(now, wanted)
        self._check_hands(event, now.rules, wanted)
        before, after = accounts.balances["stakes", terminal], sum(wanted.values())
        held = accounts.balances["credits", terminal] + before
        demand(after <= held, f"bets of {after} cents", f"at most the {held} cents held")
        self._check_cap(now, terminal, wanted)
        now.positions[terminal] = event.fact["stakes"]
        return DuePosting().add_either(terminal, "staked", "withdrawn", after - before)

    @staticmethod
    def _check_stakes(now: AuditedRound, wanted: Mapping[str, int]) -> None:
        general, own = now.limits
        for bet, stake in wanted.items():
            demand(bet in now.rules.offered, f"a bet on {bet}", "a bet on offer")
            limits = own.get(bet, general)
            least, most, step = limits["minimum"], limits["maximum"], limits["step"]
            if stake <= 0 or stake < least or (most is not None and stake > most):
                raise Mismatch(f"{stake} cents on {bet}", f"{least} to {most}")
            if stake % step:
                raise Mismatch(f"{stake} cents on {bet}", f"a multiple of {step}")

    @staticmethod
    def _check_hands(event: RecordedEvent, rules: TableRules, wanted: Mapping[str, int]) -> None:
        backed = len({rules.bets[bet]["hand"] for bet in wanted} - {None})
        opposite = backed > 1
        same("bets on both hands:", event.fact["opposite"], opposite)
        demand(not opposite or rules["opposite_bets"], "bets on both hands", "on one (A-16)")
        alone = wanted and not backed
        allowed = not alone or rules["side_bets_alone"]
        demand(allowed, "side bets alone", "an Original Bet beside them (A-15)")

    @staticmethod
    def _check_cap(now: AuditedRound, terminal: str, wanted: Mapping[str, int]) -> None:
        cap, before = now.rules["liability_cap"], dict(now.positions.get(terminal, []))
        if cap is None or all(stake <= before.get(bet, 0) for bet, stake in wanted.items()):
            return
        totals = Counter(wanted)
        for other, stakes in now.positions.items():
            if other != terminal:
                totals.update(dict(stakes))
        worst = int(now.rules.worst_payment(totals))
        demand(worst <= cap, f"{worst} cents that the House may have to pay", f"at most {cap}")

    def closing_began(self, event: RecordedEvent) -> None:
        """Terminals are told to freeze."""
        grace = self._table.play.rules["grace_ms"]
        same("the cut-off", event.fact["cut_off_at"], event.at + grace)
        self.current.cut_off_at = event.fact["cut_off_at"]
        self._table.stage = "closing"

    def terminal_froze(self, event: RecordedEvent) -> None:
        """A terminal has frozen."""
        terminal, frozen = event.fact["terminal"], self.current.frozen
        self._table.seats.at(terminal)
        demand(terminal not in frozen, f"terminal {terminal} frozen twice", "once")
        frozen.add(terminal)

    def bets_closed(self, event: RecordedEvent) -> None:
        """No more bets: every terminal has frozen, or the grace period is over (A-24)."""
        now, seats = self.current, self._table.seats.terminals
        same("the words", event.fact["phrase"], now.rules["phrases"]["closing"])
        missing = [t for t, seat in seats.items() if seat.connected and t not in now.frozen]
        same("terminals without an answer", sorted(event.fact["unanswered"]), sorted(missing))
        early = missing and event.at < (now.cut_off_at or 0)
        demand(not early, f"bets closed at {event.at}", f"the cut-off at {now.cut_off_at} first")
        for terminal in missing:
            seats[terminal].connected = False
        self._table.stage = "dealing"

    def card_dealt(self, event: RecordedEvent) -> None:
        """A card goes to the hand that the Table of Play says."""
        card, origin = event.fact["card"], event.fact["origin"]
        now, shoes = self.current, self._table.shoes
        shoe = shoes.in_play
        demand(not now.totals_due, f"{card} dealt before the totals", "the totals announced")
        side = now.hands.next
        demand(side, f"{card} dealt to a complete coup", "no more cards")
        same(f"{card} dealt to", event.fact["side"], side)
        waiting = shoes.carried
        if origin == "carried":
            same("the waiting card", card, waiting[0] if waiting else None)
            shoes.carried = waiting[1:]
        elif waiting:
            demand(waiting[0] is None, f"{card} dealt", "the waiting card first (A-43)")
            demand(origin != "drawn", f"{card} drawn by the table itself", "the waiting card")
            shoes.carried = waiting[1:]
            shoe.correct([], [card], [None])
        else:
            same("a card drawn by the table itself:", origin == "drawn", shoe.source == VIRTUAL)
            due = shoe.cut_at is not None and shoe.left_count >= shoe.cut_at
            demand(shoe.cut_seen or not due, f"{card} dealt", "the cut card before it")
            shoe.take([card])
        now.cards.append(card)
        if origin != "carried":  # which deals itself, perhaps when another person attests
            now.dealt_by.add(person_of(event.by))
        if now.laid is not None:
            now.laid[side == "banker"].append(card)

    def card_beyond_decks(self, event: RecordedEvent) -> None:
        """A card that the decks cannot hold raises an alarm; no hand gets it (A-69)."""
        fact, shoe = event.fact, self._table.shoes.in_play
        same("decks", fact["decks"], shoe.decks)
        demand(shoe.source != SHUFFLER, "an alarm at a shuffler", "none: it takes cards back")
        card, reported, registered = fact["card"], fact["reported"], fact["instead_of"]
        if reported:
            rules = self._rules_of(registered)
        else:
            same("cards replaced by no report", registered, [])
            due = self._table.stage == "dealing" and not self.current.totals_due
            demand(due, f"{card} dealt while {self._table.stage}", "a card that is due")
            rules = [self.current.rules]
        cards = reported or [card]
        seen = shoe.seen + Counter(cards) - Counter(registered)
        turned = not reported and bool(self._table.shoes.carried)
        left_count = shoe.left_count + len(cards) - len(registered) - turned
        too_many = left_count > shoe.decks * len(DECK) and card == cards[-1]
        beyond = too_many or seen[card] > shoe.decks
        demand(beyond, f"{card} seen {seen[card]} times", f"more than {shoe.decks} times")
        self._table.irregularities.raise_alarm("foreign-card", rules)

    def _rules_of(self, registered: Sequence[str]) -> list[TableRules]:
        """Return the rules of the rounds whose registered cards a report may have replaced."""
        number, now = self._table.shoes.in_play.number, [] if self.now is None else [self.now]
        replaced = [
            each.rules
            for each in (*now, *self.past.values())
            if each.shoe_number == number and each.cards == registered
        ]
        known = replaced or not registered
        demand(known, f"cards in place of {shown(registered)}", "the cards of a round")
        return [self.rules_for(None), *replaced]

    def rules_for(self, earlier: int | None) -> TableRules:
        """Return the rules of the round in question, which may differ from today's."""
        if earlier is not None:
            return self.past[earlier].rules
        if self._table.stage == "idle" or self.now is None:
            return self._table.play.rules
        return self.now.rules

    def totals_announced(self, event: RecordedEvent) -> None:
        """The totals of the first four cards."""
        now = self.current
        demand(now.totals_due, "totals announced", "four cards, and totals not announced yet")
        hands = now.hands
        same("the Player total", event.fact["player_total"], total(hands.player[:HAND]))
        same("the Banker total", event.fact["banker_total"], total(hands.banker[:HAND]))
        now.announced = True

    def result_shown(self, event: RecordedEvent) -> None:
        """The result of a complete coup."""
        now = self.current
        complete = now.announced and now.hands.is_complete
        demand(complete, f"a result of {' '.join(now.cards)}", "a complete coup")
        outcome = outcome_by(now.hands)
        for key in ("winner", "player_total", "banker_total"):
            same(key, event.fact[key], outcome[key])
        if outcome["winner"] == "tie" and now.rules.reads("A-79"):
            same("the clause of a tie", event.clause, TIES.get(now.rules["document"], OTHER))
        self._table.stage = "result"

    def settled(self, event: RecordedEvent) -> "DuePosting":
        """Every bet of the round ends by the cards, all at once."""
        now = self.current
        posting = self._table.payments.post(now, event, now.results_by(now.cards))
        now.paid = True
        self._table.stage = "settled"
        self._table.counts.add_bets(now.results)
        return posting


DOLLAR = 100
LABEL_LENGTH_MAX, CHIP_KINDS_MAX = 20, 12
HANDS = ("player", "banker")
LAYOUT_FIELDS = [
    *("boxes", "limits", "chips", "face_down", "squeeze_by_letter"),
    *("squeeze_ms", "fill_soon_per_cent"),
]
SQUEEZE_MS_MAX = 600_000
PER_CENT_MAX = 100
OF_TERMINALS = {
    "seat.terminal_seated",
    "purse.terminal_moved_in",
    "round.position_taken",
    "round.closing_began",
}
"""The events that begin the part of terminals, of which a live table has none."""


def check_layout(layout: Json) -> None:
    """Check the boxes, posted limits and chips of a live table (L 2.1.1, L 3.4, A-54, A-89)."""
    boxes, limits = layout["boxes"], layout["limits"]
    same("the fields of a layout", list(layout), LAYOUT_FIELDS)
    demand(boxes, "a layout without boxes", "at least one (L 2.1.1)")
    for box in boxes:
        readable = box == box.strip() and box.isprintable() and 0 < len(box) <= LABEL_LENGTH_MAX
        demand(readable, f"a box {shown(box)}", f"a label of at most {LABEL_LENGTH_MAX} characters")
    same("distinct boxes", len(set(boxes)), len(boxes))
    same("the posted limits", list(limits), ["minimum", "box_differential", "table_differential"])
    least, *most = limits.values()
    most = [each for each in most if each is not None]
    demand(most, "limits without a Differential", "one of each box, of the table or both (A-54)")
    for each in (least, *most):
        whole = _is_number(each) and each > 0 and not each % DOLLAR
        demand(whole, f"a limit of {shown(each)} cents", "whole dollars (A-40)")
        demand(each >= least, f"a Differential of {each} cents", f"at least the minimum of {least}")
    values = [chip["value"] for chip in layout["chips"]["chips"]]
    sound = all(_is_number(value) and value > 0 for value in values)
    sound = sound and 0 < len(set(values)) == len(values) <= CHIP_KINDS_MAX
    demand(sound, f"chips of {shown(values)}", f"1 to {CHIP_KINDS_MAX} different values (A-89)")
    flags = _is_flag(layout["face_down"]) and _is_flag(layout["squeeze_by_letter"])
    demand(flags, "a layout that does not say how it deals", "face up or face down (L 3.9)")
    squeeze, per_cent = layout["squeeze_ms"], layout["fill_soon_per_cent"]
    sound = _is_number(squeeze) and 0 < squeeze <= SQUEEZE_MS_MAX
    demand(sound, f"a squeeze of {shown(squeeze)} ms", f"1 to {SQUEEZE_MS_MAX} (A-63)")
    sound = _is_number(per_cent) and 0 <= per_cent <= PER_CENT_MAX
    demand(sound, f"a fill below {shown(per_cent)} %", "0 to 100 (A-89)")


@lru_cache(maxsize=16)
def least_in_chips(values: tuple[int, ...]) -> Mapping[int, int]:
    """Return the least amount that chips make, for each remainder by the smallest chip."""
    smallest = min(values)
    least, waiting = {0: 0}, [0]
    while waiting:
        amount = heappop(waiting)
        for more in (amount + value for value in values):
            if more < least.get(more % smallest, more + 1):
                least[more % smallest] = more
                heappush(waiting, more)
    return least


def can_make(values: Sequence[int], amount: int) -> bool:
    """Whether chips of these values make an amount: the rest is made with the smallest chip."""
    least = least_in_chips(tuple(values)).get(amount % min(values))
    return least is not None and least <= amount


@dataclass(frozen=True, slots=True)
class LaidBet:
    """One patron's stake on one bet in one box of a layout."""

    place: str
    bet: str
    box: str
    seated: bool
    hand: str | None
    """The hand that an Original Bet backs."""
    cents: int


Weighed = Sequence[tuple[bool, int]]
"""The bets on the heavier hand in the order placed: whether the patron sits, and the stake."""
Share = Callable[[Weighed, int, int], list[int]]
"""Returns what is left of each bet, given the room for them and the minimum."""


def held_to_limits(bets: Sequence[LaidBet], limits: Json, share: Share) -> list[int]:
    """Return what is left of each bet if each box, then the whole table, keeps its limit (A-54)."""
    left = [bet.cents for bet in bets]
    boxes = dict.fromkeys(bet.box for bet in bets)
    spans = [({box}, limits["box_differential"]) for box in boxes]
    for span, limit in (*spans, (set(boxes), limits["table_differential"])):
        inside = [at for at, bet in enumerate(bets) if bet.box in span and left[at]]
        sums = [sum(left[at] for at in inside if bets[at].hand == hand) for hand in HANDS]
        if limit is None or max(sums) - min(sums) <= limit:
            continue
        heavier = [at for at in inside if bets[at].hand == HANDS[sums.index(max(sums))]]
        weighed = [(bets[at].seated, left[at]) for at in heavier]
        shares = share(weighed, min(sums) + limit, limits["minimum"])
        for at, cents_left in zip(heavier, shares, strict=True):
            left[at] = cents_left
    return left


def accepted(bets: Weighed, room: int, minimum: int) -> list[int]:
    """Fill the room: seated patrons first, the earlier first; no rest below the minimum (L 5.1)."""
    kept = [0] * len(bets)
    for at in sorted(range(len(bets)), key=lambda at: not bets[at][0]):
        stake = bets[at][1]
        if stake <= room:
            kept[at], room = stake, room - stake
        else:
            kept[at], room = room if room >= minimum else 0, 0
    return kept


def pro_rata(bets: Weighed, room: int, minimum: int) -> list[int]:
    """Share the room out: one scale for all, but no bet falls below the minimum (A-40)."""
    room -= sum(stake for _, stake in bets if stake < minimum)
    scale = _scale([stake for _, stake in bets if stake >= minimum], room, minimum)
    shares = [max(scale * stake, Fraction(min(stake, minimum))) for _, stake in bets]
    scaled = [at for at, (_, stake) in enumerate(bets) if scale * stake >= minimum]
    whole = [int(share // DOLLAR) * DOLLAR for share in shares]
    over = sum((shares[at] - whole[at] for at in scaled), Fraction(0))
    # The dollars left go to the largest remainders; seated before standing, then the earlier.
    scaled.sort(key=lambda at: (whole[at] - shares[at], not bets[at][0]))
    for at in scaled[: int(over // DOLLAR)]:
        whole[at] += DOLLAR
    return whole


def _scale(stakes: Sequence[int], room: int, minimum: int) -> Fraction:
    """Return the factor at which the stakes, each at least the minimum, fill the room."""
    ascending = sorted(stakes)
    for lifted, stake in enumerate(ascending):
        scale = Fraction(room - lifted * minimum, sum(ascending[lifted:]))
        if scale * stake >= minimum:
            return scale
    return Fraction(0)


@dataclass(slots=True)
class SeatedPatron:
    """A patron at a live table."""

    box: str | None
    """The box at which the patron sits; None for one who stands."""
    here: bool = True


def patron_of(place: str) -> str:
    """Return the patron of a place, such as ``ann`` of ``ann@5``."""
    return place.partition("@")[0]


class LayoutAudit:
    """The layout of a live table: patrons, their chips, the close and who accepts the hands."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self._patrons: dict[str, SeatedPatron] = {}
        self._claiming: str | None = None
        self._read: list[Json] = []
        self._passing = False

    @property
    def _layout(self) -> Json:
        """The layout of the round in progress."""
        return present(self._table.rounds.current.rules.layout, "a round on no layout", "a layout")

    def check_kind(self, name: str) -> None:
        """Check that chips lie at a live table only, and terminals bet at an electronic one."""
        if name.startswith(("layout.", "tray.")):
            live = self._table.play.rules.layout is not None
            demand(live, f"{name} at an electronic table", "a live table")
        elif name in OF_TERMINALS:
            electronic = self._table.play.rules.layout is None
            demand(electronic, f"{name} at a live table", "an electronic table")

    def check_group(self) -> None:
        """Check that a claim paid all that is held, and what became of a reading."""
        demand(not self._passing, "a reading passed over", "the close that passes it over")
        read, self._read = self._read, []
        for each in read:
            bet = f"cents on {each['bet']} in box {each['box']}"
            same(bet, self._recorded(each), each["read"])
        patron, self._claiming = self._claiming, None
        for (kind, place), balance in self._table.accounts.balances.items():
            if kind == "held" and patron_of(place) == patron:
                same(f"cents still held at {place}", balance, 0)

    def in_chips(self, due: "DuePosting") -> "DuePosting":
        """Turn credits into chips: those who are here take up or hand back what is due (L 5.3)."""
        if self._table.play.rules.layout is None or not due.moves:
            return due
        moves = [move for move in due.moves if move[1] != "owed"]
        due, credits_left = DuePosting(moves, due.reverses), Counter[str]()
        for place, reason, reversal, amount in moves:
            source, target = ROUTES[reason][:: -1 if reversal else 1]
            credits_left[place] += amount * ((target == "credits") - (source == "credits"))
        for place, amount in credits_left.items():
            if self.is_here(place):
                due.add_either(place, "chips-up", "chips-down", amount)
            else:
                self._set_aside(due, place, amount)
        return due

    def _set_aside(self, due: "DuePosting", place: str, amount: int) -> None:
        """Hold what an absent patron wins; what is held goes back before the patron owes (A-28)."""
        held = max(amount, -self._table.accounts.balances["held", place])
        due.add(place, "winnings-held", abs(held), reversal=held < 0)
        due.add(place, "owed", held - amount)

    def _patron(self, place: str) -> SeatedPatron:
        patron = patron_of(place)
        found = f"the patron {shown(patron)}, who never came"
        return present(self._patrons.get(patron), found, "a patron of this table")

    def is_here(self, place: str) -> bool:
        """Whether the patron of a place has not walked away."""
        return self._patron(place).here

    @property
    def anybody_here(self) -> bool:
        """Whether a patron is at the table."""
        return any(patron.here for patron in self._patrons.values())

    def here(self, patron: str) -> SeatedPatron:
        """Return a patron, who must not have walked away."""
        found = self._patron(patron)
        demand(found.here, f"the patron {patron}, who walked away", "a patron who is here")
        return found

    # Who is there.

    def patron_joined(self, event: RecordedEvent) -> None:
        """A patron takes a free seat, or stands."""
        patron, box = event.fact["patron"], event.fact["box"]
        named = patron.strip() and "@" not in patron
        demand(named, f"the patron {shown(patron)}", "a name without @")
        before = self._patrons.get(patron)
        moves = before is None or not before.here or before.box != box
        demand(moves, f"{patron} where {patron} is already", "another place")
        if box is not None:
            self._check_box(self._table.play.rules.layout or {"boxes": []}, box)
            seated = [p for p, at in self._patrons.items() if at.here and at.box == box]
            demand(seated in ([], [patron]), f"{patron} on a seat of {shown(seated)}", "a free one")
        self._patrons[patron] = SeatedPatron(box)

    @staticmethod
    def _check_box(layout: Json, box: str) -> None:
        demand(box in layout["boxes"], f"the box {shown(box)}", "a box of the layout (L 2.1.1)")

    def patron_left(self, event: RecordedEvent) -> None:
        """A patron walks away; the bets stay (L 5.3)."""
        self.here(event.fact["patron"]).here = False

    def winnings_claimed(self, event: RecordedEvent) -> "DuePosting":
        """A patron who came back gets all that was held at one place."""
        place, amount = event.fact["terminal"], event.fact["amount"]
        self.here(patron_of(place))
        same("cents claimed", amount, self._table.accounts.balances["held", place])
        demand(amount > 0, "nothing claimed", "winnings that were held")
        self._claiming = patron_of(place)
        return DuePosting().add(place, "winnings-claimed", amount)

    # The chips.

    def _bets(self) -> list[LaidBet]:
        """Return the bets of the round in the order in which they were first placed."""
        now, found = self._table.rounds.current, []
        for place, bet in now.placed:
            stake = dict(now.positions[place]).get(bet)
            if stake is not None:
                box = place.partition("@")[2]
                seated = self._patron(place).box == box
                hand = now.rules.bets[bet]["hand"]
                found.append(LaidBet(place, bet, box, seated, hand, stake))
        return found

    def chips_placed(self, event: RecordedEvent) -> "DuePosting":
        """The chips of a patron in a box; also beyond the limits, which is dealt with later."""
        place, stakes = event.fact["place"], event.fact["stakes"]
        patron, _, box = place.partition("@")
        now, layout = self._table.rounds.current, self._layout
        here = self.here(patron)
        self._check_box(layout, box)
        same("distinct bets", len(dict(stakes)), len(stakes))
        chips = [chip["value"] for chip in layout["chips"]["chips"]]
        for bet, stake in stakes:
            demand(bet in now.rules.offered, f"a bet on {bet}", "a bet on offer")
            whole = stake > 0 and not stake % DOLLAR
            demand(whole, f"{stake} cents on {bet}", "whole dollars (A-18)")
            demand(can_make(chips, stake), f"{stake} cents on {bet}", "an amount in chips (A-89)")
        if stakes and here.box != box:
            seated = any(bet.seated and bet.box == box for bet in self._bets())
            demand(seated, f"{patron} betting on box {box}", "a seated patron's bet there (A-87)")
        gone = [key for key in now.placed if key[0] == place and key[1] not in dict(stakes)]
        for key in gone:
            del now.placed[key]
        now.placed |= dict.fromkeys((place, bet) for bet, _ in stakes)
        return self._placed({place: stakes})

    def _recorded(self, difference: Json) -> int:
        """Return what is recorded of a bet: one patron's, or all of it in the box."""
        now = self._table.rounds.current
        lying = now.positions if self._table.stage == "betting" else now.chips_at_close
        patron = difference["patron"]
        return sum(
            stake
            for place, stakes in lying.items()
            if place.partition("@")[2] == difference["box"] and patron in {None, patron_of(place)}
            for bet, stake in stakes
            if bet == difference["bet"]
        )

    def _check_differences(self, differences: list[Json]) -> None:
        """Check what is said to have been recorded when a sensor read otherwise."""
        demand(differences, "no bet that was read", "one or more")
        names = [[each["box"], each["bet"], each["patron"]] for each in differences]
        demand(all(names.count(name) == 1 for name in names), "a bet answered twice", "once")
        for each in differences:
            self._check_box(self._layout, each["box"])
            bet = each["bet"]
            offered = bet in self._table.rounds.current.rules.offered
            demand(offered, f"a bet on {bet}", "a bet on offer")
            if each["patron"] is not None:
                self._patron(each["patron"])
            same(f"cents recorded on {bet}", each["recorded"], self._recorded(each))
            demand(each["read"] != each["recorded"], "a reading as recorded", "a difference")
            demand(each["read"] >= 0, f"{each['read']} cents read", "no less than none")

    def reading_taken(self, event: RecordedEvent) -> None:
        """A person takes what the sensor reads; the chips must follow in the same command."""
        self._check_differences(event.fact["differences"])
        self._read = event.fact["differences"]
        for each in self._read:
            clear = each["patron"] is not None or not each["recorded"]
            demand(clear, f"a sum read on {each['bet']}", "a bet of one patron")

    def reading_set_aside(self, event: RecordedEvent) -> None:
        """A person leaves the bets as they are; after the close, as they lay (L 5.6, L 5.13)."""
        self._check_differences(event.fact["differences"])

    def reading_passed_over(self, event: RecordedEvent) -> None:
        """The Dealer closes before the sensor was answered; the close must follow (L 5.13)."""
        self._check_differences(event.fact["differences"])
        self._passing = True

    def _placed(self, positions: Mapping[str, list[list[Any]]]) -> "DuePosting":
        """Put other chips at these places before the close."""
        now, accounts, posting = self._table.rounds.current, self._table.accounts, DuePosting()
        for place, stakes in positions.items():
            more = sum(stake for _, stake in stakes) - accounts.balances["stakes", place]
            now.positions[place] = stakes
            posting.add_either(place, "staked", "withdrawn", more)
        return posting

    def _left(self, bets: Sequence[LaidBet], share: Share) -> dict[str, list[list[Any]]]:
        """Return each place with chips, and what these bets keep within the posted limits."""
        now = self._table.rounds.current
        parts = held_to_limits(bets, self._layout["limits"], share)
        left = {(bet.place, bet.bet): cents for bet, cents in zip(bets, parts, strict=True)}
        return {
            place: [[bet, left[place, bet]] for bet, _ in stakes if left.get((place, bet))]
            for place, stakes in now.positions.items()
            if stakes
        }

    def excess_rejected(self, event: RecordedEvent) -> "DuePosting":
        """The excess goes back: standing patrons first, the latest bet first (L 5.1, A-55)."""
        before = self._table.rounds.current.positions
        kept = self._left(self._bets(), accepted)
        changed = {place: bets for place, bets in kept.items() if bets != before[place]}
        demand(changed, "an excess rejected", "bets within the limits, which all stay")
        same("the bets kept", event.fact["kept"], [list(each) for each in changed.items()])
        return self._placed(changed)

    def closed(self, event: RecordedEvent) -> "DuePosting":
        """No more bets: what plays is fixed, and the rest goes back (L 5.1.1, L 5.13, A-81)."""
        fact, now, table = event.fact, self._table.rounds.current, self._table
        same("the words", fact["phrase"], now.rules["phrases"]["closing"])
        self._passing = False
        bets = self._bets()
        seats = {bet.box for bet in bets if bet.seated}
        # A standing bet goes if no seated patron has one in its box (A-87).
        played = self._left([bet for bet in bets if bet.box in seats], pro_rata)
        same("the bets that play", fact["played"], [list(each) for each in played.items()])
        passed_over = [list(each.values()) for each in fact["passed_over"]]
        same("the warnings passed over", passed_over, list(self._warnings(bets)))
        here = [bet for bet in bets if self.is_here(bet.place)]
        for hand in HANDS:
            first = acceptor_of(here, hand) if self._layout["face_down"] else None
            now.acceptors[hand] = patron_of(first.place) if first else None
            same(f"the acceptor of {hand}", fact[f"{hand}_acceptor"], now.acceptors[hand])
        now.chips_at_close = dict(now.positions)
        posting = DuePosting()
        for place, stakes in played.items():
            back = sum(stake for _, stake in now.positions[place]) - sum(c for _, c in stakes)
            now.positions[place] = stakes
            posting.add(place, "returned", back)
        table.stage = "dealing"
        return posting

    def _warnings(self, bets: Sequence[LaidBet]) -> Iterator[list[str | None]]:
        """Yield what the Dealer has to say of the chips: clause, box and patron of each warning."""
        limits = self._layout["limits"]
        by_box = {**limits, "table_differential": None}
        left = held_to_limits(bets, by_box, accepted)
        for box in self._layout["boxes"]:
            inside = [bet for bet in bets if bet.box == box]
            if any(
                bet.box == box and bet.cents > cents for bet, cents in zip(bets, left, strict=True)
            ):
                yield ["L 5.1", box, None]
            for patron in dict.fromkeys(patron_of(bet.place) for bet in inside):
                if not any(bet.seated for bet in inside):
                    yield ["L 1.21", box, patron]
                for bet in inside:
                    if patron_of(bet.place) == patron:
                        yield from ([clause, box, patron] for clause in self._amount_warnings(bet))
        if held_to_limits(bets, limits, accepted) != left:
            yield ["L 5.1", None, None]

    def _amount_warnings(self, bet: LaidBet) -> Iterator[str]:
        general, own = self._table.rounds.current.limits
        limits, posted = own.get(bet.bet, general), self._layout["limits"]
        if bet.cents < (posted if bet.hand else limits)["minimum"]:
            yield "L 5.2"
        if not bet.hand and limits["maximum"] is not None and bet.cents > limits["maximum"]:
            yield "A-74"

    # The hands.

    def _check_face_down(self, event: RecordedEvent) -> str:
        side: str = event.fact["side"]
        demand(self._layout["face_down"], f"{event.name} face up", "cards dealt face down (L 3.9)")
        demand(side in HANDS, f"the hand {shown(side)}", "player or banker")
        return side

    def _laid_in_play(self) -> list[LaidBet]:
        """Return the bets in play, each with the chips that lay there at the close (L 1.12)."""
        lay = self._table.rounds.current.chips_at_close
        return [replace(bet, cents=dict(lay[bet.place])[bet.bet]) for bet in self._bets()]

    def next_acceptors(self, out: Collection[str]) -> Effects:
        """Return who accepts the hands of patrons that are out: the highest bet left (A-63)."""
        left = [
            bet
            for bet in self._laid_in_play()
            if patron_of(bet.place) not in out and self.is_here(bet.place)
        ]
        effects: Effects = []
        for hand in HANDS:
            if self._table.rounds.current.acceptors.get(hand) in out:
                first = acceptor_of(left, hand)
                patron = patron_of(first.place) if first else None
                effects.append(("layout.hand_handed_over", {"side": hand, "patron": patron}))
        return effects

    def hand_handed_over(self, event: RecordedEvent) -> None:
        """A hand goes to another seated patron who bet on it, or to the Dealer (A-63)."""
        self._table.irregularities.check_not_stopped(event)
        side, patron = self._check_face_down(event), event.fact["patron"]
        holders = {patron_of(bet.place) for bet in self._bets() if bet.seated and bet.hand == side}
        if patron is not None:
            self.here(patron)
        held = patron is None or patron in holders
        demand(held, f"{patron} with the {side} hand", "a seated patron who bet on it (A-63)")
        self._table.rounds.current.acceptors[side] = patron

    def squeeze_granted(self, event: RecordedEvent) -> None:
        """The acceptor asked to squeeze a card that has not left the shoe (L 3.9)."""
        side, now = self._check_face_down(event), self._table.rounds.current
        comes = may_get_a_card(now.rules.play, now.hands, side)
        demand(comes, f"a squeeze of the {side} hand", "a card that is to come")
        self.here(event.fact["patron"])
        may: str | None = self._table.rounds.current.acceptors[side]
        if self._layout["squeeze_by_letter"]:
            bets = self._laid_in_play()
            highest, acceptor = acceptor_of(bets, *HANDS), acceptor_of(bets, side)
            may = patron_of(highest.place) if highest and highest is acceptor else None
        same(f"the {side} hand squeezed by", event.fact["patron"], may)

    def hands_laid(self, event: RecordedEvent) -> None:
        """The hands are played as they lie (A-85)."""
        hands = list(event.fact["player"]), list(event.fact["banker"])
        self._table.rounds.current.laid = hands


def acceptor_of(bets: Iterable[LaidBet], *hands: str) -> LaidBet | None:
    """Return the highest seated Original Bet on a hand, the earliest among equals (A-63)."""
    seated = (bet for bet in bets if bet.seated and bet.hand in hands)
    return max(seated, key=lambda bet: bet.cents, default=None)


# 7. Was it stopped so? ----------------------------------------------------------------------

HICCUP_MS = 5_000
"""A shorter interruption before the first card changes nothing (A-37)."""
TIES = {"rws-etg": "3.12", "rws-live": "3.14", "mbs": "3.9.1"}
RETURNS = {"rws-etg": "5.11", "rws-live": "5.15", "mbs": "A-38"}
RULINGS = {"rws-etg": "5.12", "rws-live": "5.17", "mbs": "6.1"}
REPLACED = {"rws-etg": "5.7.1", "rws-live": "5.10.2"}
"""The paragraphs on ties, on bets of a void round, on rulings, and on replacing the cards after
some were drawn together, document by document (A-78, A-79)."""
OTHER = "house rules"
DRAWN_TOGETHER = {"simultaneous-draw", "simultaneous-draw-order-unknown"}
OPTIONS_BY = {
    **dict.fromkeys(("excess-or-exposed-card", "face-up-card"), "5.7.1, 5.12"),
    **dict.fromkeys(("wrong-area", "wrong-person"), "5.8 tail, 5.12"),
    "dealt-face-up": "5.9, 5.12",
    **dict.fromkeys(DRAWN_TOGETHER, "5.10.1, 5.12"),
}
"""The paragraphs that give patrons a choice, where L 5.12 does not do so by itself (A-57)."""


@dataclass(slots=True)
class ReportedIrregularity:
    """An irregularity, from its report to its end."""

    policy: Json
    reporter: str
    lasted_ms: int
    cards: list[str | None] | None
    """Null is an unseen card."""
    extra: list[str | None]
    earlier: int | None
    """The number of an earlier round that the report is about."""
    lies: list[list[str]] | None
    """Both hands as they lie, where their order is lost (A-85)."""
    together: list[str | None]
    """The cards that were drawn together."""
    interrupted: str
    """The stage in which it stopped play."""
    began_at: int = 0
    stopped_at: int = 0
    """From when it was this report that stopped play; others may have stopped it before."""
    declined: bool = False
    passed_on: bool = False
    """Whether its cards cannot be put right, and another person decides on what follows."""

    @property
    def reaches_round(self) -> bool:
        """Whether the clause reaches the round in its stage (A-28)."""
        if self.interrupted == "settled":
            return bool(self.policy["reaches_settled"])
        return self.interrupted not in BETWEEN

    @property
    def leaves_seen_card(self) -> bool:
        """Whether a ruling carries or burns a seen card that the round does not want (A-43)."""
        ruled = self.policy["seen_card_ruled"] and self.policy["remedy"] == "ruling"
        return bool(ruled and self.earlier is None)

    @property
    def needs_ruling(self) -> bool:
        """Whether only the Shift Manager can end it."""
        return self.declined or self.policy["remedy"] == "ruling"


@dataclass(slots=True)
class QueuedReport:
    """A report that came while another irregularity was open."""

    report: Json
    reporter: str
    reported_at: int
    last_sign: int
    """When the last event before it was recorded."""


RESUMED: Effect = ("matter.play_resumed", {})
VOIDED: Effect = ("matter.round_voided", {})
WAITING_MAX = 8
REPORT_FIELDS = fields_of(
    "irregularity words cards=cards-out? extra terminals=texts round_number=number? lasted_ms "
    "lies together"
)
TAKEN_UP = {
    "matter.irregularity_reported",
    "matter.terminals_interrupted",
    "matter.report_lapsed",
    "round.card_beyond_decks",
}
"""What may follow the end of one irregularity: the report that waited for it."""


def until_resumed(effects: Effects) -> Effects:
    """Return the effects up to the resumption of play; the rest waits for patrons to choose."""
    return effects[: effects.index(RESUMED) + 1] if RESUMED in effects else effects


@dataclass(slots=True)
class CommandEvents:
    """The events of one command so far."""

    command: str = ""
    sent: tuple[int, Json] = (0, {})
    """The time and the sender, the same for all of them."""
    last: int = 0
    irregularity: ReportedIrregularity | None = None
    """The irregularity that the command decides on."""
    ruling: str | None = None
    verdict: str = ""
    effects: Effects | None = None
    """The events that must still follow the decision; None without a decision."""
    alarm: str | None = None
    """The irregularity that the table itself must report."""
    alarm_rules: list[TableRules] = field(default_factory=list)
    """The rules by which it may report it."""


def check_places(
    out: Sequence[str | None], together: Sequence[str | None], order: Sequence[str | None]
) -> None:
    """Check that no card changes places but those drawn together, of equal ones the later."""
    left, kept = Counter(together), []
    for place in reversed(range(len(out))):
        if left[out[place]]:
            left[out[place]] -= 1
        else:
            kept.append(place)
    found, wanted = ([cards[place] for place in reversed(kept)] for cards in (order, out))
    same("the cards that were not drawn together", found, wanted)


class IrregularityAudit:
    """Reports, decisions on them, and their effects."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self.open: ReportedIrregularity | None = None
        self._waiting: list[QueuedReport] = []

    @property
    def _decided(self) -> ReportedIrregularity:
        expected = "a report before it"
        return present(self._table.group.irregularity, "an effect of no irregularity", expected)

    def raise_alarm(self, irregularity: str, rules: list[TableRules]) -> None:
        """Demand that the table itself reports an irregularity in the same command."""
        self._table.group.alarm, self._table.group.alarm_rules = irregularity, rules

    def check_group(self) -> None:
        """Check that a command has all effects that its decision or alarm demands."""
        group = self._table.group
        matter = group.irregularity
        if matter is not None and not (matter.declined or matter.passed_on):
            ended = self.open is not matter
            demand(ended, "a decided irregularity that is still open", "its end")
        waits = self.open is None and self._waiting
        demand(not waits, "a report that still waits", "the report taken up (A-39)")
        demand(group.alarm is None, "an alarm without a report", "a report by the table itself")
        missing = group.effects[0][0] if group.effects else ""
        demand(not missing, "a decision without all of its effects", missing)

    # The decision: who made it, and which events must follow.

    def check_decision(self, event: RecordedEvent) -> None:
        """Check who decides: not the reporter, and of a role high enough (A-39, A-53)."""
        by, group = event.by, self._table.group
        if group.irregularity is not None:
            return
        matter = present(self.open, f"{event.name} without an irregularity", "a report before it")
        demand(by["is"] == "actor", f"{event.name} without a person", "a person who decides")
        self._check_two_people(event, matter)
        if event.name == "matter.ruling_given":
            found = "a ruling where a clause says what follows"
            demand(matter.needs_ruling, found, "an attestation")
        else:
            ruled = not matter.needs_ruling
            demand(ruled, f"{event.name} without a ruling", "the Shift Manager's ruling first")
            late = matter.earlier is not None
            needed = "SHIFT_MANAGER" if late else matter.policy["attested_by"]
            self._table.play.check_rank(event, needed, "attested")
        group.irregularity = matter
        if "decides" in event.kind.by:
            group.effects = [(event.name, {})]
        else:
            ordered = matter.policy["order_by_attester"]
            demand(not ordered, f"{event.name} without an order", "the order decided first")
            group.effects = Consequences(self._table, matter, event.at).by_the_clause()

    def _check_two_people(self, event: RecordedEvent, matter: ReportedIrregularity) -> None:
        person, reporter, table = event.by["person"], matter.reporter, self._table
        excused = table.play.rules["single_person"] and event.by["alone"]
        rounds, earlier = table.rounds, matter.earlier
        of = rounds.now if earlier is None else rounds.past[earlier]
        about_it = of is not None and matter.interrupted != "idle" and of.rules.reads("A-74")
        dealt = of is not None and about_it and person in of.dealt_by
        demand(not dealt or excused, f"{person}, who dealt the round", "another person (A-53)")
        # Where the document gives the decision to one person, that person may have reported it.
        named = matter.policy["order_by_attester"] or matter.policy["remedy"] == "ruling"
        # A ruling on a card left over also establishes the fact, which takes another person.
        if named and not matter.declined and not matter.leaves_seen_card:
            return
        table.check_two_people(event, reporter, all_ways=False)
        if person != reporter and table.floor.tied(reporter, person, event.at):
            table.remarks.append(
                f"{event.stream}, event {event.position}: {person} decided on a report by "
                f"{reporter}; one person may have set up both accounts (A-53)"
            )

    def check_effect(self, event: RecordedEvent) -> None:
        """Check that the event is the next effect of the decision: there is no choice (A-39)."""
        group = self._table.group
        if group.effects is None:
            return
        if not group.effects:
            if event.name in TAKEN_UP and (self._waiting or group.alarm is not None):
                return
            given = event.name == "adjustment.credits_adjusted" and group.ruling is not None
            demand(given, f"{event.name} after the last effect", "no more events")
            return
        name, values = group.effects.pop(0)
        demand(event.name == name, f"{event.name} as an effect of the decision", name)
        for key, wanted in values.items():
            same(f"{name} with {key}", event.fact[key], wanted)

    # Reports.

    def irregularity_reported(self, event: RecordedEvent) -> None:
        """A report under a policy of the document; nothing moves until the decision."""
        fact, rounds = event.fact, self._table.rounds
        demand(self.open is None, "a second report", "one that waits for the first (A-39)")
        waited = self._waiting.pop(0) if self._waiting else None
        reporter = person_of(event.by) if waited is None else waited.reporter
        same("reported by", fact["reporter"], reporter)
        demand(fact["lasted_ms"] >= 0, f"an interruption of {fact['lasted_ms']} ms", "0 or more")
        # The table itself reports only what a card or a count has just shown (A-69).
        raised = self._table.group.alarm is not None
        same("a report by the table itself:", fact["automatic"], raised)
        same("the clause", event.clause, fact["policy"]["clause"])
        if fact["earlier"] is not None:
            known = fact["earlier"] in rounds.past
            demand(known, f"a report on round {fact['earlier']}", "a paid round within reach")
        if fact["automatic"]:
            self._check_alarm(fact)
        else:
            self._check_report(fact)
        if waited is None:
            self._check_measured(event, fact["lasted_ms"])
        elif not fact["automatic"]:
            self._check_as_reported(fact, waited)
        self.open = self._matter_of(fact)
        self.open.began_at = self._began_at(event, waited)
        self.open.stopped_at = self.open.began_at if waited is None else event.at

    def _matter_of(self, fact: Json) -> ReportedIrregularity:
        names = "policy", "reporter", "lasted_ms", "cards", "extra", "earlier", "lies", "together"
        said = {name: fact[name] for name in names}
        return ReportedIrregularity(**said, interrupted=self._table.stage)

    def _reads(self, reading: str) -> bool:
        """Whether the register by which the table is played has a reading."""
        return self._table.rounds.rules_for(None).reads(reading)

    def _began_at(self, event: RecordedEvent, waited: QueuedReport | None) -> int:
        """Return when an interruption began: after the last sign of life in the record (A-37)."""
        lasted_ms: int = event.fact["lasted_ms"]
        is_open = event.fact["policy"]["remedy"] == "first-decision" and not lasted_ms
        if is_open and self._reads("A-74"):
            return self._table.recorded_at if waited is None else waited.last_sign
        return (event.at if waited is None else waited.reported_at) - lasted_ms

    def _check_measured(self, event: RecordedEvent, lasted_ms: int) -> None:
        """Check that only a timer says how long an interruption lasted (A-37)."""
        guessed = lasted_ms and event.by["is"] != "timer" and self._reads("A-74")
        demand(not guessed, "a time that a person guessed", "one by the record (A-37)")

    # Reports that wait.

    def report_queued(self, event: RecordedEvent) -> None:
        """A report that could be taken now, but for the irregularity that is open."""
        report = event.fact["report"]
        matter = present(self.open, "a report that waits for nothing", "an open irregularity")
        same("the fields of a report", list(report), list(REPORT_FIELDS))
        for key, kind in REPORT_FIELDS.items():
            has_form, _ = FORMS[kind]
            demand(has_form(report[key]), f"a report with {key} {shown(report[key])}", kind)
        same("reported by", event.fact["reporter"], person_of(event.by))
        self._check_measured(event, report["lasted_ms"])
        same("the clause", event.clause, self._waiting_clause)
        what, earlier = report["irregularity"], self._earlier(report)
        again = (what, earlier) == (matter.policy["irregularity"], matter.earlier)
        again = again or any(self._is_same(each.report, report) for each in self._waiting)
        demand(not again or what == "not-covered", f"{what} reported twice", "once")
        full = len(self._waiting) >= WAITING_MAX
        demand(not full, f"{len(self._waiting)} reports that wait", "one of them decided first")
        waits = QueuedReport(report, event.fact["reporter"], event.at, self._table.recorded_at)
        self._check_waiting(waits)
        others = [each for each in self._waiting if not each.report["terminals"]]
        place = len(self._waiting if report["terminals"] else others)
        self._waiting.insert(place, waits)

    @property
    def _waiting_clause(self) -> str:
        """The reading by which a report waits; a document of the house has none."""
        return "A-39" if self._table.rounds.rules_for(None)["document"] in RULINGS else OTHER

    def _earlier(self, report: Json) -> int | None:
        """Return the earlier round that a report is about, if it is about one."""
        number: int | None = report["round_number"]
        now = self._table.rounds.now
        return None if now is not None and number == now.number else number

    def _is_same(self, one: Json, other: Json) -> bool:
        """Whether two reports are about the same thing; of terminals, about one terminal."""
        of = (one["irregularity"], self._earlier(one))
        shared = not one["terminals"] or not set(one["terminals"]).isdisjoint(other["terminals"])
        return shared and of == (other["irregularity"], self._earlier(other))

    def _check_waiting(self, waits: QueuedReport) -> None:
        """Check that a report can be taken, by the table as it stands."""
        report, earlier = waits.report, self._earlier(waits.report)
        if earlier is not None:
            known = earlier in self._table.rounds.past
            demand(known, f"a report on round {earlier}", "a paid round within reach")
        own = self._own_policy(report["irregularity"], earlier)
        if own["remedy"] == "terminals-stand":
            for terminal in report["terminals"]:
                self._table.seats.at(terminal)
            return
        same("terminals of a report about the table", report["terminals"], [])
        fact = self._taken_up(waits, own)
        if earlier is None:
            self._check_reach(own, fact)
        self._check_reported_cards(own, fact)

    def _taken_up(self, waits: QueuedReport, policy: Json) -> Json:
        """Return a report as it must be taken up."""
        report, registered = waits.report, self._registered
        cards, extra = report["cards"], report["extra"]
        if registered and extra and cards is None and policy["remedy"] == "first-decision":
            cards, extra = [*registered, *extra], []
        kept = {key: report[key] for key in ("words", "lasted_ms", "lies", "together")}
        named = {"cards": cards, "extra": extra, "earlier": self._earlier(report)}
        fact = {"reporter": waits.reporter, **named, **kept}
        fact["together"] = fact["together"] or self._meant_together(policy, fact)
        return fact

    @property
    def _registered(self) -> list[str]:
        """The cards of a round that is being dealt."""
        out = self._table.stage in CARDS_OUT
        return list(self._table.rounds.current.cards) if out else []

    def _meant_together(self, policy: Json, fact: Json) -> list[str | None]:
        """Return which cards were drawn together where a report does not say so."""
        if policy["irregularity"] not in DRAWN_TOGETHER or policy["remedy"] != "reconstruct":
            return []
        out = [*self._registered, *fact["extra"]]
        if fact["cards"] is not None and not fact["extra"]:
            moved = [was for was, now in zip(out, fact["cards"], strict=False) if was != now]
            return moved or out[-2:]
        return out[-max(2, len(fact["extra"]) + 1) :]

    def _check_as_reported(self, fact: Json, waited: QueuedReport) -> None:
        """Check that a report is taken up as it was made."""
        # A seen card may have made it a matter for a ruling; its cards follow its own policy.
        own = self._own_policy(waited.report["irregularity"], self._earlier(waited.report))
        same("the irregularity", fact["policy"]["irregularity"], waited.report["irregularity"])
        for key, value in self._taken_up(waited, own).items():
            same(f"a report that waited, with {key}", fact[key], value)

    def report_lapsed(self, event: RecordedEvent) -> None:
        """A report that waited no longer applies."""
        demand(self.open is None, "a report lapsed", "the end of the open irregularity")
        demand(self._waiting, "a report lapsed", "a report that waits")
        waited = self._waiting.pop(0)
        same("the clause", event.clause, self._waiting_clause)
        same("the irregularity", event.fact["irregularity"], waited.report["irregularity"])
        demand(event.fact["why"].strip(), "a report lapsed without a reason", "a reason")
        if any(waited.report[key] for key in ("cards", "extra", "together", "lies")):
            return  # such cards may be impossible by now in more ways than are derived here
        try:
            self._check_waiting(waited)
        except Mismatch:
            return
        raise Mismatch("a report lapsed", "the report taken up (A-39)")

    def check_not_stopped(self, event: RecordedEvent) -> None:
        """Check that an event is no step of its own while an irregularity is open."""
        follows = self._table.group.irregularity is not None
        stopped = self.open is not None or self._table.stage == "choosing"
        demand(follows or not stopped, f"{event.name} while play is stopped", "a decision first")

    def _check_alarm(self, fact: Json) -> None:
        """Check what the table itself reports: the alarm alone, without cards."""
        group = self._table.group
        wanted = [
            rules.policies.get(group.alarm or "") or rules.policies.get("not-covered")
            for rules in group.alarm_rules
        ]
        demand(fact["policy"] in wanted, f"the policy {shown(fact['policy'])}", shown(wanted[0]))
        values = [
            fact[key] for key in ("cards", "extra", "earlier", "lasted_ms", "together", "lies")
        ]
        same("an alarm with cards, a round or a time", values, [None, [], None, 0, [], None])
        group.alarm = None

    def _check_report(self, fact: Json) -> None:
        """Check that the policy is the document's, and that its clause reaches the round."""
        late, what = fact["earlier"] is not None, fact["policy"]["irregularity"]
        own = self._own_policy(what, fact["earlier"])
        ruled = own["seen_card_ruled"] and not late
        if not ruled:
            same("the policy", fact["policy"], own)
        if late:
            stands = own["late"] == "stands"
            demand(not stands, "a late report", "a clause that reaches a paid round (A-30)")
        else:
            self._check_reach(own, fact)
        self._check_reported_cards(own, fact)
        if ruled:
            same("the policy", fact["policy"], self._for_cards(own, fact))

    def _own_policy(self, what: str, earlier: int | None) -> Json:
        """Return what the document says of an irregularity at this point of the round."""
        rounds, stage, late = self._table.rounds, self._table.stage, earlier is not None
        policies = rounds.rules_for(earlier).policies
        own = present(policies.get(what), f"a report of {what}", "an irregularity of the document")
        dealt = stage not in BETWEEN and bool(rounds.current.cards)
        if own["before_first_card"] is not None and not (dealt or late):
            own = {**policies.get(own["before_first_card"], {}), "irregularity": what}
        if late and own["late"] == "ruling":
            clause = policies.get("not-covered", own)["clause"]
            own = {**own, "clause": clause, "remedy": "ruling", "withdraws_shoe": False}
        return own

    def _for_cards(self, own: Json, fact: Json) -> Json:
        """Return the policy, or that of a ruling where a seen card is left over (M 6.1, A-43)."""
        matter = self._matter_of({**fact, "policy": own})
        burned = Consequences(self._table, matter, 0).with_card_left(burns=True)
        if all(name != "matter.cards_discarded" for name, _ in burned):
            return own
        uncovered = self._table.rounds.rules_for(None).policies["not-covered"]
        kept = {key: own[key] for key in ("irregularity", "takes_extra", "seen_card_ruled")}
        return {**uncovered, **kept}

    def _check_reach(self, policy: Json, fact: Json) -> None:
        """Check that the clause reaches a round, a shoe or a card (A-28, A-41)."""
        stage, shoe = self._table.stage, self._table.shoes.now
        now = None if stage == "idle" else self._table.rounds.now
        # A card on the table counts, registered or not: naming it is enough (A-75).
        is_out = now is not None and (now.cards or fact["extra"] or fact["cards"])
        has_card = is_out or not policy["needs_card"]
        if policy["irregularity"] == "dealt-face-up":
            face_down = (self._table.play.rules.layout or {}).get("face_down")
            demand(face_down, "a card face up by mistake", "cards dealt face down (L 5.9)")
        demand(has_card, "a report about cards", "a card that is out")
        paid = stage == "settled" and policy["reaches_settled"]
        withdrawn = policy["withdraws_shoe"] and shoe is not None
        waits = policy["takes_extra"] and fact["extra"]
        reached = stage not in BETWEEN or paid or withdrawn or waits
        ruled = policy["remedy"] == "ruling"
        demand(reached or ruled, f"a report while {stage}", "a round or a shoe within reach")

    def _check_reported_cards(self, policy: Json, fact: Json) -> None:
        """Check that the reported cards can be out, and that the clause has a use for them."""
        cards, extra, remedy = fact["cards"], fact["extra"], policy["remedy"]
        rounds, shoe = self._table.rounds, self._table.shoes.now
        of = rounds.now if fact["earlier"] is None else rounds.past[fact["earlier"]]
        ends_by_them = policy["needs_card"] and remedy in {"ruling", "as-they-lie"}
        usable = policy["takes_extra"] or remedy == "void" or ends_by_them or not extra
        demand(usable, f"extra cards {shown(extra)}", "a clause that has a use for them")
        registered = [] if of is None else of.cards
        if of is not None and of.rules.source == VIRTUAL:
            drawn = cards in (None, registered)
            demand(drawn, f"cards {shown(cards)} from a virtual shoe", "the cards drawn")
        self._table.options.check_lies(policy, fact)
        virtual = shoe is not None and shoe.source == VIRTUAL
        demand(not (extra and virtual), "extra cards from a virtual shoe", "the cards drawn")
        self._check_together(policy, fact)
        if cards is None:
            demand(remedy != "by-the-cards", "a report without cards", "the cards on the table")
            return
        early = self._table.stage in BETS and of is rounds.now
        demand(not early, f"cards {shown(cards)} before the deal", "none yet")
        named = remedy == "reconstruct" or None not in cards
        demand(named, "unseen cards that decide a bet", "cards with a face (A-43)")
        if remedy == "reconstruct":
            out = Counter(cards) == Counter([*registered, *extra])
            demand(out, f"cards {shown(cards)}", "exactly the cards that are out")
            self._check_kept_places(policy, fact, [*registered, *extra])
        if remedy == "first-decision":
            same("the first cards", cards[: len(registered)], registered)

    def _check_kept_places(self, policy: Json, fact: Json, out: list[str]) -> None:
        """Check that a report moves no card that it may not move (A-44, A-76)."""
        if not self._reads("A-76"):
            return
        what, source = policy["irregularity"], self._table.rounds.current.rules.source
        if what in DRAWN_TOGETHER:
            check_places(out, fact["together"], fact["cards"])
        if what in {"wrong-area", "wrong-person"} and source != "keyed shoe":
            rest = iter(fact["cards"])
            read = all(card in rest for card in self._table.rounds.current.cards)
            demand(read, f"cards {shown(fact['cards'])}", "the order that the shoe has read (A-44)")

    def _check_together(self, policy: Json, fact: Json) -> None:
        """Check which cards a report says were drawn together: two or more that are out (A-76)."""
        together = fact["together"]
        found = f"cards {shown(together)} drawn together"
        if policy["irregularity"] not in DRAWN_TOGETHER or fact["earlier"] is not None:
            demand(not together, found, "none, as it is about something else")
            return
        out = Counter([*self._registered, *fact["extra"]])
        demand(not Counter(together) - out, found, "cards that are out")
        unsaid = not together and (policy["remedy"] == "void" or not self._reads("A-76"))
        demand(len(together) > 1 or unsaid, found, "two or more (A-76)")

    def terminals_interrupted(self, event: RecordedEvent) -> None:
        """Terminals are out of reach; their registered bets stand, and play goes on."""
        now, seats, fact = self._table.rounds.now, self._table.seats, event.fact
        demand(self.open is None, "terminals reported", "the end of the open irregularity (A-34)")
        if self._waiting:
            waited = self._waiting.pop(0).report
            named = {*(terminal for terminal, _ in fact["registered"]), *fact["unregistered"]}
            same("the terminals that a report names", named, set(waited["terminals"]))
            same("the words of a report that waited", fact["words"], waited["words"])
        positions = {} if self._table.stage in BETWEEN or now is None else now.positions
        for terminal, stakes in event.fact["registered"]:
            same(f"the bets of {terminal}", stakes, positions.get(terminal))
            seats.at(terminal).connected = False
        for terminal in event.fact["unregistered"]:
            demand(not positions.get(terminal), f"{terminal} without its bets", "its bets")
            seats.at(terminal).connected = False

    # Decisions.

    def irregularity_declined(self, event: RecordedEvent) -> None:
        """The report is denied, and goes to the Shift Manager."""
        demand(event.fact["reason"].strip(), "a report declined without a reason", "a reason")
        self._decided.declined = True

    def reconstruction_denied(self, event: RecordedEvent) -> None:
        """The report is true, but its cards cannot be put right: another paragraph follows."""
        matter, fact, group = self._decided, event.fact, self._table.group
        demand(fact["reason"].strip(), "no reason why cards cannot be put right", "a reason")
        self._table.play.check_rank(event, matter.policy["attested_by"], "attested")
        same("the clause", event.clause, matter.policy["clause"])
        same("the policy", fact["policy"], self._beyond(matter))
        if fact["lies"] is not None or fact["policy"]["remedy"] == "as-they-lie":
            self._table.options.check_lies(
                fact["policy"],
                {"lies": fact["lies"], "earlier": matter.earlier, "extra": matter.extra},
            )
        matter.policy, matter.cards = fact["policy"], None
        matter.lies = fact["lies"] or matter.lies
        above = LADDER[event.by["role"]] < LADDER[matter.policy["attested_by"]]
        matter.passed_on = above or matter.needs_ruling
        follow = Consequences(self._table, matter, event.at)
        group.effects = [] if matter.passed_on else follow.by_the_clause()

    def _beyond(self, matter: ReportedIrregularity) -> Json:
        """Return the policy that follows where cards cannot be put right (A-43, A-48, A-58)."""
        other = matter.policy["beyond_reconstruction"]
        demand(other, "cards found beyond repair", "a clause that puts cards right")
        policies = self._table.rounds.rules_for(matter.earlier).policies
        policy = policies.get(other, {"reaches_settled": False})
        paid = matter.interrupted == "settled" and policy["reaches_settled"]
        dealt = other in policies and (matter.interrupted in CARDS_OUT or paid)
        found = policy if dealt else policies["not-covered"]
        return {**found, "irregularity": matter.policy["irregularity"]}

    def ruling_given(self, event: RecordedEvent) -> None:
        """The Shift Manager rules, in words; the verdict fixes the effects."""
        matter, verdict, group = self._decided, event.fact["verdict"], self._table.group
        demand(event.fact["words"].strip(), "a ruling without words", "words")
        consequences = Consequences(self._table, matter, event.at)
        group.ruling, group.verdict = event.fact["words"], verdict
        if verdict == "goes on":
            choosing = matter.interrupted == "choosing"
            goes_on = consequences.goes_on()
            group.effects = until_resumed(goes_on) if choosing else goes_on
        elif verdict == "void":
            reached = matter.earlier is None and matter.reaches_round
            found = f"a round ruled void while {matter.interrupted}"
            demand(reached, found, "a round within reach (A-28)")
            group.effects = consequences.void()
        elif verdict == "established":
            has_remedy = matter.policy["remedy"] != "ruling"
            demand(has_remedy, "a report ruled established", "a clause that says what follows")
            ordered = matter.policy["order_by_attester"]
            first: Effects = [("matter.order_decided", {})]
            group.effects = first if ordered else consequences.by_the_clause()
        elif verdict in {"carry", "burn"}:
            found = f"a ruling to {verdict} a card"
            demand(matter.leaves_seen_card, found, "a seen card left over")
            group.effects = consequences.with_card_left(burns=verdict == "burn")
        else:
            raise Mismatch(f"the verdict {shown(verdict)}", "one of those that a ruling may give")

    def order_decided(self, event: RecordedEvent) -> None:
        """The attester decides the order in which the cards came (R 5.7)."""
        matter, cards = self._decided, event.fact["cards"]
        ordered = matter.policy["order_by_attester"]
        demand(ordered, "an order of cards decided", "a clause that leaves it to the attester")
        out = self._table.rounds.current.cards if matter.interrupted in CARDS_OUT else []
        whole = Counter(cards) == Counter([*out, *matter.extra])
        demand(whole, f"the order {shown(cards)}", "all cards that are out")
        if self._reads("A-76"):
            check_places([*out, *matter.extra], matter.together, cards)
        elif matter.extra:
            before = out[:-1]
            same("the cards before those drawn together", cards[: len(before)], before)
        matter.cards = list(cards)
        self._note_drawn_together(matter)
        self._table.group.effects = Consequences(self._table, matter, event.at).by_the_clause()

    def _note_drawn_together(self, matter: ReportedIrregularity) -> None:
        shoe = self._table.shoes.now
        if shoe is not None and matter.policy["irregularity"] in DRAWN_TOGETHER:
            shoe.drawn_together = True

    # Effects.

    def play_resumed(self, event: RecordedEvent) -> None:
        """Play goes on; a round with open bets gets back the time that it lost."""
        matter, now = self._decided, self._table.rounds.now
        closes_at = 0 if now is None else now.closes_at
        hiccup = matter.policy["remedy"] == "first-decision" and not matter.declined
        if hiccup and matter.interrupted in BETS and self._reads("A-74"):
            same("the clause of a hiccup", event.clause, "A-37")
        if not matter.declined:
            self._note_drawn_together(matter)
        if now is not None and matter.interrupted in now.rules.before_the_deal:
            lost = event.at - max(matter.stopped_at, now.opened_at)
            closes_at += lost
            now.cut_off_at = None if now.cut_off_at is None else now.cut_off_at + lost
        same("the end of betting", event.fact["closes_at"], closes_at)
        if now is not None:
            now.closes_at = closes_at
        self.open = None
        if self._table.stage == "result":
            self._table.stage = "dealing"

    def cards_corrected(self, event: RecordedEvent) -> None:
        """The round gets other cards, as far as it uses them."""
        corrected, now = event.fact["corrected"], self._table.rounds.current
        lie = (self._table.group.effects or [("", {})])[0][0] == "layout.hands_laid"
        hands = now.hands_with(corrected)
        excess = () if lie else hands.excess
        demand(not excess, f"corrected cards {shown(corrected)}", "cards of one coup")
        self._table.shoes.correct(now, event.fact)
        more = now.laid is not None and corrected[: len(now.cards)] == now.cards
        now.laid = (list(hands.player), list(hands.banker)) if more else None
        now.cards, now.announced = list(corrected), False

    def cards_carried(self, event: RecordedEvent) -> None:
        """Cards that this deal has no use for begin the next one."""
        cards, shoes = event.fact["cards"], self._table.shoes
        self._check_ruled_clause(event)
        shoes.in_play.take(cards)
        # Cards beyond the coup itself left the shoe before any card that already waits.
        if event.fact["in_front"]:
            shoes.carried = [*cards, *shoes.carried]
        else:
            shoes.carried = [*shoes.carried, *cards]

    def _check_ruled_clause(self, event: RecordedEvent) -> None:
        """Check that a ruling on a card left over is cited for it (A-43)."""
        if self._table.group.verdict in {"carry", "burn"}:
            wanted = RULINGS.get(self._table.rounds.rules_for(None)["document"], OTHER)
            same("the clause of a card left over", event.clause, wanted)

    def cards_discarded(self, event: RecordedEvent) -> None:
        """Cards that were out and not registered are discarded, and count as seen."""
        self._check_ruled_clause(event)
        self._table.shoes.in_play.take(event.fact["cards"])

    def round_voided(self, event: RecordedEvent) -> "DuePosting":
        """Every stake of the round goes back, also of decided bets (A-38)."""
        table, matter, now = self._table, self._decided, self._table.rounds.current
        found = f"a round voided while {matter.interrupted}"
        demand(matter.reaches_round, found, "a round within reach")
        if now.rules.reads("A-79"):
            document, policy = now.rules["document"], matter.policy
            voids = policy["voids_by"] or policy["clause"]
            voids = RULINGS.get(document, OTHER) if table.group.verdict == "void" else voids
            cited = f"{voids}, {RETURNS.get(document, OTHER)}"
            same("the clauses of a void", event.clause, cited)
        refunds = now.returned_bets(event.clause.split(", ")[-1])
        if not now.paid:
            table.counts.add_bets(refunds.items())
        posting = table.payments.post(now, event, refunds)
        now.void, now.paid, now.posting = True, False, None
        shoe = table.shoes.now
        if shoe is not None and shoe.cut_seen and not now.cards:
            shoe.rounds_left += 1
        table.counts.voided += 1
        self.open, table.stage = None, "idle"
        return posting

    def round_resettled(self, event: RecordedEvent) -> "DuePosting":
        """The payment is reversed, and the round is paid by the cards."""
        now = self._table.rounds.current
        posting = self._table.payments.post(now, event, now.results_by(now.cards))
        self._table.counts.resettled += 1
        self.open = None
        return posting

    def earlier_round_resettled(self, event: RecordedEvent) -> "DuePosting":
        """An earlier round is paid by its cards; the rounds after it stand (A-29)."""
        corrected = event.fact["corrected"]
        earlier = self._table.rounds.past[event.fact["round_number"]]
        posting = self._table.payments.post(earlier, event, earlier.results_by(corrected))
        self._table.shoes.correct(earlier, event.fact)
        earlier.cards, earlier.laid = list(corrected), None
        self._table.counts.resettled += 1
        return posting


def brought_in(
    registered: Sequence[str], cards: Sequence[str], waiting: Sequence[str | None]
) -> list[str | None]:
    """Return the waiting cards that a correction brings into the coup (A-77).

    Those behind the registered cards are the waiting ones, in their order, unless a card that
    nobody registered lies between the others; any other is known by its face.
    """
    more, new = len(cards) - len(registered), Counter(cards) - Counter(registered)
    rest = iter(cards)
    missed = cards[: len(registered)] != registered and all(each in rest for each in registered)
    if 0 < more <= len(waiting) and not missed:
        pairs = zip(cards[-more:], waiting, strict=False)
        if all(each is None or each == card for card, each in pairs):
            return list(waiting[:more])
    taken: list[str | None] = []
    for each in seen_of(waiting):
        if taken.count(each) < new[each]:
            taken.append(each)
    return taken


@dataclass(frozen=True, slots=True)
class PutRight:
    """What follows if cards are put right: the correction, the cards left over, and play."""

    correction: Effects
    in_front: list[str | None]
    """The cards left over that came before those that wait."""
    behind: list[str | None]
    played_on: Effects

    @property
    def effects(self) -> Effects:
        """The events that follow if all cards left over are carried."""
        left = [*carrying(self.in_front, in_front=True), *carrying(self.behind, in_front=False)]
        return [*self.correction, *left, *self.played_on]


def carrying(cards: Sequence[str | None], *, in_front: bool) -> Effects:
    """Return the event by which cards wait for the next deal, if there are any."""
    values = {"cards": list(cards), "in_front": in_front}
    return [("matter.cards_carried", values)] if cards else []


class Consequences:
    """The events that must follow a decision on an irregularity, from the table as it stands."""

    def __init__(self, table: "TableAudit", matter: ReportedIrregularity, at: int) -> None:
        self._table, self._matter, self._at = table, matter, at

    def by_the_clause(self) -> Effects:
        """Return the effects of the clause; patrons choose before play goes on (A-83)."""
        return self._table.options.instead_of_play(self._matter, self._by_remedy())

    def _by_remedy(self) -> Effects:
        match self._matter.policy["remedy"]:
            case "void":
                return self.void()
            case "first-decision":
                return self._first_decision()
            case "reconstruct":
                return self._reconstructed().effects
            case "by-the-cards":
                return self._by_the_cards()
            case "as-they-lie":
                return self._as_they_lie()
            case _:
                return self.goes_on()

    def void(self) -> Effects:
        """Void the round if the clause reaches it; extra cards and a bad shoe go away (A-42)."""
        matter, policy = self._matter, self._matter.policy
        effects = [VOIDED if matter.reaches_round else RESUMED, *self._discarded()]
        if self._table.shoes.now is not None and policy["withdraws_shoe"]:
            effects.append(("shoe.retired", {"reason": f"clause {policy['clause']}"}))
        return effects

    def _discarded(self) -> Effects:
        """Unregistered cards go away with a void round (A-42)."""
        extra = self._matter.extra
        is_due = self._table.shoes.now is not None and extra
        return [("matter.cards_discarded", {"cards": extra})] if is_due else []

    def goes_on(self) -> Effects:
        """Resume play; a complete coup shows its result again."""
        now = self._table.rounds.now
        effects = [RESUMED]
        if now is not None and self._matter.interrupted in CARDS_OUT and now.announced:
            effects += [("round.result_shown", {})] if now.hands.next is None else []
        return effects

    def _first_decision(self) -> Effects:
        """Resume after a hiccup, or if an offered bet is decided; else void the round (A-31)."""
        now, matter = self._table.rounds.current, self._matter
        lasted = matter.lasted_ms or self._at - matter.began_at
        if matter.interrupted in now.rules.before_the_deal and lasted < HICCUP_MS:
            return [RESUMED]
        cards = now.cards if matter.cards is None else seen_of(matter.cards)
        changed, waiting = cards != now.cards, self._table.shoes.behind(now)
        waited = brought_in(now.cards, cards, waiting)
        for card in waited:
            waiting.remove(card)
        if is_decided(now.rules.play, now.hands_with(cards), now.rules.offered.values()):
            return self._with(cards, waited, waiting) if changed else self.goes_on()
        return [self._correction(cards, waited), VOIDED] if changed else [VOIDED]

    def _reconstructed(self) -> PutRight:
        """Put cards where the Table of Play demands them; the others wait (A-43)."""
        matter = self._matter
        if matter.interrupted not in CARDS_OUT:
            waiting = matter.extra if matter.cards is None else matter.cards
            return PutRight([], [], waiting, self.goes_on())
        now = self._table.rounds.current
        cards = [*now.cards, *matter.extra] if matter.cards is None else matter.cards
        waiting = self._table.shoes.carried
        # What waits left the shoe behind all registered cards, and before any reported since.
        until = self._last_registered(now.cards, cards) if waiting else len(cards)
        used, excess = self._parted(cards[:until])
        in_front, behind = (excess, cards[until:]) if waiting else ([], excess)
        if used == now.cards:
            return PutRight([], in_front, behind, self.goes_on())
        correction, *played_on = self._with(used, [], [*in_front, *waiting, *behind])
        return PutRight([correction], in_front, behind, played_on)

    def with_card_left(self, *, burns: bool) -> Effects:
        """Put cards right; a seen card left over is carried, or burned by a ruling (M 6.1, A-43).

        Left over is a card that neither this deal uses at once nor its first four include. An
        unseen card waits in either case.
        """
        takes_extra = self._matter.policy["takes_extra"]
        put = self._reconstructed() if takes_extra else self._round_by_the_cards()
        if not burns:
            return put.effects
        waiting = self._table.shoes.carried if takes_extra else []
        wanted = self._wanted(put, waiting)
        since = max(0, wanted - len(put.in_front) - len(waiting))
        burned = [*seen_of(put.in_front[wanted:]), *seen_of(put.behind[since:])]
        in_front = [each for at, each in enumerate(put.in_front) if at < wanted or each is None]
        behind = [each for at, each in enumerate(put.behind) if at < since or each is None]
        gone: Effects = [("matter.cards_discarded", {"cards": burned})] if burned else []
        return PutRight(put.correction, in_front, behind, [*gone, *put.played_on]).effects

    def _wanted(self, put: PutRight, waiting: Sequence[str | None]) -> int:
        """Return how many cards in turn the present deal is certain to want."""
        if self._matter.interrupted not in CARDS_OUT:
            return 0
        now, wanted = self._table.rounds.current, 0
        cards = put.correction[0][1]["corrected"] if put.correction else now.cards
        first = max(0, 2 * HAND - len(cards))
        for card in (*put.in_front, *waiting, *put.behind):
            if card is None or now.hands_with(cards).next is None:
                break
            cards, wanted = [*cards, card], wanted + 1
        return max(wanted, first)

    @staticmethod
    def _last_registered(registered: Sequence[str], order: Sequence[str | None]) -> int:
        """Return how many cards of an order come up to the last registered one."""
        return max(
            (
                place
                for place, card in enumerate(order, start=1)
                if card is not None and order[:place].count(card) <= registered.count(card)
            ),
            default=0,
        )

    def _by_the_cards(self) -> Effects:
        """Go by the cards on the table; a paid round is paid again by them (A-28, A-29)."""
        matter = self._matter
        if matter.earlier is not None:
            of = self._table.rounds.past[matter.earlier]
            cards, waited, _ = self._completed(of, seen_of(matter.cards or []))
            values = {"round_number": matter.earlier, "registered": of.cards}
            values |= {"corrected": cards, "waited": waited}
            return [("matter.earlier_round_resettled", values), *self.goes_on()]
        return self._round_by_the_cards().effects

    def _round_by_the_cards(self) -> PutRight:
        now, matter = self._table.rounds.current, self._matter
        cards, waited, waiting = self._completed(now, seen_of(matter.cards or []))
        used, excess = self._parted(cards)
        if matter.interrupted == "settled":
            paid: Effects = [("matter.round_resettled", {})]
            return PutRight([self._correction(used, waited)], excess, [], paid)
        correction, *played_on = self._with(used, waited, [*excess, *waiting])
        return PutRight([correction], excess, [], played_on)

    def _completed(
        self, of: AuditedRound, cards: list[str]
    ) -> tuple[list[str], list[str | None], list[str | None]]:
        """Return the cards of a corrected round, those that waited, and those that still wait.

        A paid round is dealt no more: it takes the waiting cards that it wants at once (A-77).
        """
        waiting = self._table.shoes.behind(of)
        waited = brought_in(of.cards, cards, waiting)
        for card in waited:
            waiting.remove(card)
        while of.paid and waiting and waiting[0] and of.hands_with(cards).next:
            waited = [*waited, waiting[0]]
            cards = [*cards, waiting[0]]
            waiting = waiting[1:]
        return cards, waited, waiting

    def _parted(self, cards: Sequence[str | None]) -> tuple[list[str], list[str | None]]:
        """Return the cards that the deal uses, up to the first unseen one, and the others."""
        known = seen_of(cards[: cards.index(None)] if None in cards else cards)
        excess = self._table.rounds.current.hands_with(known).excess
        used = known[: len(known) - len(excess)]
        return used, list(cards[len(used) :])

    def _correction(self, cards: Sequence[str], waited: Sequence[str | None] = ()) -> Effect:
        registered = list(self._table.rounds.current.cards)
        values: Json = {"registered": registered, "corrected": list(cards)}
        return "matter.cards_corrected", values | {"waited": list(waited)}

    def _as_they_lie(self) -> Effects:
        """Play the hands as they lie; a wrong number of cards is void (L 5.5.3, A-58, A-85)."""
        player, banker = self._matter.lies or ([], [])
        hands = as_they_lie(self._table.rounds.current.rules.play, player, banker)
        if (list(hands.player), list(hands.banker)) != (player, banker):
            return [VOIDED, *self._discarded()]
        laid: Effect = ("layout.hands_laid", {"player": player, "banker": banker})
        waiting = self._table.shoes.carried
        return [self._correction([*player, *banker]), laid, *self.played_on(hands, waiting)]

    def _with(
        self, cards: Sequence[str], waited: Sequence[str | None], waiting: Sequence[str | None]
    ) -> Effects:
        """Play on with other cards: totals again, then the waiting cards, then the result."""
        hands = self._table.rounds.current.hands_with(cards)
        return [self._correction(cards, waited), *self.played_on(hands, waiting)]

    def played_on(
        self, hands: DealtHands, waiting: Sequence[str | None], *, announced: bool = False
    ) -> Effects:
        """Play on with these hands: totals that are due, the waiting cards, and the result."""
        play, effects = self._table.rounds.current.rules.play, [RESUMED]
        whole = len(hands.player) + len(hands.banker) >= 2 * HAND
        if whole and not announced:
            effects.append(("round.totals_announced", {}))
        for card in waiting:
            side, count = hands.next, len(hands.player) + len(hands.banker)
            # Beyond the first four cards, the totals come first, in a command of their own.
            if card is None or side is None or (count == 2 * HAND and not whole):
                break
            effects.append(("round.card_dealt", {"card": card, "side": side, "origin": "carried"}))
            hands = given(play, hands, card)
        return [*effects, ("round.result_shown", {})] if whole and not hands.next else effects


class OptionsAudit:
    """The choice of the patrons of a live table after a dealing error (L 5.12)."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self._matter: ReportedIrregularity | None = None
        self._asked: list[str] = []
        self._chosen: dict[str, str] = {}
        self.ended_by = ""
        """The command that ended the last choice; the Dealer lets play go on with it."""

    def check_lies(self, policy: Json, fact: Json) -> None:
        """Check that hands are named as they lie where they are played so (A-85)."""
        if fact["lies"] is None:
            needed = policy["remedy"] == "as-they-lie"
            demand(not needed, "a report without the hands", "the hands as they lie (A-85)")
            return
        useful = policy["options"] != "never" and self._table.stage in CARDS_OUT
        useful = useful and fact["earlier"] is None
        demand(useful, "hands as they lie", "a clause that has a use for them")
        lying = Counter(card for hand in fact["lies"] for card in hand)
        out = Counter([*self._table.rounds.current.cards, *fact["extra"]])
        demand(lying == out, f"hands of {shown(fact['lies'])}", "exactly the cards that are out")

    def instead_of_play(self, matter: ReportedIrregularity, effects: Effects) -> Effects:
        """Return the effects up to the resumption of play, if patrons choose before it (A-83)."""
        chooses, given = matter.interrupted == "choosing", self._are_given(matter)
        if RESUMED not in effects or not given:
            return until_resumed(effects) if chooses else effects
        put_right, played_on = effects[: effects.index(RESUMED)], effects[effects.index(RESUMED) :]
        if chooses:
            # A second error ends the choice as it stands, and asks those who still play (A-84).
            closed: Effect = ("layout.options_closed", {})
            put_right += [closed, *self._table.layout.next_acceptors(self._out)]
        patrons = [patron for patron in self._in_play() if not chooses or patron not in self._out]
        offer = {"patrons": patrons, "reconstructed": self._is_put_right(matter)}
        return [*put_right, *([("layout.options_offered", offer)] if patrons else played_on)]

    @property
    def _out(self) -> set[str]:
        """The patrons who chose to have their bets back."""
        return {patron for patron, option in self._chosen.items() if option == "return"}

    def _are_given(self, matter: ReportedIrregularity) -> bool:
        """Whether the clause gives a choice, by the cards as they were registered (A-57, A-82)."""
        condition, now = matter.policy["options"], self._table.rounds.now
        if now is None or matter.interrupted not in CARDS_OUT or not self._in_play():
            return False
        if matter.policy["remedy"] not in {"reconstruct", "as-they-lie", "play-on"}:
            return False
        if condition in {"never", "always"}:
            return bool(condition == "always")
        excused = condition == "unless-decided-and-put-right" and not self._is_put_right(matter)
        return excused or not is_decided(now.rules.play, now.hands, now.rules.offered.values())

    @staticmethod
    def _is_put_right(matter: ReportedIrregularity) -> bool:
        return bool(matter.policy["remedy"] == "reconstruct")

    def _in_play(self) -> list[str]:
        """Return the patrons with a bet in play, in the order of their first bet."""
        positions = self._table.rounds.current.positions
        return list(dict.fromkeys(patron_of(place) for place, bets in positions.items() if bets))

    def options_offered(self, event: RecordedEvent) -> None:
        """All patrons in play are asked; until they have chosen, nothing is dealt (A-83)."""
        self._matter = self._table.group.irregularity
        error = "" if self._matter is None else self._matter.policy["irregularity"]
        same("the clauses of options", event.clause, OPTIONS_BY.get(error, "5.12"))
        self._asked, self._chosen = event.fact["patrons"], {}
        self._table.irregularities.open, self._table.stage = None, "choosing"

    def option_chosen(self, event: RecordedEvent) -> None:
        """A patron who was asked chooses, once (A-59)."""
        patron, option = event.fact["patron"], event.fact["option"]
        demand(patron in self._asked, f"a choice of {patron}", "a patron who was asked")
        demand(patron not in self._chosen, f"a second choice of {patron}", "one (A-59)")
        self._table.layout.here(patron)
        known = option in {"continue", "return"}
        demand(known, f"the choice {shown(option)}", "continue or return")
        self._chosen[patron] = option

    def options_closed(self, event: RecordedEvent) -> "DuePosting":
        """Check that exactly the patrons who chose so get their bets back (A-81)."""
        table, now, posting = self._table, self._table.rounds.current, DuePosting()
        out, stopped = self._out, table.irregularities.open is not None
        bets = now.returned_bets("5.12.3").items()
        back = [[place, results] for place, results in bets if patron_of(place) in out]
        same("the bets taken back", event.fact["results"], back)
        for place, results in event.fact["results"]:
            for result in results:
                posting.add(place, "returned", result["stake"])
                table.counts.cents_returned += result["stake"]
            now.positions[place] = []
        table.counts.add_bets(event.fact["results"])
        matter = present(self._matter, "the end of no choice", "options that were offered")
        table.stage = "dealing"
        if stopped:
            return posting  # a second error ended the choice, and has effects of its own
        self.ended_by, table.group.irregularity = event.command, matter
        played_on = Consequences(table, matter, event.at).played_on(
            now.hands, table.shoes.carried, announced=now.announced
        )
        table.group.effects = [*table.layout.next_acceptors(out), *played_on]
        return posting


# 8. Was it paid so? -------------------------------------------------------------------------

Pair = tuple[str, str]
"""The rank of a pair, and its suits: mixed, same, or diamonds."""
Outcome = Mapping[str, str | int | bool]
"""The answer to each question that a pay table may ask."""
STAKE_REASONS = {"won": "won-stake", "lost": "lost", "pushed": "pushed", "returned": "returned"}


def pair_of(first: str, second: str) -> Pair | None:
    """Return the pair that the first two cards of a hand make."""
    if first[0] != second[0]:
        return None
    if first[1] != second[1]:
        return first[0], "mixed"
    return first[0], "diamonds" if first[1] == "D" else "same"


def outcome_by(hands: DealtHands) -> Outcome:
    """Return the answers to all questions that a pay table may ask of two hands."""
    totals = total(hands.player), total(hands.banker)
    difference = totals[0] - totals[1]
    winner = "player" if difference > 0 else "banker" if difference < 0 else "tie"
    answers: dict[str, str | int | bool] = {"winner": winner, "margin": abs(difference)}
    first, second = (pair_of(cards[0], cards[1]) for cards in (hands.player, hands.banker))
    for side, cards, pair, hand_total in (
        ("player", hands.player, first, totals[0]),
        ("banker", hands.banker, second, totals[1]),
    ):
        answers[f"{side}_total"] = hand_total
        answers[f"{side}_cards"] = len(cards)
        answers[f"{side}_natural"] = len(cards) == HAND and hand_total in NATURALS
        answers[f"{side}_pair"] = pair is not None
        rank = "none" if pair is None else "four" if pair[0] == "4" else "other"
        answers[f"{side}_pair_rank"] = rank
        answers[f"{side}_pair_suits"] = "none" if pair is None else pair[1]
    answers["pairs"] = (first is not None) + (second is not None)
    answers["twin"] = bool(first and second and first[0] == second[0])
    return answers


def deciding_row(bet: Json, outcome: Outcome) -> Json | None:
    """Return the first row of a bet's pay table whose conditions are all met."""
    for row in bet["pays"]["rows"]:
        if all(_is_met(each, outcome) for each in row["when"]["requirements"]):
            found: Json = row
            return found
    return None


def _is_met(requirement: Json, outcome: Outcome) -> bool:
    answer = outcome[requirement["question"]]
    # In Python True equals 1, but "a pair" and "one pair" are different answers.
    return any(answer == each and type(answer) is type(each) for each in requirement["accepted"])


@lru_cache(maxsize=256)
def ratio(odds: str) -> Fraction:
    """Return odds as profit for each unit of stake."""
    win, per = odds.split(":")
    return Fraction(int(win), int(per))


def cents(stake: int, odds: str) -> int:
    """Return the profit of a stake in whole cents: a fraction of a cent cannot be paid."""
    profit, rest = divmod(stake * ratio(odds).numerator, ratio(odds).denominator)
    if rest:
        raise Mismatch(f"{stake} cents at {odds}, which pay {stake * ratio(odds)}", "whole cents")
    return profit


def result_of(*values: object) -> Json:
    """Return the end of a bet in the form of the record."""
    return dict(zip(RESULT_FIELDS, values, strict=True))


def bet_result(bet: Json, stake: int, row: Json | None) -> Json:
    """Return the end of a bet by the row that decides it."""
    if row is None:
        return result_of(bet["key"], stake, "lost", -stake, bet["clause"], None, 0)
    if row["pays"] == "push":
        return result_of(bet["key"], stake, "pushed", 0, row["clause"], row, 0)
    commission = 0 if row["commission"] is None else cents(stake, row["commission"])
    profit = cents(stake, row["pays"])
    return result_of(bet["key"], stake, "won", profit, row["clause"], row, commission)


def returned(result: Json) -> int:
    """Return the money that comes back from a bet, stake included."""
    back: int = 0 if result["result"] == "lost" else result["stake"] + result["profit"]
    return back


def possible_outcomes(play: Json, hands: DealtHands) -> Iterator[Outcome]:
    """Yield every outcome that these hands can come to, whatever the shoe holds (A-32)."""
    thirds = hands.player[HAND:], hands.banker[HAND:]
    begun: set[tuple[object, ...]] = set()
    seen: set[tuple[object, ...]] = set()
    for two in product(_first_two(hands.player[:HAND]), _first_two(hands.banker[:HAND])):
        # Pay tables distinguish few kinds of pairs, so most combinations bring nothing new.
        first = tuple(outcome_by(DealtHands(*two, None, ())).values())
        if first in begun:
            continue
        begun.add(first)
        player, banker = (cards + third for cards, third in zip(two, thirds, strict=True))
        for complete in _completed(play, as_they_lie(play, player, banker)):
            outcome = outcome_by(complete)
            if tuple(outcome.values()) not in seen:
                seen.add(tuple(outcome.values()))
                yield outcome


def _first_two(known: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Return two cards for each total and each pair that a hand can have if these are known."""
    pools = [[card] for card in known] + [list(DECK)] * (HAND - len(known))
    return {(total(two), pair_of(*two)): two for two in product(*pools)}.values()


def _completed(play: Json, hands: DealtHands) -> Iterator[DealtHands]:
    """Yield the hands with further cards, until both are complete."""
    if hands.next is None:
        yield hands
        return
    for card in ONE_OF_EACH_VALUE:
        yield from _completed(play, given(play, hands, card))


def is_decided(play: Json, hands: DealtHands, offered: Iterable[Json]) -> bool:
    """Whether an offered bet wins in every possible outcome, or loses in every one (A-31, A-32)."""
    undecided: dict[str, tuple[Json, str | None]] = {bet["key"]: (bet, None) for bet in offered}
    for outcome in possible_outcomes(play, hands):
        for key, (bet, before) in list(undecided.items()):
            row = deciding_row(bet, outcome)
            now = "lost" if row is None else "push" if row["pays"] == "push" else "won"
            if now == "push" or before not in {None, now}:
                del undecided[key]
            else:
                undecided[key] = bet, now
        if not undecided:
            return False
    return True


@lru_cache(maxsize=8)
def payments_of(game: str) -> frozenset[tuple[Fraction, ...]]:
    """Return what each bet pays in each outcome; tables of one game share the answer."""
    play, bets = json.loads(game)
    return frozenset(
        tuple(_payment(bet, outcome) for bet in bets)
        for outcome in possible_outcomes(play, laid_out(play, ()))
    )


def _payment(bet: Json, outcome: Outcome) -> Fraction:
    row = deciding_row(bet, outcome)
    return Fraction(0) if row is None or row["pays"] == "push" else ratio(row["pays"])


Results = Mapping[str, list[Json]]
"""The ends of the bets of each terminal."""


class PaymentAudit:
    """The payment of rounds: each bet has one end that stands."""

    def __init__(self, table: "TableAudit") -> None:
        self._accounts, self._counts = table.accounts, table.counts

    def post(self, now: AuditedRound, event: RecordedEvent, expected: Results) -> "DuePosting":
        """Return the posting of an end, which also reverses an earlier payment of the round."""
        results = event.fact["results"]
        self._compare(results, expected)
        posting = DuePosting(reverses=now.posting)
        changes: Counter[str] = Counter()
        for sign, ends in ((-1, now.results if now.posting else []), (1, results)):
            for terminal, each in ends:
                self._add_bets(posting, terminal, each, sign)
                changes[terminal] += sign * sum(map(returned, each))
        if now.posting is not None:
            self._accounts.settle_debts(posting, changes)
        self._counts.cents_returned += sum(changes.values())
        now.results = results
        now.posting = self._accounts.postings + 1 if results else None
        return posting

    @staticmethod
    def _compare(results: list[Any], expected: Results) -> None:
        same("terminals paid", sorted(terminal for terminal, _ in results), sorted(expected))
        for terminal, found in results:
            wanted_bets = [wanted["bet"] for wanted in expected[terminal]]
            same(f"the bets of {terminal}", [result["bet"] for result in found], wanted_bets)
            for result, wanted in zip(found, expected[terminal], strict=True):
                for key, value in wanted.items():
                    if result[key] != value or type(result[key]) is not type(value):
                        same(f"{wanted['bet']} of {terminal}: {key}", result[key], value)

    @staticmethod
    def _add_bets(posting: "DuePosting", terminal: str, results: Iterable[Json], sign: int) -> None:
        for result in results:
            reason = STAKE_REASONS[result["result"]]
            posting.add(terminal, reason, result["stake"], reversal=sign < 0)
            if reason == "won-stake":
                posting.add(terminal, "won-profit", result["profit"], reversal=sign < 0)


# 9. Does the money add up? ------------------------------------------------------------------

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
    "chips-down": ("chips", "credits"),
    "chips-up": ("credits", "chips"),
    "winnings-held": ("credits", "held"),
    "winnings-claimed": ("held", "chips"),
    "float-opened": ("cage", "float"),
    "filled": ("cage", "float"),
    "credited": ("float", "cage"),
    "chips-bought": ("float", "chips"),
    "dropped": ("cash", "drop"),
    "rounded-up": ("rounding", "credits"),
    "counted-short": ("float", "variance"),
    "counted-over": ("variance", "float"),
    "float-closed": ("float", "cage"),
}
"""The accounts between which each reason moves money; a reversal goes the other way."""
TERMINAL_ACCOUNTS = ("credits", "stakes", "cash-out", "receivable", "held")

Move = tuple[str, str, bool, int]
"""Terminal, reason, whether it is a reversal, and amount."""


@dataclass(slots=True)
class DuePosting:
    """The transfers that an event must have."""

    moves: list[Move] = field(default_factory=list)
    reverses: int | None = None

    def add(self, terminal: str, reason: str, amount: int, *, reversal: bool = False) -> Self:
        """Add a transfer, unless its amount is zero."""
        if amount:
            self.moves.append((terminal, reason, reversal, amount))
        return self

    def add_either(self, terminal: str, more: str, less: str, amount: int) -> Self:
        """Add a transfer for the first reason, or for the second if the amount is negative."""
        return self.add(terminal, more if amount > 0 else less, abs(amount))


class TransferRows:
    """The transfers of a stream, read beside its events."""

    def __init__(self, source: Source, stream: str) -> None:
        ending = "WHERE stream = ? ORDER BY posting, line"
        self._rows = rows_of(source, "transfers", ending, stream)
        self._next = next(self._rows, None)

    def of(self, position: int) -> list[Json]:
        """Return the transfers of one event."""
        found = []
        while self._next is not None and self._next[3] <= position:
            row = dict(zip(COLUMNS["transfers"], self._next, strict=True))
            if row["position"] != position:
                same(f"posting {row['posting']} at position", row["position"], position)
            row["is_reversal"] = bool(row["is_reversal"])
            found.append(row)
            self._next = next(self._rows, None)
        return found

    def check_none(self, position: int) -> None:
        """Check that no transfer belongs to this position or an earlier one."""
        if self._next is not None and self._next[3] <= position:
            found = f"posting {self._next[1]} at position {self._next[3]}"
            raise Mismatch(found, "transfers of an event that moves money")


class Accounts:
    """The accounts of a table by its transfers."""

    def __init__(self) -> None:
        self.balances: Counter[tuple[str, str]] = Counter()
        self.postings = 0
        self._reversed: set[int] = set()

    def settle_debts(self, posting: DuePosting, changes: Mapping[str, int]) -> None:
        """Let a patron owe missing credits, and put new credits towards a debt (A-28)."""
        for terminal, change in changes.items():
            missing = -(self.balances["credits", terminal] + change)
            if missing > 0:
                posting.add(terminal, "owed", missing)
            repaid = min(change, -self.balances["receivable", terminal])
            if change > 0 and repaid > 0:
                posting.add(terminal, "repaid", repaid)

    def post(self, due: DuePosting, rows: Sequence[Json]) -> None:
        """Book the transfers of an event, which must be exactly those that are due."""
        found = [(r["terminal"], r["reason"], r["is_reversal"], r["amount"]) for r in rows]
        if found != due.moves:
            extra, missing = Counter(found), Counter(due.moves)
            if extra != missing:
                raise Mismatch(_first_move(extra - missing), _first_move(missing - extra))
        if not rows:
            return
        for line, row in enumerate(rows, start=1):
            same("posting", row["posting"], self.postings + 1)
            same("line", row["line"], line)
            same("a transfer that reverses posting", row["reverses"], due.reverses)
        self.postings += 1
        if due.reverses is not None:
            again = due.reverses in self._reversed
            demand(not again, f"posting {due.reverses} reversed twice", "once at most")
            self._reversed.add(due.reverses)
        for terminal, reason, reversal, amount in found:
            source, target = ROUTES[reason][:: -1 if reversal else 1]
            self.balances[source, terminal if source in TERMINAL_ACCOUNTS else ""] -= amount
            self.balances[target, terminal if target in TERMINAL_ACCOUNTS else ""] += amount
        for terminal, kind in product({move[0] for move in found}, TERMINAL_ACCOUNTS):
            balance = self.balances[kind, terminal]
            if balance > 0 if kind == "receivable" else balance < 0:
                sign = "0 or less" if kind == "receivable" else "0 or more"
                raise Mismatch(f"{balance} cents in {kind} of {terminal}", sign)

    def finish(self, positions: Mapping[str, list[list[Any]]]) -> None:
        """Check that the stakes at the end are those of the round."""
        for kind, terminal in list(self.balances):
            if kind == "stakes":
                staked = sum(stake for _, stake in positions.get(terminal, []))
                same(f"stakes of {terminal}", self.balances[kind, terminal], staked)


def _first_move(moves: Counter[Move]) -> str:
    if not moves:
        return "no such transfer"
    terminal, reason, reversal, amount = min(moves.elements())
    back = ", reversed" if reversal else ""
    return f"a transfer of {amount} cents at {terminal} ({reason}{back})"


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
    """Check for 18 digits, the last of which is the check digit of the others."""
    is_number = re.fullmatch(r"[0-9]{18}", number, re.ASCII) is not None
    demand(is_number, f"a ticket number of {len(number)} characters", "18 digits")
    interim = 0
    for digit in number:
        interim = DAMM[interim][int(digit)]
    demand(interim == 0, f"ticket {masked(number)} with a wrong check digit", "Damm's check digit")


class PurseAudit:
    """Money of terminals: cash, banknotes, tickets, and moves between tables."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self._numbers: set[str] = set()
        self.issued: list[RecordedEvent] = []
        self.taken: list[RecordedEvent] = []
        self.moved_out: list[RecordedEvent] = []
        self.moved_in: list[RecordedEvent] = []

    @staticmethod
    def moved(event: RecordedEvent, reason: str, *, least: int = 1) -> DuePosting:
        """Return the transfer of an event's amount at its terminal."""
        amount = event.fact["amount"]
        demand(amount >= least, f"a transfer of {amount} cents", f"{least} or more")
        return DuePosting().add(event.fact["terminal"], reason, amount)

    def cash_taken(self, event: RecordedEvent) -> DuePosting:
        """Cash becomes credits."""
        self._table.seats.at(event.fact["terminal"])
        return self.moved(event, "bought-in-cash")

    def bill_taken(self, event: RecordedEvent) -> DuePosting:
        """A banknote becomes credits."""
        self._table.seats.check_enabled(event)
        return self.moved(event, "bought-in-bill")

    def ticket_taken(self, event: RecordedEvent) -> DuePosting:
        """A ticket becomes credits; whether it was valid shows once all streams are read."""
        self._table.seats.check_enabled(event)
        check_ticket_number(event.fact["number"])
        self.taken.append(event)
        return self.moved(event, "ticket-in")

    def cash_out_reserved(self, event: RecordedEvent) -> DuePosting:
        """All credits wait for the printer."""
        fact, table = event.fact, self._table
        seat, number = table.seats.at(fact["terminal"]), fact["number"]
        demand(seat.ticket is None, "a second cash-out", "the end of the first")
        check_ticket_number(number)
        new = number not in self._numbers
        demand(new, f"ticket number {masked(number)} used twice", "a new number")
        self._numbers.add(number)
        credit = table.accounts.balances["credits", fact["terminal"]]
        same("cents reserved", fact["amount"], credit)
        expires_at = event.at + table.play.rules["ticket_ms"]
        same("the expiry of the ticket", fact["expires_at"], expires_at)
        seat.ticket = number, fact["amount"], event.at, expires_at
        return self.moved(event, "reserved")

    def _ended_cash_out(self, event: RecordedEvent) -> tuple[str, int, int, int]:
        """Return the ticket that waits for the printer, and end its wait."""
        seat = self._table.seats.at(event.fact["terminal"])
        ticket = present(seat.ticket, f"{event.name} without a cash-out", "reserved credits")
        seat.ticket = None
        same("cents of the ticket", event.fact["amount"], ticket[1])
        return ticket

    def ticket_printed(self, event: RecordedEvent) -> DuePosting:
        """The reserved credits are on paper."""
        number, _, issued_at, expires_at = self._ended_cash_out(event)
        found = f"ticket {masked(event.fact['number'])} printed"
        demand(event.fact["number"] == number, found, f"ticket {masked(number)}, as reserved")
        same("the time of issue", event.fact["issued_at"], issued_at)
        same("the expiry of the ticket", event.fact["expires_at"], expires_at)
        self.issued.append(event)
        return self.moved(event, "ticket-out")

    def cash_out_given_back(self, event: RecordedEvent) -> DuePosting:
        """No ticket was printed."""
        self._ended_cash_out(event)
        return DuePosting().add(event.fact["terminal"], "cash-out-given-back", event.fact["amount"])

    def ticket_uncertain(self, event: RecordedEvent) -> None:
        """The printer cannot tell whether the ticket was printed."""
        waiting = self._table.seats.at(event.fact["terminal"]).ticket
        demand(waiting, "an uncertain ticket", "a ticket that waits for the printer")

    def hand_paid(self, event: RecordedEvent) -> DuePosting:
        """Credits are paid in cash."""
        return self.moved(event, "hand-paid")

    def terminal_moved_out(self, event: RecordedEvent) -> DuePosting:
        """A terminal leaves with all its credits, and leaves nothing behind."""
        fact, table = event.fact, self._table
        terminal, last = fact["terminal"], table.rounds.now
        same("disabled", fact["disabled"], table.seats.at(terminal).disabled)
        same("cents taken along", fact["amount"], table.accounts.balances["credits", terminal])
        for kind in ("stakes", "cash-out", "receivable"):
            same(f"{kind} left behind", table.accounts.balances[kind, terminal], 0)
        asked = terminal in table.adjustments.proposals
        demand(not asked, "an adjustment left behind", "its answer first")
        if table.stage != "closed" and last is not None and not last.void:
            demand(not last.positions.get(terminal), "bets left behind", "no bets within reach")
        del table.seats.terminals[terminal]
        self.moved_out.append(event)
        return self.moved(event, "moved-out", least=0)

    def terminal_moved_in(self, event: RecordedEvent) -> DuePosting:
        """A terminal arrives with its credits; check_moves looks for its departure."""
        self._table.seats.add(event.fact["terminal"], event.fact["disabled"])
        self.moved_in.append(event)
        return self.moved(event, "moved-in", least=0)


class AdjustmentAudit:
    """Credits and debts changed by decision of two people."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self.proposals: dict[str, Json] = {}

    def asked(self, event: RecordedEvent) -> None:
        """One person proposes to change credits or a debt."""
        fact = event.fact
        same("asked by", fact["asked_by"], event.by.get("person"))
        open_one = fact["terminal"] in self.proposals
        demand(not open_one, "a second proposal", "the answer to the first")
        demand(fact["reason"].strip(), "a proposal without a reason", "a reason")
        self.proposals[fact["terminal"]] = fact

    def _proposal(self, event: RecordedEvent) -> Json:
        proposal = self.proposals.pop(event.fact["terminal"], None)
        return present(proposal, f"{event.name} without a proposal", "a proposal before it")

    def _granted(self, event: RecordedEvent, kind: str) -> None:
        """Check that another person granted what was asked."""
        asked = self._proposal(event)
        for key in ("amount", "reason"):
            same(key, event.fact[key], asked[key])
        same("the proposal", asked["kind"], kind)
        self._table.check_two_people(event, asked["asked_by"], all_ways=True)

    def turned_down(self, event: RecordedEvent) -> None:
        """The proposal is rejected."""
        self._proposal(event)

    def credits_adjusted(self, event: RecordedEvent) -> DuePosting:
        """Credits are given or taken, by a ruling or as asked."""
        fact, table = event.fact, self._table
        if fact["by_ruling"]:
            matter = table.group.irregularity
            reporter = present(matter, "an adjustment by a ruling", "a ruling before it").reporter
            same("the reason", fact["reason"], table.group.ruling)
            if event.by["person"] != reporter:
                table.floor.check_two(reporter, event.by["person"], event.at, all_ways=True)
        else:
            still = table.irregularities.open is None and table.stage != "choosing"
            demand(still, "an adjustment while play has stopped", "after it (A-39)")
            self._granted(event, "credits")
        terminal, amount = fact["terminal"], fact["amount"]
        demand(amount, "an adjustment of 0 cents", "another amount")
        posting = DuePosting().add_either(terminal, "adjusted-up", "adjusted-down", amount)
        table.accounts.settle_debts(posting, {terminal: amount})
        return posting

    def debt_written_off(self, event: RecordedEvent) -> DuePosting:
        """The House bears a debt."""
        self._granted(event, "write-off")
        amount = event.fact["amount"]
        demand(amount > 0, f"{amount} cents written off", "a positive amount")
        return DuePosting().add(event.fact["terminal"], "written-off", amount)

    def debt_repaid(self, event: RecordedEvent) -> DuePosting:
        """Credits go towards a debt."""
        return self._table.purses.moved(event, "repaid")


TRAY = "tray"
"""The place of transfers that are no patron's."""
IN_TRAY = ("float", "house", "rounding", "receivable")
"""The accounts that together say what a tray is worth."""
OF_BETS = {"lost": -1, "won-profit": 1}
FirstCount = tuple[str, list[list[int]], str]
"""Which count, its chips, and the person who counted."""


def worth(chips: Iterable[Sequence[int]]) -> int:
    """Return the value of chips together."""
    return sum(value * number for value, number in chips)


ENDINGS = frozenset(
    {
        "round.settled",
        "matter.round_voided",
        "matter.round_resettled",
        "matter.earlier_round_resettled",
    }
)
"""The events that pay a round, or pay it again."""


class TrayAudit:
    """The chips of a live table: counted by two, moved by signatures, taken and paid by bets."""

    def __init__(self, table: "TableAudit") -> None:
        self._table = table
        self._tray: Counter[int] | None = None
        self._basis = 0
        self._first: FirstCount | None = None
        self._slips: dict[int, Json] = {}
        self._numbers = Counter[str]()
        """How many counts, slips, buy-ins and changes there were."""
        self._due: list[tuple[str, int]] = []
        """The amount that this command's transfers owe to each place; negative if it owes."""
        self._due_round: AuditedRound | None = None

    def watch(self, event: RecordedEvent, rows: Sequence[Json]) -> None:
        """Note what an event's transfers bring to the tray or take from it."""
        rounds = self._table.rounds
        if event.name in ENDINGS:
            earlier = event.name == "matter.earlier_round_resettled"
            self._due_round = rounds.past[event.fact["round_number"]] if earlier else rounds.now
        if event.name == "round.settled":
            bets = [row for row in rows if row["reason"] in OF_BETS]
            self._due += [(r["terminal"], OF_BETS[r["reason"]] * r["amount"]) for r in bets]
            return
        net = Counter(dict(self._due))
        for row in rows:
            source, target = ROUTES[row["reason"]][:: -1 if row["is_reversal"] else 1]
            from_tray = source in {"house", "receivable"}
            into_tray = target in {"house", "receivable"}
            net[row["terminal"]] += (from_tray - into_tray) * row["amount"]
        self._due = [(place, amount) for place, amount in net.items() if amount]

    def check_group(self) -> None:
        """Check at the end of a command that the chips are worth what the accounts say."""
        due, of = self._due, self._due_round
        self._due, self._due_round = [], None
        if self._tray is None:
            self._check_exact(due, Counter() if of is None else of.rounded)
        else:
            held = worth(self._tray.items())
            same("cents in the tray", held, self._by_accounts() - self._basis)
            demand(min(self._tray.values(), default=0) >= 0, "fewer than 0 chips", "0 or more")

    def _check_exact(self, due: Sequence[tuple[str, int]], before: Mapping[str, int]) -> None:
        """Check that chips make what was paid without a word about chips (A-89)."""
        if not due or self._table.play.rules.layout is None:
            return
        for place, amount in due:
            wanted = amount - self._taken_back(place, before)
            found = f"{amount} cents for {place} and no chips"
            demand(can_make(self._values(), abs(wanted)), found, "what chips can make (A-89)")

    def _taken_back(self, place: str, before: Mapping[str, int]) -> int:
        """The rounding of earlier payments, unless a patron who walked away has it."""
        rounded, held = before.get(place, 0), self._table.accounts.balances["held", place]
        return 0 if held < rounded and not self._table.layout.is_here(place) else rounded

    def _by_accounts(self) -> int:
        balances = self._table.accounts.balances
        return sum(amount for (kind, _), amount in balances.items() if kind in IN_TRAY)

    def _values(self) -> tuple[int, ...]:
        layout = present(self._table.play.rules.layout, "a tray without a layout", "a layout")
        return tuple(sorted((chip["value"] for chip in layout["chips"]["chips"]), reverse=True))

    @property
    def is_being_counted(self) -> bool:
        """Whether a first count waits for a second person."""
        return self._first is not None

    def _open(self) -> Counter[int]:
        return present(self._tray, "chips of no float", "an opening count (A-89)")

    def _check_chips(self, chips: list[list[int]]) -> None:
        values = self._values()
        known = all(value in values and number > 0 for value, number in chips)
        demand(known, f"the chips {shown(chips)}", "chips of the table's set (A-89)")

    def _check_number(self, event: RecordedEvent, series: str) -> None:
        """Check that the numbers of a series have no gap."""
        self._numbers[series] += 1
        numbered = event.version >= NEWEST_FORMS.get(event.name, 1)
        expected = self._numbers[series] if numbered else NOT_NUMBERED
        same(f"the {series}", event.fact["number"], expected)

    # Counts.

    def float_counted(self, event: RecordedEvent) -> None:
        """One person counts, an opening count only while no float is open."""
        fact = event.fact
        same("counted by", fact["counted_by"], event.by.get("person"))
        wanted = "opening" if self._tray is None else "closing"
        same("the count", fact["count"], wanted)
        demand(not self._slips, "a count while a slip is open", "the slip signed or void")
        self._check_chips(fact["chips"])
        self._first = (fact["count"], fact["chips"], fact["counted_by"])

    def _second(self, event: RecordedEvent) -> FirstCount:
        first, self._first = self._first, None
        found = present(first, f"{event.name} without a first count", "a count before it")
        self._table.check_two_people(event, found[2], all_ways=False)
        return found

    def float_counts_differed(self, event: RecordedEvent) -> None:
        """Two people found different figures."""
        count, chips, _ = self._second(event)
        same("the count", event.fact["count"], count)
        same("the first count", event.fact["first"], chips)
        self._check_chips(event.fact["second"])
        demand(event.fact["second"] != chips, "equal counts that differ", "other figures")

    def float_opened(self, event: RecordedEvent) -> DuePosting:
        """Two people found the same chips."""
        demand(self._tray is None, "a float opened twice", "a closing count first")
        self._check_number(event, "count")
        _, chips, _ = self._second(event)
        same("the counted chips", event.fact["chips"], chips)
        self._basis = self._by_accounts()
        self._tray = Counter(dict(event.fact["chips"]))
        return DuePosting().add(TRAY, "float-opened", worth(chips))

    def float_closed(self, event: RecordedEvent) -> DuePosting:
        """Two people found the same chips; what they are worth more or less is recorded."""
        tray, (_, chips, _) = self._open(), self._second(event)
        self._check_number(event, "count")
        same("the counted chips", event.fact["chips"], chips)
        variance = worth(chips) - worth(tray.items())
        same("the variance in cents", event.fact["variance"], variance)
        self._tray = None
        posting = DuePosting().add_either(TRAY, "counted-over", "counted-short", variance)
        return posting.add(TRAY, "float-closed", worth(chips))

    # Fills and credits.

    def _movable(self) -> Counter[int]:
        tray = self._open()
        demand(self._first is None, "chips that move during a count", "the second count first")
        return tray

    def slip_requested(self, event: RecordedEvent) -> None:
        """A slip has the next number."""
        fact, _ = event.fact, self._movable()
        same("requested by", fact["requested_by"], event.by.get("person"))
        self._check_number(event, "slip")
        demand(fact["chips"], "a slip without chips", "at least one chip")
        self._check_chips(fact["chips"])
        self._slips[fact["number"]] = {**fact, "carrier": None}

    def _slip(self, event: RecordedEvent) -> Json:
        number = event.fact["number"]
        return present(self._slips.get(number), f"slip {number}", "an open slip")

    def slip_carried(self, event: RecordedEvent) -> None:
        """Another person signs for carrying the chips."""
        _, slip = self._movable(), self._slip(event)
        same("carried by", event.fact["carrier"], event.by.get("person"))
        demand(slip["carrier"] is None, "a second carrier", "one")
        self._table.check_two_people(event, slip["requested_by"], all_ways=False)
        slip["carrier"] = event.fact["carrier"]

    def slip_signed(self, event: RecordedEvent) -> DuePosting:
        """The Dealer signs after the carrier, and the chips move."""
        tray, slip = self._movable(), self._slip(event)
        for key in ("kind", "chips"):
            same(f"{key} of the slip", event.fact[key], slip[key])
        carrier = present(slip["carrier"], "a slip that nobody carried", "both signatures (A-53)")
        self._table.check_two_people(event, slip["requested_by"], all_ways=False)
        self._table.check_two_people(event, carrier, all_ways=False)
        del self._slips[event.fact["number"]]
        is_fill = slip["kind"] == "fill"
        (tray.update if is_fill else tray.subtract)(dict(slip["chips"]))
        return DuePosting().add(TRAY, "filled" if is_fill else "credited", worth(slip["chips"]))

    def slip_voided(self, event: RecordedEvent) -> None:
        """An open slip is void, for a reason."""
        self._slip(event)
        demand(event.fact["reason"].strip(), "a void slip without a reason", "a reason")
        del self._slips[event.fact["number"]]

    # Chips of patrons.

    def chips_bought(self, event: RecordedEvent) -> DuePosting:
        """Cash goes into the drop box, and chips of the same worth to the patron."""
        fact, tray = event.fact, self._movable()
        self._table.layout.here(fact["patron"])
        self._check_number(event, "buy-in")
        same("cents of the chips", worth(fact["chips"]), fact["amount"])
        demand(fact["amount"] > 0, "nothing bought", "a positive amount")
        self._check_chips(fact["chips"])
        tray.subtract(dict(fact["chips"]))
        posting = DuePosting().add(TRAY, "chips-bought", fact["amount"])
        return posting.add(TRAY, "dropped", fact["amount"])

    def chips_changed(self, event: RecordedEvent) -> None:
        """Chips are changed for others of the same worth."""
        fact, tray = event.fact, self._movable()
        self._check_number(event, "change")
        for key in ("received", "given"):
            demand(fact[key], f"a change with nothing {key}", "at least one chip")
            self._check_chips(fact[key])
        same("cents given", worth(fact["given"]), worth(fact["received"]))
        tray.update(dict(fact["received"]))
        tray.subtract(dict(fact["given"]))

    def stacks_moved(self, event: RecordedEvent) -> DuePosting:
        """Chips follow what the transfers of this command owe, place by place."""
        fact, of, tray = event.fact, self._due_round, self._tray
        demand(not self._table.group.effects, "chips before the last effect", "the effects first")
        same("the round that is paid", fact["round_number"], None if of is None else of.number)
        moved = [(s["place"], -s["amount"]) for s in fact["taken"]]
        moved += [(s["place"], s["amount"]) for s in fact["paid"]]
        same("the chips of each place", sorted(moved), sorted(self._due))
        posting, before = DuePosting(), Counter[str]() if of is None else of.rounded.copy()
        for side, key in ((-1, "taken"), (1, "paid")):
            for stack in fact[key]:
                self._check_chips(stack["chips"])
                if tray is not None:
                    for value, number in stack["chips"]:
                        tray[value] -= side * number
                        demand(tray[value] >= 0, f"chips of {value} cents", "chips that are there")
                rounded = self._rounded(stack, side, before)
                posting.add(stack["place"], "rounded-up", abs(rounded), reversal=rounded < 0)
                if of is not None:
                    of.rounded[stack["place"]] += rounded
                    of.stacks.append((side > 0, stack["chips"]))
        self._due = []
        return posting

    def stacks_handed(self, event: RecordedEvent) -> None:
        """Stacks of the round are ticked off, each once."""
        now, numbers = self._table.rounds.current, event.fact["stacks"]
        same("the round", event.fact["round_number"], now.number)
        known = set(range(len(now.stacks))) - now.handed
        in_order = numbers and numbers == sorted(set(numbers))
        demand(in_order and known.issuperset(numbers), f"stacks {numbers}", "open ones, in order")
        now.handed.update(numbers)

    def payment_corrected(self, event: RecordedEvent) -> None:
        """A payment in other chips is brought to the worth of those that were recorded."""
        fact, tray, now = event.fact, self._open(), self._table.rounds.current
        same("the round", fact["round_number"], now.number)
        number = fact["stack"]
        paid = {n for n, (is_paid, _) in enumerate(now.stacks) if is_paid} - now.put_right
        demand(number in paid, f"stack {number}", "a payment that was not corrected before")
        _, due = now.stacks[number]
        for key in ("handed", "returned", "added"):
            self._check_chips(fact[key])
        changed = fact["handed"] != due or fact["returned"] or fact["added"]
        demand(changed, "a correction that changes nothing", "other chips")
        given = worth(fact["handed"]) - worth(fact["returned"]) + worth(fact["added"])
        same("cents paid in the end", given, worth(due))
        for chips in (due, fact["returned"]):
            tray.update(dict(chips))
        for chips in (fact["handed"], fact["added"]):
            tray.subtract(dict(chips))
        now.handed.add(number)
        now.put_right.add(number)

    def _rounded(self, stack: Json, side: int, before: Mapping[str, int]) -> int:
        """Return what a stack gives beyond its amount: the least that chips can make (A-89)."""
        place, given = stack["place"], side * worth(stack["chips"])
        due: int = side * stack["amount"]
        wanted = due - self._taken_back(place, before)
        demand(given >= wanted, f"{given} cents for {place}", f"{wanted} or more (A-89)")
        values = self._values()
        for less in range(wanted, given):
            found = f"{given} cents for {place}, of which chips make {less}"
            demand(not can_make(values, abs(less)), found, f"{less}, which is enough (A-89)")
        return given - due


class TicketAudit:
    """The life of every ticket on all tables: issued once, paid once and in time."""

    def __init__(self, source: Source, tables: Iterable[PurseAudit], partial: set[str]) -> None:
        self._source, self._tables, self._partial = source, list(tables), partial
        self._issued: dict[str, RecordedEvent] = {}
        self._taken: dict[str, RecordedEvent] = {}

    def run(self, counts: "AuditCounts") -> int:
        """Compare events and register rows both ways; return the cents still on paper."""
        for event in (event for table in self._tables for event in table.issued):
            first = self._issued.setdefault(event.fact["number"], event)
            if first is not event:
                found = f"ticket {masked(event.fact['number'])} issued twice"
                broken_at(event.stream, event.position, found, "once")
        counts.tickets = self._compare("tickets_issued", self._issued)
        for event in (event for table in self._tables for event in table.taken):
            with at_event(event.stream, event.position):
                self._check_taken(event)
        counts.tickets_redeemed = self._compare("tickets_ended", self._taken)
        return sum(
            event.fact["amount"]
            for number, event in self._issued.items()
            if number not in self._taken
        )

    def _check_taken(self, event: RecordedEvent) -> None:
        number = event.fact["number"]
        found, ticket = f"ticket {masked(number)} taken", self._issued.get(number)
        demand(ticket or self._partial, found, "a ticket that was issued")
        demand(number not in self._taken, f"{found} twice", "once")
        self._taken[number] = event
        if ticket is None:
            return
        amount, expires_at = ticket.fact["amount"], ticket.fact["expires_at"]
        paid = event.fact["amount"]
        demand(paid == amount, f"{found} for {paid} cents", f"{amount} cents")
        in_time = event.at < expires_at
        demand(in_time, f"{found} at {event.at}", f"before its expiry at {expires_at}")

    def _compare(self, table: str, events: Mapping[str, RecordedEvent]) -> int:
        """Check that a register has one row for each event, with its values; return how many."""
        seen = set()
        for row in rows_of(self._source, table, "ORDER BY stream, position"):
            number, stream, position, *_ = row
            if stream in self._partial:
                continue
            with at_event(stream, position):
                found = f"ticket {masked(number)} in {table}"
                event = present(events.get(number), found, "an event for it")
                demand(number not in seen, f"{found} twice", "once")
                values = {"stream": event.stream, "position": event.position, "at": event.at}
                for column, value in zip(COLUMNS[table], row, strict=True):
                    wanted = values.get(column, event.fact.get(column))
                    same(f"{found} with {column}", value, wanted)
            seen.add(number)
        for number, event in events.items():
            if number not in seen:
                found = f"ticket {masked(number)} missing in {table}"
                broken_at(event.stream, event.position, found, "a row for it")
        return len(seen)


def check_moves(tables: "Mapping[str, TableAudit]", partial: set[str]) -> int:
    """Check that each arrival has one departure, of the same terminal and amount; count them."""
    gone = {
        (stream, event.command): event
        for stream, table in tables.items()
        for event in table.purses.moved_out
    }
    count = 0
    for event in (event for table in tables.values() for event in table.purses.moved_in):
        fact, origin = event.fact, f"table/{event.fact['table']}"
        sent = gone.pop((origin, fact["transfer"]), None)
        if sent is None and origin in partial:
            continue
        with at_event(event.stream, event.position):
            found = f"terminal {fact['terminal']} from {fact['table']} by move {fact['transfer']}"
            sent = present(sent, found, "its departure there, taken once")
            same("a move to", f"table/{sent.fact['table']}", event.stream)
            for key in ("terminal", "amount", "disabled"):
                same(f"{key} of the move", fact[key], sent.fact[key])
        count += 1
    for (stream, _), event in gone.items():
        if f"table/{event.fact['table']}" not in partial:
            found = f"terminal {event.fact['terminal']} gone to {event.fact['table']}"
            broken_at(stream, event.position, found, "its arrival there")
    return count


# 10. What is the verdict? -------------------------------------------------------------------


@dataclass(slots=True)
class AuditCounts:
    """How much of each thing was checked."""

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

    def add_bets(self, results: Iterable[tuple[str, list[Json]]]) -> None:
        """Count the bets of a round that ends for the first time."""
        for _, each in results:
            self.bets += len(each)
            self.cents_staked += sum(result["stake"] for result in each)


class TableAudit:
    """One table, followed event by event by the rules alone."""

    def __init__(self, stream: str, floor: FloorAudit, counts: AuditCounts) -> None:
        self.stream, self.floor, self.counts = stream, floor, counts
        self.stage = "closed"
        self.recorded_at = 0
        """When the last event was recorded."""
        self.group = CommandEvents()
        self.unchecked: list[str] = []
        """What the record alone cannot prove about this table."""
        self.remarks: list[str] = []
        """Events that are allowed, but that people should look into."""
        self.accounts = Accounts()
        self.senders = SenderCheck(self)
        self.payments = PaymentAudit(self)
        self.play = PlayAudit(self)
        self.shoes = ShoeAudit(self)
        self.seats = SeatAudit(self)
        self.purses = PurseAudit(self)
        self.adjustments = AdjustmentAudit(self)
        self.rounds = RoundAudit(self)
        self.irregularities = IrregularityAudit(self)
        self.options = OptionsAudit(self)
        self.layout = LayoutAudit(self)
        self.tray = TrayAudit(self)
        self._handlers = handlers_of(
            table=(self.play, self.seats),
            shoe=(self.shoes,),
            seat=(self.seats,),
            purse=(self.purses,),
            adjustment=(self.adjustments,),
            round=(self.rounds,),
            layout=(self.layout, self.options),
            tray=(self.tray,),
            matter=(self.irregularities,),
        )

    def take(self, event: RecordedEvent, rows: Sequence[Json]) -> None:
        """Check the next event of the table, and the transfers beside it."""
        if event.command != self.group.command:
            self._end_group()
            self.group = CommandEvents(event.command, (event.at, event.by))
        same("in one command, the time and sender", (event.at, event.by), self.group.sent)
        self.group.last = event.position
        if event.name != "table.configured":
            _ = self.play.rules
        self.layout.check_kind(event.name)
        self.senders.run(event)
        self._check_stage(event)
        stopped = self.irregularities.open is not None
        ends_choice = stopped and event.name == "layout.options_closed"
        if ends_choice or not event.kind.by.isdisjoint({"decides", "follows"}):
            self.irregularities.check_decision(event)
        if event.name != "tray.stacks_moved":
            self.irregularities.check_effect(event)
        due = self._handlers[event.name](event) or DuePosting()
        # What moves at the tray itself leaves no credits that could be taken up.
        at_tray = any(place == TRAY for place, *_ in due.moves)
        self.accounts.post(due if at_tray else self.layout.in_chips(due), rows)
        self.tray.watch(event, rows)
        self.recorded_at = event.at

    def check_two_people(self, event: RecordedEvent, first: str, *, all_ways: bool) -> None:
        """Check that another person took the second step, unless one person runs the table."""
        if event.by["person"] == first:
            excused = self.play.rules["single_person"] and event.by["alone"]
            demand(excused, f"{first} in both steps", "two different people (A-53)")
        else:
            self.floor.check_two(first, event.by["person"], event.at, all_ways=all_ways)

    def _check_stage(self, event: RecordedEvent) -> None:
        if self.irregularities.open is not None and not event.kind.while_stopped:
            raise Mismatch(f"{event.name} while an irregularity is open", "its decision first")
        if self.stage not in event.kind.stages:
            allowed = " or ".join(sorted(event.kind.stages))
            raise Mismatch(f"{event.name} while {self.stage}", f"while {allowed}")

    def _end_group(self) -> None:
        """Check what must hold at the end of a command; a finding names its last event."""
        with at_event(self.stream, self.group.last):
            self.irregularities.check_group()
            self.layout.check_group()
            self.tray.check_group()
            now, carried = self.rounds.now, self.shoes.carried
            stopped = self.irregularities.open is not None
            if now is None or stopped or self.stage != "dealing" or now.totals_due:
                return
            complete = now.hands.next is None
            demand(not complete, "a complete coup without a result", "the result shown at once")
            dealt = not carried or carried[0] is None
            demand(dealt, f"{carried[:1]} still waiting", "the waiting card dealt first (A-43)")

    def finish(self) -> None:
        """Check the end of the stream, and note what the record cannot prove yet."""
        self._end_group()
        running = self.rounds.now if self.stage in OPEN - BETWEEN | {"choosing"} else None
        with located(self.stream, self.stream):
            self.accounts.finish({} if running is None else running.positions)
        self.unchecked += [
            f"{self.stream}, shoe {number}: its order is not revealed yet"
            for number in self.shoes.unrevealed()
        ]
        self.counts.postings += self.accounts.postings


@dataclass(slots=True)
class AuditVerdict:
    """The end of an audit."""

    counts: AuditCounts
    finding: Finding | None = None
    unchecked: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether everything that could be checked holds."""
        return self.finding is None

    @property
    def words(self) -> str:
        """The verdict in words."""
        return "the record holds" if self.holds else "the record does not hold"

    def as_data(self) -> Json:
        """Return the verdict as JSON."""
        return {
            "verdict": self.words,
            "holds": self.holds,
            "counts": asdict(self.counts),
            "keys": self.keys,
            "not_checked": self.unchecked,
            "to_look_into": self.remarks,
            "failure": self.finding and asdict(self.finding),
        }

    def as_text(self) -> str:
        """Return the verdict as text."""
        lines = [f"{self.words[0].upper()}{self.words[1:]}."]
        if self.finding is not None:
            finding = asdict(self.finding)
            lines += [f"  {name:10}{finding[name]}" for name in ("where", "found", "expected")]
        lines.append("Checked" if self.holds else "Checked until then")
        counts = asdict(self.counts).items()
        lines += [f"  {name.replace('_', ' '):22}{count:>15,}" for name, count in counts]
        for heading, values in (
            ("Keys that signed", self.keys),
            ("To look into", self.remarks),
            ("Not checkable", self.unchecked),
        ):
            if values:
                lines += [heading, *(f"  {each}" for each in values)]
        return "\n".join(lines)


class Audit:
    """One walk through a record."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.counts = AuditCounts()
        self.unchecked: list[str] = []
        self.remarks: list[str] = []
        self.floor = FloorAudit()
        self.tables: dict[str, TableAudit] = {}
        self.heads: dict[str, End] = {}
        self.partial: set[str] = set()
        """The streams that begin in the middle."""

    def run(self, checkpoints: Sequence[Path], trusted: Sequence[str]) -> AuditVerdict:
        """Check everything, up to the first place that does not hold."""
        finding, signed = None, CheckpointAudit(trusted)
        try:
            self._run(checkpoints, signed)
        except Broken as found:
            finding = found.finding
        self.counts.checkpoints = len(signed.hashes)
        self.counts.exported_checkpoints = signed.exported
        return AuditVerdict(self.counts, finding, self.unchecked, signed.keys, self.remarks)

    def _run(self, checkpoints: Sequence[Path], signed: CheckpointAudit) -> None:
        for row in rows_of(self.source, "heads", ""):
            stream, position, digest, count, answers_hash = row
            self.heads[stream] = End(position, bytes(digest), count, bytes(answers_hash))
        signed.take_stored(self.source)
        for path in checkpoints:
            signed.take_exported(path)
        self._check_streams(signed)
        # The floor comes first, because tables refer to its people.
        for stream in sorted(self.heads, key=lambda name: (name != FLOOR, name)):
            self._check_stream(stream, signed)
            self.counts.streams += 1
        signed.check_snapshots(self.source)
        self.remarks += self.floor.remarks
        self._check_tickets()
        self.counts.moves = check_moves(self.tables, self.partial)
        self._note_parts(signed)
        self._note_the_rest(checkpoints, signed)

    def _check_streams(self, signed: CheckpointAudit) -> None:
        """Check that every stream that a row or a checkpoint names has a head."""
        for table in ("events", "transfers", "tickets_issued", "tickets_ended", "answers"):
            for (stream,) in self.source.rows(f"SELECT DISTINCT stream FROM {table}"):  # noqa: S608 (our own words)
                if stream not in self.heads:
                    broken(stream, f"rows in {table} without a head", "a head", stream)
        for stream, ends in signed.ends.items():
            if stream not in self.heads:
                _, signer = next(iter(ends.values()))
                broken(stream, "no such stream", f"the stream that {signer} signed", stream)

    def _check_stream(self, stream: str, signed: CheckpointAudit) -> None:
        end, start = self.heads[stream], self.source.starts.get(stream, beginning_of(stream))
        if start.position:
            self.partial.add(stream)
        elif stream != FLOOR:
            if not stream.startswith("table/"):
                broken(stream, "an unknown kind of stream", "floor, or table/ and a name", stream)
            self.tables[stream] = TableAudit(stream, self.floor, self.counts)
        answers = AnswerChain(self.source, stream, start, signed.answers.get(stream, {}))
        transfers = TransferRows(self.source, stream)
        chain = chained_events(self.source, stream, (start, end), signed.ends.get(stream, {}))
        before: int | None = None
        for position, name, at, body in chain:
            with at_event(stream, position):
                event = event_of(stream, position, body)
                same("the column name", name, event.name)
                same("the column at", at, event.at)
                if before is not None and at < before:
                    raise Mismatch(f"the time {at}", f"{before} or later, like the event before")
                before = at
                answers.take(event)
                self._take(event, transfers)
            self.counts.events += 1
        with at_event(stream, end.position):
            answers.finish(end)
            if stream not in self.partial:
                transfers.check_none(sys.maxsize)
        self._end_stream(stream, answers)

    def _take(self, event: RecordedEvent, transfers: TransferRows) -> None:
        if event.stream in self.tables:
            self.tables[event.stream].take(event, transfers.of(event.position))
        elif event.stream not in self.partial:
            self.floor.take(event)
            transfers.check_none(event.position)

    def _end_stream(self, stream: str, answers: AnswerChain) -> None:
        table = self.tables.get(stream)
        if table is not None:
            table.finish()
            self.unchecked += table.unchecked
            self.remarks += table.remarks
        self.counts.answers += answers.accepted
        self.counts.refusals += answers.refusals

    def _check_tickets(self) -> None:
        purses = [table.purses for table in self.tables.values()]
        outstanding = TicketAudit(self.source, purses, self.partial).run(self.counts)
        booked = sum(table.accounts.balances["tickets", ""] for table in self.tables.values())
        if booked != outstanding and not self.partial:
            broken("tickets", f"{booked} cents in the books", f"{outstanding} cents on paper")

    def _note_parts(self, signed: CheckpointAudit) -> None:
        """Note what the export of a part leaves unchecked."""
        for stream in sorted(self.partial):
            after = self.source.starts[stream].position
            self.unchecked.append(
                f"{stream}: begins after event {after}; its chains, its columns, the form of its "
                "events and its answers were checked, but not who acted, its cards, its results "
                "and its money"
            )
        if self.partial:
            self.unchecked.append(
                "tickets and moves: those that begin or end outside the export were not checked"
            )
        first = min(signed.hashes, default=1)
        if first > 1:
            self.unchecked.append(f"checkpoints before {first} are not in the export")

    def _note_the_rest(self, checkpoints: Sequence[Path], signed: CheckpointAudit) -> None:
        notes = self.unchecked
        if signed.snapshots:
            notes.append("snapshots: their contents; they are a cache and prove nothing")
        if not self.floor.seen:
            notes.append("people: the floor has no stream; roles were taken as events name them")
        if not signed.hashes:
            notes.append("no checkpoint: the owner of the record could have rewritten all of it")
        elif not signed.trusted:
            notes.append("no --key was given: the first checkpoint's own key was believed")
        if signed.hashes:
            self._note_unsigned(signed)
        if not checkpoints:
            notes.append(
                "no --checkpoint from outside was given: a record rolled back as a whole, with its "
                "newest checkpoints deleted, would go unnoticed"
            )
        if self.counts.answers:
            notes.append(
                "answers: whether a fingerprint is that of its command, and whether each refusal "
                "was due"
            )

    def _note_unsigned(self, signed: CheckpointAudit) -> None:
        for stream, head in sorted(self.heads.items()):
            events = head.position - max(signed.ends.get(stream, {}), default=0)
            answers = head.answers - max(signed.answers.get(stream, {}), default=0)
            if events or answers:
                self.unchecked.append(
                    f"{stream}: {events} events and {answers} answers after the last checkpoint "
                    "are chained, but not signed"
                )


def audit(
    address: str, checkpoints: Sequence[str | Path] = (), trusted: Sequence[str] = ()
) -> AuditVerdict:
    """Audit a record; raise Unreadable if the address holds none."""
    for key in trusted:
        if not HEX_64.fullmatch(key):
            raise Unreadable(f"key {key!r}: expected a public key of 64 hex digits")
    with closing(open_source(address)) as source:
        walk = Audit(source)
        try:
            check_version(source, address)
            if isinstance(source, SqliteSource) and not source.is_part:
                walk.unchecked += check_file(source, Path(address))
        except Broken as found:
            return AuditVerdict(AuditCounts(), found.finding)
        return walk.run([Path(each) for each in checkpoints], trusted)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run this file alone, and return its exit code."""
    parser = argparse.ArgumentParser(
        description="Verify a record from its first event to its last."
    )
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

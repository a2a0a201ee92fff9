"""The tables in SQLite, through one connection."""

from collections.abc import Callable, Mapping, Sequence

import apsw

from punto.ledger import TicketStepImpossible, masked
from punto.runtime import Overtaken
from punto.storage.record import rows as stored
from punto.storage.record.sessions import RecordSession, SqlValue, T
from punto.storage.sqlite.acknowledged_positions import checkpoint_end
from punto.values import Value, field_names

# Given many commands, SQLite would read all answers of the stream. The index is that of UNIQUE
# (stream, command), under the name SQLite gives it.
ANSWERS = """
    SELECT stream, number, command, fingerprint, first, events_count, refusal, hash
    FROM answers INDEXED BY sqlite_autoindex_answers_2
    WHERE stream = ? AND command IN ({marks})
"""
_ANSWERS_CHUNK = 500

_AT_ONCE = (100, 20, 5, 1)
"""The numbers of rows that statements add, because each statement has a fixed cost."""
_ADD_ISSUED = "INSERT INTO tickets_issued VALUES (?, ?, ?, ?, ?, ?, ?)"
_ADD_ENDED = "INSERT INTO tickets_ended VALUES (?, ?, ?, ?, ?)"
_Statements = Mapping[int, str]
"""By the number of rows, a statement that adds them to the stream that is its first value."""


def _statements(table: str, row: type[Value]) -> _Statements:
    # SQLite copies every text that it is given, so the rows share the one with their stream.
    marks = f"(?1{',?' * (len(field_names(row)) - 1)})"
    begin = f"INSERT INTO {table} VALUES "  # noqa: S608 (constants)
    return {count: begin + ",".join([marks] * count) for count in _AT_ONCE}


_ADD_EVENTS = _statements("events", stored.EventRow)
_ADD_TRANSFERS = _statements("transfers", stored.TransferRow)
_ADD_ANSWERS = _statements("answers", stored.AnswerRow)
_MOVE_HEAD = """
    INSERT INTO heads VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (stream) DO UPDATE
    SET position = ?2, hash = ?3, answers_count = ?4, answers_hash = ?5
    WHERE position = ?6 AND answers_count = ?7
"""


class SqliteSession(RecordSession):
    """Reads and writes rows; the connection caches its statements."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._cursor = connection.cursor()
        self.moved: list[stored.HeadRow] = []
        """How far this session has moved streams and checkpoints."""

    def rows(self, make: Callable[..., T], statement: str, *values: SqlValue) -> list[T]:
        return [make(*row) for row in self._cursor.execute(statement, values)]

    def change(self, statement: str, *values: SqlValue) -> None:
        self._cursor.execute(statement, values)

    def answers(self, stream: str, commands: Sequence[str]) -> list[stored.AnswerRow]:
        found: list[stored.AnswerRow] = []
        for first in range(0, len(commands), _ANSWERS_CHUNK):
            asked = commands[first : first + _ANSWERS_CHUNK]
            # Only question marks are inserted into the text, one for each command.
            statement = ANSWERS.format(marks=",".join("?" * len(asked)))
            found += self.rows(stored.AnswerRow, statement, stream, *asked)
        return found

    def add(self, rows: stored.Rows) -> None:
        before = rows.before
        try:
            self._add_all(_ADD_EVENTS, before.stream, rows.events)
            self._add_all(_ADD_TRANSFERS, before.stream, rows.transfers)
            self._add_all(_ADD_ANSWERS, before.stream, rows.answers)
        except apsw.ConstraintError as fault:
            raise Overtaken(f"{before.stream} behind {before.position}: {fault}") from fault
        self._add_tickets(rows)
        fence = (before.position, before.answers_count)
        self._cursor.execute(_MOVE_HEAD, (*rows.head, *fence))
        if not self._connection.changes():
            raise Overtaken(f"{before.stream}: its head is not at {before.position}")
        self.moved.append(rows.head)

    def _add_all(
        self, statements: _Statements, stream: str, rows: Sequence[tuple[SqlValue, ...]]
    ) -> None:
        first = 0
        for count, statement in statements.items():
            while first + count <= len(rows):
                values: list[SqlValue] = [stream]
                for row in rows[first : first + count]:
                    values += row
                self._cursor.execute(statement, values)
                first += count

    def _add_tickets(self, rows: stored.Rows) -> None:
        number = ""
        try:
            for issued in rows.issued:
                number = issued.number
                self._cursor.execute(_ADD_ISSUED, issued)
            for ended in rows.ended:
                number = ended.number
                self._cursor.execute(_ADD_ENDED, ended)
        except apsw.ConstraintError as fault:
            raise TicketStepImpossible(f"ticket {masked(number)}: {fault}") from fault

    def add_checkpoint(self, row: stored.CheckpointRow) -> None:
        try:
            self._cursor.execute("INSERT INTO checkpoints VALUES (?, ?, ?)", row)
        except apsw.ConstraintError as fault:
            raise Overtaken(f"checkpoint {row.number}: {fault}") from fault
        self.moved.append(checkpoint_end(row.number, row.body))

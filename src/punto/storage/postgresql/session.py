"""The tables in PostgreSQL, through one connection."""

from collections.abc import Callable, Mapping, Sequence

from psycopg import Connection, errors

from punto.ledger import TicketStepImpossible
from punto.runtime import Overtaken
from punto.storage.record.rows import AnswerRow, CheckpointRow, EventRow, HeadRow, IssuedRow, Rows
from punto.storage.record.sessions import SELECT, RecordSession, SqlValue, T

_ANSWERS = SELECT[AnswerRow] + "WHERE stream = %s AND command = ANY(%s)"
_EVENTS_FROM = """
    SELECT each.* FROM unnest(%b::text[], %b::bigint[]) AS place (stream, position), LATERAL (
        SELECT stream, position, name, at, body, hash FROM events
        WHERE stream = place.stream AND position >= place.position ORDER BY position LIMIT %b
    ) AS each
"""

# The parts of one statement, which adds all rows of a table with a list for each column, after the
# stream that the rows share.
_ADD_EVENTS = """
    added_events AS (INSERT INTO events SELECT %b, each.* FROM unnest(
        %b::bigint[], %b::text[], %b::bigint[], %b::bytea[], %b::bytea[]) AS each)
"""
_ADD_TRANSFERS = """
    added_transfers AS (INSERT INTO transfers SELECT %b, each.* FROM unnest(
        %b::bigint[], %b::bigint[], %b::bigint[], %b::text[], %b::text[], %b::boolean[],
        %b::bigint[], %b::bigint[]) AS each)
"""
_ADD_ISSUED = """
    added_issued AS (INSERT INTO tickets_issued SELECT * FROM unnest(
        %b::text[], %b::text[], %b::bigint[], %b::bigint[], %b::text[], %b::bigint[], %b::bigint[]))
"""
_ADD_ENDED = """
    added_ended AS (INSERT INTO tickets_ended SELECT * FROM unnest(
        %b::text[], %b::text[], %b::bigint[], %b::text[], %b::bigint[]))
"""
_ADD_ANSWERS = """
    added_answers AS (INSERT INTO answers SELECT %b, each.* FROM unnest(
        %b::bigint[], %b::text[], %b::text[], %b::bigint[], %b::bigint[], %b::bytea[],
        %b::bytea[]) AS each)
"""
_MOVE_HEAD = """
    moved AS (INSERT INTO heads VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (stream) DO UPDATE SET position = excluded.position, hash = excluded.hash,
        answers_count = excluded.answers_count, answers_hash = excluded.answers_hash
    WHERE heads.position = %s AND heads.answers_count = %s
    RETURNING stream, position)
"""
_TELL = """
    SELECT pg_notify('punto_record_' || 'heads'::regclass::oid, position || ' ' || stream)
    FROM moved
"""
_TELL_NOTHING = "SELECT FROM moved"

_TICKET_TABLES = ("tickets_issued", "tickets_ended")


class PostgresqlSession(RecordSession):
    """Reads and writes rows; a batch is one statement."""

    def __init__(self, connection: Connection, locked: Mapping[str, HeadRow] | None = None) -> None:
        self._connection = connection
        self._cursor = connection.cursor(binary=True)
        self._locked = locked
        """The heads as they were when locked; None in a session that only reads."""

    def rows(self, make: Callable[..., T], statement: str, *values: SqlValue) -> list[T]:
        found = self._cursor.execute(statement.replace("?", "%s"), values or None)
        return [make(*row) for row in found]

    def change(self, statement: str, *values: SqlValue) -> None:
        self._cursor.execute(statement.replace("?", "%s"), values)

    def head(self, stream: str) -> HeadRow | None:
        if self._locked is not None and stream in self._locked:
            return self._locked[stream]
        return super().head(stream)

    def answers(self, stream: str, commands: Sequence[str]) -> list[AnswerRow]:
        found = self._cursor.execute(_ANSWERS, (stream, list(commands)))
        return [AnswerRow(*row) for row in found]

    def events_from(self, places: Sequence[tuple[str, int]], limit: int) -> list[EventRow]:
        streams, positions = zip(*places, strict=True) if places else ((), ())
        found = self._cursor.execute(_EVENTS_FROM, (list(streams), list(positions), limit))
        return [EventRow(*row) for row in found]

    def issued(self, number: str) -> IssuedRow | None:
        # In a transaction, a ticket that was read stays locked until the end.
        hold = "" if self._locked is None else " FOR UPDATE"
        return self.one(IssuedRow, f"WHERE number = ?{hold}", number)

    def add(self, rows: Rows) -> None:
        """Add the rows of a batch, move the head of its stream, and notify the other nodes.

        All in one statement. A node that hangs between two statements loses its transaction by the
        server's time-out, and so the locks that keep other nodes waiting. Within a pipeline no
        time-out of the server runs: it waits for the rest for good.
        """
        before = rows.before
        of_stream = (before.stream,)
        tables: tuple[tuple[str, tuple[str, ...], Sequence[tuple[object, ...]]], ...] = (
            (_ADD_EVENTS, of_stream, rows.events),
            (_ADD_TRANSFERS, of_stream, rows.transfers),
            (_ADD_ISSUED, (), rows.issued),
            (_ADD_ENDED, (), rows.ended),
            (_ADD_ANSWERS, of_stream, rows.answers),
        )
        parts: list[str] = []
        values: list[object] = []
        for part, shared, added in tables:
            if added:
                parts.append(part)
                values += (*shared, *(list(column) for column in zip(*added, strict=True)))
        parts.append(_MOVE_HEAD)
        values += (*rows.head, before.position, before.answers_count)
        statement = f"WITH {','.join(parts)} {_TELL if rows.events else _TELL_NOTHING}"
        try:
            moved = self._cursor.execute(statement, values).rowcount
        except errors.IntegrityError as fault:
            raise _refused(rows, fault) from fault
        if moved != 1:
            raise Overtaken(f"{before.stream}: its head is not at {before.position}")

    def add_checkpoint(self, row: CheckpointRow) -> None:
        try:
            self._cursor.execute("INSERT INTO checkpoints VALUES (%s, %s, %s)", row)
        except errors.UniqueViolation as fault:
            raise Overtaken(f"checkpoint {row.number}: signed by another node") from fault


def _refused(rows: Rows, fault: errors.IntegrityError) -> Exception:
    said = str(fault).partition("\n")[0]
    place = f"{rows.before.stream} behind {rows.before.position}"
    if fault.diag.table_name in _TICKET_TABLES:
        # The rest of the message names the ticket, whose number is money.
        return TicketStepImpossible(f"{place}: {said}")
    return Overtaken(f"{place}: {said}")

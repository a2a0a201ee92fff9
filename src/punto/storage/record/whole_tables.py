"""The tables of a record row by row, for copies, comparisons and exports."""

from collections.abc import Iterator
from itertools import zip_longest

from punto.runtime import RecordBroken
from punto.storage.record import rows as stored
from punto.storage.record.sessions import RecordSession, SqlValue
from punto.values import Value, field_names

Row = tuple[SqlValue, ...]

_CHUNK = 1_000


class WholeTable(Value):
    """A table and its columns, in the order of writing."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    place: str | None = None
    """The column that places a row in its stream."""
    chunk: int = _CHUNK

    @property
    def first_key(self) -> tuple[SqlValue, ...]:
        """A key before every other: texts are not empty, and numbers begin at 1."""
        texts = {"stream", *(("number",) if self.name in _NUMBERED_BY_TEXT else ())}
        return tuple("" if column in texts else 0 for column in self.key)


_NUMBERED_BY_TEXT = frozenset({"tickets_issued", "tickets_ended"})

HEADS = WholeTable("heads", stored.HeadRow._fields, ("stream",))
EVENTS = WholeTable("events", field_names(stored.EventRow), ("stream", "position"), "position")
TRANSFERS = WholeTable(
    "transfers", field_names(stored.TransferRow), ("stream", "posting", "line"), "position"
)
ISSUED = WholeTable("tickets_issued", stored.IssuedRow._fields, ("number",), "position")
ENDED = WholeTable("tickets_ended", stored.EndedRow._fields, ("number",), "position")
ANSWERS = WholeTable("answers", field_names(stored.AnswerRow), ("stream", "number"), "number")
CHECKPOINTS = WholeTable("checkpoints", stored.CheckpointRow._fields, ("number",))
# A snapshot holds a whole table's state, so one at a time is enough.
SNAPSHOTS = WholeTable("snapshots", stored.SnapshotRow._fields, ("stream", "position"), chunk=1)

TABLES = (HEADS, EVENTS, TRANSFERS, ISSUED, ENDED, ANSWERS, CHECKPOINTS, SNAPSHOTS)
"""All tables of a record, ordered so that no row refers to a later one.

Leases are left out: they belong to processes, which a copy does not have.
"""


def all_rows(session: RecordSession, table: WholeTable) -> Iterator[Row]:
    """Yield every row of a table, in the order of its key."""
    key = ", ".join(table.key)
    marks = ", ".join("?" * len(table.key))
    statement = f"""
        SELECT {", ".join(table.columns)} FROM {table.name}
        WHERE ({key}) > ({marks}) ORDER BY {key} LIMIT {table.chunk}
    """  # noqa: S608 (constants)
    places = [table.columns.index(column) for column in table.key]
    after = table.first_key
    while rows := session.rows(_row, statement, *after):
        yield from rows
        after = tuple(rows[-1][place] for place in places)


def rows_of_stream(
    session: RecordSession, table: WholeTable, stream: str, behind: int, up_to: int
) -> Iterator[Row]:
    """Yield the rows of a stream after one place up to another."""
    own = tuple(column for column in table.key if column != "stream")
    key, marks = ", ".join(own), ", ".join("?" * len(own))
    # With two lower bounds on one column, a database might scan from the first each time.
    is_in_order = own == (table.place,)
    lower = "" if is_in_order else f"AND {table.place} > {behind}"
    statement = f"""
        SELECT {", ".join(table.columns)} FROM {table.name}
        WHERE stream = ? AND {table.place} <= ? {lower} AND ({key}) > ({marks})
        ORDER BY {key} LIMIT {table.chunk}
    """  # noqa: S608 (constants, and a number)
    places = [table.columns.index(column) for column in own]
    after = (behind,) if is_in_order else table.first_key[-len(own) :]
    while rows := session.rows(_row, statement, stream, up_to, *after):
        yield from rows
        after = tuple(rows[-1][place] for place in places)


def _row(*columns: SqlValue) -> Row:
    return columns


def check_same(session: RecordSession, copy: RecordSession) -> dict[str, int]:
    """Compare a copy with its source row by row, and return the number of rows by table."""
    counts = {}
    for table in TABLES:
        count = 0
        for row, copied in zip_longest(all_rows(session, table), all_rows(copy, table)):
            if row != copied:
                raise RecordBroken(f"the copy differs in {table.name}, in row {count + 1}")
            count += 1
        counts[table.name] = count
    return counts

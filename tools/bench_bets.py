"""Durable bets: through the runtime, and by loops that write the same rows without any rules.

All runs have the same durability and the same groups. The bare loop has its rows before the clock
starts; the store alone makes them from events, which it encodes and chains. Runs take turns and
the median counts, because the time of a write to the disk varies.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeVar

import apsw
import psycopg

from bench_floor import GROUP, BenchTable, grouped
from punto.runtime.ports import Batch, Stream
from punto.storage.journal import StoredJournal
from punto.storage.postgresql.database import open_postgresql
from punto.storage.record.chain import first_head
from punto.storage.record.rows import HeadRow
from punto.storage.record.transactions import StoredTransaction
from punto.storage.record.writer import rows_of
from punto.storage.sqlite.acknowledged_positions import read_kept
from punto.storage.sqlite.database import open_sqlite
from punto.storage.sqlite.files import connect_for_writing
from support.storage.memory import MemoryDatabase

RUNS = 5
TERMINALS = 200
GROUPS = 50

T = TypeVar("T")

_HEAD = """
    INSERT INTO heads VALUES ({marks}) ON CONFLICT (stream) DO UPDATE SET
        position = excluded.position, hash = excluded.hash,
        answers_count = excluded.answers_count, answers_hash = excluded.answers_hash
"""


class Taken(NamedTuple):
    """The time that bets took."""

    seconds: float
    computing: float
    """How much of it this process was computing; the rest it waited, mostly for the disk."""


Run = Callable[[], Taken]


def clocked(work: Callable[[T], object], given: Iterable[T]) -> Taken:
    """Measure the time of some work on each of these values in turn."""
    start, at_work = time.perf_counter(), time.process_time()
    for each in given:
        work(each)
    return Taken(time.perf_counter() - start, time.process_time() - at_work)


class BareRows(NamedTuple):
    """The rows of a batch as a database takes them."""

    events: list[tuple[object, ...]]
    transfers: list[tuple[object, ...]]
    answers: list[tuple[object, ...]]
    head: HeadRow


class CatchingJournal(StoredJournal):
    """A record in memory that remembers what the runtime gave it."""

    def __init__(self) -> None:
        super().__init__(MemoryDatabase())
        self.batches: list[Batch] = []

    @contextmanager
    def transaction(self, streams: Iterable[Stream]) -> Iterator[StoredTransaction]:
        """Begin a transaction that remembers its batches."""
        with self.database.writing(tuple(streams)) as session:
            caught = CatchingTransaction(session, tuple(streams))
            yield caught
            self.batches += caught.batches


class CatchingTransaction(StoredTransaction):
    """A transaction that remembers what was added in it."""

    batches: tuple[Batch, ...] = ()

    def append(self, batch: Batch) -> None:
        """Append a batch, and remember it."""
        super().append(batch)
        self.batches = (*self.batches, batch)


class Bets:
    """The batches that the runtime records for a table's opening, and for groups of bets."""

    def __init__(self, terminals: int = TERMINALS, groups: int = GROUPS) -> None:
        self.terminals, self.groups = terminals, groups
        journal = CatchingJournal()
        table = BenchTable(journal, terminals)
        table.open()
        self.opening = len(journal.batches)
        for group in grouped(table.bets(groups * GROUP)):
            table.give(*group)
        self.batches = journal.batches
        head, self.rows = first_head(table.runtime.stream), list[BareRows]()
        for batch in self.batches:
            rows = rows_of(batch, head)
            head = rows.head
            tables = (rows.events, rows.transfers, rows.answers)
            events, transfers, answers = (_whole(head.stream, table) for table in tables)
            self.rows.append(BareRows(events, transfers, answers, head))

    def through_the_runtime(self, journal: StoredJournal) -> Taken:
        """Measure everything from ready commands up to the answers."""
        table = BenchTable(journal, self.terminals)
        table.open()
        commands = list(grouped(table.bets(self.groups * GROUP)))
        taken = clocked(lambda group: table.give(*group), commands)
        journal.close()
        return taken

    def by_the_store_alone(self, journal: StoredJournal) -> Taken:
        """Measure the store: events are ready; they are made into rows and written."""
        taken = self._timed(self.batches, lambda batch: _append(journal, batch))
        journal.close()
        return taken

    def by_a_bare_loop(self, write: Callable[[BareRows], None]) -> Taken:
        """Measure the database alone: rows are ready and only written."""
        return self._timed(self.rows, write)

    def _timed(self, all_of_them: list[T], write: Callable[[T], None]) -> Taken:
        for each in all_of_them[: self.opening]:
            write(each)
        return clocked(write, all_of_them[self.opening :])


def _whole(stream: str, rows: Iterable[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Return rows with the stream that they share as their first column."""
    return [(stream, *columns) for columns in rows]


def _append(journal: StoredJournal, batch: Batch) -> None:
    with journal.transaction([batch.stream]) as transaction:
        transaction.append(batch)


def bare_sqlite(path: Path, bets: Bets, *, as_the_writer: bool = False) -> Taken:
    """Measure a bare loop with the same file and settings as the store.

    It is subject to the triggers of the file, as every client is, unless it uses the connection of
    the writer, which refuses changes by its own.
    """
    open_sqlite(path).close()
    connection = connect_for_writing(path, None, read_kept(path))
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, int(not as_the_writer))

    def write(rows: BareRows) -> None:
        with connection:
            connection.executemany("INSERT INTO events VALUES (?,?,?,?,?,?)", rows.events)
            connection.executemany(
                "INSERT INTO transfers VALUES (?,?,?,?,?,?,?,?,?)", rows.transfers
            )
            connection.executemany("INSERT INTO answers VALUES (?,?,?,?,?,?,?,?)", rows.answers)
            connection.execute(_HEAD.format(marks="?,?,?,?,?"), rows.head)

    try:
        return bets.by_a_bare_loop(write)
    finally:
        connection.close()


def bare_postgresql(address: str, bets: Bets) -> Taken:
    """Measure a bare loop by another client of the same server, with the server's own settings."""
    open_postgresql(address).close()
    with psycopg.connect(address) as connection, connection.cursor() as cursor:

        def write(rows: BareRows) -> None:
            for table, added in (
                ("events", rows.events),
                ("transfers", rows.transfers),
                ("answers", rows.answers),
            ):
                if added:
                    marks = ",".join(["%s"] * len(added[0]))
                    statement = f"INSERT INTO {table} VALUES ({marks})"  # noqa: S608 (constants)
                    cursor.executemany(statement.encode(), added)
            cursor.execute(_HEAD.format(marks="%s,%s,%s,%s,%s").encode(), rows.head)
            connection.commit()

        return bets.by_a_bare_loop(write)


def measured(runs: dict[str, Run]) -> dict[str, Taken]:
    """Return the median of five runs for each, the runs taking turns."""
    taken: dict[str, list[Taken]] = {name: [] for name in runs}
    for _ in range(RUNS):
        for name, run in runs.items():
            taken[name].append(run())
    return {name: Taken(*map(median, zip(*times, strict=True))) for name, times in taken.items()}

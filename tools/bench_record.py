"""The record: durable bets and a full round settled, and how they grow with the terminals."""

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import cast

from bench_bets import GROUPS, Bets, Run, Taken, bare_postgresql, bare_sqlite, clocked, measured
from bench_floor import A1, GROUP, BenchTable, grouped
from punto.rounds.dealing.commands import Settle
from punto.rounds.state import ROUNDS_KEPT, Table
from punto.runtime.ports import Snapshot
from punto.storage.codec.snapshots import decode_snapshot, encode_snapshot
from punto.storage.journal import StoredJournal
from punto.storage.postgresql.database import open_postgresql
from punto.storage.record.sessions import Database, RecordSession
from punto.storage.sqlite.database import open_sqlite
from punto.values.structures import replace
from support.storage.memory import MemoryDatabase
from support.storage.servers import NoPostgresql, PostgresServer

RUNTIME, STORE, BARE = "runtime", "store alone", "bare loop"
BARE_WRITER = "bare loop of the writer"
BETS_EACH = 5


def timed(work: Callable[..., object], *given: object) -> Taken:
    """Measure the time of doing something once."""
    return clocked(lambda all_given: work(*all_given), [given])


def middle(taken: Iterable[Taken]) -> Taken:
    """Return the median of several times."""
    return Taken(*map(median, zip(*taken, strict=True)))


def show(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table in the form of the documentation."""
    print(f"\n{title}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}", flush=True)
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def measure_bets(folder: Path) -> None:
    """Measure bets per second, and compare the runtime with the bare loop."""
    bets, names = Bets(), count()
    # Keep the values of this measurement, hundreds of thousands, out of the garbage collector.
    gc.collect()
    gc.freeze()

    def fresh() -> Path:
        return folder / f"bets{next(names)}.db"

    runs: dict[str, Run] = {
        f"SQLite, {BARE}": lambda: bare_sqlite(fresh(), bets),
        f"SQLite, {BARE_WRITER}": lambda: bare_sqlite(fresh(), bets, as_the_writer=True),
        f"SQLite, {STORE}": lambda: bets.by_the_store_alone(open_sqlite(fresh())),
        f"SQLite, {RUNTIME}": lambda: bets.through_the_runtime(open_sqlite(fresh())),
        f"memory, {RUNTIME}": lambda: bets.through_the_runtime(StoredJournal(MemoryDatabase())),
    }
    try:
        server = PostgresServer.create()
    except NoPostgresql as missing:
        print(f"PostgreSQL is not measured: {missing}")
        _show_bets(measured(runs))
        return
    try:
        runs |= {
            f"PostgreSQL, {BARE}": lambda: bare_postgresql(server.fresh_address(), bets),
            f"PostgreSQL, {STORE}": lambda: bets.by_the_store_alone(
                open_postgresql(server.fresh_address())
            ),
            f"PostgreSQL, {RUNTIME}": lambda: bets.through_the_runtime(
                open_postgresql(server.fresh_address())
            ),
        }
        _show_bets(measured(runs))
    finally:
        server.remove()


def _show_bets(taken: dict[str, Taken]) -> None:
    rows, bets_count = [], GROUPS * GROUP
    for name, (seconds, computing) in taken.items():
        database = name.partition(",")[0]
        others = [taken.get(f"{database}, {other}") for other in (BARE, STORE)]
        parts = [f"{other.seconds / seconds:.2f}" if other else "–" for other in others]
        speed, work = bets_count / seconds, computing / bets_count * 1e6
        rows.append((name, f"{speed:,.0f}", *parts, f"{work:.0f} µs"))
    heads = (
        "durable bets",
        "a second",
        "of the bare loop",
        "of the store alone",
        "computing a bet",
    )
    show(f"Bets in groups of {GROUP}, median of five interleaved runs", heads, rows)


class TimedDatabase:
    """A database that measures the time of its writes: begin, rows and commit."""

    def __init__(self, database: Database) -> None:
        self.name = database.name
        self.spent = 0.0
        self._database = database

    @contextmanager
    def writing(self, streams: Sequence[str]) -> Iterator[RecordSession]:
        """Begin a transaction whose time is measured."""
        with self._timing(self._database.writing(streams)) as session:
            yield cast("RecordSession", TimedSession(self, session))

    @contextmanager
    def _timing(
        self, transaction: AbstractContextManager[RecordSession]
    ) -> Iterator[RecordSession]:
        with self.clock():
            session = transaction.__enter__()
        yield session
        with self.clock():
            transaction.__exit__(None, None, None)

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Add the time of a block to the total."""
        start = time.perf_counter()
        yield
        self.spent += time.perf_counter() - start


class TimedSession:
    """A session that measures its time."""

    def __init__(self, database: TimedDatabase, session: RecordSession) -> None:
        self._database, self._session = database, session

    def __getattr__(self, name: str) -> Callable[..., object]:
        asked = getattr(self._session, name)

        def timed_asking(*values: object) -> object:
            with self._database.clock():
                return asked(*values)

        return timed_asking


def measure_round(folder: Path) -> None:
    """Measure settling, posting and committing a round of 1,000 terminals with five bets each."""
    store = open_sqlite(folder / "round.db")
    database = TimedDatabase(store.database)
    table = BenchTable(StoredJournal(cast("Database", database)), terminals=1_000, bets=BETS_EACH)
    table.open()
    taken, shares = [], []
    for _ in range(5):
        for group in grouped((*table.placing(), *table.dealing())):
            table.give(*group)
        settling = table.command(Settle())
        database.spent = 0.0
        taken.append(timed(table.give, settling))
        shares.append(database.spent / taken[-1].seconds)
        table.give(*table.opening())
    store.close()
    seconds, computing = middle(taken)
    rows = [("settled, posted and committed", f"{seconds * 1e3:,.0f} ms"),
            ("of this computing", f"{computing * 1e3:,.0f} ms"),
            ("of this in the database", f"{median(shares):.0%}")]  # fmt: skip
    title = f"A round of 1,000 terminals with {BETS_EACH} bets each, median of five"
    show(title, ("what", "time"), rows)


def measure_terminals(folder: Path) -> None:
    """Measure how a bet, a settlement and a snapshot grow with the terminals of a table."""
    rows = []
    for terminals in (10, 100, 1_000):
        journal = open_sqlite(folder / f"terminals{terminals}.db")
        table = BenchTable(journal, terminals, bets=BETS_EACH)
        table.open()
        commands = list(grouped(table.bets(20 * GROUP)))
        betting = middle(timed(table.give, *group) for group in commands)
        settled, kept = _settled(table)
        body = encode_snapshot(Snapshot(A1, 1, "", kept), bytes(32))
        loaded = middle(timed(decode_snapshot, body) for _ in range(3))
        journal.close()
        each = (betting.seconds / GROUP * 1e6, betting.computing / GROUP * 1e6)
        rows.append(
            (f"{terminals:,}", "{:,.0f} µs ({:,.0f})".format(*each),
             f"{settled.seconds * 1e3:,.1f} ms ({settled.computing * 1e3:,.1f})",
             f"{len(body) / 1e6:,.1f} MB",
             f"{loaded.seconds:.2f} s ({loaded.computing:.2f})")
        )  # fmt: skip
    heads = ("terminals", "a bet", "a settlement", f"a snapshot of {ROUNDS_KEPT} rounds", "loaded")
    show(f"How it grows with the terminals ({BETS_EACH} bets each; computing alone)", heads, rows)


def _settled(table: BenchTable) -> tuple[Taken, Table]:
    """Return the median time of three settlements, and a table full of such rounds."""
    taken, kept = [], table.table
    for _ in range(3):
        for group in grouped((*table.placing(), *table.dealing())):
            table.give(*group)
        taken.append(timed(table.give, table.command(Settle())))
        kept = _full(table.table)
        table.give(*table.opening())
    return middle(taken), kept


def _full(table: Table) -> Table:
    """Return the table with as many past rounds as it can keep."""
    last = table.round_now
    past = tuple(replace(last, number=number) for number in range(ROUNDS_KEPT))
    return replace(table, past=past)

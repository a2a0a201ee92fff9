"""The record: durable bets, a full round settled, a long table, and how each grows."""

import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median
from typing import cast

from bench_bets import GROUPS, Bets, Run, bare_postgresql, bare_sqlite, measured
from bench_floor import A1, GROUP, BenchTable, grouped
from punto.rounds.round_commands import Settle
from punto.rounds.state import ROUNDS_KEPT, Table
from punto.storage.codec.snapshots import decode_snapshot, encode_snapshot
from punto.storage.fold import present_fold
from punto.storage.journal import StoredJournal
from punto.storage.memory import MemoryDatabase
from punto.storage.postgresql import open_postgresql
from punto.storage.sessions import Database, Session
from punto.storage.signing import sign_checkpoint
from punto.storage.signing_keys import SigningKey, create_key
from punto.storage.sqlite import open_sqlite, read_sqlite
from punto.storage.verifying import verify
from punto.tables.opening import new_table, open_table
from punto.tables.ports import Snapshot
from punto.values.ids import Instant
from storage.servers import NoPostgresql, PostgresServer

RUNTIME, STORE, BARE = "runtime", "store alone", "bare loop"


def timed(work: Callable[..., object], *given: object) -> float:
    """How long it takes, in seconds."""
    start = time.perf_counter()
    work(*given)
    return time.perf_counter() - start


def show(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table as the documentation has it."""
    print(f"\n{title}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}", flush=True)
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def measure_bets(folder: Path) -> None:
    """Bets a second, and what part of the bare loop's the runtime reaches."""
    bets, names = Bets(), count()

    def fresh() -> Path:
        return folder / f"bets{next(names)}.db"

    runs: dict[str, Run] = {
        f"SQLite, {BARE}": lambda: bare_sqlite(fresh(), bets),
        f"SQLite, {STORE}": lambda: bets.by_the_store_alone(open_sqlite(fresh())),
        f"SQLite, {RUNTIME}": lambda: bets.through_the_runtime(open_sqlite(fresh())),
        f"memory, {RUNTIME}": lambda: bets.through_the_runtime(StoredJournal(MemoryDatabase())),
    }
    try:
        server = PostgresServer.create()
    except NoPostgresql as missing:
        print(f"PostgreSQL is not measured: {missing}")
        _show_bets(measured(runs, GROUPS * GROUP))
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
        _show_bets(measured(runs, GROUPS * GROUP))
    finally:
        server.remove()


def _show_bets(speeds: dict[str, float]) -> None:
    rows = []
    for name, speed in speeds.items():
        database = name.partition(",")[0]
        parts = [speed / speeds[key] for key in (f"{database}, {BARE}", f"{database}, {STORE}")
                 if key in speeds]  # fmt: skip
        rows.append((name, f"{speed:,.0f}", *(f"{part:.2f}" for part in parts or ())))
    rows = [(*row, *["–"] * (4 - len(row))) for row in rows]
    heads = ("durable bets", "a second", "of the bare loop", "of the store alone")
    show(f"Bets in groups of {GROUP}, median of five interleaved runs", heads, rows)


class TimedDatabase:
    """A database that knows how long it was asked to write: begin, rows and commit."""

    def __init__(self, database: Database) -> None:
        self.name = database.name
        self.spent = 0.0
        self._database = database

    @contextmanager
    def writing(self, streams: Sequence[str]) -> Iterator[Session]:
        """The same as of any database."""
        with self._timing(self._database.writing(streams)) as session:
            yield cast("Session", TimedSession(self, session))

    @contextmanager
    def _timing(self, transaction: AbstractContextManager[Session]) -> Iterator[Session]:
        with self.clock():
            session = transaction.__enter__()
        yield session
        with self.clock():
            transaction.__exit__(None, None, None)

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Adds to what was spent."""
        start = time.perf_counter()
        yield
        self.spent += time.perf_counter() - start


class TimedSession:
    """A session that adds up its time."""

    def __init__(self, database: TimedDatabase, session: Session) -> None:
        self._database, self._session = database, session

    def __getattr__(self, name: str) -> Callable[..., object]:
        asked = getattr(self._session, name)

        def timed_asking(*values: object) -> object:
            with self._database.clock():
                return asked(*values)

        return timed_asking


def measure_round(folder: Path) -> None:
    """A thousand terminals with five bets each: settled, posted and committed in one stroke."""
    store = open_sqlite(folder / "round.db")
    database = TimedDatabase(store.database)
    table = BenchTable(StoredJournal(cast("Database", database)), terminals=1_000, bets=5)
    table.open()
    times, shares = [], []
    for _ in range(5):
        for group in grouped((*table.placing(), *table.dealing())):
            table.give(*group)
        settling = table.command(Settle())
        database.spent = 0.0
        times.append(timed(table.give, settling))
        shares.append(database.spent / times[-1])
        table.give(*table.opening())
    store.close()
    rows = [("settled, posted and committed", f"{median(times) * 1e3:,.0f} ms"),
            ("of this in the database", f"{median(shares):.0%}")]  # fmt: skip
    show("A round of 1,000 terminals with 5 bets each, median of five", ("what", "time"), rows)


def measure_terminals(folder: Path) -> None:
    """How a bet, a settlement and a snapshot grow with the terminals of a table."""
    rows = []
    for terminals in (10, 100, 1_000):
        journal = open_sqlite(folder / f"terminals{terminals}.db")
        table = BenchTable(journal, terminals)
        table.open()
        commands = list(grouped(table.bets(20 * GROUP)))
        betting = median(timed(table.give, *group) for group in commands)
        for group in grouped(table.dealing()):
            table.give(*group)
        settling = table.command(Settle())
        settled = timed(table.give, settling)
        kept = _full(table.table)
        body = encode_snapshot(Snapshot(A1, 1, "", kept), bytes(32))
        loaded = median(timed(decode_snapshot, body) for _ in range(3))
        journal.close()
        rows.append(
            (f"{terminals:,}", f"{betting / GROUP * 1e6:,.0f} µs", f"{settled * 1e3:,.1f} ms",
             f"{len(body) / 1e6:,.1f} MB", f"{loaded:.2f} s")
        )  # fmt: skip
    heads = ("terminals", "a bet", "a settlement", f"a snapshot of {ROUNDS_KEPT} rounds", "loaded")
    show("How it grows with the terminals (2 bets each)", heads, rows)


def _full(table: Table) -> Table:
    """The table as if it had kept all the rounds that it can keep."""
    last = table.round_now
    past = tuple(replace(last, number=number) for number in range(ROUNDS_KEPT))
    return replace(table, past=past)


def measure_events(folder: Path, most: int) -> None:
    """A table of ten terminals with ever more events behind it."""
    path, key = folder / "long.db", create_key(folder / "key")
    journal = open_sqlite(path)
    table = BenchTable(journal, terminals=10)
    table.open()
    playing, rows = grouped(table.rounds()), []
    for events in [each for each in (10_000, 100_000, 1_000_000) if each <= most]:
        first, start = table.runtime.position, time.perf_counter()
        while table.runtime.position < events:
            table.give(*next(playing))
        end = table.runtime.position
        written = (end - first) / (time.perf_counter() - start)
        rows.append((f"{end:,}", f"{written:,.0f}/s", *_read_back(path, journal, table, key)))
    journal.close()
    heads = ("events", "recorded", "on disk", "in memory", "verified", "replayed", "opened")
    show("How it grows with the events of a table (10 terminals, 2 bets each)", heads, rows)


def _read_back(
    path: Path, journal: StoredJournal, table: BenchTable, key: SigningKey
) -> Iterator[str]:
    end = table.runtime.position
    journal.keep_snapshot(Snapshot(A1, end, present_fold(), table.table))
    sign_checkpoint(journal.database, key, Instant(1))
    size = sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))
    yield f"{size / end:,.0f} MB a million"
    yield f"{_resident_mb():,.0f} MB"
    reader = read_sqlite(path, trusted=[key.public])
    yield f"{end / timed(verify, reader.database, [key.public]):,.0f}/s"
    for fold in ("", present_fold()):
        opened = new_table(A1, reader, lambda _: None, print)
        taken = timed(open_table, opened, reader, fold)
        if opened.state != table.table:
            raise ValueError("another table was read than was recorded")
        yield f"{taken:.2f} s" if fold else f"{end / taken:,.0f}/s"
    reader.close()


def _resident_mb() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

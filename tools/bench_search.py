"""The search of a long record: how the index is made, and the time of a first page and the next.

The time is the server's own: the index, the events of the page, and how far the index has got; the
fastest of nine, because other work on the machine only adds to it. The record is made by the engine
and the runtime, and restored into PostgreSQL.
"""

import asyncio
import statistics
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

from bench_floor import BenchTable
from bench_record import show, timed
from punto.bootstrap.archive import ServerArchive
from punto.storage.addresses import is_postgresql, read_record
from punto.storage.copies.restores import restore
from punto.storage.search.follower import catch_up, open_index
from punto.storage.sqlite.database import open_sqlite
from punto.values.ids import Instant
from punto.values.structures import replace
from punto.views.search import EventPlace, Question, exact_term
from punto.web.wire.archive import EventsFound
from support.storage.servers import PostgresServer

TERMINALS = 10
GROUP = 1_000
TIMES = 9
BOUND_MS = 100.0
HEADS = ("question", "found", "first page", "median", "next page")


def measure_search(folder: Path, events: int) -> None:
    """Measure every kind of question on both databases; fails if a first page is too slow."""
    path = folder / "searched.db"
    middle = _played(path, events)
    slowest = [_measured(f"SQLite, {events:,} events", str(path), middle)]
    with _server() as address:
        restore(path, address)
        slowest.append(_measured(f"PostgreSQL, {events:,} events", address, middle))
    if max(slowest) > BOUND_MS:
        raise SystemExit(
            f"a first page took {max(slowest):.0f} ms, expected {BOUND_MS:.0f} at most"
        )


def _played(path: Path, events: int) -> int:
    """Record so many events; returns the number of a round in their middle."""
    journal = open_sqlite(path)
    table = BenchTable(journal, TERMINALS)
    table.open()
    playing = table.rounds()
    while table.runtime.position < events:
        table.give(*islice(playing, GROUP))
    journal.close()
    return table.round_number // 2


@contextmanager
def _server() -> Iterator[str]:
    server = PostgresServer.create()
    try:
        yield server.fresh_address()
    finally:
        server.remove()


def _questions(middle: int) -> Mapping[str, Question]:
    terms = {
        "a terminal": ("terminal", "T3"),
        "a person": ("person", "tan"),
        "a clause": ("clause", "3.2"),
        "a round long ago": ("round", middle),
        "a kind of event": ("event", "RoundSettled"),
    }
    term = {name: (exact_term(*each),) for name, each in terms.items()}
    long_ago = Instant(1_700_000_000_000 + 1_000_000)
    return {
        "everything": Question(),
        "the usual news": Question((exact_term("news", "usual"),)),
        **{name: Question(each) for name, each in term.items()},
        "a terminal in that round": Question(
            (*term["a terminal"], *term["a round long ago"]),
        ),
        "a common word": Question((), ("banker",)),
        "the beginning of many words": Question((), ("10",)),
        "three words": Question((), ("banker", "tiger", "95")),
        "a period long ago": Question((), ("settled",), None, long_ago),
        "common terms, never together": Question(
            (exact_term("event", "CardDealt"), exact_term("event", "RoundSettled"))
        ),
        "a word that is not there": Question((), ("zebra",)),
    }


def _measured(title: str, address: str, middle: int) -> float:
    with closing(open_index(address)) as index:
        made = timed(catch_up, address, index, lambda _: None)
        with index.reading() as session:
            if session is None:
                raise TypeError(index)
            size = _size(session.rows, address)
    rows, slowest = [], 0.0
    with closing(read_record(address)) as journal:
        archive = ServerArchive(address, journal)
        for name, question in _questions(middle).items():
            times, found = _timed(archive, question)
            then = ""
            if found.events and found.next:
                position, _, stream = found.next.partition(".")
                later = replace(question, before=EventPlace(stream, int(position)))
                then = f"{min(_timed(archive, later)[0]):.1f} ms"
            slowest = max(slowest, min(times))
            more = "+" if found.next else ""
            row = (f"{min(times):.1f} ms", f"{statistics.median(times):.1f} ms", then)
            rows.append((name, f"{len(found.events)}{more}", *row))
    speed = f"indexed in {made.seconds:.0f} s ({made.computing:.0f} s of computing), {size}"
    show(f"Search: {title}; {speed}", HEADS, rows)
    return slowest


def _size(rows: object, address: str) -> str:
    if not callable(rows):
        raise TypeError(rows)
    if is_postgresql(address):
        ((size,),) = rows(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
            "WHERE relkind = 'r' AND relnamespace::regnamespace::text LIKE 'punto_search%%'"
        )
    else:
        path = Path(address)
        size = path.with_name(f"{path.stem}-search.db").stat().st_size
    return f"{int(size) / 1e6:,.0f} MB"


def _timed(archive: ServerArchive, question: Question) -> tuple[list[float], EventsFound]:
    times = list[float]()
    found = asyncio.run(archive.find(question))
    for _ in range(TIMES):
        began = time.perf_counter()
        found = asyncio.run(archive.find(question))
        times.append(1_000 * (time.perf_counter() - began))
    return times, found

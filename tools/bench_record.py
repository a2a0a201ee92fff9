"""Measures the record: bets written, rounds settled, events read, and a long table opened.

.venv/bin/python tools/bench_record.py [--events 1000000] [--postgresql ADDRESS]
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import apsw
import psycopg
from psycopg.conninfo import make_conninfo

from punto.bootstrap.rule_book import shipped_game
from punto.bootstrap.table_setup import configuration_of
from punto.ledger.postings import Posting
from punto.ledger.transfers import Reason, Transfer
from punto.rounds.bookkeeping import posting_of
from punto.rounds.commands import By, Command, Patron, Wish
from punto.rounds.decisions import decide
from punto.rounds.events import Event
from punto.rounds.evolution import evolve
from punto.rounds.phases import Phase
from punto.rounds.purse_commands import TakeCash
from punto.rounds.round_commands import (
    AnnounceTotals,
    AnswerFreeze,
    BeginClosing,
    CutOff,
    DealCard,
    OpenBets,
    Settle,
    WantPosition,
)
from punto.rounds.round_events import PositionTaken
from punto.rounds.shoe_commands import LoadShoe, RetireShoe, Shuffle
from punto.rounds.state import Table
from punto.rounds.table_commands import ConfigureTable, OpenTable, SeatTerminal
from punto.rules.games import BetKey
from punto.rules.limits import Limits
from punto.rules.roles import Actor, Role
from punto.rules.terms import Terms, terms_of
from punto.storage.fold import present_fold
from punto.storage.journal import StoredJournal
from punto.storage.memory import MemoryDatabase
from punto.storage.postgresql import open_postgresql
from punto.storage.signing import sign_checkpoint
from punto.storage.signing_keys import create_key
from punto.storage.sqlite import open_sqlite, read_sqlite
from punto.storage.verifying import verify
from punto.storage.writing import rows_of
from punto.tables.ports import Batch, Snapshot, StoredAnswer, stream_of
from punto.values.cards import DECK
from punto.values.ids import CommandId, Instant, PersonId, TableId, TerminalId
from punto.values.money import Cents, dollars

A1 = stream_of(TableId("A1"))
GROUP = 100
MANAGER = Actor(PersonId("tan"), Role.SHIFT_MANAGER)
STAKES = ((BetKey("banker"), dollars(100)), (BetKey("tiger"), dollars(5)))
CARDS_LEFT_LEAST = 20


def bets(groups: int) -> list[Batch]:
    """Bets alone: one event, one transfer and one answer each, in transactions of a hundred."""
    found = []
    for first in range(0, groups * GROUP, GROUP):
        numbers = range(first + 1, first + GROUP + 1)
        events = tuple(_bet(number) for number in numbers)
        postings = tuple(
            (n, Posting(n, (Transfer(TerminalId(f"T{n % 200}"), Reason.STAKED, Cents(10_500)),)))
            for n in numbers
        )
        answers = tuple(StoredAnswer(e.command, "0123456789abcdef", (e,)) for e in events)
        found.append(Batch(A1, first, events, postings, (), answers))
    return found


def _bet(number: int) -> Event:
    terminal = TerminalId(f"T{number % 200}")
    fact = PositionTaken(terminal, STAKES, opposite=False)
    command = CommandId(f"{terminal}-{number}")
    return Event(fact, Patron(terminal), Instant(1_700_000_000_000 + number), command, "3.5")


def write_through(journal: StoredJournal, batches: list[Batch]) -> float:
    """Bets a second, each transaction with its own commit."""
    start = time.perf_counter()
    for batch in batches:
        with journal.transaction([A1]) as transaction:
            transaction.append(batch)
    return len(batches) * GROUP / (time.perf_counter() - start)


def write_bare(path: Path, batches: list[Batch]) -> float:
    """The same rows by a bare loop, encoded before the clock starts, with the same durability."""
    journal = open_sqlite(path)
    journal.close()
    before, prepared = bytes(32), []
    for batch in batches:
        rows = rows_of(batch, before)
        before = rows.hash
        prepared.append(rows)
    connection = apsw.Connection(str(path))
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "cache_size = -65536"):
        connection.execute(f"PRAGMA {pragma}")
    start = time.perf_counter()
    for rows in prepared:
        with connection:
            connection.executemany("INSERT INTO events VALUES (?,?,?,?,?,?)", rows.events)
            connection.executemany(
                "INSERT INTO transfers VALUES (?,?,?,?,?,?,?,?,?)", rows.transfers
            )
            connection.executemany("INSERT INTO answers VALUES (?,?,?,?,?,?)", rows.answers)
    taken = time.perf_counter() - start
    connection.close()
    return len(batches) * GROUP / taken


class Floor:
    """A real table, played by its own engine."""

    def __init__(self, terminals: int) -> None:
        self.table, self.now, self.number = Table(), 1_700_000_000_000, 0
        self.terminals = [TerminalId(f"T{n}") for n in range(terminals)]
        self.chance = Random(7)  # noqa: S311 (for measuring, not for play)
        self.shoe = list(DECK)

    def do(self, wish: Wish, by: By = MANAGER) -> Iterator[tuple[Command, tuple[Event, ...]]]:
        """Give a command that must be taken."""
        self.number, self.now = self.number + 1, self.now + 7
        command = Command(CommandId(f"c{self.number}"), Instant(self.now), by, wish)
        answer = decide(self.table, command)
        if not isinstance(answer, tuple):
            raise TypeError(answer.sentence)
        yield command, answer

    def evening(self) -> Iterator[tuple[Command, tuple[Event, ...]]]:
        """Commands without end."""
        game = shipped_game("mbs-tiger")
        terms = terms_of(game, 8, (), Limits()) if game else None
        if not isinstance(terms, Terms):
            raise TypeError(terms)
        configuration = configuration_of(TableId("A1"), terms)
        yield from self.do(ConfigureTable(configuration))
        yield from self.do(OpenTable())
        for terminal in self.terminals:
            yield from self.do(SeatTerminal(terminal))
            yield from self.do(TakeCash(terminal, dollars(1_000_000_000)))
        while True:
            yield from self.new_shoe()
            while len(self.shoe) > CARDS_LEFT_LEAST:
                yield from self.play_round()

    def new_shoe(self) -> Iterator[tuple[Command, tuple[Event, ...]]]:
        """Eight decks, shuffled."""
        if self.table.shoe is not None:
            yield from self.do(RetireShoe("the cut card"))
        yield from self.do(LoadShoe(8, Shuffle.BY_MACHINE))
        self.shoe = list(DECK) * 8
        self.chance.shuffle(self.shoe)

    def play_round(self) -> Iterator[tuple[Command, tuple[Event, ...]]]:
        """A round with a position of every terminal."""
        yield from self.do(OpenBets())
        number = self.table.rounds_count
        for terminal in self.terminals:
            stakes = tuple((bet, dollars(self.chance.randrange(1, 20) * 5)) for bet, _ in STAKES)
            yield from self.do(WantPosition(terminal, number, stakes), Patron(terminal))
        yield from self.do(BeginClosing())
        for terminal in self.terminals:
            yield from self.do(AnswerFreeze(terminal, number), Patron(terminal))
        yield from self.do(CutOff())
        dealt = 0
        while self.table.phase is Phase.DEALING:
            yield from self.do(DealCard(self.shoe.pop()))
            dealt += 1
            if dealt == 4:  # noqa: PLR2004 (both hands have two cards)
                yield from self.do(AnnounceTotals())
        yield from self.do(Settle())

    def batches(self, events_count: int) -> Iterator[Batch]:
        """The evening as the runtime would record it."""
        after, events, postings, answers = 0, list[Event](), list[tuple[int, Posting]](), []
        for command, answer in self.evening():
            for event in answer:
                posting = posting_of(self.table, event.fact)
                self.table = evolve(self.table, event)
                events.append(event)
                if posting is not None:
                    postings.append((after + len(events), posting))
            answers.append(StoredAnswer(command.id, "0123456789abcdef", answer))
            if len(answers) == GROUP:
                yield Batch(A1, after, tuple(events), tuple(postings), (), tuple(answers))
                after += len(events)
                if after >= events_count:
                    return
                events, postings, answers = [], [], []


def timed(work: Callable[[], object]) -> float:
    """How long it takes, in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def say(text: str) -> None:
    """One line, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def measure_bets(folder: Path, address: str) -> None:
    """Bets a second, interleaved, the median of five."""
    batches = bets(100)
    found: dict[str, list[float]] = {}
    for run in range(5):
        found.setdefault("memory", []).append(
            write_through(StoredJournal(MemoryDatabase()), batches)
        )
        bare = write_bare(folder / f"bare{run}.db", batches)
        found.setdefault("SQLite, bare loop", []).append(bare)
        journal = open_sqlite(folder / f"bets{run}.db")
        found.setdefault("SQLite", []).append(write_through(journal, batches))
        journal.close()
        if address:
            postgresql = open_postgresql(_fresh_schema(address))
            found.setdefault("PostgreSQL", []).append(write_through(postgresql, batches))
            postgresql.close()
    for name, speeds in found.items():
        say(f"{name:18} {median(speeds):9,.0f} bets/s in groups of {GROUP}")
    ratio = median(found["SQLite"]) / median(found["SQLite, bare loop"])
    say(f"SQLite against the bare loop: {ratio:.2f}")


def _fresh_schema(address: str) -> str:
    """A place of its own in the database, where nothing is yet."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS punto_bench CASCADE")
        connection.execute("CREATE SCHEMA punto_bench")
    return make_conninfo(address, options="-csearch_path=punto_bench")


def measure_long_table(folder: Path, events_count: int) -> None:
    """A table with many events: written, verified, replayed, opened from its snapshot."""
    path, key = folder / "long.db", create_key(folder / "key")
    journal, floor = open_sqlite(path), Floor(terminals=10)
    spent = 0.0
    for batch in floor.batches(events_count):
        start = time.perf_counter()
        with journal.transaction([A1]) as transaction:
            transaction.append(batch)
        spent += time.perf_counter() - start
    end = journal.streams()[A1]
    say(f"{end:,} events of {floor.table.rounds_count:,} rounds written: {end / spent:,.0f}/s")
    snapshot = Snapshot(A1, end, present_fold(), floor.table)
    say(f"snapshot kept in {timed(lambda: journal.keep_snapshot(snapshot)):.2f} s")
    sign_checkpoint(journal.database, key, Instant(1))
    journal.close()
    say(f"{path.stat().st_size / end:,.0f} bytes of file for each event")
    reader = read_sqlite(path, trusted=[key.public])
    with reader.database.reading() as session:
        row = session.snapshot(A1, end, present_fold())
    say(f"snapshot of {len(row.body) if row else 0:,} bytes")
    opened = timed(lambda: _open_from_snapshot(path, key.public, floor.table))
    say(f"opened from the snapshot in {opened:.2f} s")
    taken = timed(lambda: verify(reader.database, [key.public]))
    say(f"verified, {end / taken:,.0f} events/s")
    taken = timed(lambda: [None for _ in reader.read(A1)])
    say(f"read and decoded, {end / taken:,.0f} events/s")
    reader.close()


def _open_from_snapshot(path: Path, key: str, expected: Table) -> None:
    journal = read_sqlite(path, trusted=[key])
    found = journal.snapshot(A1, present_fold())
    tail = list(journal.read(A1, found.position if found else 0))
    journal.close()
    if found is None or tail or found.table != expected:
        raise ValueError("the snapshot is not the table")


def main() -> None:
    """All measurements."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--events", type=int, default=100_000)
    options.add_argument("--postgresql", default="", help="the address of a database to measure in")
    chosen = options.parse_args()
    with TemporaryDirectory() as folder:
        measure_bets(Path(folder), chosen.postgresql)
        measure_long_table(Path(folder), chosen.events)


if __name__ == "__main__":
    main()

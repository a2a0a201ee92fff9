"""Tables on a record, with a clock that the test controls."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

from punto.devices.entropy import SeededEntropy
from punto.devices.sealed_shoes import KeyedShoes
from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.commands import By, Patron, TableCommand, Wish
from punto.rounds.configuration import Configuration
from punto.rounds.events import TableEvent
from punto.rounds.purse.commands import TakeCash
from punto.rounds.shoe.commands import LoadShoe, Shuffle
from punto.rounds.state import Table
from punto.rounds.table.commands import ConfigureTable, OpenTable, SeatTerminal
from punto.runtime.drafts import Answer
from punto.runtime.mailboxes import InThread
from punto.runtime.node_setup import Setup
from punto.runtime.ports import Stream, Transaction, stream_of
from punto.runtime.stream_runtime import Published
from punto.runtime.stream_start import new_table
from punto.storage.journal import StoredJournal
from punto.values import replace
from punto.values.ids import CommandId, Instant, TableId, TerminalId
from punto.values.money import dollars
from support.rounds.evening import DEALER, PIT_MANAGER, SUPERVISOR, T1, configuration, position
from support.rounds.virtual import virtual_configuration
from support.storage.memory import MemoryDatabase

T = TypeVar("T")

SHOES = KeyedShoes(b"k" * 32, SeededEntropy(7))
FOLD = "the fold of the tests"
NUMBERS = count(1)


@dataclass
class HandClock:
    """A clock that only the test moves."""

    at: int = 1_000_000

    def now(self) -> Instant:
        return Instant(self.at)


def in_threads_of(executor: Executor) -> InThread:
    """Run the work of a mailbox in these threads, with no watchers."""

    async def in_thread(act: Callable[[], T], /) -> T:
        return await asyncio.get_running_loop().run_in_executor(executor, act)

    return in_thread


@dataclass
class Server:
    """A server process with one table, and what it has shown."""

    journal: StoredJournal
    table: str = "A1"
    shown: list[Published[Table]] = field(default_factory=list)
    halts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.runtime = new_table(self.stream, self.journal, self.shown.append, self.halts.append)

    @property
    def stream(self) -> Stream:
        return stream_of(TableId(self.table))

    def ask(self, wish: Wish, by: By = DEALER, command_id: str = "") -> Answer:
        (answer,) = self.runtime.process([command(wish, by, command_id)])
        return answer

    def do(self, wish: Wish, by: By = DEALER) -> tuple[object, ...]:
        answer = self.ask(wish, by)
        assert isinstance(answer, tuple), answer
        return answer

    def bet(self, terminal: TerminalId = T1, **stakes: int) -> None:
        wish = WantPosition(terminal, self.runtime.state.rounds_count, position(**stakes))
        self.do(wish, Patron(terminal))

    def set_up(self, *terminals: TerminalId) -> "Server":
        """Configure and open the table, with a shoe, and terminals with 100 dollars each."""
        for wish, by in opening(self.table, *terminals or (T1,)):
            self.do(wish, by)
        return self

    def betting(self) -> "Server":
        """Set the table up, open the bets and place one."""
        self.set_up()
        self.do(OpenBets())
        self.bet(banker=60)
        return self

    def events(self) -> list[TableEvent]:
        read = self.journal.read(self.stream)
        return [event for _, event in read if isinstance(event, TableEvent)]


def command(wish: Wish, by: By = DEALER, command_id: str = "", at: int = 1_000) -> TableCommand:
    """Return a command, by default with a new id."""
    return TableCommand(CommandId(command_id or f"c{next(NUMBERS)}"), Instant(at), by, wish)


def opening(table: str, *terminals: TerminalId) -> Iterator[tuple[Wish, By]]:
    """Yield the commands that bring a table to its first round."""
    yield ConfigureTable(named(table, configuration())), PIT_MANAGER
    yield OpenTable(), DEALER
    yield LoadShoe(8, Shuffle.BY_HAND), DEALER
    for terminal in terminals:
        yield SeatTerminal(terminal), SUPERVISOR
        yield TakeCash(terminal, dollars(100)), DEALER


def self_dealing(table: str, *terminals: TerminalId) -> Iterator[tuple[Wish, By]]:
    """Yield the commands that open a self-dealing table, which has no shoe yet."""
    config = replace(virtual_configuration(), self_dealing=True)
    yield ConfigureTable(named(table, config)), PIT_MANAGER
    yield OpenTable(), DEALER
    for terminal in terminals:
        yield SeatTerminal(terminal), SUPERVISOR
        yield TakeCash(terminal, dollars(100)), DEALER


def named(table: str, config: Configuration) -> Configuration:
    return replace(config, table=TableId(table))


def in_memory() -> StoredJournal:
    return StoredJournal(MemoryDatabase())


@dataclass
class Failing:
    """A journal that fails: it raises the exceptions that are listed here."""

    journal: StoredJournal
    at_commit: list[Exception] = field(default_factory=list)
    """Each is raised once, in place of a successful commit."""

    @contextmanager
    def transaction(self, streams: list[Stream]) -> Iterator[Transaction]:
        with self.journal.transaction(streams) as transaction:
            yield transaction
            if self.at_commit:
                raise self.at_commit.pop(0)

    def __getattr__(self, name: str) -> object:
        return getattr(self.journal, name)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that happens in another thread or task."""
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110 (whoever does it knows of no test)
            await asyncio.sleep(0.002)


def setup(name: str, clock: HandClock, troubles: list[str] | None = None) -> Setup:
    """Return the setup of a node in tests, with a heartbeat of 5 ms."""
    tell = (troubles if troubles is not None else []).append
    return Setup(name, clock.now, FOLD, SHOES, tell, beat_ms=5)

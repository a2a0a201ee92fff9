"""Tables that wait for the only writer of a record share its next transaction."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from punto.rounds.commands import TableCommand
from punto.rounds.decisions import decide
from punto.rounds.state import Table
from punto.runtime.drafts import Answer
from punto.runtime.nodes import Node
from punto.runtime.ports import Stream, stream_of
from punto.runtime.stream_runtime import Halted
from punto.storage.journal import StoredJournal
from punto.storage.record.transactions import StoredTransaction
from punto.values.ids import TableId
from punto.values.money import dollars
from support.rounds.evening import T1
from support.runtime.hosts import A1, B2, CASH, make, served
from support.runtime.stage import command
from support.storage.memory import MemoryDatabase

C3 = TableId("C3")
TABLES = (A1, B2, C3)
STREAMS = [stream_of(table) for table in TABLES]


class ListingJournal(StoredJournal):
    """A record that lists the streams of each transaction."""

    def __init__(self) -> None:
        super().__init__(MemoryDatabase())
        self.written: list[list[Stream]] = []

    @contextmanager
    def transaction(self, streams: Iterable[Stream]) -> Iterator[StoredTransaction]:
        """Begin a transaction, and list its streams once it is committed."""
        locked = list(streams)
        with super().transaction(locked) as transaction:
            yield transaction
        self.written.append(locked)


async def ask_all(node: Node) -> list[Answer | BaseException]:
    asked = (node.ask(table, command(CASH)) for table in TABLES)
    return list(await asyncio.gather(*asked, return_exceptions=True))


def test_tables_that_wait_for_the_writer_share_its_next_transaction() -> None:
    async def story() -> None:
        journal = ListingJournal()
        async with served(journal) as node:
            for table in TABLES:
                await make(node, table)
            journal.written.clear()
            assert all(isinstance(answer, tuple) for answer in await ask_all(node))
            assert [sorted(streams) for streams in journal.written if streams] == [STREAMS]
            credit = [each.table.credits_of(T1) for each in node.tables().values()]
            assert len(set(credit)) == 1
            assert credit[0] > dollars(100)

    asyncio.run(story())


def test_a_table_whose_rules_fail_halts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(table: Table, asked: TableCommand) -> object:
        if table.configuration is not None and table.configuration.table == B2:
            raise ArithmeticError("below zero")
        return decide(table, asked)

    async def story() -> None:
        journal = ListingJournal()
        async with served(journal) as node:
            for table in TABLES:
                await make(node, table)
            monkeypatch.setattr("punto.rounds.decide", failing)
            journal.written.clear()
            first, second, third = await ask_all(node)
            assert isinstance(first, tuple)
            assert isinstance(second, Halted)
            assert isinstance(third, tuple)
            halted = {name: each.halted for name, each in node.tables().items()}
            assert [name for name, reason in halted.items() if reason] == [B2]
            # Each was recorded once, in a transaction of its own.
            own = [streams for streams in journal.written if streams]
            assert own == [[stream_of(A1)], [stream_of(C3)]]

    asyncio.run(story())


def test_nobody_waits_in_vain_if_the_trouble_cannot_even_be_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(table: Table, asked: TableCommand) -> object:
        raise ArithmeticError(f"{asked.id} at {table.phase}")

    def untold(_: Exception) -> str:
        raise BrokenPipeError("nobody reads this")

    async def story() -> None:
        async with served(ListingJournal()) as node:
            for table in TABLES:
                await make(node, table)
            with monkeypatch.context() as broken:
                broken.setattr("punto.rounds.decide", failing)
                broken.setattr("punto.runtime.shared_writes.seen", untold)
                faults = await ask_all(node)
            assert [type(fault) for fault in faults] == [BrokenPipeError] * 3
            assert all(isinstance(answer, tuple) for answer in await ask_all(node))

    asyncio.run(story())

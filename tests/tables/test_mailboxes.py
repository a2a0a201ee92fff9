"""Commands from everywhere, in batches, each answered once it is recorded."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from punto.rounds.commands import Command
from punto.rounds.purse_commands import TakeCash
from punto.rounds.state import Table
from punto.storage.journal import StoredJournal
from punto.storage.memory import MemoryDatabase
from punto.tables.drafts import Answer
from punto.tables.folds import TableFold
from punto.tables.mailboxes import Mailbox
from punto.tables.moves import TableRuntime
from punto.tables.ports import stream_of
from punto.tables.runtime import Halted, Published, Runtime
from punto.values.ids import CommandId, Instant, TableId
from punto.values.money import dollars
from rounds.evening import DEALER, T1, opened


def recorded_table() -> tuple[TableRuntime, list[Published[Table]]]:
    """A table with a seated terminal, recorded from the commands of an evening."""
    shown: list[Published[Table]] = []
    journal = StoredJournal(MemoryDatabase())
    runtime: TableRuntime = Runtime(stream_of(TableId("A1")), journal, TableFold(), shown.append)
    runtime.process([command for command, _ in opened().record.answers.values()])
    return runtime, shown


def cash(number: int) -> Command:
    return Command(CommandId(f"m{number}"), Instant(2_000), DEALER, TakeCash(T1, dollars(1)))


async def served(runtime: TableRuntime, count: int) -> list[Answer | BaseException]:
    """Ask so many things at once, and stop serving when all is answered."""
    with ThreadPoolExecutor(1) as executor:
        mailbox = Mailbox(runtime, executor)
        serving = asyncio.create_task(mailbox.run())
        asked = [mailbox.ask(cash(number)) for number in range(count)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        await asyncio.gather(mailbox.catch_up(), return_exceptions=True)
        serving.cancel()
    return answers


def test_what_arrives_together_is_recorded_together_and_answered_each() -> None:
    runtime, shown = recorded_table()
    before, credits_before = len(shown), runtime.state.credits_of(T1)
    answers = asyncio.run(served(runtime, 300))
    assert all(isinstance(answer, tuple) for answer in answers)
    assert runtime.state.credits_of(T1) == credits_before + dollars(300)
    assert len(shown) - before < 300


def test_a_halted_table_tells_everybody_why() -> None:
    runtime, _ = recorded_table()
    runtime.halted = "the record cannot be written: disk full"
    answers = asyncio.run(served(runtime, 3))
    assert [type(answer) for answer in answers] == [Halted] * 3
    with pytest.raises(Halted, match="disk full"):
        runtime.catch_up()

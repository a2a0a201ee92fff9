"""A mailbox for each stream: what arrives together is decided and recorded together."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Generic, TypeVar

from punto.identity.commands import Command as FloorCommand
from punto.identity.events import Event as FloorEvent
from punto.rounds.commands import Command as TableCommand
from punto.rounds.events import Event as TableEvent
from punto.tables.drafts import Answer
from punto.tables.runtime import Halted, Runtime

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)
T = TypeVar("T")

BATCH_MAX = 256
"""As many as share one write to the disk; more would make the first of them wait."""


@dataclass(frozen=True, slots=True)
class _Letter(Generic[C]):
    command: C
    answered: "asyncio.Future[Answer]"


class Mailbox(Generic[S, C, E]):
    """Commands from everywhere, one batch at a time to the runtime.

    The runtime works in a thread, since a durable write blocks; there is never more than one
    batch of a stream under way, so that it needs no lock of its own.
    """

    def __init__(self, runtime: Runtime[S, C, E], executor: Executor) -> None:
        self.runtime: Runtime[S, C, E] = runtime
        self._executor = executor
        self._letters: asyncio.Queue[_Letter[C]] = asyncio.Queue()

    async def ask(self, command: C) -> Answer:
        """The answer to a command, once it is recorded."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        await self._letters.put(_Letter(command, answered))
        return await answered

    async def catch_up(self) -> None:
        """Take in what another node has recorded."""
        await self._in_thread(self.runtime.catch_up)

    async def run(self) -> None:
        """Serve until cancelled; a halted stream answers every command with why it is halted."""
        while True:
            letters = [await self._letters.get()]
            while len(letters) < BATCH_MAX and not self._letters.empty():
                letters.append(self._letters.get_nowait())
            await self._serve(letters)

    async def _serve(self, letters: list[_Letter[C]]) -> None:
        commands = [letter.command for letter in letters]
        try:
            answers = await self._in_thread(lambda: self.runtime.process(commands))
        except Halted as halted:
            for letter in letters:
                if not letter.answered.done():
                    letter.answered.set_exception(halted)
            return
        for letter, answer in zip(letters, answers, strict=True):
            # Who has gone away will find the answer in the record.
            if not letter.answered.done():
                letter.answered.set_result(answer)

    async def _in_thread(self, act: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, act)

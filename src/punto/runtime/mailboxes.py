"""Mailboxes: commands that arrive together are decided and recorded together."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Generic, TypeVar

from punto.identity import Command as FloorCommand
from punto.identity import Event as FloorEvent
from punto.rounds import Command as TableCommand
from punto.rounds import Event as TableEvent
from punto.runtime.drafts import Answer
from punto.runtime.ports import OutOfReach
from punto.runtime.recordability import check_command
from punto.runtime.retries import patiently
from punto.runtime.stream_runtime import Halted, Runtime

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)
T = TypeVar("T")

BATCH_MAX = 256
"""The most commands that share one write to disk; more would make the first of them wait."""


class Closed(Exception):
    """The stream is no longer served here; nothing of the command was recorded."""


@dataclass(frozen=True, slots=True)
class _Letter(Generic[C]):
    command: C
    answered: "asyncio.Future[Answer]"


class Mailbox(Generic[S, C, E]):
    """Collects commands and passes them to the runtime, one batch at a time.

    The runtime works in a thread, since a durable write blocks; a stream never has more than one
    batch in progress. Serve it with a task of ``run()``, and stop it with ``close()``.
    """

    def __init__(self, runtime: Runtime[S, C, E], executor: Executor) -> None:
        self.runtime: Runtime[S, C, E] = runtime
        self._executor = executor
        self._letters: asyncio.Queue[_Letter[C] | None] = asyncio.Queue()
        self._closed = False
        self._is_serving = False

    @property
    def is_idle(self) -> bool:
        """Whether every command so far is answered."""
        return self._letters.empty() and not self._is_serving

    async def ask(self, command: C) -> Answer:
        """Return the answer to a command, once it is recorded.

        Raises NotRecordable, before deciding anything, if no record could keep the command; Halted,
        with the reason, if the stream accepts no commands; Closed if it is no longer served.
        """
        check_command(command)
        if self._closed:
            raise Closed(f"{self.runtime.stream} is not served here any more")
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        await self._letters.put(_Letter(command, answered))
        return await answered

    async def catch_up(self) -> None:
        """Read what other nodes have recorded; raises OutOfReach if it should be tried again."""
        await self._in_thread(self.runtime.catch_up)

    async def run(self) -> None:
        """Serve until closed; a halted stream answers every command with the reason."""
        while batch := await self._next_batch():
            self._is_serving = True
            await self._serve(batch)
            self._is_serving = False

    def close(self) -> None:
        """Accept no more commands; ``run`` ends when all earlier ones are answered."""
        if not self._closed:
            self._closed = True
            self._letters.put_nowait(None)

    async def _next_batch(self) -> list[_Letter[C]]:
        """Return all waiting commands, up to a full batch; nothing after the last batch."""
        letters: list[_Letter[C]] = []
        letter = await self._letters.get()
        while letter is not None:
            letters.append(letter)
            if len(letters) == BATCH_MAX or self._letters.empty():
                return letters
            letter = self._letters.get_nowait()
        if letters:
            self._letters.put_nowait(None)  # the end comes after this batch
        return letters

    async def _serve(self, letters: list[_Letter[C]]) -> None:
        commands = [letter.command for letter in letters]
        try:
            answers = await patiently(
                lambda: self._in_thread(lambda: self.runtime.process(commands)), self._give_up
            )
        except Exception as fault:  # noqa: BLE001 (no sender may wait in vain)
            for letter in letters:
                if not letter.answered.done():
                    letter.answered.set_exception(fault)
            return
        for letter, answer in zip(letters, answers, strict=True):
            # A sender that has gone away will find the answer in the record.
            if not letter.answered.done():
                letter.answered.set_result(answer)

    async def _give_up(self, fault: OutOfReach) -> list[Answer]:
        await self._in_thread(lambda: self.runtime.halt_by(fault))
        raise Halted(self.runtime.halted) from fault

    async def _in_thread(self, act: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, act)

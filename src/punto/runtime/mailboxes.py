"""Mailboxes: commands that arrive together are decided and recorded together.

A batch is tried again while its database is briefly down, for example during a restart.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from punto.identity import FloorCommand, FloorEvent
from punto.rounds import HICCUP_MS, TableCommand, TableEvent
from punto.runtime.command_fingerprints import Sealed, seal
from punto.runtime.drafts import Answer
from punto.runtime.ports import OutOfReach
from punto.runtime.stream_runtime import Halted, Runtime

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)
T = TypeVar("T")

BATCH_MAX = 256
"""The most commands that share one write to disk; with more, the first would wait too long."""
_AMPLE_COUNT = 32
"""The number of commands in a write from which more of them would save little."""
GATHERING_S = 0.001
"""How long a command waits for others to share its write, where several senders use the stream: a
bet among many takes a fifth of the computing of a bet alone."""
TOGETHER_S = 4 * GATHERING_S
"""Commands of different senders that come within this time are a sign that more will follow."""


class Closed(Exception):
    """The stream is no longer served here; nothing of the command was recorded."""


class InThread(Protocol):
    """Runs blocking calls in threads."""

    def __call__(self, act: Callable[[], T], /) -> Awaitable[T]:
        """Return the result of a call."""


class Process(Protocol):
    """Processes batches of any stream, some of them together."""

    async def __call__(
        self, runtime: Runtime[S, C, E], commands: Sequence[Sealed[C]], /
    ) -> list[Answer]:
        """Return the answers to a batch, or raise, as ``Runtime.process_sealed`` does."""


@dataclass(slots=True)
class _Letter(Generic[C]):
    command: Sealed[C]
    answered: "asyncio.Future[Answer]"
    came: float
    """When, by the clock of the event loop."""
    is_among_others: bool
    """Whether another sender's command came shortly before."""


class Mailbox(Generic[S, C, E]):
    """Collects commands and passes them to the runtime, one batch at a time.

    The runtime works in a thread, since a durable write blocks; a stream never has more than one
    batch in progress. Serve it with a task of ``run()``, and stop it with ``close()``.
    """

    def __init__(
        self, runtime: Runtime[S, C, E], in_thread: InThread, process: Process | None = None
    ) -> None:
        self.runtime: Runtime[S, C, E] = runtime
        self._in_thread = in_thread
        self._process = process
        self._letters: deque[_Letter[C]] = deque()
        self._has_news = asyncio.Event()
        """Whether there are letters, or the mailbox was closed."""
        self._closed = False
        self._is_serving = False
        self._latest: _Letter[C] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether every command so far is answered."""
        return not self._letters and not self._is_serving

    async def ask(self, command: C) -> Answer:
        """Return the answer to a command, once it is recorded.

        Raises NotRecordable, before deciding anything, if no record could keep the command; Halted,
        with the reason, if the stream accepts no commands; Closed if it is no longer served.
        """
        sealed = seal(command)
        if self._closed:
            raise Closed(f"{self.runtime.stream} is not served here any more")
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Answer] = loop.create_future()
        self._put(_Letter(sealed, answered, loop.time(), is_among_others=False))
        return await answered

    def _put(self, letter: _Letter[C]) -> None:
        before, self._latest = self._latest, letter
        # A sender that is alone at its table is never kept waiting.
        if before is not None and letter.came - before.came < TOGETHER_S:
            letter.is_among_others = letter.command.command.by != before.command.command.by
        self._letters.append(letter)
        self._has_news.set()

    async def run(self) -> None:
        """Serve until closed; a halted stream answers every command with the reason."""
        while batch := await self._next_batch():
            self._is_serving = True
            await self._serve(batch)
            self._is_serving = False

    def close(self) -> None:
        """Accept no more commands; ``run`` ends when all earlier ones are answered."""
        self._closed = True
        self._has_news.set()

    async def _next_batch(self) -> list[_Letter[C]]:
        """Return all waiting commands, up to a full batch; nothing after the last batch."""
        await self._has_news.wait()
        if self._letters and self._letters[0].is_among_others and not self._closed:
            await self._gather()
        letters = [self._letters.popleft() for _ in range(min(BATCH_MAX, len(self._letters)))]
        if not (self._letters or self._closed):
            self._has_news.clear()
        return letters

    async def _gather(self) -> None:
        """Let the first command wait for others, unless there are enough already."""
        waited = asyncio.get_running_loop().time() - self._letters[0].came
        if waited < GATHERING_S and len(self._letters) < _AMPLE_COUNT:
            await asyncio.sleep(GATHERING_S - waited)

    async def _serve(self, letters: list[_Letter[C]]) -> None:
        commands = [letter.command for letter in letters]
        try:
            answers = await patiently(lambda: self._processed(commands), self._give_up)
        except Exception as fault:  # noqa: BLE001 (every sender must get an answer)
            for letter in letters:
                if not letter.answered.done():
                    letter.answered.set_exception(fault)
            return
        for letter, answer in zip(letters, answers, strict=True):
            # A sender that has gone away will find the answer in the record.
            if not letter.answered.done():
                letter.answered.set_result(answer)

    async def _processed(self, commands: Sequence[Sealed[C]]) -> list[Answer]:
        if self._process is None:
            return await self._in_thread(lambda: self.runtime.process_sealed(commands))
        return await self._process(self.runtime, commands)

    async def _give_up(self, fault: OutOfReach) -> list[Answer]:
        await self._in_thread(lambda: self.runtime.halt_by(fault))
        raise Halted(self.runtime.halted) from fault


PATIENCE_S = 0.8 * HICCUP_MS / 1_000
"""How long to keep trying; less than what counts as an interruption (A-37)."""

_FIRST_WAIT_S = 0.05
_LONGEST_WAIT_S = 0.5


async def patiently(
    act: Callable[[], Awaitable[T]], give_up: Callable[[OutOfReach], Awaitable[T]]
) -> T:
    """Call ``act`` repeatedly while the database is out of reach, and finally give up.

    ``act`` must itself find out whether an unanswered attempt succeeded; a batch does so by the ids
    of its commands.
    """
    loop, wait_s = asyncio.get_running_loop(), _FIRST_WAIT_S
    until = loop.time() + PATIENCE_S
    while True:
        try:
            return await act()
        except OutOfReach as fault:
            if loop.time() + wait_s > until:
                return await give_up(fault)
        await asyncio.sleep(wait_s)
        wait_s = min(2 * wait_s, _LONGEST_WAIT_S)

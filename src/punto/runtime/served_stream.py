"""One stream as a node serves it: its runtime, mailbox, timer and background tasks."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from punto.identity import Floor, FloorCommand, FloorEvent
from punto.rounds import Table, TableCommand, TableEvent
from punto.runtime.mailboxes import Mailbox
from punto.runtime.ports import Snapshot, Stream
from punto.runtime.stream_runtime import Published, Runtime
from punto.runtime.timers import TableTimer
from punto.values import Instant, Value

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)


class StreamStanding(Value):
    """A table as this node sees it."""

    position: int
    table: Table
    halted: str
    """Why it is halted; empty while it is not."""


class Stopped(Value):
    """A halted stream, and the reason."""

    stream: Stream
    reason: str


News = Published[Table] | Published[Floor] | Stopped
Watcher = Callable[[News], None]


@dataclass
class ServedStream(Generic[S, C, E]):
    """A stream on this node, while it is served."""

    mailbox: Mailbox[S, C, E]
    halted_at: Instant | None = None
    """When this node saw it halt; kept across all attempts to bring it up."""
    stood_at: int | None = None
    """The position at which it halted; None if it never was up here."""
    _serving: "asyncio.Task[None] | None" = None
    _helping: "set[asyncio.Task[None]]" = field(default_factory=set)

    @property
    def runtime(self) -> Runtime[S, C, E]:
        return self.mailbox.runtime

    def serve(self) -> None:
        """Start answering commands."""
        self._serving = asyncio.create_task(self.mailbox.run())

    def begin(self, work: Coroutine[object, object, None]) -> None:
        """Run a background task for as long as the stream is served."""
        task = asyncio.create_task(work)
        self._helping.add(task)
        task.add_done_callback(self._helping.discard)

    async def close(self) -> None:
        """Answer all earlier commands, and stop."""
        # Before anything is awaited, so that no later command is accepted.
        self.mailbox.close()
        helping = tuple(self._helping)
        for task in helping:
            task.cancel()
        await asyncio.gather(*helping, return_exceptions=True)
        if self._serving is not None:
            await self._serving


FloorPlace = ServedStream[Floor, FloorCommand, FloorEvent]


@dataclass(kw_only=True)
class TablePlace(ServedStream[Table, TableCommand, TableEvent]):
    """A table on this node, with its timer."""

    timer: TableTimer
    rested_on: Snapshot | None = None
    """The snapshot it came up from, until its screens have used it."""

    @property
    def standing(self) -> StreamStanding:
        """The table as it stands here."""
        table, position = self.runtime.now()
        return StreamStanding(position, table, self.runtime.halted)

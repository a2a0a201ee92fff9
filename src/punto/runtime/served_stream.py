"""One stream as a node serves it: its runtime, mailbox, timer and background tasks."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from punto.identity import Command as FloorCommand
from punto.identity import Event as FloorEvent
from punto.identity import Floor
from punto.rounds import Command as TableCommand
from punto.rounds import Event as TableEvent
from punto.rounds import Table
from punto.runtime.mailboxes import Mailbox
from punto.runtime.ports import Snapshot, Stream
from punto.runtime.stream_runtime import Published, Runtime
from punto.runtime.timers import TableTimer
from punto.values import Instant

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)


@dataclass(frozen=True, slots=True)
class Standing:
    """A table as this node sees it."""

    position: int
    table: Table
    halted: str
    """Why it is halted; empty while it is not."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A halted stream, and the reason."""

    stream: Stream
    reason: str


News = Published[Table] | Published[Floor] | Stopped
Watcher = Callable[[News], None]


@dataclass
class Place(Generic[S, C, E]):
    """A stream on this node, while it is served."""

    mailbox: Mailbox[S, C, E]
    halted_at: Instant | None = None
    """Since when it is halted, as this node saw it, across all attempts to bring it up."""
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


FloorPlace = Place[Floor, FloorCommand, FloorEvent]


@dataclass(kw_only=True)
class TablePlace(Place[Table, TableCommand, TableEvent]):
    """A table on this node, with its timer."""

    timer: TableTimer
    rested_on: Snapshot | None = None
    """The snapshot it came up from, until its screens have used it."""

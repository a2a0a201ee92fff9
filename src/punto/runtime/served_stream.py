"""One stream as a node serves it: its runtime, its mailbox, its timer, and who helps it along."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from punto.identity.commands import Command as FloorCommand
from punto.identity.events import Event as FloorEvent
from punto.identity.floors import Floor
from punto.rounds.commands import Command as TableCommand
from punto.rounds.events import Event as TableEvent
from punto.rounds.state import Table
from punto.runtime.mailboxes import Mailbox
from punto.runtime.ports import Snapshot, Stream
from punto.runtime.stream_runtime import Published, Runtime
from punto.runtime.timers import TableTimer
from punto.values.ids import Instant

S = TypeVar("S")
C = TypeVar("C", TableCommand, FloorCommand)
E = TypeVar("E", TableEvent, FloorEvent)


@dataclass(frozen=True, slots=True)
class Standing:
    """A table as this node sees it."""

    position: int
    table: Table
    halted: str
    """Why it takes nothing more; empty while it does."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A stream that takes nothing more, and what was seen."""

    stream: Stream
    reason: str


News = Published[Table] | Published[Floor] | Stopped
Watcher = Callable[[News], None]


@dataclass
class Place(Generic[S, C, E]):
    """A stream on this node, while it is served."""

    mailbox: Mailbox[S, C, E]
    halted_at: Instant | None = None
    """Since when it is halted, as this node saw it, however often it was tried to bring it up."""
    stood_at: int | None = None
    """The position at which it halted; None where it never was up here."""
    _serving: "asyncio.Task[None] | None" = None
    _helping: "set[asyncio.Task[None]]" = field(default_factory=set)

    @property
    def runtime(self) -> Runtime[S, C, E]:
        """The stream itself."""
        return self.mailbox.runtime

    def serve(self) -> None:
        """Answer what comes in."""
        self._serving = asyncio.create_task(self.mailbox.run())

    def begin(self, work: Coroutine[object, object, None]) -> None:
        """Do something beside it, for as long as it is served."""
        task = asyncio.create_task(work)
        self._helping.add(task)
        task.add_done_callback(self._helping.discard)

    async def close(self) -> None:
        """Answer all that was asked before, and stop."""
        # Before anything is waited for: what comes in from now on is not taken.
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
    """A table on this node, where time passes too."""

    timer: TableTimer
    rested_on: Snapshot | None = None
    """What it came up from, until its screens were brought up from the same."""

"""How many steps a bet, a connection and a frame take on a floor with so many terminals.

A step is one call of a function, Python's or C's, in the event loop or in a thread that works for
it. Other programs on the machine cannot disturb that, and it grows with whatever is done once for
each screen, terminal or table. Nothing is counted, or slowed down, while the floor is set up.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import ParamSpec, TypeVar
from unittest.mock import patch

from punto.rounds.betting.commands import OpenBets
from punto.runtime.writer_threads import WriterThread
from punto.values.ids import CommandId, PersonId, TableId, TerminalId
from punto.values.structures import Value, replace
from punto.web.lines.line import Line
from punto.web.lines.wires import WireEnd
from punto.web.security.browser_credentials import ShownCredential
from punto.web.sessions.effects import Device, StaffMember, Submit
from support.web.floor_server import DEALER, Anything, Floor, floor, plan

LONG_MS = 600_000
"""Bets stay open until the test closes them."""
COUNTED = 40
"""The bets, and the connections, over which steps are averaged."""

P = ParamSpec("P")
T = TypeVar("T")


class Steps(Value):
    """The average number of steps of a bet, a connection and a frame."""

    terminals: int
    bet: float
    connection: float
    frame: float
    """For a view that all screens receive."""
    writes: float
    """To the socket of a terminal that bets."""


@dataclass
class Meter:
    """Counts calls while it is switched on."""

    is_on: bool = False
    count: int = 0

    def see(self, _frame: FrameType, event: str, _arg: object) -> None:
        if event in {"call", "c_call"}:
            self.count += 1

    @contextmanager
    def switched_on(self) -> Iterator[None]:
        """Count the calls of this thread."""
        sys.setprofile(self.see)
        try:
            yield
        finally:
            sys.setprofile(None)

    @contextmanager
    def in_worker_threads(self) -> Iterator[None]:
        """Count the calls of every function that is handed to a thread while it is switched on."""
        submit, begin = ThreadPoolExecutor.submit, WriterThread.begin

        def submit_counted(
            executor: ThreadPoolExecutor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
        ) -> Future[T]:
            return submit(executor, self._counted_work(work), *args, **kwargs)

        def begin_counted(
            thread: WriterThread, act: Callable[[], T], then: Callable[[T], None]
        ) -> None:
            begin(thread, self._counted_work(act), then)

        with (
            patch.object(ThreadPoolExecutor, "submit", submit_counted),
            patch.object(WriterThread, "begin", begin_counted),
        ):
            yield

    def _counted_work(self, work: Callable[P, T]) -> Callable[P, T]:
        if not self.is_on:
            return work

        def counted(*args: P.args, **kwargs: P.kwargs) -> T:
            with self.switched_on():
                return work(*args, **kwargs)

        return counted

    async def counted(self, act: Callable[[], Awaitable[None]]) -> int:
        self.count, self.is_on = 0, True
        with self.switched_on():
            await act()
        self.is_on = False
        return self.count


@dataclass
class WireInMemory:
    """A client that reads everything at once."""

    writes: int = 0
    last: bytes = b""
    is_clear: bool = True
    end: WireEnd | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def listen(self, end: WireEnd) -> None:
        self.end = end

    def write(self, frames: bytes) -> None:
        self.writes += 1
        self.last = frames
        self.news.set()

    def prove(self) -> None:
        """Do nothing: no other client connects, so no place is taken from one."""

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(f"closed: {code} {reason}")

    def say(self, **message: Anything) -> None:
        assert self.end is not None
        self.end.hear(json.dumps(message))

    async def until(self, words: bytes) -> None:
        async with asyncio.timeout(60):
            while words not in self.last:
                self.news.clear()
                await self.news.wait()


@dataclass
class Crowd:
    """The terminals of a floor, all connected."""

    at: Floor
    wires: dict[str, WireInMemory] = field(default_factory=dict)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def connect(self, terminal: str) -> None:
        wire = self.wires[terminal] = WireInMemory()
        shown = (ShownCredential(Device(TerminalId(terminal)), "credential"),)
        self.tasks.append(asyncio.create_task(Line(wire, shown, self.at.server.services).run()))
        await asyncio.sleep(0)
        hello = {"as": "terminal", "table": None, "tab": "x", "language": "en", "protocol": 1}
        wire.say(say="hello", **hello)
        await wire.until(b'"private":{')

    async def bet(self, terminal: str, cents: int) -> None:
        stakes = [["banker", cents]]
        wish = {"name": "WantPosition", "terminal": terminal, "round_number": 1, "stakes": stakes}
        self.wires[terminal].say(say="command", id=f"bet-{cents}", wish=wish)
        await self.wires[terminal].until(b'"id":"bet-%d","accepted":true' % cents)

    async def staff(self, wish: object) -> None:
        asked = Submit(CommandId(type(wish).__name__), wish, None, None, None)
        desk = self.at.server.services.desk
        answer = await desk.answer(StaffMember(PersonId(DEALER)), TableId("A1"), asked)
        assert isinstance(answer, tuple), answer

    async def open_bets(self) -> None:
        """Open the bets, which every screen is told; no timer closes them meanwhile."""
        await self.staff(OpenBets())
        for wire in self.wires.values():
            await wire.until(b'"phase":"betting"')


async def _counted(folder: Path, terminals: int, meter: Meter) -> Steps:
    table = replace(plan(patrons=terminals), betting_ms=LONG_MS)
    async with floor(folder, table) as at:
        crowd, names = Crowd(at), [f"A1-{number}" for number in range(1, terminals + 1)]
        try:
            for name in names:
                await crowd.connect(name)
            again = names[:COUNTED]
            connecting = [await meter.counted(partial(crowd.connect, name)) for name in again]
            before = sum(wire.writes for wire in crowd.wires.values())
            opening = await meter.counted(crowd.open_bets)
            frames = sum(wire.writes for wire in crowd.wires.values()) - before
            await crowd.bet(names[-1], 1_000)  # fills the caches of the first bet
            before = sum(wire.writes for wire in crowd.wires.values())
            betting = [await meter.counted(partial(crowd.bet, name, 5_000)) for name in again]
            writes = sum(wire.writes for wire in crowd.wires.values()) - before
        finally:
            for task in crowd.tasks:
                task.cancel()
            await asyncio.gather(*crowd.tasks, return_exceptions=True)
    average = 1 / COUNTED
    return Steps(
        terminals,
        sum(betting) * average,
        sum(connecting) * average,
        opening / frames,
        writes * average,
    )


def steps_on_a_floor(folder: Path, terminals: int) -> Steps:
    """Count the steps on a real floor with a real record; its terminals have no sockets."""
    meter = Meter()
    folder.mkdir()
    with meter.in_worker_threads():
        return asyncio.run(_counted(folder, terminals, meter))

"""Thousands of sockets that never say hello, never read or never stop, beside terminals that play.

Run by hand: ``PYTHONPATH=tests .venv/bin/python tools/bench_hostile.py``. The terminals, the floor
and the hostile sockets are processes of their own. The first row and the last have no hostile
sockets. In the second row they attack another server, which shows how much of what the terminals
see is due to the shared machine. With ``--apart`` the floor has the first core to itself, terminals
and hostile sockets share the second, and the hostile ones run at low priority: then what the
terminals see is caused by the floor, and not by the core on which they run.

The terminals decide how busy the floor is: with ``--terminals 2000 --tables 10`` each of them bets
three times in a window of ``--betting-ms``, so a shorter window makes the floor busier. The row
without hostile sockets shows how busy it is. The delay of the terminals' own timers shows whether
their core made them wait.
"""

import argparse
import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import uvloop

from bench_record import show
from punto.load.load_run import Measured, beside, floor_open, measured
from punto.load.processes import LoadPlan, Serving, Spread, begin_process, spread_of

T = TypeVar("T")

PACE_MS = 100
_OPENING_COUNT = 200
"""How many sockets of a hostile process are opened at once."""
_NICE = 10
"""How much the hostile process leaves to the terminals beside it."""
_PACE_S = 1 / 20
"""The rate at which a known screen may send."""
_HELLO = b'{"say":"hello","protocol":1,"as":"display","table":"L1","tab":"h","language":"en"}'
_PING = b'{"say":"ping","n":1}'


def masked(text: bytes) -> bytes:
    """Return text as a client's frame, under the mask 0."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text


class Hostile(asyncio.Protocol):
    """One socket; it notes when it was cut off."""

    def __init__(self, kind: str, host: str, ends: list[float], counts: Counter[str]) -> None:
        self.kind, self.host, self.ends, self.counts = kind, host, ends, counts
        self.began = time.monotonic()
        self.transport: asyncio.Transport | None = None
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket, unless this one says nothing at all."""
        self.transport = transport  # type: ignore[assignment]
        if self.kind == "connects and says nothing":
            self.is_open = True
            self.counts["opened"] += 1
        else:
            ask = (
                f"GET /socket HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                "Sec-WebSocket-Protocol: punto.1\r\n\r\n"
            )
            transport.write(ask.encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Behave as this kind does once the socket is open."""
        if self.is_open:
            return
        self.is_open = data.startswith(b"HTTP/1.1 101")
        self.counts["opened" if self.is_open else "refused"] += 1
        transport = self.transport
        if transport is None or not self.is_open or self.kind == "never says hello":
            return
        transport.write(masked(_HELLO))
        if self.kind == "never reads":
            transport.pause_reading()
        elif self.kind == "sends at the limit":
            self.send()

    def send(self) -> None:
        """Send without end."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(masked(_PING))
            asyncio.get_running_loop().call_later(_PACE_S, self.send)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        del exc
        self.transport = None
        self.ends.append(time.monotonic() - self.began)


ELSEWHERE = "knocks at another server"
MIXED = ("never says hello", "never reads", "sends at the limit")
ALL_OF_THESE = "never says hello, never reads or sends at the limit"
KINDS = (ELSEWHERE, "connects and says nothing", *MIXED, ALL_OF_THESE)


class Refusal(asyncio.Protocol):
    """A connection to a server that refuses every request."""

    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a request."""
        self.transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Refuse it."""
        del data
        self.transport.write(b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
        self.transport.close()


def elsewhere(_about: object, line: Connection) -> None:
    """Refuse every request, as a separate process, until the caller is gone."""
    begin_process()

    async def served() -> None:
        loop = asyncio.get_running_loop()
        listening = await loop.create_server(Refusal, "127.0.0.1", 0, backlog=2_048)
        line.send(f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}")
        with suppress(EOFError, ConnectionError):
            await asyncio.to_thread(line.recv)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(served())


def hostile(about: tuple[str, str, int], line: Connection) -> None:
    """Open many sockets of one kind as a separate process, and reopen those that were cut off."""
    begin_process()
    os.nice(_NICE)
    kind, address, count = about
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        line.send(runner.run(_besieged(kind, address, count, line)))


async def _besieged(
    kind: str, address: str, count: int, line: Connection
) -> tuple[Counter[str], Spread | None]:
    where = urlsplit(address)
    host, port = where.hostname or "", where.port or 0
    loop, ends, counts = asyncio.get_running_loop(), list[float](), Counter[str]()
    told = asyncio.create_task(asyncio.to_thread(line.recv))
    sockets: list[Hostile] = []

    async def opened(number: int) -> Hostile:
        own_kind = MIXED[number % len(MIXED)] if kind == ALL_OF_THESE else kind
        made = Hostile(own_kind, where.netloc, ends, counts)
        counts["tried"] += 1
        with suppress(OSError):
            # From one address of this machine for every thousand.
            local = f"127.7.{number // 1000}.1", 0
            await loop.create_connection(lambda: made, host, port, local_addr=local)
        return made

    for first in range(0, count, _OPENING_COUNT):
        numbers = range(first, min(first + _OPENING_COUNT, count))
        sockets += await asyncio.gather(*map(opened, numbers))
    line.send("open")
    while not told.done():
        gone = [number for number, each in enumerate(sockets) if each.transport is None]
        for number in gone[:_OPENING_COUNT]:
            sockets[number] = await opened(number)
        counts["open at the end"] = sum(each.transport is not None for each in sockets)
        await asyncio.sleep(0.2)
    # The end is ours, not the server's.
    cut = list(ends)
    for each in sockets:
        if each.transport is not None:
            each.transport.abort()
    return counts, spread_of(cut)


def descriptors(process: int) -> int:
    """Count the open files of a process."""
    return sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Let processes that are started here run on one core; None leaves them free."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def hostile_beside(
    kind: str, floor: Serving, sockets: int, measure: Callable[[], T]
) -> tuple[T, Counter[str], Spread | None]:
    """Measure while hostile sockets of a kind are open.

    Returns also what became of the sockets, and how soon they were cut off.
    """
    with beside(elsewhere, None) as other:
        address = other.recv() if kind == ELSEWHERE else floor.address
        with beside(hostile, (kind, address, sockets)) as besieging:
            besieging.recv()  # all are open
            found = measure()
            besieging.send("end")
            counts, cut = besieging.recv()
            return found, counts, cut


def run(
    plan: LoadPlan, sockets: int, seconds: float, kinds: tuple[str, ...], *, apart: bool
) -> int:
    """Measure a floor beside each kind of socket; returns how many bets were lost or refused."""
    rows, trouble, (first, second) = [], 0, (0, 1) if apart else (None, None)
    with ExitStack() as closing:
        with on_core(first):
            line, serving = closing.enter_context(floor_open(plan))
        (server,) = multiprocessing.active_children()

        def measure() -> tuple[Measured, int]:
            return measured(serving.seats, seconds, line), descriptors(server.pid or 0)

        with on_core(second):
            for kind in (NOBODY, *kinds, NOBODY):
                if kind == NOBODY:
                    (found, files), counts, cut = measure(), Counter[str](), None
                else:
                    (found, files), counts, cut = hostile_beside(kind, serving, sockets, measure)
                trouble += sum(found.faults.values()) + found.unanswered
                rows.append((kind, *row_of(found, files), *fate_of(counts, cut)))
                sys.stdout.write(" | ".join(rows[-1]) + "\n")
                sys.stdout.flush()
                time.sleep(2)
    title = f"{plan.terminals:,} terminals at {plan.tables} tables beside {sockets:,} sockets"
    show(f"{title}; windows of {plan.betting_ms / 1_000:g} s", HEAD, rows)
    return trouble


NOBODY = "nobody"
HEAD = (
    "sockets that",
    "bets",
    "answer ms p50/p99/max",
    "refused, lost",
    "unanswered",
    "terminals late ms p99",
    "CPU",
    "MiB",
    "descriptors",
    "tried / opened / open",
    "cut off",
)


def row_of(found: Measured, files: int) -> tuple[str, ...]:
    """Return what the terminals saw, and what the floor took."""
    answers, effort, late = found.answers, found.server, found.lateness
    return (
        f"{len(found.acknowledged):,}",
        "–" if answers is None else f"{answers.p50} / {answers.p99} / {answers.most}",
        f"{dict(found.faults)}" if found.faults else "0",
        f"{found.unanswered:,}",
        "–" if late is None else f"{late.p99}",
        "–" if effort is None else f"{effort.cpu_seconds / found.seconds:.0%}",
        "–" if effort is None else f"{effort.memory_mib:.0f}",
        f"{files:,}",
    )


def fate_of(counts: Counter[str], cut: Spread | None) -> tuple[str, str]:
    """Return what became of the hostile sockets."""
    return (
        " / ".join(f"{counts[each]:,}" for each in ("tried", "opened", "open at the end")),
        "–" if cut is None else f"{cut.count:,} after {cut.p50 / 1000:.1f} s",
    )


def main() -> None:
    """Run the program."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--terminals", type=int, default=200)
    asked.add_argument("--tables", type=int, default=4)
    asked.add_argument("--betting-ms", type=int, default=4_000)
    asked.add_argument("--sockets", type=int, default=10_000)
    asked.add_argument("--seconds", type=float, default=20.0)
    asked.add_argument("--kind", choices=KINDS, action="append")
    asked.add_argument("--apart", action="store_true", help="the floor has a core to itself")
    words = asked.parse_args()
    kinds = tuple(words.kind or KINDS)
    with tempfile.TemporaryDirectory() as folder:
        plan = LoadPlan(Path(folder), words.terminals, words.tables, words.betting_ms, PACE_MS)
        trouble = run(plan, words.sockets, words.seconds, kinds, apart=words.apart)
    sys.exit(1 if trouble else 0)


if __name__ == "__main__":
    main()

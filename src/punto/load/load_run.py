"""Runs a load test: a server, its crowds, and the results of all of them.

Afterwards it checks that the record has everything acknowledged, and passes the audit.
"""

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from typing import TypeVar
from uuid import uuid4

from punto.audit import Unreadable, audit
from punto.load.bare_server import Frames, PatronScript
from punto.load.crowd import LoadReport, Task, crowd
from punto.load.patron import Seen
from punto.load.processes import (
    CannotLoad,
    Effort,
    Footprint,
    LoadPlan,
    LoadSeat,
    LoadTrouble,
    Order,
    Serving,
    Spread,
    socket_url,
    spread_of,
)
from punto.rounds import PositionTaken, TableEvent
from punto.runtime import CannotRecord, RecordBroken, is_of_a_table
from punto.storage.addresses import read_record
from punto.values import Value, replace


class Checked(Value):
    """The result of the check."""

    bets_count: int
    """All bets in the record, of this load test or not."""
    lost: tuple[str, ...]
    """Acknowledged bets that are missing."""
    holds: bool
    verdict: str
    """The audit's verdict in words."""


def check(database: str, acknowledged: Iterable[str]) -> Checked:
    """Look up every acknowledged bet, and audit the whole record."""
    try:
        recorded = _recorded(database)
        verdict = audit(database, (), ())
    except (CannotRecord, RecordBroken, Unreadable) as fault:
        raise CannotLoad(str(fault)) from None
    lost = sorted(name for name in set(acknowledged) if f"terminal/{name}" not in recorded)
    return Checked(len(recorded), tuple(lost), verdict.holds, verdict.as_text())


def _recorded(database: str) -> set[str]:
    """Return the commands that placed bets."""
    record, found = read_record(database), set[str]()
    try:
        for stream in filter(is_of_a_table, record.streams()):
            for _, event in record.read(stream):
                if isinstance(event, TableEvent) and isinstance(event.fact, PositionTaken):
                    found.add(event.command)
    finally:
        record.close()
    return found


T = TypeVar("T")

CROWD_MAX = 2_500
"""The number of terminals in one process, which then takes a fraction of a core."""
_BUSY = 0.8
"""The share of a core at which a process with one event loop is nearly saturated."""
_LATE_MS = 20.0
"""A delay of the terminals' own timers that spoils their measurements."""
_END_S = 30
"""How long a process may take to end by itself."""
# Spawned, so that they do not inherit the open files of this process.
_SPAWN = multiprocessing.get_context("spawn")


class Measured(Value):
    """The results of a load test."""

    terminals: int
    seconds: float
    rounds: int
    acknowledged: tuple[str, ...]
    """The accepted bets, each with its terminal."""
    answers: Spread | None
    fan_out: Spread | None
    faults: Counter[str]
    unanswered: int
    frames_count: int
    server: Effort | None
    """None for a server that is not ours."""
    patrons: Effort
    busiest_cpu_seconds: float
    """The most that one process of terminals took."""
    lateness: Spread | None
    """How late the terminals' own timers were."""
    welcomes: Spread | None
    """The time from the cut of all lines to each welcome; None if no line was cut."""
    footprint: Footprint | None
    frames: Frames

    @property
    def bottleneck(self) -> str:
        """The saturated side: ``server``, ``terminals``, ``machine`` or ``none``."""
        if self.server is not None and self.server.cpu_seconds > _BUSY * self.seconds:
            return "server"
        if self.busiest_cpu_seconds > _BUSY * self.seconds:
            return "terminals"
        is_late = self.lateness is not None and self.lateness.p99 > _LATE_MS
        return "machine" if is_late else "none"


@contextmanager
def floor_open(plan: LoadPlan) -> Iterator[tuple[Connection, Serving]]:
    """Run our own floor while it serves."""
    with beside(_floor, plan) as line:
        yield line, _heard(line, Serving)


def measured_bare(script: PatronScript, seats: tuple[LoadSeat, ...], seconds: float) -> Measured:
    """Run the same load on a server that only sends."""
    with beside(_bare_server, script) as line:
        url = socket_url(_heard(line, Serving).address)
        return measured(tuple(replace(seat, url=url) for seat in seats), seconds, line)


def measured(
    seats: tuple[LoadSeat, ...],
    seconds: float,
    server: Connection | None,
    *,
    empty_mib: float = 0.0,
    comes_back: bool = False,
) -> Measured:
    """Let a crowd bet for so long; measures the server too, if it is ours."""
    run, crowd_count = uuid4().hex[:8], -(-len(seats) // CROWD_MAX)
    tasks = [
        Task(seats[number::crowd_count], run, seconds, number == 0, comes_back)
        for number in range(crowd_count)
    ]
    seated = effort_of(server)
    with ExitStack() as closing:
        lines = [closing.enter_context(beside(crowd, task)) for task in tasks]
        for line in lines:
            _heard(line, Order)
        before = effort_of(server)
        for line in lines:
            line.send(Order.GO)
        if comes_back:
            for line in lines:
                _heard(line, Order)
            after = effort_of(server)
            for line in lines:
                line.send(Order.GO)
            reports = [_heard(line, LoadReport) for line in lines]
        else:
            reports = [_heard(line, LoadReport) for line in lines]
            after = effort_of(server)
    effort = footprint = None
    if seated is not None and before is not None and after is not None:
        effort = after.since(before)
        if empty_mib:
            footprint = Footprint(empty_mib, seated.memory_mib, before.memory_mib)
    return replace(_summed(len(seats), seconds, reports, effort), footprint=footprint)


def _summed(
    terminals: int, seconds: float, reports: list[LoadReport], server: Effort | None
) -> Measured:
    seen, patrons = Seen(), Effort(0, 0)
    for report in reports:
        seen.add(report.seen)
        patrons += report.effort
    return Measured(
        terminals=terminals,
        seconds=seconds,
        rounds=len(seen.rounds),
        acknowledged=tuple(seen.acknowledged),
        answers=spread_of(seen.answer_seconds),
        fan_out=spread_of(seen.fan_out_seconds),
        faults=seen.faults,
        unanswered=seen.unanswered_count,
        frames_count=seen.frames_count,
        server=server,
        patrons=patrons,
        busiest_cpu_seconds=max(report.effort.cpu_seconds for report in reports),
        lateness=spread_of(seen.late_seconds),
        welcomes=spread_of(seen.welcome_seconds),
        footprint=None,
        frames=reports[0].frames,
    )


def _floor(plan: LoadPlan, line: Connection) -> None:
    # Imported only in the process that serves it.
    from punto.load.floors import floor  # noqa: PLC0415

    floor(plan, line)


def _bare_server(script: PatronScript, line: Connection) -> None:
    from punto.load.bare_server import bare_server  # noqa: PLC0415 (likewise)

    bare_server(script, line)


def effort_of(server: Connection | None) -> Effort | None:
    """Ask a server of ours what it has used so far."""
    if server is None:
        return None
    server.send(Order.COUNT)
    return _heard(server, Effort)


def _heard(line: Connection, kind: type[T]) -> T:
    try:
        said = line.recv()
    except EOFError:
        raise CannotLoad("a process of the load test ended without a report") from None
    if isinstance(said, LoadTrouble):
        raise CannotLoad(said.sentence)
    if not isinstance(said, kind):
        raise TypeError(f"{type(said).__name__} was said, expected {kind.__name__}")
    return said


@contextmanager
def beside(work: Callable[[T, Connection], None], about: T) -> Iterator[Connection]:
    """Run a process that ends when its pipe is closed."""
    here, there = _SPAWN.Pipe()
    process = _SPAWN.Process(target=work, args=(about, there), daemon=True)
    process.start()
    there.close()
    try:
        yield here
    finally:
        here.close()
        process.join(_END_S)
        if process.is_alive():
            process.kill()
            process.join()

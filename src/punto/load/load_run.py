"""Runs a load test: a server, its crowds, and the results of all of them."""

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import TypeVar
from uuid import uuid4

from punto.load.crowd import Report, Task, crowd
from punto.load.figures import Effort, Spread, spread_of
from punto.load.patron import Seen
from punto.load.processes import CannotLoad, Order, Plan, Seat, Serving, Trouble, socket_url
from punto.load.scripts import Frames, Script

T = TypeVar("T")

CROWD_MAX = 500
"""The number of terminals in one process."""
_END_S = 30
"""How long a process may take to end by itself."""
# Spawned, so that they do not inherit the open files of this process.
_SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Measured:
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
    """None for a server in which we cannot look."""
    patrons: Effort
    frames: Frames


@contextmanager
def floor_open(plan: Plan) -> Iterator[tuple[Connection, Serving]]:
    """Run our own floor while it serves."""
    with _process(_floor, plan) as line:
        yield line, _heard(line, Serving)


def measured_bare(script: Script, seats: tuple[Seat, ...], seconds: float) -> Measured:
    """Run the same load on a server that only sends."""
    with _process(_bare_server, script) as line:
        url = socket_url(_heard(line, Serving).address)
        return measured(tuple(replace(seat, url=url) for seat in seats), seconds, line)


def measured(seats: tuple[Seat, ...], seconds: float, server: Connection | None) -> Measured:
    """Let a crowd bet for so long; measures the server too, if it is ours."""
    run, crowd_count = uuid4().hex[:8], -(-len(seats) // CROWD_MAX)
    tasks = [
        Task(seats[number::crowd_count], run, seconds, keeps_frames=number == 0)
        for number in range(crowd_count)
    ]
    with ExitStack() as closing:
        lines = [closing.enter_context(_process(crowd, task)) for task in tasks]
        for line in lines:
            _heard(line, Order)
        before = _effort(server)
        for line in lines:
            line.send(Order.GO)
        reports = [_heard(line, Report) for line in lines]
        after = _effort(server)
    effort = None if after is None or before is None else after.since(before)
    return _summed(len(seats), seconds, reports, effort)


def _summed(
    terminals: int, seconds: float, reports: list[Report], server: Effort | None
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
        frames=reports[0].frames,
    )


def _floor(plan: Plan, line: Connection) -> None:
    # Imported only in the process that serves it.
    from punto.load.floors import floor  # noqa: PLC0415

    floor(plan, line)


def _bare_server(script: Script, line: Connection) -> None:
    from punto.load.bare_server import bare_server  # noqa: PLC0415 (likewise)

    bare_server(script, line)


def _effort(server: Connection | None) -> Effort | None:
    if server is None:
        return None
    server.send(Order.COUNT)
    return _heard(server, Effort)


def _heard(line: Connection, kind: type[T]) -> T:
    try:
        said = line.recv()
    except EOFError:
        raise CannotLoad("a process of the load test ended without a report") from None
    if isinstance(said, Trouble):
        raise CannotLoad(said.sentence)
    if not isinstance(said, kind):
        raise TypeError(f"{type(said).__name__} was said, expected {kind.__name__}")
    return said


@contextmanager
def _process(work: Callable[[T, Connection], None], about: T) -> Iterator[Connection]:
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

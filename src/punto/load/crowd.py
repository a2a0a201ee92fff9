"""A process full of patrons: all connect, all begin at once, and their report is one."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from random import Random

from picows import WSError, ws_connect

from punto.load.figures import Effort
from punto.load.patron import Patron, Seen
from punto.load.processes import Order, Seat, Trouble, begin_process, own_effort
from punto.web.wire.versions import SUBPROTOCOL

_CONNECTING_COUNT = 32
"""How many knock at the door at one time."""
_KNOCK_S = 20
_LAST_ANSWERS_S = 20
"""How long answers are waited for after the last bet."""
_LOOK_S = 0.05
_SUBPROTOCOL = ("Sec-WebSocket-Protocol", SUBPROTOCOL)


@dataclass(frozen=True, slots=True)
class Task:
    """What one crowd is to do."""

    seats: tuple[Seat, ...]
    run: str
    """Part of every command's id, so that no two runs mean the same command."""
    seconds: float
    keeps_frames: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What one crowd has seen."""

    seen: Seen
    effort: Effort
    frames: tuple[tuple[float, bytes], ...]
    """What one of its terminals was sent, with the times, where it was to keep it."""


def crowd(task: Task, line: Connection) -> None:
    """Take part as a process of its own; one report at the end, or a trouble."""
    begin_process()
    with line:
        try:
            line.send(asyncio.run(_taken_part(task, line)))
        except EOFError:
            return  # whoever wanted to know is gone


async def _taken_part(task: Task, line: Connection) -> Report | Trouble:
    chance, later = Random(task.run), asyncio.get_running_loop().call_later  # noqa: S311 (when to bet)
    patrons = [Patron(seat.terminal, task.run, chance, later) for seat in task.seats]
    if task.keeps_frames:
        patrons[0].keeps = []
    try:
        await _connect_all(task.seats, patrons)
    except (OSError, WSError, TimeoutError) as fault:
        said = str(fault) or "no answer in time"
        return Trouble(f"{task.seats[0].url}: {said}")
    line.send(Order.GO)
    await asyncio.to_thread(line.recv)
    before = own_effort()
    await _play(patrons, task.seconds)
    effort = own_effort().since(before)
    seen = Seen()
    for patron in patrons:
        patron.leave()
        seen.add(patron.seen)
    return Report(seen, effort, tuple(patrons[0].keeps or ()))


async def _connect_all(seats: tuple[Seat, ...], patrons: list[Patron]) -> None:
    """Every patron is connected and sees the table."""
    pairs = list(zip(seats, patrons, strict=True))
    for first in range(0, len(pairs), _CONNECTING_COUNT):
        batch = pairs[first : first + _CONNECTING_COUNT]
        await asyncio.gather(*(_connect(seat, patron) for seat, patron in batch))


async def _connect(seat: Seat, patron: Patron) -> None:
    async with asyncio.timeout(_KNOCK_S):
        await ws_connect(
            lambda: patron,
            seat.url,
            extra_headers=(_SUBPROTOCOL, *seat.headers),
            websocket_handshake_timeout=_KNOCK_S,
        )
        while not patron.is_there:
            if patron.seen.faults:
                raise ConnectionError(f"terminal {seat.terminal}: {', '.join(patron.seen.faults)}")
            await asyncio.sleep(_LOOK_S)


async def _play(patrons: list[Patron], seconds: float) -> None:
    """Bet for so long, and then wait for what was not answered yet."""
    for patron in patrons:
        patron.plays = True
    await asyncio.sleep(seconds)
    for patron in patrons:
        patron.plays = False
    with suppress(TimeoutError):  # then they are counted as unanswered
        async with asyncio.timeout(_LAST_ANSWERS_S):
            for patron in patrons:
                while patron.waits:  # noqa: ASYNC110 (an event for each answer would cost more)
                    await asyncio.sleep(_LOOK_S)

"""A process full of patrons: all connect, start together, and make one report."""

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
"""The number of simultaneous connection attempts."""
_KNOCK_S = 20
_LAST_ANSWERS_S = 20
"""How long to wait for answers after the last bet."""
_LOOK_S = 0.05
_SUBPROTOCOL = ("Sec-WebSocket-Protocol", SUBPROTOCOL)


@dataclass(frozen=True, slots=True)
class Task:
    """The task of one crowd."""

    seats: tuple[Seat, ...]
    run: str
    """Part of every command's id, so that no two runs mean the same command."""
    seconds: float
    keeps_frames: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The results of one crowd."""

    seen: Seen
    effort: Effort
    frames: tuple[tuple[float, bytes], ...]
    """The frames sent to one of its terminals, with their times, if it was to keep them."""


def crowd(task: Task, line: Connection) -> None:
    """Take part as a separate process; sends one report at the end, or a trouble."""
    begin_process()
    with line:
        try:
            line.send(asyncio.run(_taken_part(task, line)))
        except EOFError:
            return  # the caller is gone


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
    """Connect every patron, and wait until each sees the table."""
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
    """Bet for so long, then wait for outstanding answers."""
    for patron in patrons:
        patron.plays = True
    await asyncio.sleep(seconds)
    for patron in patrons:
        patron.plays = False
    with suppress(TimeoutError):  # then they count as unanswered
        async with asyncio.timeout(_LAST_ANSWERS_S):
            for patron in patrons:
                while patron.waits:  # noqa: ASYNC110 (an event for each answer would cost more)
                    await asyncio.sleep(_LOOK_S)

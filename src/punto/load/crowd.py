"""A process full of patrons: all connect, start together, and make one report."""

import asyncio
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random

import uvloop
from picows import WSError, ws_connect

from punto.load.patron import LoadPatron, Seen
from punto.load.processes import Effort, LoadSeat, LoadTrouble, Order, begin_process, own_effort
from punto.values import Value
from punto.web.wire.messages import SUBPROTOCOL

_CONNECTING_COUNT = 32
"""The number of simultaneous connection attempts."""
_KNOCK_S = 20
_COME_BACK_S = 1.0
"""The seconds within which all terminals come back, as after a power failure."""
_GIVE_UP_S = 120
_RETRY_S = 0.5
_TICK_S = 0.1
"""How often a crowd measures its own delay."""
_LAST_ANSWERS_S = 20
"""How long to wait for answers after the last bet."""
_LOOK_S = 0.05
_SUBPROTOCOL = ("Sec-WebSocket-Protocol", SUBPROTOCOL)


class Task(Value):
    """The task of one crowd."""

    seats: tuple[LoadSeat, ...]
    run: str
    """Part of every command's id, so that two runs share no command."""
    seconds: float
    keeps_frames: bool
    comes_back: bool
    """Whether all lines are cut at the end, and every terminal connects again."""


class LoadReport(Value):
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
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                line.send(runner.run(_taken_part(task, line)))
        except EOFError:
            return  # the caller is gone


async def _taken_part(task: Task, line: Connection) -> LoadReport | LoadTrouble:
    chance, later = Random(task.run), asyncio.get_running_loop().call_later  # noqa: S311 (when to bet)
    patrons = [LoadPatron(seat.terminal, task.run, chance, later) for seat in task.seats]
    if task.keeps_frames:
        patrons[0].keeps = []
    try:
        await _connect_all(task.seats, patrons)
    except (OSError, WSError, TimeoutError) as fault:
        said = str(fault) or "no answer in time"
        return LoadTrouble(f"{task.seats[0].url}: {said}")
    line.send(Order.GO)
    await asyncio.to_thread(line.recv)
    before, seen = own_effort(), Seen()
    watching = asyncio.create_task(_note_lateness(seen))
    await _play(patrons, task.seconds)
    watching.cancel()
    effort = own_effort().since(before)
    if task.comes_back:
        line.send(Order.GO)
        await asyncio.to_thread(line.recv)
        await _come_back(task.seats, patrons, chance)
    for patron in patrons:
        patron.leave()
        seen.add(patron.seen)
    return LoadReport(seen, effort, tuple(patrons[0].keeps or ()))


async def _connect_all(seats: tuple[LoadSeat, ...], patrons: list[LoadPatron]) -> None:
    """Connect every patron, and wait until each sees the table."""
    pairs = list(zip(seats, patrons, strict=True))
    for first in range(0, len(pairs), _CONNECTING_COUNT):
        batch = pairs[first : first + _CONNECTING_COUNT]
        await asyncio.gather(*(_connect(seat, patron) for seat, patron in batch))


async def _note_lateness(seen: Seen) -> None:
    """Note how late a timer is; the terminals then bet and measure as late."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _TICK_S
        await asyncio.sleep(_TICK_S)
        seen.late_seconds.append(max(0.0, loop.time() - due))


async def _come_back(
    seats: tuple[LoadSeat, ...], patrons: list[LoadPatron], chance: Random
) -> None:
    """Cut all lines at once, and connect every terminal again within the same second."""
    for patron in patrons:
        patron.leave(at_once=True)
    began = asyncio.get_running_loop().time()
    pairs = zip(seats, patrons, strict=True)
    await asyncio.gather(
        *(_returned(seat, patron, began, chance.uniform(0, _COME_BACK_S)) for seat, patron in pairs)
    )


async def _returned(seat: LoadSeat, patron: LoadPatron, began: float, after_s: float) -> None:
    """Reconnect, retrying as a page does, until the table is seen."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(after_s)
    with suppress(TimeoutError):
        async with asyncio.timeout(_GIVE_UP_S):
            while not patron.is_there:
                try:
                    await _connect(seat, patron)
                except (OSError, WSError, TimeoutError):
                    await asyncio.sleep(_RETRY_S)
            patron.seen.welcome_seconds.append(loop.time() - began)
            return
    patron.seen.faults["left behind"] += 1


async def _connect(seat: LoadSeat, patron: LoadPatron) -> None:
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


async def _play(patrons: list[LoadPatron], seconds: float) -> None:
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

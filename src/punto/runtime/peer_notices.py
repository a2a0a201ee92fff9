"""Listens to what other nodes record. Notices only save time; positions decide."""

import asyncio
from contextlib import suppress
from functools import partial

from punto.runtime import ports
from punto.runtime.node_setup import Listen, Setup
from punto.runtime.node_streams import ServedStreams
from punto.runtime.stream_runtime import Halted

_WAIT_SECONDS = 0.5


async def hear_others(
    journal: ports.Journal, setup: Setup, streams: ServedStreams, listen: Listen
) -> None:
    """Catch up on every notice, and on everything after a lost connection, until cancelled."""
    while True:
        try:
            listening = await streams.in_thread(listen)
            try:
                # Notices cover only what is appended after we subscribe, so catch up on the rest
                # first.
                await catch_up_all(journal, streams)
                while True:
                    for notice in await _next_notices(streams, listening):
                        await _heard(streams, notice)
            finally:
                await streams.in_thread(listening.close)
        except (ports.CannotRecord, ports.RecordBroken) as fault:
            setup.on_trouble(f"notices of other nodes cannot be received: {fault}")
        await asyncio.sleep(setup.beat_ms / 1_000)


async def catch_up_all(journal: ports.Journal, streams: ServedStreams) -> None:
    """Read everything that the record has, including new tables."""
    for stream, position in (await streams.in_thread(journal.streams)).items():
        await _heard(streams, ports.Notice(stream, position))


async def _next_notices(
    streams: ServedStreams, listening: ports.Listening
) -> tuple[ports.Notice, ...]:
    waiting = asyncio.ensure_future(streams.in_thread(partial(listening.wait, _WAIT_SECONDS)))
    try:
        return await asyncio.shield(waiting)
    except asyncio.CancelledError:
        # Its thread is still running and must finish before the connection is closed.
        await asyncio.wait([waiting])
        waiting.exception()  # a connection lost meanwhile no longer matters
        raise


async def _heard(streams: ServedStreams, notice: ports.Notice) -> None:
    with suppress(Halted):  # the stream itself tells its watchers
        if notice.stream == ports.FLOOR:
            if streams.floor.runtime.position < notice.position:
                await streams.floor.mailbox.catch_up()
        elif ports.is_of_a_table(notice.stream):
            place = await streams.open_table(notice.stream)
            if place.runtime.position < notice.position:
                await place.mailbox.catch_up()

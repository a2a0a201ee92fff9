"""Hearing of what other nodes record. Notices only hurry: positions decide."""

import asyncio
from contextlib import suppress
from functools import partial

from punto.runtime.node_setup import Listen, Setup
from punto.runtime.node_streams import ServedStreams
from punto.runtime.ports import (
    FLOOR,
    CannotRecord,
    Journal,
    Listening,
    Notice,
    RecordBroken,
    is_of_a_table,
)
from punto.runtime.stream_runtime import Halted

_WAIT_SECONDS = 0.5


async def hear_others(
    journal: Journal, setup: Setup, streams: ServedStreams, listen: Listen
) -> None:
    """Catch up with every notice; after a lost connection with everything. Until cancelled."""
    while True:
        try:
            listening = await streams.in_thread(listen)
            try:
                # Whatever was recorded before somebody listened, nobody tells of.
                await catch_up_all(journal, streams)
                while True:
                    for notice in await _next_notices(streams, listening):
                        await _heard(streams, notice)
            finally:
                await streams.in_thread(listening.close)
        except (CannotRecord, RecordBroken) as fault:
            setup.on_trouble(f"nothing is heard of other nodes: {fault}")
        await asyncio.sleep(setup.beat_ms / 1_000)


async def catch_up_all(journal: Journal, streams: ServedStreams) -> None:
    """Take in all that the record has, new tables included."""
    for stream, position in (await streams.in_thread(journal.streams)).items():
        await _heard(streams, Notice(stream, position))


async def _next_notices(streams: ServedStreams, listening: Listening) -> tuple[Notice, ...]:
    waiting = asyncio.ensure_future(streams.in_thread(partial(listening.wait, _WAIT_SECONDS)))
    try:
        return await asyncio.shield(waiting)
    except asyncio.CancelledError:
        # Its thread is still at it, and must be done before the connection is closed.
        await asyncio.wait([waiting])
        waiting.exception()  # a line that was lost meanwhile matters to nobody any more
        raise


async def _heard(streams: ServedStreams, notice: Notice) -> None:
    with suppress(Halted):  # who watches the stream is told by the stream itself
        if notice.stream == FLOOR:
            if streams.floor.runtime.position < notice.position:
                await streams.floor.mailbox.catch_up()
        elif is_of_a_table(notice.stream):
            place = await streams.open_table(notice.stream)
            if place.runtime.position < notice.position:
                await place.mailbox.catch_up()

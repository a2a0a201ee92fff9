"""Reads on when other nodes record events. Notices only save time; positions decide."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from punto.runtime import ports
from punto.runtime.node_setup import Listen, Setup
from punto.runtime.node_streams import ServedStreams
from punto.runtime.stream_runtime import Halted, Runtime

_WAIT_SECONDS = 0.5
_PORTION_S = 0.04
"""How long a node rests after reading events of others. Events recorded meanwhile form the next
portion: one read of the record for all tables, instead of one for each bet."""


async def hear_others(
    journal: ports.Journal, setup: Setup, streams: ServedStreams, listen: Listen
) -> None:
    """Catch up on every notice, and on everything after a lost connection, until cancelled."""
    while True:
        try:
            listening = await streams.in_thread(listen)
            try:
                await _follow(Following(journal, streams), streams, listening)
            finally:
                await streams.in_thread(listening.close)
        except (ports.CannotRecord, ports.RecordBroken) as fault:
            setup.on_trouble(f"notices of other nodes cannot be received: {fault}")
        await asyncio.sleep(setup.beat_ms / 1_000)


class Following:
    """The events of other nodes that this node has heard of and not read yet."""

    def __init__(self, journal: ports.Journal, streams: ServedStreams) -> None:
        self._journal, self._streams = journal, streams
        self._heard: dict[ports.Stream, int] = {}

    async def hear_of_all(self) -> None:
        """Take note of everything that the record has, including new tables."""
        heads = await self._streams.in_thread(self._journal.streams)
        self.hear(ports.Notice(stream, position) for stream, position in heads.items())

    def hear(self, notices: Iterable[ports.Notice]) -> None:
        """Take note of how far streams have got."""
        for notice in notices:
            if notice.stream == ports.FLOOR or ports.is_of_a_table(notice.stream):
                known = self._heard.get(notice.stream, 0)
                self._heard[notice.stream] = max(known, notice.position)

    async def read_on(self) -> bool:
        """Read a portion of all streams that are behind; returns whether there were any."""
        behind = [
            runtime for stream in tuple(self._heard) if (runtime := await self._behind(stream))
        ]
        if behind:
            await self._streams.in_thread(partial(self._read, behind))
        return bool(behind)

    async def _behind(self, stream: ports.Stream) -> Runtime[Any, Any, Any] | None:
        """Return a stream to read on; None, and forget it, if it is up to date or halted."""
        runtime: Runtime[Any, Any, Any] = (
            self._streams.floor.runtime
            if stream == ports.FLOOR
            else (await self._streams.open_table(stream)).runtime
        )
        if not runtime.halted and runtime.position < self._heard[stream]:
            return runtime
        del self._heard[stream]
        return None

    def _read(self, behind: Iterable[Runtime[Any, Any, Any]]) -> None:
        found = self._journal.read_on({runtime.stream: runtime.position for runtime in behind})
        for runtime in behind:
            with suppress(Halted):  # the stream itself tells its watchers
                runtime.follow(found[runtime.stream])


async def _follow(following: Following, streams: ServedStreams, listening: ports.Listening) -> None:
    # Notices cover only what is appended after we subscribe, so catch up on the rest first.
    await following.hear_of_all()
    while True:
        wait_s = _WAIT_SECONDS
        if await following.read_on():
            await asyncio.sleep(_PORTION_S)
            wait_s = 0.0
        following.hear(await _next_notices(streams, listening, wait_s))


async def _next_notices(
    streams: ServedStreams, listening: ports.Listening, wait_s: float
) -> tuple[ports.Notice, ...]:
    waiting = asyncio.ensure_future(streams.in_thread(partial(listening.wait, wait_s)))
    try:
        return await asyncio.shield(waiting)
    except asyncio.CancelledError:
        # Its thread is still running and must finish before the connection is closed.
        await asyncio.wait([waiting])
        waiting.exception()  # a connection lost meanwhile no longer matters
        raise

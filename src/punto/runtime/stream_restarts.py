"""Brings streams up: all of them at the start, and halted ones again."""

import asyncio
from collections.abc import Callable, Mapping

from punto.identity import BringUpOrdered
from punto.runtime import ports
from punto.runtime.mailboxes import Closed
from punto.runtime.node_duties import NodeDuties
from punto.runtime.node_streams import ServedStreams
from punto.runtime.served_stream import News, Stopped
from punto.runtime.stream_runtime import Halted
from punto.values import TableId


class Reopening:
    """Brings up the streams of one node again, one at a time."""

    def __init__(self, journal: ports.Journal, streams: ServedStreams, duties: NodeDuties) -> None:
        self._journal, self._streams, self._duties = journal, streams, duties
        self._turn = asyncio.Lock()

    async def everything(self) -> Mapping[ports.Stream, int]:
        """Bring up all streams for the first time, and report interrupted rounds.

        Returns how far each stream was signed. Raises RecordBroken or CannotRecord if the record as
        a whole does not hold; the node is then gone, and another may take its place.
        """
        streams = self._streams
        try:
            signed = await streams.in_thread(self._journal.check_signed_ends)
            await streams.open_floor()
            for stream in sorted(await streams.in_thread(self._journal.streams)):
                if ports.is_of_a_table(stream):
                    await streams.open_table(stream)
            await self._duties.tell_of_interruptions()
        except (ports.RecordBroken, ports.CannotRecord):
            await streams.close()
            streams.end()
            raise
        return signed

    async def stream(self, stream: ports.Stream) -> None:
        """Bring up a stream if it is halted; raises the reason if that fails."""
        if stream == ports.FLOOR:
            async with self._turn:
                await self._streams.in_thread(self._journal.check_signed_ends)
                await self._streams.reopen_floor()
        else:
            await self.table(ports.table_of(stream), if_halted=True)

    async def table(self, table: TableId, *, if_halted: bool) -> None:
        """Bring up a table, and report its round if that was cut short."""
        stream = ports.stream_of(table)
        if stream not in self._streams.tables:
            raise Closed(f"{stream} is not served here")
        async with self._turn:
            await self._streams.in_thread(self._journal.check_signed_ends)
            before = self._streams.tables[stream]
            place = await self._streams.reopen_table(stream, if_halted=if_halted)
            place.runtime.check_running()
            if place is before:
                return  # another caller was first
            try:
                await self._duties.tell_of_halt(place)
            except (ports.CannotRecord, ports.RecordBroken) as fault:
                # A round that was cut short must not continue as if nothing had happened.
                place.runtime.halt_by(fault)
            place.runtime.check_running()
            place.halted_at = place.stood_at = None
            self._streams.start_timer(place)

    def ordered(self, news: News) -> tuple[ports.Stream, ...]:
        """Return the tables halted here that staff, at any node, have ordered to be brought up."""
        facts = () if isinstance(news, Stopped) else tuple(event.fact for event in news.events)
        ordered = {
            ports.stream_of(fact.table) for fact in facts if isinstance(fact, BringUpOrdered)
        }
        return tuple(stream for stream in self._streams.halted() if stream in ordered)

    async def as_ordered(self, stream: ports.Stream, on_trouble: Callable[[str], None]) -> None:
        """Bring up a table that staff have ordered to be brought up."""
        try:
            await self.stream(stream)
        except (Halted, ports.CannotRecord, ports.RecordBroken, Closed) as fault:
            on_trouble(f"{stream} stays halted: {fault}")

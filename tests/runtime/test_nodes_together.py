"""Several nodes on one record: each hears what the others record."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from punto.runtime.ports import FLOOR, CannotRecord, Notice, RecordBroken, Stream, stream_of
from support.runtime.hosts import A1, B2, CASH, Ear, enrolment, memory, served, shared
from support.runtime.stage import Failing, HandClock, Server, command, until


def test_a_node_hears_of_other_nodes_and_catches_up() -> None:
    async def story() -> None:
        clock, ear = HandClock(), Ear()
        journal = memory(clock)
        other = Server(journal)
        async with served(journal, shared("one", clock, ear)) as node:
            other.set_up()
            ear.said.put(Notice(other.stream, 5))
            await until(lambda: A1 in node.tables())
            assert node.tables()[A1].position == 5
            other.do(CASH)
            ear.said.put(Notice(other.stream, 6))
            await until(lambda: node.tables()[A1].position == 6)
            # It need not read up to a position that it already has.
            ear.said.put(Notice(other.stream, 6))
            ear.said.put(Notice(stream_of(B2).__class__("something else"), 6))
            await until(ear.said.empty)

    asyncio.run(story())


class ManyAtOnce(Ear):
    """A listener that hears all notices which have arrived."""

    def wait(self, seconds: float) -> tuple[Notice, ...]:
        heard = super().wait(seconds)
        while heard and not self.said.empty():
            heard += super().wait(0)
        return heard


@dataclass
class Looking(Failing):
    """A journal that notes what is read on, and from where."""

    looks: list[Mapping[Stream, int]] = field(default_factory=list)

    def read_on(self, after: Mapping[Stream, int]) -> object:
        self.looks.append(after)
        return self.journal.read_on(after)


def test_what_others_record_at_all_tables_is_read_in_portions() -> None:
    async def story() -> None:
        clock, ear = HandClock(), ManyAtOnce()
        journal = Looking(memory(clock))
        others = [Server(journal.journal, name).set_up() for name in ("A1", "B2")]
        async with served(journal, shared("one", clock, ear)) as node:  # type: ignore[arg-type]
            await until(lambda: ear.waits > 0)
            for _ in range(5):
                for other in others:
                    other.do(CASH)
                    ear.said.put(Notice(other.stream, other.runtime.position))
            await until(lambda: {each.position for each in node.tables().values()} == {10})
            await until(ear.said.empty)
        assert dict.fromkeys(journal.looks[0], 5) == journal.looks[0]
        assert max(map(len, journal.looks)) == len(others)
        assert len(journal.looks) < 5

    asyncio.run(story())


def test_the_floor_is_heard_of_too() -> None:
    async def story() -> None:
        clock, ear = HandClock(), Ear()
        journal = memory(clock)
        async with (
            served(journal, shared("one", clock, ear)) as one,
            served(journal, shared("two", clock, Ear())) as two,
        ):
            await two.ask_floor(enrolment())
            for _ in range(2):
                ear.said.put(Notice(FLOOR, 2))
            await until(lambda: bool(one.floor.people))
            await until(ear.said.empty)

    asyncio.run(story())


@pytest.mark.parametrize("fault", [CannotRecord, RecordBroken])
def test_a_lost_connection_is_restored_and_nothing_is_missed(fault: type[Exception]) -> None:
    async def story() -> None:
        clock, ear = HandClock(), Ear()
        journal, troubles = memory(clock), list[str]()
        other = Server(journal).set_up()
        async with served(journal, shared("one", clock, ear, troubles)) as node:
            await until(lambda: ear.waits > 0)
            other.do(CASH)
            ear.said.put(fault("server closed the connection"))
            await until(lambda: node.tables()[A1].position == 6)
        assert troubles == [
            "notices of other nodes cannot be received: server closed the connection"
        ]
        assert (ear.opened, ear.closed) == (2, 2)

    asyncio.run(story())


def test_an_unannounced_table_of_another_node_is_found_on_request() -> None:
    async def story() -> None:
        clock = HandClock()
        journal = memory(clock)
        async with served(journal, shared("one", clock, Ear())) as node:
            Server(journal, "B2").set_up()
            assert isinstance(await node.ask(B2, command(CASH)), tuple)

    asyncio.run(story())

"""A newer program writes what an older node cannot read: the older one stands aside."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import pytest

from punto.runtime.nodes import Node
from punto.runtime.ports import FLOOR, NewerForm, Notice, Stream, stream_of
from punto.runtime.stream_runtime import Halted
from punto.values.ids import TableId
from support.runtime.hosts import A1, B2, CASH, Ear, enrolment, make, memory, served, shared
from support.runtime.stage import Failing, HandClock, Server, command, self_dealing, until

STREAM, C3 = stream_of(A1), TableId("C3")


@dataclass
class TooOld(Failing):
    """The record as a program sees it that is too old for the end of one stream."""

    unread: Stream | None = None

    def read(self, stream: Stream, after: int = 0) -> object:
        if stream == self.unread:
            raise NewerForm(f"{stream} at {after + 1}: round.bets_opened@2: unknown here")
        return self.journal.read(stream, after)

    def read_on(self, after: Mapping[Stream, int]) -> object:
        def taken(stream: Stream, position: int) -> Iterator[object]:
            yield from self.read(stream, position)  # type: ignore[misc]

        return {stream: taken(stream, position) for stream, position in after.items()}


def play(story: Callable[[Node, TooOld, Ear], object]) -> None:
    clock, ear = HandClock(50_000), Ear()
    journal = TooOld(memory(clock))

    async def run() -> None:
        async with served(journal, shared("old", clock, ear)) as node:  # type: ignore[arg-type]
            await make(node)
            await make(node, "B2")
            await story(node, journal, ear)  # type: ignore[misc]

    asyncio.run(run())


def test_a_node_leaves_a_table_to_the_newer_program_and_serves_the_others() -> None:
    async def story(node: Node, journal: TooOld, ear: Ear) -> None:
        assert node.outdated() == ()
        Server(journal.journal).do(CASH)
        journal.unread = STREAM
        ear.said.put(Notice(STREAM, journal.journal.streams()[STREAM]))
        await until(lambda: bool(node.outdated()))
        assert node.outdated() == (STREAM,)
        with pytest.raises(Halted, match=r"a newer version of Punto plays here.*A1 at 6: round"):
            await node.ask(A1, command(CASH))
        # The table does not return by itself, and its record is not broken.
        assert node.returning() == ()
        assert isinstance(await node.ask(B2, command(CASH)), tuple)
        with pytest.raises(Halted):
            await node.reopen(A1)
        assert node.outdated() == (STREAM,)

    play(story)


def test_a_node_leaves_the_floor_to_the_newer_program() -> None:
    async def story(node: Node, journal: TooOld, ear: Ear) -> None:
        journal.unread = FLOOR
        ear.said.put(Notice(FLOOR, 1))
        await until(lambda: node.outdated() == (FLOOR,))
        with pytest.raises(Halted, match="this server must be updated"):
            await node.ask_floor(enrolment())

    play(story)


def test_another_halt_stays_what_it_was() -> None:
    async def story(node: Node, _journal: TooOld, _ear: Ear) -> None:
        runtime = node._streams.tables[STREAM].runtime  # noqa: SLF001
        runtime.halt("a person stopped it")
        runtime.halt_by(NewerForm("later"))
        assert (runtime.halted, node.outdated()) == ("a person stopped it", ())

    play(story)


def test_the_timer_of_the_newer_program_need_not_wait_for_the_lease() -> None:
    async def story(node: Node, journal: TooOld, ear: Ear) -> None:
        for wish, by in self_dealing("C3"):
            await node.ask(C3, command(wish, by))
        lease = f"timer of {stream_of(C3)}"
        await until(lambda: journal.journal.leases().get(lease) is not None)
        journal.unread = stream_of(C3)
        ear.said.put(Notice(stream_of(C3), 1_000))
        await until(lambda: journal.journal.leases().get(lease) is None)

    play(story)

"""A restarted node reports every round that no node served."""

import asyncio

import pytest

from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import TableCommand, Timer
from punto.rounds.irregularity.commands import Attest
from punto.rounds.irregularity.refusals import NoCardIsOut
from punto.rounds.phases import Phase
from punto.runtime import node_duties
from punto.runtime.interruptions import SERVED, InterruptionFound, interruption, note_service
from punto.runtime.nodes import Node
from punto.runtime.ports import CannotRecord, Journal, Lease, RecordBroken, stream_of
from punto.runtime.served_stream import News, Stopped
from punto.runtime.stream_runtime import Halted, Published
from punto.storage.journal import StoredJournal
from punto.values.ids import Instant
from support.rounds.evening import SUPERVISOR
from support.runtime.hosts import A1, B2, CASH, Ear, make, memory, served, shared
from support.runtime.stage import Failing, HandClock, Server, command, setup, until
from support.storage.places import MemoryPlace


def interrupted(journal: StoredJournal, table: str = "A1") -> str:
    """Return the phase, who reported the interruption, and how long it lasted."""
    server = Server(journal, table)
    server.runtime.catch_up()
    last = server.events()[-1]
    lasted = getattr(last.fact, "lasted_ms", "")
    return f"{server.runtime.state.phase.value} {type(last.by).__name__} {lasted}".strip()


async def halt(node: Node, failing: Failing) -> None:
    """Halt a table by a command that cannot be recorded."""
    failing.at_commit.append(CannotRecord("disk full"))
    with pytest.raises(Halted, match="disk full"):
        await node.ask(A1, command(CASH))


def test_a_round_that_a_crash_cut_short_is_told_of_before_anything_else() -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        journal = memory(clock)
        Server(journal).betting()
        Server(journal, "B2").set_up()
        note_service(journal, "the process that is gone")
        clock.at = 12_000
        async with served(journal, setup("two", clock)) as node:
            assert node.tables()[A1].table.phase is Phase.STOPPED
            assert node.tables()[B2].table.phase is Phase.IDLE
        assert interrupted(journal) == "awaiting a ruling Timer 7000"
        # The report is made once: the matter is open, and another start adds nothing.
        position = journal.streams()[stream_of(A1)]
        async with served(journal, setup("three", clock)):
            pass
        assert journal.streams()[stream_of(A1)] == position

    asyncio.run(story())


def test_a_report_that_the_table_does_not_take_is_a_trouble(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        clock, troubles = HandClock(5_000), list[str]()
        journal = memory(clock)
        Server(journal).betting()
        broken = "punto.rounds.irregularity.decisions.report_or_queue"
        monkeypatch.setattr(broken, lambda *_, **__: NoCardIsOut("5.9"))
        async with served(journal, setup("one", clock, troubles)):
            pass
        assert troubles == ["table/A1: it refused the report of the restart"]

    asyncio.run(story())


def test_a_node_notes_that_it_is_there_while_rounds_are_in_progress() -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        journal = memory(clock)
        async with served(journal, setup("one", clock)) as node:
            await make(node)
            await asyncio.sleep(0.03)
            assert journal.leases().get(SERVED) is None
            await node.ask(A1, command(OpenBets()))
            await until(lambda: journal.leases().get(SERVED) is not None)
            clock.at = 6_000
            await until(lambda: (journal.leases().get(SERVED) or lost).until == 6_000)
            clock.at = 6_500
        # The last note is from the very end.
        assert (journal.leases().get(SERVED) or lost).until == 6_500
        clock.at = 8_000
        async with served(journal, setup("two", clock)):
            pass
        assert interrupted(journal) == "awaiting a ruling Timer 1500"

    lost = Lease("", Instant(0))
    asyncio.run(story())


def test_a_table_that_another_node_serves_was_not_interrupted() -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        journal = memory(clock)
        Server(journal).betting()

        async def other_node() -> None:
            while True:
                clock.at += 1
                note_service(journal, "the other node")
                await asyncio.sleep(0.002)

        serving = asyncio.create_task(other_node())
        async with served(journal, shared("two", clock, Ear())) as node:
            assert node.tables()[A1].table.phase is Phase.BETTING
        serving.cancel()

    asyncio.run(story())


def test_a_node_that_is_gone_for_good_interrupts_its_tables() -> None:
    """Its last note is recent, but no other follows."""

    async def story() -> None:
        clock = HandClock(5_000)
        journal = memory(clock)
        Server(journal).betting()
        note_service(journal, "the other node")
        clock.at = 5_100
        async with served(journal, shared("two", clock, Ear())):
            pass
        assert interrupted(journal) == "awaiting a ruling Timer 100"

    asyncio.run(story())


def test_two_nodes_that_come_up_together_tell_of_it_once() -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        journal = memory(clock)
        Server(journal).betting()
        async with served(journal, shared("one", clock, Ear())) as one:
            other = Node(journal, shared("two", clock, Ear()))
            await other.open()
            assert one.tables()[A1].table.phase is Phase.STOPPED
            await other.close()
        events = Server(journal)
        events.runtime.catch_up()
        told = [e for e in events.events() if isinstance(e.by, Timer)]
        assert len(told) == 1

    asyncio.run(story())


def test_a_halted_table_that_comes_up_again_was_interrupted() -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        journal = memory(clock)
        failing = Failing(journal)
        seen: list[News] = []
        async with served(failing, setup("one", clock)) as node:  # type: ignore[arg-type]
            await make(node)
            await node.ask(A1, command(OpenBets()))
            node.watch(stream_of(A1), seen.append)
            await halt(node, failing)
            await until(lambda: len(seen) == 1)
            reason = "the record cannot be written: disk full"
            assert seen == [Stopped(stream_of(A1), reason)]
            assert node.tables()[A1].halted == reason
            clock.at += 9_000
            await node.reopen(A1)
            assert node.tables()[A1].halted == ""
            await until(lambda: len(seen) == 3)
            assert isinstance(seen[1], Published)
            assert (seen[1].events, seen[1].first) == ((), 7)
            assert interrupted(journal) == "awaiting a ruling Timer 9000"
            assert isinstance(await node.ask(A1, command(Attest(), SUPERVISOR)), tuple)

    asyncio.run(story())


def test_a_table_is_not_up_before_its_interruption_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It stays halted if the report fails, and the time before is part of the interruption."""
    faults = [CannotRecord("I/O error"), RecordBroken("no event")]

    def failing_report(
        found: InterruptionFound, journal: Journal, served: Instant, at: Instant
    ) -> TableCommand | None:
        if faults:
            raise faults.pop(0)
        return interruption(found, journal, served, at)

    monkeypatch.setattr(node_duties, "interruption", failing_report)

    async def story() -> None:
        clock = HandClock(5_000)
        journal = memory(clock)
        failing = Failing(journal)
        async with served(failing, setup("one", clock)) as node:  # type: ignore[arg-type]
            await make(node)
            await node.ask(A1, command(OpenBets()))
            await halt(node, failing)
            for seen in ("cannot be written: I/O error", "does not hold: no event", "disk full"):
                clock.at += 2_000
                if not faults:
                    failing.at_commit.append(CannotRecord("disk full"))
                with pytest.raises(Halted, match=seen):
                    await node.reopen(A1)
                assert seen in node.tables()[A1].halted
                await asyncio.sleep(0)
            clock.at += 3_000
            await node.reopen(A1)
            assert interrupted(journal) == "awaiting a ruling Timer 9000"

    asyncio.run(story())


@pytest.mark.parametrize("was_up", [True, False])
def test_a_round_is_told_of_also_where_the_table_did_not_come_up_at_first(*, was_up: bool) -> None:
    async def story() -> None:
        clock, place = HandClock(5_000), MemoryPlace()
        journal = place.open()
        Server(journal).betting()
        note_service(journal, "the process that is gone")
        stream, failing = stream_of(A1), Failing(journal)
        if not was_up:
            place.flip(stream, 3)
        async with served(failing, setup("two", clock)) as node:  # type: ignore[arg-type]
            if was_up:
                await node.ask(A1, command(Attest(), SUPERVISOR))
                await node.ask(A1, command(OpenBets()))
                await halt(node, failing)
                await until(lambda: node.tables()[A1].halted != "")
                place.flip(stream, 3)
            clock.at += 4_000
            with pytest.raises(Halted, match="at 3"):
                await node.reopen(A1)
            place.flip(stream, 3)  # restores the flipped bit
            clock.at += 5_000
            await node.reopen(A1)
        assert interrupted(journal).startswith("awaiting a ruling Timer")
        if was_up:
            assert interrupted(journal) == "awaiting a ruling Timer 9000"

    asyncio.run(story())


def test_a_table_that_was_halted_between_rounds_goes_on_as_it_was() -> None:
    async def story() -> None:
        failing = Failing(memory(HandClock()))
        async with served(failing) as node:  # type: ignore[arg-type]
            await make(node)
            await halt(node, failing)
            await node.reopen(A1)
            assert node.tables()[A1].table.phase is Phase.IDLE
            assert isinstance(await node.ask(A1, command(CASH)), tuple)

    asyncio.run(story())


def test_where_somebody_else_went_on_nothing_was_interrupted() -> None:
    async def story() -> None:
        clock = HandClock(5_000)
        journal = memory(clock)
        failing = Failing(journal)
        async with served(failing, setup("one", clock)) as node:  # type: ignore[arg-type]
            await make(node)
            await node.ask(A1, command(OpenBets()))
            await halt(node, failing)
            Server(journal).do(CASH)
            await node.reopen(A1)
            assert node.tables()[A1].table.phase is Phase.BETTING
            await node.reopen(A1)  # the table is not halted, so nothing is reported
            assert node.tables()[A1].table.phase is Phase.BETTING

    asyncio.run(story())

"""The database fails: briefly, and no one notices; for longer, and tables return with it."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from punto.identity.messages import FloorCommand
from punto.identity.people.commands import GrantRole
from punto.identity.terminals.commands import BringUpTable
from punto.rounds.betting.commands import OpenBets
from punto.rounds.commands import Timer
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import MoveOut, TakeCash
from punto.rules.roles import Role
from punto.runtime import mailboxes as patience
from punto.runtime.interruptions import SERVED, WHOLE, note_service
from punto.runtime.nodes import Node
from punto.runtime.ports import (
    FLOOR,
    CannotRecord,
    Lease,
    Notice,
    OutOfReach,
    RecordBroken,
    Stream,
    Transaction,
    stream_of,
)
from punto.runtime.served_stream import News, Stopped
from punto.runtime.stream_runtime import Halted, Published
from punto.storage.journal import StoredJournal
from punto.values import replace
from punto.values.ids import CommandId, Instant, PersonId
from punto.values.money import dollars
from support.rounds.evening import SUPERVISOR, T1
from support.runtime.hosts import A1, B2, CASH, Ear, enrolment, make, memory, served, shared
from support.runtime.stage import Failing, HandClock, Server, command, setup, until
from support.storage.memory import MemoryDatabase

STREAM = stream_of(A1)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE_S", 0.2)


@dataclass
class Away(Failing):
    """A journal whose database can be unreachable; the answer to a commit may be lost as well."""

    is_away: bool = False
    is_read_only: bool = False
    """Whether it answers questions, but records nothing, as a standby does."""
    unanswered: int = 0
    """How many commits succeed without an answer."""
    before_read: Callable[[Stream, int], None] = lambda _stream, _after: None
    """Called in the thread that reads a stream."""

    def read(self, stream: Stream, after: int = 0) -> object:
        self.before_read(stream, after)
        return self.journal.read(stream, after)

    @contextmanager
    def transaction(self, streams: list[Stream]) -> Iterator[Transaction]:
        self._check()
        with super().transaction(streams) as transaction:
            yield transaction
        if self.unanswered:
            self.unanswered -= 1
            raise OutOfReach("server closed the connection")

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        self._check()
        if self.is_read_only:
            raise OutOfReach("cannot execute INSERT in a read-only transaction")
        return self.journal.take_lease(name, holder, for_ms)

    def leases(self) -> Mapping[str, Lease]:
        self._check()
        return self.journal.leases()

    def time(self) -> Instant | None:
        self._check()
        return self.journal.time()

    def streams(self) -> object:
        self._check()
        return self.journal.streams()

    def check_signed_ends(self) -> object:
        self._check()
        return self.journal.check_signed_ends()

    def _check(self) -> None:
        if self.is_away:
            raise OutOfReach("connection refused")


def reports(journal: StoredJournal) -> list[int]:
    """Return how long each interruption lasted that a timer reported."""
    server = Server(journal)
    server.runtime.catch_up()
    told = [event.fact for event in server.events() if isinstance(event.by, Timer)]
    return [fact.lasted_ms for fact in told if hasattr(fact, "lasted_ms")]


def play(
    story: Callable[[Node, Away, HandClock], object], troubles: list[str] | None = None
) -> Away:
    """Run a story at one node, which has to assume that other nodes exist."""
    clock = HandClock(50_000)
    journal = Away(memory(clock))

    async def run() -> None:
        async with served(journal, shared("one", clock, Ear(), troubles)) as node:  # type: ignore[arg-type]
            await make(node)
            await story(node, journal, clock)  # type: ignore[misc]

    asyncio.run(run())
    return journal


@pytest.mark.parametrize("was_recorded", [True, False])
def test_a_batch_whose_commit_was_not_answered_is_recorded_once(*, was_recorded: bool) -> None:
    async def story(node: Node, journal: Away, _clock: HandClock) -> None:
        before = node.tables()[A1].table.credits_of(T1)
        if was_recorded:
            journal.unanswered = 2
        else:
            journal.at_commit += [OutOfReach("server closed the connection")] * 2
        answers = await asyncio.gather(
            *(node.ask(A1, command(CASH, command_id=f"cash {n}")) for n in range(3))
        )
        assert all(isinstance(answer, tuple) for answer in answers)
        assert node.tables()[A1].table.credits_of(T1) == before + dollars(3)
        assert not node.tables()[A1].halted

    journal = play(story)
    commands = [event.command for _, event in journal.journal.read(STREAM)]
    assert [commands.count(CommandId(f"cash {n}")) for n in range(3)] == [1, 1, 1]


@pytest.mark.parametrize("was_recorded", [True, False])
def test_a_move_whose_commit_was_not_answered_is_made_once(*, was_recorded: bool) -> None:
    async def story(node: Node, journal: Away, _clock: HandClock) -> None:
        await make(node, "B2")
        await node.ask(B2, command(MoveOut(T1, A1), SUPERVISOR))  # refused, because T1 sits at A1
        if was_recorded:
            journal.unanswered = 1
        else:
            journal.at_commit.append(OutOfReach("server closed the connection"))
        moved = await node.ask(A1, command(MoveOut(T1, B2), SUPERVISOR, "go"))
        tables = node.tables()
        assert not tables[A1].halted
        assert not tables[B2].halted
        assert isinstance(moved, tuple) == (T1 not in tables[A1].table.seats)

    play(story)


@pytest.mark.usefixtures("impatient")
def test_a_move_to_nowhere_halts_both_tables_until_the_database_is_back() -> None:
    async def story(node: Node, journal: Away, _clock: HandClock) -> None:
        await make(node, "B2")
        journal.at_commit += [OutOfReach("server closed the connection")] * 50
        with pytest.raises(Halted, match="server closed"):
            await node.ask(A1, command(MoveOut(T1, B2), SUPERVISOR))
        journal.at_commit.clear()
        await until(lambda: not node.tables()[A1].halted and not node.tables()[B2].halted)

    play(story)


@pytest.mark.usefixtures("impatient")
def test_streams_that_halted_without_their_database_come_back_with_it() -> None:
    seen: list[News] = []

    async def story(node: Node, journal: Away, _clock: HandClock) -> None:
        node.watch(STREAM, seen.append)
        journal.is_away = True
        with pytest.raises(Halted, match="connection refused"):
            await node.ask(A1, command(CASH))
        with pytest.raises(Halted, match="connection refused"):
            await node.ask_floor(enrolment())
        assert set(node.returning()) == {FLOOR, STREAM}
        await until(lambda: node.unreached_s > 0.05)
        # Events that other nodes recorded meanwhile are published as well.
        Server(journal.journal).do(CASH)
        journal.is_away = False
        await until(lambda: not node.returning())
        assert isinstance(await node.ask_floor(enrolment("again")), tuple)
        assert isinstance(await node.ask(A1, command(CASH)), tuple)
        await until(lambda: len(seen) >= 3)

    journal = play(story)
    assert isinstance(seen[0], Stopped)
    assert told(seen) == [6, 7]
    assert journal.journal.streams()[STREAM] == 7


def told(seen: list[News]) -> list[int]:
    """Return the positions of all published events, in the order of publication."""
    news = [each for each in seen if isinstance(each, Published)]
    return [each.first + n for each in news for n in range(len(each.events))]


async def halted_while_others_play(node: Node, journal: Away, seen: list[News]) -> None:
    """Halt the table at its event 5, and let another node record two more."""
    node.watch(STREAM, seen.append)
    journal.is_away = True
    with pytest.raises(Halted, match="connection refused"):
        await node.ask(A1, command(CASH))
    server = Server(journal.journal)
    server.do(CASH)
    server.do(CASH)


@pytest.mark.usefixtures("impatient")
def test_what_a_table_missed_is_told_before_anything_new() -> None:
    seen: list[News] = []
    reads, go_on = threading.Event(), threading.Event()

    def wait(stream: Stream, after: int) -> None:
        if (stream, after) == (STREAM, 5):
            reads.set()
            go_on.wait(10)

    async def story(node: Node, journal: Away, _clock: HandClock) -> None:
        await halted_while_others_play(node, journal, seen)
        journal.before_read = wait
        journal.is_away = False
        await until(reads.is_set)
        asked = asyncio.create_task(node.ask(A1, command(CASH)))
        await asyncio.sleep(0.05)
        go_on.set()
        assert isinstance(await asked, tuple)
        await until(lambda: len(told(seen)) >= 3)

    play(story)
    assert told(seen) == [6, 7, 8]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("lost_at", [0, 5])
def test_nothing_is_missed_when_the_database_is_lost_again_meanwhile(lost_at: int) -> None:
    """During the replay of the table, or while the missed events are read."""
    seen: list[News] = []
    lost: list[int] = []

    def lose(stream: Stream, after: int) -> None:
        if (stream, after) == (STREAM, lost_at) and not lost:
            lost.append(after)
            raise OutOfReach("lost again")

    async def story(node: Node, journal: Away, _clock: HandClock) -> None:
        await halted_while_others_play(node, journal, seen)
        journal.before_read = lose
        journal.is_away = False
        await until(lambda: bool(lost) and not node.returning())
        assert isinstance(await node.ask(A1, command(CASH)), tuple)
        await until(lambda: len(told(seen)) >= 3)

    play(story)
    assert told(seen) == [6, 7, 8]


@pytest.mark.usefixtures("impatient")
def test_a_table_that_does_not_come_back_keeps_no_other_away() -> None:
    def lose(stream: Stream, _after: int) -> None:
        if stream == STREAM:
            raise OutOfReach("no answer within 10 s")

    async def story(node: Node, journal: Away, _clock: HandClock) -> None:
        await make(node, "B2")
        journal.is_away = True
        for table in (A1, B2):
            with pytest.raises(Halted):
                await node.ask(table, command(CASH))
        journal.before_read = lose
        journal.is_away = False
        await until(lambda: node.returning() == (STREAM,))

    play(story)


def test_a_table_that_does_not_hold_waits_for_people() -> None:
    troubles: list[str] = []

    async def story(node: Node, journal: Away, _clock: HandClock) -> None:
        journal.at_commit.append(RecordBroken("no event"))
        with pytest.raises(Halted, match="no event"):
            await node.ask(A1, command(CASH))
        await asyncio.sleep(0.1)
        assert node.tables()[A1].halted
        assert node.returning() == ()
        await node.reopen(A1)
        assert not node.tables()[A1].halted

    play(story, troubles)


@pytest.mark.usefixtures("impatient")
@pytest.mark.reading("A-37")
@pytest.mark.parametrize(("away_ms", "told"), [(4_900, []), (7_000, [7_000])])
@pytest.mark.parametrize("halts", [True, False])
def test_a_round_is_interrupted_by_what_is_longer_than_a_hiccup(
    away_ms: int, told: list[int], *, halts: bool
) -> None:
    """With or without a command that halts the table meanwhile."""
    troubles: list[str] = []

    async def story(node: Node, journal: Away, clock: HandClock) -> None:
        await node.ask(A1, command(OpenBets(), at=clock.at))
        await until(lambda: journal.journal.leases().get(SERVED) is not None)
        journal.is_away = True
        await until(lambda: any("cannot note" in each for each in troubles))
        clock.at += away_ms
        if halts:
            with pytest.raises(Halted):
                await node.ask(A1, command(CASH))
        journal.is_away = False
        await until(lambda: not node.returning() and node.unreached_s < 0.02)
        await until(lambda: (node.tables()[A1].table.phase is Phase.BETTING) == (not told))

    assert reports(play(story, troubles).journal) == told


@pytest.mark.usefixtures("impatient")
def test_what_another_node_served_was_not_interrupted() -> None:
    async def story(node: Node, journal: Away, clock: HandClock) -> None:
        async def be_there() -> None:
            while True:
                clock.at += 1
                journal.journal.take_lease(f"{WHOLE}other", "other", 0)
                note_service(journal.journal, "other")
                await asyncio.sleep(0.001)

        await node.ask(A1, command(OpenBets(), at=clock.at))
        other = asyncio.create_task(be_there())
        await until(lambda: not node.is_alone)
        journal.is_away = True
        with pytest.raises(Halted):
            await node.ask(A1, command(CASH))
        clock.at += 60_000
        journal.is_away = False
        # Before that it is undecided whether the round was interrupted.
        await until(lambda: node._streams.tables[STREAM].halted_at is None)  # noqa: SLF001
        assert not node.returning()
        assert node.tables()[A1].table.phase is Phase.BETTING
        other.cancel()

    assert reports(play(story).journal) == []


def test_on_a_file_nobody_goes_on_without_people() -> None:
    async def story() -> None:
        clock = HandClock()
        failing = Failing(memory(clock))
        async with served(failing, setup("one", clock)) as node:  # type: ignore[arg-type]
            await make(node)
            failing.at_commit.append(CannotRecord("I/O error"))
            with pytest.raises(Halted, match="I/O error"):
                await node.ask(A1, command(CASH))
            await asyncio.sleep(0.1)
            assert node.tables()[A1].halted
            assert node.returning() == ()
            assert (node.is_alone, node.unreached_s) == (True, 0.0)

    asyncio.run(story())


def test_an_order_at_another_node_brings_up_a_table_that_is_halted_here() -> None:
    async def story() -> None:
        clock, ear = HandClock(), Ear()
        journal = memory(clock)
        failing = Failing(journal)
        async with (
            served(failing, shared("one", clock, ear)) as one,  # type: ignore[arg-type]
            served(journal, shared("two", clock, Ear())) as two,
        ):
            await two.ask_floor(enrolment())
            chief = PersonId("tan")
            grant = GrantRole(chief, Role.SHIFT_MANAGER)
            await two.ask_floor(FloorCommand(CommandId("f2"), Instant(2), chief, grant))
            await make(one)
            failing.at_commit.append(RecordBroken("no event"))
            with pytest.raises(Halted, match="no event"):
                await one.ask(A1, command(CASH))
            ordered = FloorCommand(CommandId("f3"), Instant(3), chief, BringUpTable(A1))
            assert isinstance(await two.ask_floor(ordered), tuple)
            ear.said.put(Notice(FLOOR, journal.streams()[FLOOR]))
            await until(lambda: not one.tables()[A1].halted)

    asyncio.run(story())


def test_nodes_know_of_each_other_and_leave_their_tables_to_who_is_there() -> None:
    async def story() -> None:
        clock = HandClock()
        journal = memory(clock)
        ticking = asyncio.create_task(_tick(clock))
        async with served(journal, shared("one", clock, Ear())) as one:
            assert one.is_alone
            assert not await one.leave()
            assert one.is_leaving
        async with (
            served(journal, shared("two", clock, Ear())) as two,
            served(journal, shared("three", clock, Ear())) as three,
        ):
            await until(lambda: not two.is_alone and not three.is_alone)
            assert await two.leave()
            # A node that is about to leave cannot take over from another.
            assert not await three.leave()
        ticking.cancel()
        # A node that stops in order leaves no note.
        assert not any(name.startswith(WHOLE) for name in journal.leases())

    asyncio.run(story())


@pytest.mark.parametrize("writing_s", [0, 0.03], ids=["at once", "for six beats"])
def test_nodes_that_beat_in_step_know_of_each_other(writing_s: float) -> None:
    class InStep(StoredJournal):
        """Another node writes its note just before this one does, which takes a while."""

        def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
            if name.startswith("whole"):
                super().take_lease(name.replace(holder, "two"), "two", for_ms)
                time.sleep(writing_s)
            return super().take_lease(name, holder, for_ms)

    async def story() -> None:
        clock = HandClock()
        ticking = asyncio.create_task(_tick(clock))
        journal = InStep(MemoryDatabase(clock.now))
        async with served(journal, shared("one", clock, Ear())) as one:
            await until(lambda: not one.is_alone)
            for _ in range(20):
                await asyncio.sleep(0.005)
                assert not one.is_alone
        ticking.cancel()

    asyncio.run(story())


def test_the_note_of_a_node_that_was_killed_stands_for_no_node() -> None:
    async def story() -> None:
        clock = HandClock()
        journal = memory(clock)
        journal.take_lease(f"{WHOLE}two", "two", 0)
        clock.at += 60_000
        async with served(journal, shared("one", clock, Ear())) as one:
            for _ in range(20):
                await asyncio.sleep(0.001)
                assert one.is_alone
            await until(lambda: f"{WHOLE}two" not in journal.leases())

    asyncio.run(story())


def test_a_node_is_not_alone_because_the_database_was_away() -> None:
    async def story() -> None:
        clock = HandClock()
        journal = Away(memory(clock))
        slow = replace(shared("one", clock, Ear()), beat_ms=100)
        async with served(journal, slow) as node:  # type: ignore[arg-type]
            journal.journal.take_lease(f"{WHOLE}other", "other", 0)
            await until(lambda: not node.is_alone)
            journal.is_away = True
            await asyncio.sleep(0.6)
            journal.is_away = False
            await until(lambda: node.unreached_s < 0.1)
            assert not node.is_alone
            # The other node did not return.
            await until(lambda: node.is_alone)

    asyncio.run(story())


def test_a_database_that_answers_and_records_nothing_counts_as_not_reached() -> None:
    async def story() -> None:
        clock = HandClock()
        journal = Away(memory(clock))
        slow = replace(shared("one", clock, Ear()), beat_ms=100)
        async with served(journal, slow) as node:  # type: ignore[arg-type]
            journal.is_read_only = True
            await until(lambda: node.unreached_s > 1)
            journal.is_read_only = False
            await until(lambda: node.unreached_s < 0.1)

    asyncio.run(story())


async def _tick(clock: HandClock) -> None:
    while True:
        clock.at += 1
        await asyncio.sleep(0.001)


def test_a_table_that_rests_here_is_served_elsewhere_at_once() -> None:
    async def story() -> None:
        clock = HandClock()
        journal = memory(clock)
        async with served(journal, shared("one", clock, Ear())) as node:
            await make(node)
            assert await node._streams.take_lease(f"timer of {STREAM}")  # noqa: SLF001
            assert not journal.take_lease(f"timer of {STREAM}", "two", 10)
            await node.rest(A1)
            assert node.rests(A1)
            assert not node.rests(B2)
            assert journal.take_lease(f"timer of {STREAM}", "two", 10)

    asyncio.run(story())


def test_who_asks_while_a_table_comes_up_is_answered_by_it() -> None:
    async def story(node: Node, _journal: Away, _clock: HandClock) -> None:
        asked = [node.ask(A1, command(TakeCash(T1, dollars(1)))) for _ in range(5)]
        answers = await asyncio.gather(node.reopen(A1), *asked)
        assert all(isinstance(answer, tuple) for answer in answers[1:])
        # A table that is not halted stays as it is.
        place = node._streams.tables[STREAM]  # noqa: SLF001
        await node.reopen(A1, if_halted=True)
        assert node._streams.tables[STREAM] is place  # noqa: SLF001

    play(story)

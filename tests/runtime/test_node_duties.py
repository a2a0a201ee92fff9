"""What a node does on its own: time, snapshots, leases."""

import asyncio
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial

import pytest

from punto.ledger.postings import Posting
from punto.rounds.betting.commands import BeginClosing, OpenBets
from punto.rounds.phases import Phase
from punto.rounds.state import Table
from punto.runtime.interruptions import SERVED
from punto.runtime.node_setup import Setup
from punto.runtime.nodes import Node
from punto.runtime.ports import FLOOR, CannotRecord, RecordBroken, Snapshot, Stream, stream_of
from punto.runtime.snapshot_check import Confirmation
from punto.runtime.stream_runtime import Halted
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.journal import StoredJournal
from punto.values.ids import Instant
from punto.values.structures import replace
from support.rounds.evening import T1
from support.runtime.hosts import A1, CASH, Ear, enrolment, make, memory, served, shared
from support.runtime.stage import (
    FOLD,
    Failing,
    HandClock,
    Server,
    command,
    self_dealing,
    setup,
    until,
)
from support.storage.memory import MemoryDatabase


def test_time_passes_at_the_tables_of_a_node() -> None:
    async def story() -> None:
        clock = HandClock()
        journal = memory(clock)
        async with served(journal, setup("one", clock)) as node:
            for wish, by in self_dealing("A1", T1):
                asked = command(wish, by, at=clock.at)
                assert isinstance(await node.ask(A1, asked), tuple)

            def dealt() -> bool:
                clock.at += 1_000
                return node.tables()[A1].table.phase is Phase.DEALING

            await until(dealt)
            assert isinstance(node.tables()[A1].table, Table)
        # Restarted between two steps of a round, the table waits for people.
        async with served(journal, setup("two", clock)) as node:
            assert node.tables()[A1].table.phase is Phase.STOPPED

    asyncio.run(story())


def test_one_node_at_a_time_has_a_tables_timer() -> None:
    async def story() -> None:
        clock = HandClock()
        journal = memory(clock)
        async with (
            served(journal, shared("one", clock, Ear())) as one,
            served(journal, shared("two", clock, Ear())) as two,
        ):
            await make(one)
            await one.ask(A1, command(OpenBets(), at=clock.at))
            await one.ask(A1, command(BeginClosing(), at=clock.at))
            await two.ask(A1, command(CASH, at=clock.at))
            clock.at += 2_000
            await until(lambda: _phase(one) is Phase.DEALING or _phase(two) is Phase.DEALING)
            lease = journal.leases().get("timer of table/A1")
            assert lease is not None
            assert lease.holder in {"one", "two"}
        # A node that stops in order releases the lease.
        assert journal.leases().get("timer of table/A1") is None

    def _phase(node: Node) -> Phase:
        return node.tables()[A1].table.phase

    asyncio.run(story())


def test_a_lease_that_cannot_be_had_is_a_trouble_and_no_end() -> None:
    class Forgetful(StoredJournal):
        def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
            if name == SERVED:
                return super().take_lease(name, holder, for_ms)
            raise CannotRecord("no leases today")

    async def story() -> None:
        clock, troubles = HandClock(), list[str]()
        journal = Forgetful(MemoryDatabase(clock.now))
        async with served(journal, shared("one", clock, Ear(), troubles)) as node:
            await make(node)
            await node.ask(A1, command(OpenBets(), at=clock.at))
            await node.ask(A1, command(BeginClosing(), at=clock.at))
            clock.at += 2_000
            await until(lambda: "lease of timer of table/A1: no leases today" in troubles)
            assert node.tables()[A1].table.phase is Phase.CLOSING

    asyncio.run(story())


@pytest.mark.parametrize("fault", [CannotRecord, RecordBroken])
def test_a_note_that_cannot_be_made_is_a_trouble_and_no_end(fault: type[Exception]) -> None:
    class Forgetful(StoredJournal):
        def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
            raise fault(f"no {name} for {holder} today, {for_ms}")

    async def story() -> None:
        clock, troubles = HandClock(), list[str]()
        journal = Forgetful(MemoryDatabase(clock.now))
        async with served(journal, setup("one", clock, troubles)) as node:
            await make(node)
            await node.ask(A1, command(OpenBets()))
            await until(lambda: len(troubles) > 1)
        assert troubles[0].startswith("the node cannot note its service: no served")

    asyncio.run(story())


def test_an_unexpected_fault_halts_the_node_and_says_why() -> None:
    class Strange(StoredJournal):
        def check_place(self) -> None:
            raise PermissionError("no look at the record")

    async def story() -> None:
        troubles = list[str]()
        journal = Strange(MemoryDatabase())
        async with served(journal, setup("one", HandClock(), troubles)) as node:
            await until(lambda: bool(node.floor_halted))
            assert node.floor_halted == "PermissionError: no look at the record"
        reason = "a duty of the node has failed: PermissionError: no look at the record"
        assert troubles == [reason]

    asyncio.run(story())


def signing(journal: StoredJournal, key: SigningKey, every: int = 10_000) -> Setup:
    def sign() -> object:
        return sign_checkpoint(journal.database, key, Instant(1))

    return replace(setup("one", HandClock()), sign=sign, snapshot_every=every)


def test_a_node_keeps_snapshots_as_it_goes_and_at_its_end(key: SigningKey) -> None:
    async def story() -> None:
        journal = StoredJournal(MemoryDatabase(), [key.public])
        stream = stream_of(A1)
        async with served(journal, signing(journal, key, every=5)) as node:
            await make(node)
            await until(lambda: journal.snapshot(stream, FOLD) is not None)
            await node.ask(A1, command(CASH))
        snapshot = journal.snapshot(stream, FOLD)
        assert snapshot is not None
        assert snapshot == Snapshot(stream, 6, FOLD, node.tables()[A1].table)
        # The next start uses the snapshot, and confirms it in the background.
        async with served(journal, signing(journal, key)) as again:
            assert again.tables() == node.tables()
            await asyncio.sleep(0.05)
            assert again.tables()[A1].halted == ""
        assert journal.snapshot(stream, FOLD) == snapshot

    asyncio.run(story())


def test_what_waited_for_a_signature_is_signed_while_the_node_serves(key: SigningKey) -> None:
    async def story() -> None:
        clock = HandClock()
        journal = StoredJournal(MemoryDatabase(), [key.public])

        def sign() -> object:
            return sign_checkpoint(journal.database, key, clock.now())

        with_sign = replace(setup("one", clock), sign=sign, sign_after_ms=60_000)
        looks = Looks(clock)
        async with served(journal, replace(with_sign, now=looks.now)) as node:
            await looks.more()
            # Only the floor, which has no snapshot.
            await node.ask_floor(enrolment())
            await looks.more()
            assert journal.check_signed_ends() == {}
            clock.at += 60_000
            await until(lambda: journal.check_signed_ends() == {FLOOR: 2})
            await make(node)
            await looks.more()
            assert journal.check_signed_ends() == {FLOOR: 2}
            clock.at += 60_000
            await until(lambda: journal.check_signed_ends() == {FLOOR: 2, stream_of(A1): 5})

    asyncio.run(story())


@dataclass
class Looks:
    """A clock that counts how often it is read."""

    clock: HandClock
    count: int = 0

    def now(self) -> Instant:
        self.count += 1
        return self.clock.now()

    async def more(self) -> None:
        """Wait until the node has read the clock again, more than once."""
        seen = self.count
        await until(lambda: self.count > seen + 2)


def test_no_time_passes_before_somebody_lets_it() -> None:
    async def story() -> None:
        clock = HandClock()
        journal = memory(clock)
        node = Node(journal, setup("one", clock))
        await node.open(timers=False)
        for wish, by in self_dealing("A1", T1):
            await node.ask(A1, command(wish, by, at=clock.at))
        position = node.tables()[A1].position
        clock.at += 60_000
        await asyncio.sleep(0.05)
        assert node.tables()[A1].position == position
        node.start_timers()
        await until(lambda: node.tables()[A1].position > position)
        await node.close()

    asyncio.run(story())


def test_whoever_asked_is_told_of_a_halt_and_why() -> None:
    async def story() -> None:
        clock, told = HandClock(), list[tuple[str, str]]()
        failing = Failing(memory(clock))
        with_ear = replace(setup("one", clock), on_halt=lambda *halt: told.append(halt))
        async with served(failing, with_ear) as node:  # type: ignore[arg-type]
            await make(node)
            failing.at_commit.append(CannotRecord("disk full"))
            with pytest.raises(Halted, match="disk full"):
                await node.ask(A1, command(CASH))
            await until(lambda: bool(told))
        assert told == [("table/A1", "the record cannot be written: disk full")]

    asyncio.run(story())


def test_a_snapshot_that_is_wrong_halts_its_table_while_it_plays(key: SigningKey) -> None:
    async def story() -> None:
        journal = StoredJournal(MemoryDatabase(), [key.public])
        server = Server(journal).set_up()
        wrong = replace(server.runtime.state, shoes_count=7)
        journal.keep_snapshot(Snapshot(server.stream, 5, FOLD, wrong))
        sign_checkpoint(journal.database, key, Instant(1))
        async with served(journal, signing(journal, key)) as node:
            await until(lambda: bool(node.tables()[A1].halted))
            assert "at 5: the snapshot is not what the events make" in node.tables()[A1].halted

    asyncio.run(story())


def test_a_checkpoint_that_fails_is_a_trouble_and_no_end(key: SigningKey) -> None:
    async def story() -> None:
        troubles: list[str] = []
        journal = StoredJournal(MemoryDatabase(), [key.public])

        def sign() -> object:
            raise ValueError("no such key")

        with_sign = replace(setup("one", HandClock(), troubles), sign=sign)
        async with served(journal, with_sign) as node:
            await make(node)
        assert troubles == ["no checkpoint: ValueError: no such key"]

    asyncio.run(story())


def test_only_the_holder_of_the_lease_makes_checkpoints(key: SigningKey) -> None:
    async def story() -> None:
        journal = StoredJournal(MemoryDatabase(), [key.public])
        journal.take_lease("checkpoint", "another node", 60_000)
        with_sign = replace(signing(journal, key), listen=Ear().listen)
        async with served(journal, with_sign) as node:
            await make(node)
        assert journal.snapshot(stream_of(A1), FOLD) is None

    asyncio.run(story())


def test_a_node_replays_one_table_at_a_time_in_the_background(
    key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed: list[Stream] = []
    replaying: list[Stream] = []

    async def confirm(begin: partial[Confirmation], _in_thread: object) -> None:
        replaying.append(begin.args[2].stream)
        assert len(replaying) == 1
        await asyncio.sleep(0.01)
        replayed.append(replaying.pop())

    async def story() -> None:
        journal = StoredJournal(MemoryDatabase(), [key.public])
        servers = [Server(journal, f"A{number}") for number in range(1, 5)]
        for server in servers:
            server.set_up()
            journal.keep_snapshot(Snapshot(server.stream, 5, FOLD, server.runtime.state))
        sign_checkpoint(journal.database, key, Instant(1))
        async with served(journal, signing(journal, key)):
            await until(lambda: sorted(replayed) == [each.stream for each in servers])

    monkeypatch.setattr("punto.runtime.node_streams.confirm", confirm)
    asyncio.run(story())


def test_a_replay_in_the_background_that_loses_the_store_is_a_trouble(key: SigningKey) -> None:
    class Lossy(StoredJournal):
        def postings(
            self, stream: Stream, after: int
        ) -> Generator[tuple[int, Posting], None, None]:
            if after == 0:  # only a replay from the start asks for this
                raise CannotRecord("connection lost")
            return super().postings(stream, after)

    async def story() -> None:
        troubles: list[str] = []
        journal = Lossy(MemoryDatabase(), [key.public])
        server = Server(journal).set_up()
        journal.keep_snapshot(Snapshot(server.stream, 5, FOLD, server.runtime.state))
        sign_checkpoint(journal.database, key, Instant(1))
        async with served(journal, setup("two", HandClock(), troubles)) as node:
            await until(lambda: bool(troubles))
            assert node.tables()[A1].halted == ""
        assert troubles == ["replay of table/A1 in the background: connection lost"]

    asyncio.run(story())

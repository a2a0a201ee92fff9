"""A node: all streams of one process, from its start to its orderly stop."""

import asyncio

import pytest

from punto.identity.messages import FloorCommand
from punto.identity.people.commands import EnrolPerson
from punto.rounds.command_refusals import RoleTooLow
from punto.rounds.purse.commands import MoveOut, TakeCash
from punto.rounds.table.commands import ConfigureTable, SeatTerminal
from punto.rounds.table.refusals import AlreadySeated, TableHasNoGame
from punto.runtime.mailboxes import Closed
from punto.runtime.nodes import Node
from punto.runtime.ports import FLOOR, RecordBroken, stream_of
from punto.runtime.recordability import NotRecordable
from punto.runtime.served_stream import News
from punto.runtime.stream_runtime import Halted, Published
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.values.ids import CommandId, Instant, PersonId, TableId
from punto.values.money import dollars
from support.rounds.evening import DEALER, PIT_MANAGER, SUPERVISOR, T1, T2, configuration
from support.runtime.hosts import A1, B2, CASH, enrolment, make, served
from support.runtime.stage import HandClock, Server, command, in_memory, named, setup, until
from support.storage.places import MemoryPlace


def test_a_node_serves_a_floor_that_begins_with_it() -> None:
    async def story() -> None:
        journal = in_memory()
        async with served(journal) as node:
            await make(node)
            await make(node, "B2")
            enrol = EnrolPerson(PersonId("tan"), "Tan Wei Ming")
            enrolled = FloorCommand(CommandId("f1"), Instant(1), None, enrol)
            assert isinstance(await node.ask_floor(enrolled), tuple)
            assert list(node.floor.people) == ["tan"]
            assert node.floor_halted == ""
            standings = node.tables()
            assert {name: each.position for name, each in standings.items()} == {A1: 5, B2: 5}
            assert standings[A1].table.credits_of(T1) == dollars(100)
            assert standings[A1].halted == ""
        # The next node finds the same tables.
        async with served(journal) as again:
            assert again.tables() == standings
            assert list(again.floor.people) == ["tan"]

    asyncio.run(story())


def test_a_table_is_made_by_its_configuration_and_by_nothing_else() -> None:
    async def story() -> None:
        async with served(in_memory()) as node:
            assert await node.ask(A1, command(CASH)) == TableHasNoGame()
            assert node.tables() == {}
            configure = ConfigureTable(named("A1", configuration()))
            assert isinstance(await node.ask(A1, command(configure, PIT_MANAGER)), tuple)
            assert list(node.tables()) == [A1]

    asyncio.run(story())


def test_watchers_learn_what_was_recorded_for_a_sender_that_is_gone() -> None:
    async def story() -> None:
        async with served(in_memory()) as node:
            await make(node)
            await make(node, "B2")
            await node.ask(A1, command(SeatTerminal(T2), SUPERVISOR))
            seen: list[News] = []
            node.watch(stream_of(B2), seen.append)
            asked = asyncio.create_task(node.ask(A1, command(MoveOut(T2, B2), SUPERVISOR)))
            await asyncio.sleep(0)  # the move is on its way in a thread
            asked.cancel()
            await until(lambda: bool(seen))
            assert T2 in node.tables()[B2].table.seats

    asyncio.run(story())


@pytest.mark.parametrize("table", ["", "A\0", "x" * 201])
def test_a_name_that_no_table_can_have_is_refused(table: str) -> None:
    async def story() -> None:
        async with served(in_memory()) as node:
            with pytest.raises(NotRecordable):
                await node.ask(TableId(table), command(CASH))
            await make(node)
            with pytest.raises(NotRecordable):
                await node.ask(A1, command(MoveOut(T1, TableId(table)), SUPERVISOR))

    asyncio.run(story())


@pytest.mark.parametrize("command_id", ["timer/round/1/open", "interrupted/1/7"])
def test_nobody_takes_the_ids_of_the_timers(command_id: str) -> None:
    async def story() -> None:
        async with served(in_memory()) as node:
            await make(node)
            with pytest.raises(NotRecordable, match="reserved for timers"):
                await node.ask(A1, command(CASH, command_id=command_id))
            assert isinstance(await node.ask(A1, command(CASH, command_id="timer")), tuple)

    asyncio.run(story())


def test_a_terminal_moves_between_tables_of_the_node() -> None:
    async def story() -> None:
        async with served(in_memory()) as node:
            await make(node)
            await make(node, "B2")
            for wish, by in ((SeatTerminal(T2), SUPERVISOR), (TakeCash(T2, dollars(70)), DEALER)):
                await node.ask(A1, command(wish, by))
            leave = command(MoveOut(T2, B2), SUPERVISOR)
            assert isinstance(await node.ask(A1, leave), tuple)
            credit = {name: each.table.credits_of(T2) for name, each in node.tables().items()}
            assert credit == {A1: 0, B2: dollars(70)}
            refused = await node.ask(A1, command(MoveOut(T1, B2), SUPERVISOR))
            assert refused == AlreadySeated(T1)
            nowhere = await node.ask(B2, command(MoveOut(T2, TableId("Z9")), SUPERVISOR))
            assert nowhere == TableHasNoGame()
            assert set(node.tables()) == {A1, B2}

    asyncio.run(story())


def test_a_watcher_sees_what_was_recorded_in_order() -> None:
    async def story() -> None:
        seen: list[News] = []
        faults: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, told: faults.append(told))

        def clumsy(_news: News) -> None:
            raise RuntimeError("a screen that broke")

        async with served(in_memory()) as node:
            node.watch(stream_of(A1), clumsy)
            stop = node.watch(stream_of(A1), seen.append)
            await make(node)
            await until(lambda: len(seen) == 5)
            stop()
            await node.ask(A1, command(CASH))
        assert [each.first for each in seen if isinstance(each, Published)] == [1, 2, 3, 4, 5]
        # A watcher that fails keeps nothing from the others, and does not stop the table.
        assert len(faults) == 6
        assert node.tables()[A1].halted == ""

    asyncio.run(story())


def test_a_node_that_is_closed_takes_nothing() -> None:
    async def story() -> None:
        node = Node(in_memory(), setup("one", HandClock()))
        for _ in range(2):
            with pytest.raises(Closed, match="node one does not serve"):
                await node.ask(A1, command(CASH))
            if _ == 0:
                await node.open()
                await node.close()
        with pytest.raises(Closed):
            await node.ask_floor(enrolment())
        with pytest.raises(Closed):
            await node.reopen(A1)

    asyncio.run(story())


def test_one_table_that_does_not_hold_leaves_the_others_playing() -> None:
    async def story() -> None:
        place = MemoryPlace()
        journal = place.open()
        for table in ("A1", "B2"):
            Server(journal, table).set_up()
        place.flip(stream_of(A1), 3)
        async with served(journal) as node:
            halted = node.tables()[A1].halted
            assert halted == (
                "the record does not hold: table/A1 at 3: the event does not follow in the chain"
            )
            with pytest.raises(Halted, match="table/A1 at 3"):
                await node.ask(A1, command(CASH))
            assert isinstance(await node.ask(B2, command(CASH)), tuple)
            with pytest.raises(Halted, match="table/A1 at 3"):
                await node.reopen(A1)
            place.flip(stream_of(A1), 3)  # restores the flipped bit
            await node.reopen(A1)
            assert isinstance(await node.ask(A1, command(CASH)), tuple)

    asyncio.run(story())


def test_no_table_comes_up_again_on_a_record_that_was_cut_short(key: SigningKey) -> None:
    async def story() -> None:
        place = MemoryPlace()
        journal = place.open(trusted=[key.public])
        async with served(journal) as node:
            for table in ("A1", "B2"):
                await make(node, table)
            sign_checkpoint(journal.database, key, Instant(1))
            await node.rest(A1)
            place.cut(stream_of(B2), 3)
            with pytest.raises(RecordBroken, match="table/B2 ends at 3, checkpoint 1 saw 5"):
                await node.reopen(A1)

    asyncio.run(story())


def test_a_table_that_rests_takes_nothing_until_it_is_brought_up_again() -> None:
    async def story() -> None:
        async with served(in_memory()) as node:
            await make(node)
            waiting = asyncio.create_task(node.ask(A1, command(CASH)))
            await asyncio.sleep(0)
            await node.rest(A1)
            assert isinstance(await waiting, tuple)
            with pytest.raises(Closed, match="table/A1 is not served here any more"):
                await node.ask(A1, command(CASH))
            await node.reopen(A1)
            assert isinstance(await node.ask(A1, command(CASH)), tuple)

    asyncio.run(story())


def test_a_table_that_never_was_cannot_come_up_again() -> None:
    async def story() -> None:
        async with served(in_memory()) as node:
            with pytest.raises(Closed, match="table/A1 is not served here"):
                await node.reopen(A1)

    asyncio.run(story())


def test_a_floor_that_does_not_hold_is_halted_and_says_so() -> None:
    async def story() -> None:
        place = MemoryPlace()
        journal = place.open()
        async with served(journal) as node:
            await node.ask_floor(enrolment())
        place.flip(FLOOR, 1)
        async with served(journal) as node:
            assert "floor at 1" in node.floor_halted
            with pytest.raises(Halted, match="floor at 1"):
                await node.ask_floor(enrolment("f2"))

    asyncio.run(story())


def test_a_record_cut_short_behind_a_checkpoint_is_not_opened(key: SigningKey) -> None:
    place = MemoryPlace()
    journal = place.open(trusted=[key.public])
    Server(journal).set_up()
    sign_checkpoint(journal.database, key, Instant(1))
    place.cut(stream_of(A1), 3)

    async def story() -> None:
        node = Node(journal, setup("one", HandClock()))
        with pytest.raises(RecordBroken, match="table/A1 ends at 3, checkpoint 1 saw 5 events"):
            await node.open()
        await node.close()

    asyncio.run(story())


def test_answers_come_from_a_node_as_from_a_runtime() -> None:
    async def story() -> list[object]:
        async with served(in_memory()) as node:
            await make(node)
            twice = command(CASH)
            return [await node.ask(A1, twice), await node.ask(A1, twice)]

    first, second = asyncio.run(story())
    assert first == second
    assert isinstance(first, tuple)


def test_a_refused_configuration_makes_no_table() -> None:
    async def story() -> None:
        async with served(in_memory()) as node:
            configure = ConfigureTable(named("A1", configuration()))
            refused = await node.ask(A1, command(configure, DEALER))
            assert isinstance(refused, RoleTooLow)
            assert node.tables() == {}

    asyncio.run(story())

"""Commands from all sides are decided in batches, and each is answered once it is recorded."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest

from punto.rounds.commands import TableCommand
from punto.rounds.decisions import decide
from punto.rounds.purse.commands import TakeCash
from punto.rounds.state import Table
from punto.runtime import mailboxes
from punto.runtime.command_fingerprints import Sealed
from punto.runtime.drafts import Answer
from punto.runtime.mailboxes import BATCH_MAX, Closed, Mailbox
from punto.runtime.recordability import NotRecordable
from punto.runtime.stream_runtime import Halted
from punto.runtime.timers import TableMailbox
from punto.values.ids import PersonId
from punto.values.money import dollars
from punto.values.structures import replace
from support.rounds.evening import DEALER, T1
from support.runtime.stage import Server, command, in_memory, in_threads_of

Asked = list[Answer | BaseException]


@pytest.fixture
def server() -> Server:
    return Server(in_memory()).set_up()


def cash(number: int) -> TableCommand:
    return command(TakeCash(T1, dollars(1)), command_id=f"m{number}")


def serving(server: Server, act: Callable[[TableMailbox], Awaitable[Asked]]) -> Asked:
    """Use a mailbox while it is served, and stop when everything is answered."""

    async def serve() -> Asked:
        with ThreadPoolExecutor(2) as executor:
            mailbox: TableMailbox = Mailbox(server.runtime, in_threads_of(executor))
            task = asyncio.create_task(mailbox.run())
            answers = await act(mailbox)
            mailbox.close()
            await asyncio.wait_for(task, timeout=30)
            return answers

    return asyncio.run(serve())


async def ask_all(mailbox: TableMailbox, commands: list[TableCommand]) -> Asked:
    return list(await asyncio.gather(*map(mailbox.ask, commands), return_exceptions=True))


def test_what_arrives_together_is_recorded_together_and_answered_each(server: Server) -> None:
    before = len(server.shown)
    commands = [cash(number) for number in range(BATCH_MAX + 44)]
    answers = serving(server, lambda mailbox: ask_all(mailbox, commands))
    assert all(isinstance(answer, tuple) for answer in answers)
    assert server.runtime.state.credits_of(T1) == dollars(100 + BATCH_MAX + 44)
    assert [len(published.events) for published in server.shown[before:]] == [BATCH_MAX, 44]


LONG_S = 60.0
DEALERS = {name: replace(DEALER, person=PersonId(name)) for name in "ab"}


@pytest.mark.parametrize(
    ("sent_at_once", "together_s", "waits"),
    [
        (("a", "a", "a"), LONG_S, 0),
        (("aaa", "a"), LONG_S, 0),
        (("a", "b", "b", "a"), LONG_S, 2),
        (("a", "b", "a"), 0.0, 0),
        (("a", "ba", "ab"), LONG_S, 1),
        (("a", "b" * 40), LONG_S, 0),
    ],
)
def test_commands_of_several_senders_wait_for_others_to_share_a_write(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    sent_at_once: tuple[str, ...],
    together_s: float,
    waits: int,
) -> None:
    """A command of a lone sender never waits for others, nor does a full write."""
    waited, sleep, numbers = list[float](), asyncio.sleep, count(1)

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    async def ask(mailbox: TableMailbox) -> Asked:
        answers: Asked = []
        for senders in sent_at_once:
            sent = [replace(cash(next(numbers)), by=DEALERS[name]) for name in senders]
            answers += await ask_all(mailbox, sent)
        return answers

    monkeypatch.setattr(asyncio, "sleep", wait)
    monkeypatch.setattr(mailboxes, "TOGETHER_S", together_s)
    # Long enough that a busy machine takes no command for one that has waited already.
    monkeypatch.setattr(mailboxes, "GATHERING_S", LONG_S)
    answers = serving(server, ask)
    assert all(isinstance(answer, tuple) for answer in answers)
    assert len(waited) == waits
    assert all(0 < seconds <= LONG_S for seconds in waited)


def test_the_wait_for_others_counts_from_the_arrival_of_the_first_command(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that arrives during a write has waited already when the write ends."""
    waited, sleep = list[float](), asyncio.sleep

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    async def play() -> None:
        now, loop = 100.0, asyncio.get_running_loop()
        monkeypatch.setattr(loop, "time", lambda: now)
        is_writing, may_end = asyncio.Event(), asyncio.Event()

        async def process(_runtime: object, commands: Sequence[Sealed[Any]]) -> list[Answer]:
            is_writing.set()
            await may_end.wait()
            return server.runtime.process_sealed(commands)

        with ThreadPoolExecutor(1) as executor:
            mailbox: TableMailbox = Mailbox(server.runtime, in_threads_of(executor), process)
            serving = asyncio.create_task(mailbox.run())
            first = asyncio.create_task(mailbox.ask(replace(cash(1), by=DEALERS["a"])))
            await is_writing.wait()
            second = asyncio.create_task(mailbox.ask(replace(cash(2), by=DEALERS["b"])))
            await sleep(0)
            now += 0.75 * LONG_S
            may_end.set()
            await asyncio.gather(first, second)
            mailbox.close()
            await serving

    monkeypatch.setattr(asyncio, "sleep", wait)
    monkeypatch.setattr(mailboxes, "TOGETHER_S", LONG_S)
    monkeypatch.setattr(mailboxes, "GATHERING_S", LONG_S)
    asyncio.run(play())
    assert waited == [0.25 * LONG_S]


def test_a_halted_table_tells_everybody_why(server: Server) -> None:
    server.runtime.halt("the record cannot be written: disk full")
    answers = serving(server, lambda mailbox: ask_all(mailbox, [cash(1), cash(2), cash(3)]))
    assert [str(answer) for answer in answers] == ["the record cannot be written: disk full"] * 3
    assert [type(answer) for answer in answers] == [Halted] * 3


def test_everybody_in_a_batch_that_fails_is_told_and_whoever_comes_later_too(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(table: Table, asked: TableCommand) -> object:
        if asked.id == "m2":
            raise ArithmeticError("below zero")
        return decide(table, asked)

    monkeypatch.setattr("punto.rounds.decide", failing)

    async def ask(mailbox: TableMailbox) -> Asked:
        together = await ask_all(mailbox, [cash(1), cash(2), cash(3)])
        return together + await ask_all(mailbox, [cash(4)])

    answers = serving(server, ask)
    assert [type(answer) for answer in answers] == [Halted] * 4
    assert {str(answer) for answer in answers} == {
        "InvariantBroken: command m2, TakeCash: ArithmeticError: below zero"
    }
    assert server.runtime.state.credits_of(T1) == dollars(100)
    assert not {"m1", "m2", "m3"} & {str(event.command) for event in server.events()}


def test_what_cannot_be_kept_concerns_its_sender_alone(server: Server) -> None:
    odd = command(TakeCash(T1, dollars(1)), command_id="x\0")
    answers = serving(server, lambda mailbox: ask_all(mailbox, [cash(1), odd, cash(2)]))
    assert [isinstance(answer, tuple) for answer in answers] == [True, False, True]
    assert isinstance(answers[1], NotRecordable)
    assert server.halts == []


def test_whoever_goes_away_before_the_answer_harms_nobody(server: Server) -> None:
    async def ask(mailbox: TableMailbox) -> Asked:
        gone = asyncio.create_task(mailbox.ask(cash(1)))
        stays = asyncio.create_task(mailbox.ask(cash(2)))
        await asyncio.sleep(0)
        gone.cancel()
        return [await stays]

    (answer,) = serving(server, ask)
    assert isinstance(answer, tuple)
    assert server.runtime.state.credits_of(T1) == dollars(102)
    # The command was carried out, and a repeat gets its answer.
    assert isinstance(server.ask(TakeCash(T1, dollars(1)), command_id="m1"), tuple)
    assert server.runtime.state.credits_of(T1) == dollars(102)


def test_whoever_goes_away_from_a_halted_table_harms_nobody(server: Server) -> None:
    server.runtime.halt("seen something")

    async def ask(mailbox: TableMailbox) -> Asked:
        gone = asyncio.create_task(mailbox.ask(cash(1)))
        stays = asyncio.create_task(mailbox.ask(cash(2)))
        await asyncio.sleep(0)
        gone.cancel()
        return list(await asyncio.gather(stays, return_exceptions=True))

    assert [type(answer) for answer in serving(server, ask)] == [Halted]


def test_what_was_asked_before_the_end_is_answered_and_nothing_after_it(server: Server) -> None:
    async def ask(mailbox: TableMailbox) -> Asked:
        asked = [asyncio.create_task(mailbox.ask(cash(number))) for number in range(3)]
        await asyncio.sleep(0)
        mailbox.close()
        late = await asyncio.gather(mailbox.ask(cash(9)), return_exceptions=True)
        return [*await asyncio.gather(*asked), *late]

    answers = serving(server, ask)
    assert [isinstance(answer, tuple) for answer in answers] == [True, True, True, False]
    assert isinstance(answers[3], Closed)
    assert server.runtime.state.credits_of(T1) == dollars(103)


def test_nobody_waits_in_vain_where_no_thread_is_left(server: Server) -> None:
    async def story() -> Asked:
        executor = ThreadPoolExecutor(1)
        mailbox: TableMailbox = Mailbox(server.runtime, in_threads_of(executor))
        executor.shutdown()
        task = asyncio.create_task(mailbox.run())
        answers = await asyncio.wait_for(ask_all(mailbox, [cash(1), cash(2)]), timeout=30)
        mailbox.close()
        await task
        return answers

    answers = asyncio.run(story())
    assert [type(answer) for answer in answers] == [RuntimeError] * 2
    assert server.halts == []

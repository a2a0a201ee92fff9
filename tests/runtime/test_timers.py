"""Timers: each step is taken when it is due, by one node, once."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from punto.devices.sealed_shoes import KeyedShoes
from punto.rounds.betting.commands import AnswerFreeze, BeginClosing, CutOff, OpenBets
from punto.rounds.commands import Patron, Timer
from punto.rounds.irregularity.commands import Attest, ReportIrregularity
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import TakeCash
from punto.rounds.shoe.commands import RetireShoe
from punto.rounds.table.commands import (
    ChangeDealer,
    CloseTable,
    ConfigureTable,
    Link,
    OpenTable,
    ReportLink,
    SeatTerminal,
)
from punto.rules.irregularity_policies import Irregularity
from punto.rules.roles import Actor, Role
from punto.runtime.mailboxes import Mailbox
from punto.runtime.stream_start import open_table
from punto.runtime.timers import (
    LEASE_MS,
    LONGEST_WAIT_MS,
    TableMailbox,
    TableTimer,
    due_step,
)
from punto.storage.journal import StoredJournal
from punto.values import replace
from punto.values.ids import PersonId
from punto.values.money import dollars
from support.rounds.evening import DEALER, SUPERVISOR, T1, T2
from support.runtime.stage import (
    FOLD,
    SHOES,
    HandClock,
    Server,
    command,
    in_memory,
    in_threads_of,
    opening,
    self_dealing,
    until,
)

LI = Actor(PersonId("li"), Role.DEALER)


@dataclass
class Timed:
    """A table with its timer on its own node, and a clock that moves in steps."""

    journal: StoredJournal = field(default_factory=in_memory)
    clock: HandClock = field(default_factory=HandClock)
    has_lease: bool = True
    leases_taken: int = 0
    shoes: KeyedShoes = SHOES

    def __post_init__(self) -> None:
        self.server = Server(self.journal)
        self.server.runtime.go_by(self.clock.now)
        self.executor = ThreadPoolExecutor(1)
        self.mailbox: TableMailbox = Mailbox(self.server.runtime, in_threads_of(self.executor))
        self.timer = TableTimer(self.mailbox, self.clock.now, self.shoes, self.take_lease)

    async def take_lease(self) -> bool:
        self.leases_taken += self.has_lease
        return self.has_lease

    def ask(self, wish: object, by: object = DEALER) -> object:
        (answer,) = self.server.runtime.process(
            [command(wish, by, at=self.clock.at)]  # type: ignore[arg-type]
        )
        return answer

    def names(self) -> list[str]:
        """Return the ids of all commands by timers."""
        return [str(e.command) for e in self.server.events() if isinstance(e.by, Timer)]


def run(timed: Timed, act: Callable[[], Awaitable[None]]) -> None:
    async def serve() -> None:
        serving = asyncio.create_task(timed.mailbox.run())
        await asyncio.wait_for(act(), timeout=30)
        timed.mailbox.close()
        await serving

    asyncio.run(serve())
    timed.executor.shutdown()


async def play(timed: Timed, steps: int) -> None:
    """Take this many steps, each at the moment it is due."""
    while steps:
        wait = await timed.timer.step()
        assert wait is not None
        timed.clock.at += wait
        steps -= wait == 0


def prepared(timed: Timed, *, deals: bool = True) -> Timed:
    table = self_dealing("A1", T1) if deals else opening("A1", T1)
    for wish, by in table:
        assert isinstance(timed.ask(wish, by), tuple)
    return timed


def test_a_timer_plays_rounds_by_itself_in_the_name_of_its_dealer() -> None:
    timed = prepared(Timed())
    run(timed, lambda: play(timed, 12))
    table = timed.server.runtime.state
    assert table.rounds_count == 2 or table.phase in {Phase.SETTLED, Phase.RESULT}
    names = timed.names()
    assert names[:5] == [
        "timer/shoe/1/load", "timer/round/1/open", "timer/round/1/close", "timer/round/1/cut-off",
        "timer/shoe/1/card/1",
    ]  # fmt: skip
    assert names[8:10] in (
        ["timer/round/1/totals", "timer/round/1/totals"],
        ["timer/round/1/totals", "timer/shoe/1/card/5"],
    )
    assert all(e.by == Timer(DEALER) for e in timed.server.events()[5:])


def test_nothing_happens_before_its_time() -> None:
    timed = prepared(Timed())

    async def wait() -> None:
        pace = 1_500
        assert await timed.timer.step() == pace
        timed.clock.at += pace - 1
        assert await timed.timer.step() == 1
        assert timed.names() == []
        timed.clock.at += 1
        assert await timed.timer.step() == 0

    run(timed, wait)
    assert timed.names() == ["timer/shoe/1/load"]


def test_a_timer_that_is_to_begin_no_round_plays_the_present_one_to_its_end() -> None:
    timed = prepared(Timed())

    async def wind_down() -> None:
        await play(timed, 3)
        assert timed.server.runtime.state.phase is Phase.CLOSING
        timed.timer.begin_no_round()
        while (wait := await timed.timer.step()) is not None:
            timed.clock.at += wait

    run(timed, wind_down)
    table = timed.server.runtime.state
    assert (table.phase, table.rounds_count) == (Phase.SETTLED, 1)


def test_a_node_without_the_lease_does_nothing() -> None:
    timed = prepared(Timed(has_lease=False))
    timed.clock.at += 60_000

    async def wait() -> None:
        assert await timed.timer.step() == LEASE_MS
        assert timed.names() == []
        timed.has_lease = True
        assert await timed.timer.step() == 0

    run(timed, wait)
    assert timed.names() == ["timer/shoe/1/load"]


def test_a_lease_is_renewed_when_half_of_it_is_over() -> None:
    timed = prepared(Timed())
    timed.clock.at += 1_500

    async def wait() -> None:
        for waited, taken in ((0, 1), (1_500, 1), (20_000, 2), (1_500, 2), (1_500, 3)):
            timed.clock.at += waited
            await timed.timer.step()
            assert timed.leases_taken == taken, waited

    run(timed, wait)


def test_two_timers_at_once_do_everything_once() -> None:
    """Each believes that it has the lease, and neither notices the other."""
    one = prepared(Timed())
    two = Timed(one.journal, one.clock)
    two.server.runtime.catch_up()

    async def both() -> None:
        serving = [asyncio.create_task(each.mailbox.run()) for each in (one, two)]
        for _ in range(40):
            # Each sees only what it has caught up with.
            waits = [await each.timer.step() for each in (one, two)]
            one.clock.at += min(wait for wait in waits if wait is not None)
        for each in (one, two):
            each.mailbox.close()
        await asyncio.gather(*serving)

    asyncio.run(asyncio.wait_for(both(), timeout=60))
    names = one.names()
    cards = [e for e in one.server.events() if type(e.fact).__name__ == "CardDealt"]
    by_round = [name for name in names if name.endswith(("/open", "/close", "/cut-off"))]
    assert len(by_round) == len(set(by_round)) > 5
    assert len({str(e.command) for e in cards}) == len(cards) > 3
    # Cards left the shoe in its order: none twice, none left out.
    shoe = one.server.runtime.state.shoe_now
    order = SHOES.revealed(one.server.runtime.state.configuration.table, shoe).order  # type: ignore[union-attr]
    assert [e.fact.card for e in cards] == list(order[: len(cards)])  # type: ignore[union-attr]
    assert not any(name.endswith("/2") for name in names if "card" not in name)


def test_at_a_table_with_a_dealer_the_grace_ends_by_itself() -> None:
    timed = prepared(Timed(), deals=False)
    for wish in (OpenBets(), BeginClosing()):
        timed.ask(wish)

    async def wait() -> None:
        assert await timed.timer.step() == 2_000
        timed.clock.at += 2_000
        assert await timed.timer.step() == 0
        assert await timed.timer.step() is None

    run(timed, wait)
    assert timed.server.runtime.state.phase is Phase.DEALING
    assert timed.names() == ["timer/round/1/cut-off"]


def test_all_frozen_ends_the_grace_at_once() -> None:
    timed = prepared(Timed(), deals=False)
    for wish in (OpenBets(), BeginClosing()):
        timed.ask(wish)
    timed.clock.at += 300
    timed.ask(AnswerFreeze(T1, 1), Patron(T1))

    async def wait() -> None:
        assert await timed.timer.step() == 0

    run(timed, wait)
    assert timed.server.runtime.state.phase is Phase.DEALING


def test_a_step_that_was_refused_is_taken_again_under_another_id() -> None:
    """The Dealer was changed between the look and the command, so the first id is spent."""
    timed = prepared(Timed())
    timed.clock.at += 1_500
    spent = command(OpenBets(), Timer(LI), "timer/shoe/1/load", at=timed.clock.at)

    async def wait() -> None:
        timed.server.runtime.process([spent])  # refused, and in the record for good
        assert await timed.timer.step() == 0
        assert timed.names() == []
        # That refusal belongs to an earlier moment; in its present state the table takes the step.
        assert await timed.timer.step() == 0

    run(timed, wait)
    assert timed.names() == ["timer/shoe/1/load/2"]


def test_a_step_that_came_too_early_is_taken_in_time() -> None:
    """A terminal returned at another node, so not all terminals had answered after all."""
    timed = prepared(Timed(), deals=False)
    timed.ask(SeatTerminal(T2), SUPERVISOR)
    timed.ask(ReportLink(T2, Link.LOST))
    for wish in (OpenBets(), BeginClosing()):
        timed.ask(wish)
    timed.ask(AnswerFreeze(T1, 1), Patron(T1))
    elsewhere = Server(timed.journal)
    elsewhere.do(ReportLink(T2, Link.CONNECTED))

    async def wait() -> None:
        assert await timed.timer.step() == 0
        assert timed.server.runtime.state.phase is Phase.CLOSING
        assert await timed.timer.step() == 2_000
        timed.clock.at += 2_000
        assert await timed.timer.step() == 0

    run(timed, wait)
    assert timed.server.runtime.state.phase is Phase.DEALING
    assert timed.names() == ["timer/round/1/cut-off/2"]


def test_another_dealer_is_the_one_it_acts_for() -> None:
    timed = prepared(Timed())
    timed.ask(ChangeDealer(LI), SUPERVISOR)
    run(timed, lambda: play(timed, 1))
    assert timed.server.events()[-1].by == Timer(LI)


def test_a_shoe_that_is_out_of_play_is_revealed_at_once() -> None:
    timed = prepared(Timed())

    async def wait() -> None:
        await play(timed, 1)
        timed.ask(RetireShoe("the pit wants another"), SUPERVISOR)
        assert await timed.timer.step() == 0
        await play(timed, 1)

    run(timed, wait)
    assert timed.names() == ["timer/shoe/1/load", "timer/shoe/1/reveal", "timer/shoe/2/load"]
    assert not timed.server.runtime.state.unrevealed


@pytest.mark.reading("A-49")
def test_at_its_end_a_shoe_is_retired_and_revealed_and_the_next_one_loaded() -> None:
    short = KeyedShoes(b"k" * 32, SHOES.entropy, cut_from_end=8 * 52 - 1)
    timed = prepared(Timed(shoes=short))

    async def until_the_next_shoe() -> None:
        while "timer/shoe/2/load" not in timed.names():
            await play(timed, 1)

    run(timed, until_the_next_shoe)
    assert timed.names()[-3:] == [
        "timer/shoe/1/retire", "timer/shoe/1/reveal", "timer/shoe/2/load",
    ]  # fmt: skip
    # The cut card lay behind the first card, so the first round was the last one.
    assert timed.server.runtime.state.rounds_count == 1


def test_where_people_have_to_act_a_timer_rests() -> None:
    timed = Timed()

    async def wait() -> None:
        assert await timed.timer.step() is None  # no table yet
        prepared(timed)
        await play(timed, 2)
        timed.ask(ReportIrregularity(Irregularity.TECHNICAL_INTERRUPTION, "the power failed"))
        assert await timed.timer.step() is None
        timed.clock.at += 6_000
        timed.ask(Attest(), SUPERVISOR)
        assert isinstance(timed.ask(CloseTable(), SUPERVISOR), tuple)
        assert await timed.timer.step() is None
        timed.ask(OpenTable())
        assert await timed.timer.step() is not None

    run(timed, wait)


def test_a_halted_table_has_no_time() -> None:
    timed = prepared(Timed())
    timed.clock.at += 60_000

    async def wait() -> None:
        timed.server.runtime.halt("seen something")
        assert await timed.timer.step() is None

    run(timed, wait)


def test_a_table_that_halts_meanwhile_ends_the_step() -> None:
    timed = prepared(Timed())
    timed.clock.at += 60_000

    async def halting() -> bool:
        timed.server.runtime.halt("seen something")
        return True

    async def wait() -> None:
        timed.timer = TableTimer(timed.mailbox, timed.clock.now, SHOES, halting)
        assert await timed.timer.step() is None

    run(timed, wait)
    assert timed.names() == []


def test_a_shoe_that_does_not_open_halts_the_table() -> None:
    timed = prepared(Timed())

    async def wait() -> None:
        await play(timed, 4)
        wrong = KeyedShoes(b"x" * 32)
        other = TableTimer(timed.mailbox, timed.clock.now, wrong, timed.take_lease)
        timed.clock.at += 60_000
        assert await other.step() is None

    run(timed, wait)
    assert timed.server.halts == [
        "timer/shoe/1/card/1: SealBroken: shoe 1 of table A1: not sealed for it with this key,"
        " or changed"
    ]


def test_a_timer_runs_until_it_is_cancelled_and_wakes_when_something_happens() -> None:
    timed = prepared(Timed(), deals=False)

    async def wait() -> None:
        running = asyncio.create_task(timed.timer.run())
        await asyncio.sleep(0)
        for wish in (OpenBets(), BeginClosing()):
            timed.ask(wish)
        timed.clock.at += 2_000
        timed.timer.wake()
        await until(lambda: timed.server.runtime.state.phase is Phase.DEALING)
        running.cancel()

    run(timed, wait)


def test_a_timer_that_is_cancelled_while_it_is_woken_ends() -> None:
    timed = prepared(Timed(), deals=False)

    async def wait() -> None:
        for rest_first in range(5):
            running = asyncio.create_task(timed.timer.run())
            for _ in range(rest_first):
                await asyncio.sleep(0)
            timed.timer.wake()
            await asyncio.sleep(0)
            running.cancel()
            done, _ = await asyncio.wait({running}, timeout=5)
            assert done == {running}
            running = asyncio.create_task(timed.timer.run())
            await asyncio.sleep(0.01)
            timed.timer.wake()
            running.cancel()
            done, _ = await asyncio.wait({running}, timeout=5)
            assert done == {running}

    run(timed, wait)


def test_a_timer_looks_again_when_the_time_has_come() -> None:
    """Nothing wakes it: it waits by the clock."""
    timed = prepared(Timed(), deals=False)
    for wish in (OpenBets(), BeginClosing()):
        timed.ask(wish)
    timed.clock.at += 1_995

    async def wait() -> None:
        running = asyncio.create_task(timed.timer.run())
        await asyncio.sleep(0)
        timed.clock.at += 5
        await until(lambda: timed.server.runtime.state.phase is Phase.DEALING)
        running.cancel()

    run(timed, wait)


def test_a_step_is_named_by_round_and_shoe_and_by_nothing_else() -> None:
    """The same step has the same name, wherever and whenever it is computed."""
    timed = prepared(Timed())

    async def wait() -> None:
        await play(timed, 2)
        before = due_step(timed.server.runtime.state)
        timed.ask(TakeCash(T1, dollars(1)))
        after = due_step(timed.server.runtime.state)
        assert before is not None
        assert before == after

    run(timed, wait)


@pytest.mark.reading("A-49")
def test_a_timer_burns_where_the_house_burns() -> None:
    timed = Timed()
    for wish, by in self_dealing("A1", T1):
        burning = wish
        if isinstance(wish, ConfigureTable):
            burning = ConfigureTable(replace(wish.configuration, burns_cards=True))
        timed.ask(burning, by)
    run(timed, lambda: play(timed, 3))
    assert timed.names() == ["timer/shoe/1/load", "timer/shoe/1/burn", "timer/round/1/open"]


def test_cut_off_is_a_command_like_any_other() -> None:
    timed = prepared(Timed(), deals=False)
    for wish in (OpenBets(), BeginClosing()):
        timed.ask(wish)
    timed.clock.at += 2_000
    timed.ask(CutOff())
    run(timed, lambda: _expect_nothing(timed))
    assert timed.names() == []


async def _expect_nothing(timed: Timed) -> None:
    assert await timed.timer.step() is None


def test_a_table_plays_on_at_its_pace_when_a_clock_was_set_back_an_hour() -> None:
    timed = prepared(Timed())
    run(timed, lambda: play(timed, 12))
    behind = Timed(timed.journal, HandClock(timed.clock.at - 3_600_000))
    open_table(behind.server.runtime, behind.journal, FOLD)
    begun = behind.clock.at
    run(behind, lambda: play(behind, 12))
    assert behind.clock.at - begun < 60_000
    assert_never_back(behind)


def test_nodes_whose_clocks_differ_play_on_and_record_time_that_never_goes_back() -> None:
    fast = prepared(Timed())
    slow = Timed(fast.journal, HandClock(fast.clock.at - 20_000))
    slow.server.runtime.catch_up()
    begun = fast.clock.at

    async def both() -> None:
        serving = [asyncio.create_task(each.mailbox.run()) for each in (fast, slow)]
        for turn in range(80):
            # They take turns, as when a lease changes hands.
            acting, other = (fast, slow) if turn % 8 < 4 else (slow, fast)
            wait = await acting.timer.step()
            other.server.runtime.catch_up()
            for each in (fast, slow):
                each.clock.at += wait or 0
        for each in (fast, slow):
            each.mailbox.close()
        await asyncio.gather(*serving)

    asyncio.run(both())
    assert fast.server.runtime.state.rounds_count >= 2
    took_ms = fast.server.events()[-1].at - begun
    assert took_ms <= fast.clock.at - begun
    assert_never_back(fast)


def assert_never_back(timed: Timed) -> None:
    times = [event.at for event in timed.server.events()]
    assert times == sorted(times)


def test_a_table_goes_on_within_five_seconds_after_its_node_is_gone() -> None:
    """Another node asks for the lease at most so often, and gets it when it has run out."""
    assert LEASE_MS + LONGEST_WAIT_MS <= 5_000

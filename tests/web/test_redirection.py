"""Screens that are led to another node: asked some at a time, and waited for."""

import asyncio
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import pytest

from punto.rounds import HICCUP_MS
from punto.runtime.mailboxes import PATIENCE_S
from punto.runtime.pulse import ASK_BEATS
from punto.values.ids import TableId
from punto.web.lines import redirection
from punto.web.lines.redirection import Steering
from punto.web.lines.registers import LineRegister
from punto.web.security.browser_credentials import ShownCredential
from punto.web.sessions.effects import Passer

if TYPE_CHECKING:
    from punto.runtime import Node

A1, B2 = TableId("A1"), TableId("B2")


class OpenLine:
    """A line whose screen is welcomed elsewhere a moment after it was asked to leave."""

    shown, screen = ShownCredential(Passer()), "display"

    def __init__(self, register: LineRegister, table: TableId) -> None:
        self.table, self._register = table, register
        self.asked_at: float | None = None
        self.is_leaving, self.obeys = False, True

    def was_used(self) -> bool:
        return False

    def hang_up(self, reason: str, sentence: str) -> None:
        raise AssertionError(f"{reason}: {sentence}")

    def leave(self) -> None:
        assert not self.is_leaving
        loop = asyncio.get_running_loop()
        self.asked_at, self.is_leaving = loop.time(), True
        if self.obeys:
            loop.call_later(0.12, self.come_back)

    def come_back(self) -> None:
        self._register.remove(self)


class LeavingNode:
    """A node that is about to stop; others serve its tables as long as it is not alone."""

    is_alone, is_leaving, unreached_s = False, True, 0.0

    def tables(self) -> tuple[TableId, ...]:
        return (A1, B2)

    def rests(self, _table: TableId) -> bool:
        return False

    def returning(self) -> tuple[TableId, ...]:
        return ()

    outdated = returning


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redirection, "_LEAST_COUNT", 5)
    monkeypatch.setattr(redirection, "_LOOK_S", 0.05)
    monkeypatch.setattr(redirection, "LEAVE_S", 0.3)


@pytest.mark.usefixtures("quick")
def test_screens_are_asked_to_leave_in_parts_and_waited_for() -> None:
    async def play() -> None:
        register = LineRegister()
        lines = [OpenLine(register, table) for table in (*[A1] * 9, *[B2] * 3)]
        for line in lines:
            register.add(line)
        await Steering(cast("Node", LeavingNode()), register).lead_all_away()
        assert not register.lines()
        moments = sorted({line.asked_at for line in lines if line.asked_at is not None})
        pauses = [later - sooner for sooner, later in pairwise(moments)]
        assert sum(pause > 0.04 for pause in pauses) == 2

    asyncio.run(play())


@pytest.mark.usefixtures("quick")
def test_nobody_is_asked_to_leave_for_a_node_that_is_gone_as_well() -> None:
    async def play() -> None:
        register, node = LineRegister(), LeavingNode()
        node.is_alone = True
        register.add(line := OpenLine(register, A1))
        await Steering(cast("Node", node), register).lead_all_away()
        assert register.lines() == (line,)
        assert not line.is_leaving

    asyncio.run(play())


@pytest.mark.usefixtures("quick")
def test_a_screen_that_does_not_leave_is_let_go_unless_it_is_well_served_again() -> None:
    async def play() -> None:
        register, node = LineRegister(), LeavingNode()
        register.add(line := OpenLine(register, A1))
        line.obeys = False
        steering = Steering(cast("Node", node), register)
        steering.look()
        node.is_leaving = False
        await asyncio.sleep(0.4)
        assert register.lines() == (line,)
        assert not line.is_leaving
        node.is_leaving = True
        steering.look()
        await asyncio.sleep(0.4)
        assert not register.lines()

    asyncio.run(play())


@pytest.mark.parametrize(("unreached_s", "asked"), [(0.0, [1, 2]), (2.0, [6, 12])])
def test_screens_leave_sooner_where_nobody_can_bet_until_they_have_left(
    unreached_s: float, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redirection, "_LEAST_COUNT", 1)
    monkeypatch.setattr(redirection, "_PARTS", 12)
    monkeypatch.setattr(redirection, "_URGENT_PARTS", 2)

    async def play() -> None:
        register, node = LineRegister(), LeavingNode()
        node.unreached_s = unreached_s
        lines = [OpenLine(register, A1) for _ in range(12)]
        for line in lines:
            line.obeys = False
            register.add(line)
        steering = Steering(cast("Node", node), register)
        for expected in asked:
            steering.look()
            assert sum(line.is_leaving for line in lines) == expected

    asyncio.run(play())


def test_a_screen_is_asked_to_leave_before_its_table_halts_without_the_database() -> None:
    assert redirection.CUT_OFF_S + ASK_BEATS + redirection._LOOK_S < PATIENCE_S  # noqa: SLF001


def test_a_screen_keeps_its_line_while_its_database_restarts() -> None:
    assert redirection.CUT_OFF_S + redirection.LEAVE_S >= HICCUP_MS / 1_000


def test_the_screens_of_a_table_that_is_served_no_more_end_at_once() -> None:
    register = LineRegister()
    here, there = OpenLine(register, A1), OpenLine(register, B2)
    register.add(here)
    register.add(there)
    register.release(A1)
    assert register.lines() == (there,)

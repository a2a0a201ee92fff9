"""Screens that are sent to another node: those of one table, some at a time."""

import asyncio
from itertools import pairwise

import pytest

from punto.values.ids import TableId
from punto.web.lines import registers
from punto.web.lines.registers import LineRegister
from punto.web.security.credentials import ShownCredential
from punto.web.sessions.effects import Passer

A1, B2 = TableId("A1"), TableId("B2")


class OpenLine:
    """A line that leaves the register a moment after it was told to move."""

    shown, screen = ShownCredential(Passer()), "display"

    def __init__(self, register: LineRegister, table: TableId) -> None:
        self.table, self._register = table, register
        self.moved_at: float | None = None

    def was_used(self) -> bool:
        return False

    def hang_up(self, reason: str, sentence: str) -> None:
        raise AssertionError(f"{reason}: {sentence}")

    def move(self) -> None:
        assert self.moved_at is None
        loop = asyncio.get_running_loop()
        self.moved_at = loop.time()
        loop.call_soon(self._register.remove, self)


def test_the_screens_of_a_table_leave_in_parts_and_the_others_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registers, "_LEAST_AT_ONCE", 5)
    monkeypatch.setattr(registers, "_PART_S", 0.05)

    async def play() -> None:
        register = LineRegister()
        here = [OpenLine(register, A1) for _ in range(12)]
        there = [OpenLine(register, B2) for _ in range(3)]
        for line in (*here, *there):
            register.add(line)
        await register.lead_away(A1)
        assert set(register.lines()) == set(there)
        moments = sorted({line.moved_at for line in here if line.moved_at is not None})
        pauses = [later - sooner for sooner, later in pairwise(moments)]
        assert sum(pause > 0.04 for pause in pauses) == 2

    asyncio.run(play())

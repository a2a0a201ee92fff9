"""A bet takes the same work at every size of table; ``make bench`` counts its instructions."""

import sys
from types import FrameType

from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.commands import Patron, TableCommand
from punto.values.ids import TerminalId
from punto.values.layered_maps import LayeredMap
from support.rounds.evening import DEALER, position
from support.runtime.stage import Server, command, in_memory, opening

GROWTH_MAX = 1.2
BETS = 50


def table_of(terminals: int) -> Server:
    """A table with bets open, on a record in memory."""
    server, seats = Server(in_memory()), [TerminalId(f"T{each}") for each in range(terminals)]
    wishes = (*opening(server.table, *seats), (OpenBets(), DEALER))
    given = [command(wish, by) for wish, by in wishes]
    assert all(isinstance(answer, tuple) for answer in server.runtime.process(given))
    return server


def bets(dollars: int) -> list[TableCommand]:
    """Return the same position for each of some terminals."""
    seats = [TerminalId(f"T{each}") for each in range(BETS)]
    return [command(WantPosition(t, 1, position(banker=dollars)), Patron(t)) for t in seats]


def steps_of_bets(server: Server) -> int:
    """Count the calls of Python and C functions that some bets take, after a first batch."""
    counted = 0

    def count(_frame: FrameType, happened: str, _of: object) -> None:
        nonlocal counted
        counted += happened in {"call", "c_call"}

    assert all(isinstance(answer, tuple) for answer in server.runtime.process(bets(1)))
    again, before = bets(2), sys.getprofile()
    sys.setprofile(count)
    try:
        server.runtime.process(again)
    finally:
        sys.setprofile(before)
    return counted


def test_a_bet_takes_no_more_steps_at_a_large_table() -> None:
    small, large = steps_of_bets(table_of(150)), steps_of_bets(table_of(1_500))
    assert small > BETS
    assert large / small <= GROWTH_MAX


def test_a_bet_copies_few_of_the_entries_of_a_large_table() -> None:
    terminals = 1_500
    server = table_of(terminals)
    before, copied = server.runtime.state, 0
    server.runtime.process(bets(1))
    for state in server.shown[-1].states:
        old, new = before.book.purses, state.book.purses
        assert isinstance(old, LayeredMap)
        assert isinstance(new, LayeredMap)
        copied += len(new.recent) if new.rest is old.rest else len(new.rest)
        assert state.seats is before.seats
        before = state
    # At most √n entries lie on top of the base, which is copied once per √n bets.
    assert copied / BETS <= 2.5 * terminals**0.5

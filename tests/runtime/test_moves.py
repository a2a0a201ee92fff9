"""A terminal moves from one table to another: completely and once, or not at all."""

from threading import Thread

import pytest

from punto.ledger.transfers import Reason
from punto.rounds.betting.commands import OpenBets
from punto.rounds.command_refusals import CommandIdReused, RoleTooLow
from punto.rounds.commands import Patron, TableCommand
from punto.rounds.decisions import decide
from punto.rounds.evolution import replay
from punto.rounds.purse.commands import MoveIn, MoveOut, TakeCash
from punto.rounds.purse.events import TerminalMovedIn, TerminalMovedOut
from punto.rounds.purse.refusals import NothingWasSent, TransferTakenAlready
from punto.rounds.state import Table
from punto.rounds.table.commands import SeatTerminal
from punto.rounds.table.refusals import AlreadySeated, TableHasNoGame
from punto.runtime.drafts import Answer
from punto.runtime.ports import CannotRecord, Overtaken
from punto.runtime.recordability import NotRecordable
from punto.runtime.stream_runtime import Halted
from punto.runtime.terminal_moves import move
from punto.values.ids import CommandId, TableId, TerminalId
from punto.values.money import dollars
from support.rounds.evening import DEALER, SUPERVISOR, T1, T2
from support.runtime.stage import Failing, Server, command, in_memory

T3 = TerminalId("T3")
TO_B2 = MoveOut(T2, TableId("B2"))


class Floor:
    """Two tables: T1 and T2 at the first, T1 at the second as well."""

    def __init__(self) -> None:
        self.journal = in_memory()
        self.here = Server(self.journal).set_up(T1, T2)
        self.there = Server(self.journal, "B2").set_up(T1)

    def move(self, wish: MoveOut = TO_B2, command_id: str = "", *faults: Exception) -> Answer:
        asked = command(wish, SUPERVISOR, command_id)
        journal = Failing(self.journal, list(faults))
        return move(journal, self.here.runtime, self.there.runtime, asked)  # type: ignore[arg-type]

    def credits(self) -> tuple[int, int]:
        """Return what T2 has at each table, in dollars."""
        tables = self.here.runtime.state, self.there.runtime.state
        return tables[0].credits_of(T2) // 100, tables[1].credits_of(T2) // 100

    def check_record(self) -> None:
        for server in (self.here, self.there):
            assert replay(server.events()) == server.runtime.state


@pytest.fixture
def floor() -> Floor:
    return Floor()


def test_a_terminal_moves_with_its_credits(floor: Floor) -> None:
    answer = floor.move()
    assert isinstance(answer, tuple)
    assert [event.fact for event in answer] == [
        TerminalMovedOut(T2, TableId("B2"), dollars(100), "")
    ]
    assert floor.credits() == (0, 100)
    assert T2 not in floor.here.runtime.state.seats
    floor.check_record()
    assert len(floor.here.shown[-1].events) == len(floor.there.shown[-1].events) == 1
    # Both sides are filed as postings, so that an auditor can match them.
    reasons = [
        posting.transfers[0].reason
        for server in (floor.here, floor.there)
        for _, posting in floor.journal.postings(server.stream, 0)
    ]
    assert reasons[-1] is Reason.MOVED_IN
    assert Reason.MOVED_OUT in reasons


def test_a_repeated_move_gets_its_answer_and_moves_nothing(floor: Floor) -> None:
    first = floor.move(command_id="move")
    # As lists: mypy takes seconds to compare two unions of all answers.
    assert [floor.move(command_id="move")] == [first]
    assert floor.credits() == (0, 100)
    # The same on another node, which knows only the record.
    other = Floor.__new__(Floor)
    other.journal = floor.journal
    other.here, other.there = Server(floor.journal), Server(floor.journal, "B2")
    assert [other.move(command_id="move")] == [first]
    assert other.credits() == (0, 100)
    reused = floor.move(MoveOut(T1, TableId("B2")), command_id="move")
    assert reused == CommandIdReused(CommandId("move"))


def test_what_the_other_table_refuses_is_the_answer_for_good(floor: Floor) -> None:
    refused = floor.move(MoveOut(T1, TableId("B2")), "move")
    assert refused == AlreadySeated(T1)
    assert floor.here.runtime.state.credits_of(T1) == dollars(100)
    recorded = floor.here.events(), floor.there.events()
    # Even after the seat there has become free.
    away = MoveOut(T1, TableId("C3"))
    third = Server(floor.journal, "C3").set_up(T2)
    asked = command(away, SUPERVISOR)
    assert isinstance(move(floor.journal, floor.there.runtime, third.runtime, asked), tuple)
    assert floor.move(MoveOut(T1, TableId("B2")), "move") == refused
    assert floor.here.events() == recorded[0]
    # Under another id it is another command.
    assert isinstance(floor.move(MoveOut(T1, TableId("B2")), "again"), tuple)


def test_what_the_first_table_refuses_touches_neither(floor: Floor) -> None:
    floor.here.do(OpenBets())
    floor.here.bet(T2, banker=60)
    before = floor.here.events(), floor.there.events()
    refused = floor.move()
    assert not isinstance(refused, tuple)
    assert "60.00" in refused.sentence
    assert (floor.here.events(), floor.there.events()) == before


def test_a_move_by_a_person_of_too_low_a_role_is_refused(floor: Floor) -> None:
    asked = command(TO_B2, DEALER)
    refused = move(floor.journal, floor.here.runtime, floor.there.runtime, asked)
    assert isinstance(refused, RoleTooLow)
    assert floor.credits() == (100, 0)


def test_a_move_to_the_same_table_is_refused(floor: Floor) -> None:
    asked = command(MoveOut(T2, TableId("A1")), SUPERVISOR)
    for _ in range(2):
        answer = move(floor.journal, floor.here.runtime, floor.here.runtime, asked)
        assert answer == AlreadySeated(T2)
    assert floor.credits() == (100, 0)
    floor.check_record()


def test_a_move_to_a_table_without_a_game_is_refused(floor: Floor) -> None:
    nowhere = Server(floor.journal, "Z9")
    asked = command(MoveOut(T2, TableId("Z9")), SUPERVISOR)
    assert move(floor.journal, floor.here.runtime, nowhere.runtime, asked) == TableHasNoGame()
    assert floor.credits() == (100, 0)


def test_a_move_to_another_table_than_it_names_is_refused(floor: Floor) -> None:
    refused = floor.move(MoveOut(T2, TableId("C3")))
    assert refused == NothingWasSent(T2, TableId("A1"))
    assert floor.credits() == (100, 0)


def test_a_node_that_was_overtaken_decides_again(floor: Floor) -> None:
    fault = Overtaken("another was first")
    assert isinstance(floor.move(TO_B2, "move", fault, fault, fault), tuple)
    assert floor.credits() == (0, 100)
    floor.check_record()


def test_a_commit_that_fails_halts_both_tables_and_shows_nothing(floor: Floor) -> None:
    before = floor.here.runtime.now(), floor.there.runtime.now()
    with pytest.raises(Halted, match="cannot be written: disk full"):
        floor.move(TO_B2, "move", CannotRecord("disk full"))
    assert (floor.here.runtime.now(), floor.there.runtime.now()) == before
    assert floor.here.halts == floor.there.halts == ["the record cannot be written: disk full"]
    with pytest.raises(Halted, match="disk full"):
        floor.here.ask(TakeCash(T1, dollars(1)))
    with pytest.raises(Halted, match="disk full"):
        floor.there.ask(TakeCash(T1, dollars(1)))


def test_who_is_overtaken_for_ever_halts_both(floor: Floor) -> None:
    faults = [Overtaken("another was first")] * 4
    with pytest.raises(Halted, match="another was first"):
        floor.move(TO_B2, "move", *faults)
    assert floor.here.halts
    assert floor.there.halts


@pytest.mark.parametrize("which", ["here", "there"])
def test_from_or_to_a_halted_table_nothing_moves(floor: Floor, which: str) -> None:
    halted, other = (floor.here, floor.there) if which == "here" else (floor.there, floor.here)
    halted.runtime.halt("seen something")
    with pytest.raises(Halted, match="seen something"):
        floor.move()
    assert other.halts == []
    assert floor.credits() == (100, 0)
    other.do(TakeCash(T1, dollars(1)))


@pytest.mark.parametrize("which", ["here", "there"])
def test_a_fault_of_one_table_halts_that_one(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    kind = {"here": MoveOut, "there": MoveIn}[which]

    def failing(table: Table, asked: TableCommand) -> object:
        if isinstance(asked.wish, kind):
            raise KeyError("lost")
        return decide(table, asked)

    monkeypatch.setattr("punto.rounds.decide", failing)
    with pytest.raises(Halted, match=f"{kind.__name__}: KeyError"):
        floor.move()
    halted, other = (floor.here, floor.there) if which == "here" else (floor.there, floor.here)
    assert len(halted.halts) == 1
    assert other.halts == []
    assert floor.credits() == (100, 0)


def test_two_moves_towards_each_other_both_end(floor: Floor) -> None:
    """Each needs both tables' turns, and there is no deadlock."""
    floor.there.do(SeatTerminal(T3), SUPERVISOR)
    floor.there.do(TakeCash(T3, dollars(30)))
    back = command(MoveOut(T3, TableId("A1")), SUPERVISOR)
    answers: list[Answer] = []
    threads = [
        Thread(target=lambda: answers.append(floor.move())),
        Thread(
            target=lambda: answers.append(
                move(floor.journal, floor.there.runtime, floor.here.runtime, back)
            )
        ),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert [isinstance(answer, tuple) for answer in answers] == [True, True]
    assert floor.credits() == (0, 100)
    assert floor.here.runtime.state.credits_of(T3) == dollars(30)
    floor.check_record()


def test_moves_under_the_same_id_from_two_tables_do_not_meet(floor: Floor) -> None:
    third = Server(floor.journal, "C3").set_up()
    third.do(SeatTerminal(T3), SUPERVISOR)
    assert isinstance(floor.move(command_id="same"), tuple)
    asked = command(MoveOut(T3, TableId("B2")), SUPERVISOR, "same")
    answer = move(floor.journal, third.runtime, floor.there.runtime, asked)
    assert isinstance(answer, tuple)
    assert T3 in floor.there.runtime.state.seats


def test_what_no_record_can_keep_moves_nothing(floor: Floor) -> None:
    with pytest.raises(NotRecordable):
        floor.move(TO_B2, "\ud800")
    assert floor.here.halts == floor.there.halts == []


def test_an_arrival_is_believed_only_by_the_record_of_the_other_table(floor: Floor) -> None:
    claimed = TerminalMovedOut(T2, TableId("B2"), dollars(9_999), "")
    arrival = MoveIn(T2, TableId("A1"), CommandId("out"), claimed)
    assert floor.there.ask(arrival, SUPERVISOR) == NothingWasSent(T2, TableId("A1"))
    # A terminal that was sent and not accepted can still arrive: once, with the recorded amount.
    floor.here.ask(TO_B2, SUPERVISOR, "out")
    answer = floor.there.ask(arrival, SUPERVISOR)
    assert isinstance(answer, tuple)
    assert answer[0].fact == TerminalMovedIn(T2, TableId("A1"), dollars(100), CommandId("out"), "")
    third = Server(floor.journal, "C3").set_up()
    again = command(MoveOut(T2, TableId("C3")), SUPERVISOR)
    assert isinstance(move(floor.journal, floor.there.runtime, third.runtime, again), tuple)
    assert floor.there.ask(arrival, SUPERVISOR) == TransferTakenAlready(CommandId("out"))


def test_a_refused_departure_sends_no_terminal(floor: Floor) -> None:
    floor.here.ask(TO_B2, Patron(T2), "out")
    arrival = MoveIn(T2, TableId("A1"), CommandId("out"), None)
    assert floor.there.ask(arrival, SUPERVISOR) == NothingWasSent(T2, TableId("A1"))

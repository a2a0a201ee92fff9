"""One table on one node: decided in order, recorded whole, then shown and answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count

import pytest

from punto.rounds.commands import By, Command, Patron, Wish
from punto.rounds.events import Event
from punto.rounds.evolution import replay
from punto.rounds.phases import Phase
from punto.rounds.purse_commands import (
    AnswerPrinter,
    CashOut,
    MoveOut,
    PrinterAnswer,
    TakeCash,
    TakeTicket,
)
from punto.rounds.purse_events import TicketTaken
from punto.rounds.purse_refusals import RoundMayStillChange
from punto.rounds.round_commands import OpenBets, WantPosition
from punto.rounds.shoe_commands import LoadShoe, Shuffle
from punto.rounds.state import Table
from punto.rounds.table_commands import ConfigureTable, OpenTable, SeatTerminal
from punto.rounds.table_refusals import AlreadySeated
from punto.rules.repeats import CommandIdReused
from punto.storage.journal import StoredJournal
from punto.storage.memory import MemoryDatabase
from punto.tables.drafts import Answer
from punto.tables.folds import TableFold
from punto.tables.moves import TableRuntime, move
from punto.tables.ports import CannotRecord, stream_of
from punto.tables.runtime import Halted, Published, Runtime
from punto.values.ids import CommandId, Instant, TableId
from punto.values.money import dollars
from rounds.evening import DEALER, PIT_MANAGER, SUPERVISOR, T1, T2, configuration, position


@dataclass
class Node:
    """A server process with one table, and what it has shown."""

    journal: StoredJournal
    table: str = "A1"
    shown: list[Published[Table]] = field(default_factory=list)
    numbers: "count[int]" = field(default_factory=count)

    def __post_init__(self) -> None:
        stream = stream_of(TableId(self.table))
        self.runtime: TableRuntime = Runtime(stream, self.journal, TableFold(), self.shown.append)

    def command(self, wish: Wish, by: By = DEALER, command_id: str = "") -> Command:
        command_id = command_id or f"{self.table}-{id(self)}-{next(self.numbers)}"
        return Command(CommandId(command_id), Instant(1_000), by, wish)

    def ask(self, wish: Wish, by: By = DEALER, command_id: str = "") -> Answer:
        (answer,) = self.runtime.process([self.command(wish, by, command_id)])
        return answer

    def open_table(self) -> None:
        for wish, by in (
            (ConfigureTable(replace(configuration(), table=TableId(self.table))), PIT_MANAGER),
            (OpenTable(), DEALER),
            (LoadShoe(8, Shuffle.BY_HAND), DEALER),
            (SeatTerminal(T1), SUPERVISOR),
            (TakeCash(T1, dollars(100)), DEALER),
        ):
            assert isinstance(self.ask(wish, by), tuple)


def events_of(node: Node) -> list[Event]:
    read = node.journal.read(node.runtime.stream)
    return [event for _, event in read if isinstance(event, Event)]


@pytest.fixture
def journal() -> StoredJournal:
    return StoredJournal(MemoryDatabase())


@pytest.fixture
def node(journal: StoredJournal) -> Node:
    node = Node(journal)
    node.open_table()
    return node


def test_what_is_recorded_is_what_is_shown_and_what_is_folded(node: Node) -> None:
    shown = [event for published in node.shown for event in published.events]
    assert events_of(node) == shown
    assert node.runtime.state == replay(events_of(node))
    assert node.runtime.position == len(shown)
    assert [published.first for published in node.shown] == list(range(1, len(shown) + 1))


def test_a_batch_is_decided_in_order_and_one_refusal_does_not_spoil_it(node: Node) -> None:
    node.ask(OpenBets())
    before = len(node.shown)
    answers = node.runtime.process(
        [
            node.command(WantPosition(T1, 1, position(banker=60)), Patron(T1)),
            node.command(WantPosition(T1, 1, position(banker=500)), Patron(T1)),
            node.command(WantPosition(T1, 1, position(banker=100)), Patron(T1)),
        ]
    )
    assert [isinstance(answer, tuple) for answer in answers] == [True, False, True]
    assert node.runtime.state.book.staked(T1) == dollars(100)
    (published,) = node.shown[before:]
    assert len(published.events) == 2


def test_a_repeated_command_gets_its_first_answer_also_on_another_node(node: Node) -> None:
    first = node.ask(TakeCash(T1, dollars(50)), command_id="cash")
    assert node.ask(TakeCash(T1, dollars(50)), command_id="cash") == first
    other = Node(node.journal)
    assert other.ask(TakeCash(T1, dollars(50)), command_id="cash") == first
    assert other.runtime.state == node.runtime.state
    reused = other.ask(TakeCash(T1, dollars(51)), command_id="cash")
    assert reused == CommandIdReused(CommandId("cash"))
    assert other.runtime.state.credits_of(T1) == dollars(150)


def test_a_repeat_within_one_batch_counts_once(node: Node) -> None:
    command = node.command(TakeCash(T1, dollars(50)))
    first, second = node.runtime.process([command, command])
    assert first == second
    assert node.runtime.state.credits_of(T1) == dollars(150)


def test_a_refusal_is_kept_as_an_answer(node: Node) -> None:
    refused = node.ask(SeatTerminal(T1), SUPERVISOR, "seat")
    assert refused == AlreadySeated(T1)
    assert Node(node.journal).ask(SeatTerminal(T1), SUPERVISOR, "seat") == refused


def test_a_node_that_fell_behind_catches_up_before_it_decides(node: Node) -> None:
    other = Node(node.journal)
    other.ask(OpenBets())
    assert other.runtime.state.phase is Phase.BETTING
    answer = node.ask(WantPosition(T1, 1, position(banker=60)), Patron(T1))
    assert isinstance(answer, tuple)
    other.runtime.catch_up()
    assert other.runtime.state == node.runtime.state


@dataclass
class Failing:
    """A journal whose transactions cannot be committed."""

    journal: StoredJournal

    @contextmanager
    def transaction(self, streams: list[str]) -> Iterator[object]:
        with self.journal.transaction(streams) as transaction:  # type: ignore[arg-type]
            yield transaction
            raise CannotRecord("database or disk is full")


def test_a_record_that_cannot_be_written_halts_the_table_and_shows_nothing(node: Node) -> None:
    state, position_before, shown = node.runtime.state, node.runtime.position, len(node.shown)
    node.runtime._journal = Failing(node.journal)  # type: ignore[assignment]  # noqa: SLF001
    with pytest.raises(Halted, match="cannot be written: database or disk is full"):
        node.ask(TakeCash(T1, dollars(50)), command_id="lost")
    assert (node.runtime.state, node.runtime.position) == (state, position_before)
    assert len(node.shown) == shown
    with pytest.raises(Halted, match="disk is full"):
        node.ask(TakeCash(T1, dollars(50)))
    again = Node(node.journal)
    again.runtime.catch_up()
    assert again.runtime.state == state
    assert isinstance(again.ask(TakeCash(T1, dollars(50)), command_id="lost"), tuple)


def test_a_ticket_is_paid_once_whatever_table_it_goes_to(node: Node) -> None:
    node.ask(CashOut(T1, 123), Patron(T1))
    number = node.runtime.state.seats[T1].ticket
    assert number is not None
    node.ask(AnswerPrinter(T1, number, PrinterAnswer.PRINTED), Patron(T1))
    other = Node(node.journal, "B2")
    other.open_table()
    ticket = TakeTicket(T1, number, dollars(100), None, None)
    answer = other.ask(ticket, Patron(T1), "in")
    assert isinstance(answer, tuple)
    assert answer[0].fact == TicketTaken(T1, dollars(100), number)
    assert other.ask(ticket, Patron(T1), "in") == answer
    refused = node.ask(ticket, Patron(T1))
    assert not isinstance(refused, tuple)
    assert "already paid" in refused.sentence


def test_a_terminal_moves_whole_or_not_at_all(node: Node) -> None:
    other = Node(node.journal, "B2")
    other.open_table()
    node.ask(SeatTerminal(T2), SUPERVISOR)
    node.ask(TakeCash(T2, dollars(70)))
    leave = node.command(MoveOut(T2, TableId("B2")), SUPERVISOR)
    answer = move(node.journal, node.runtime, other.runtime, leave)
    assert isinstance(answer, tuple)
    assert (node.runtime.state.credits_of(T2), T2 in node.runtime.state.seats) == (0, False)
    assert other.runtime.state.credits_of(T2) == dollars(70)
    assert move(node.journal, node.runtime, other.runtime, leave) == answer
    assert other.runtime.state.credits_of(T2) == dollars(70)
    # T1 is seated at the other table as well: it is refused there, and stays here.
    refused = move(
        node.journal,
        node.runtime,
        other.runtime,
        node.command(MoveOut(T1, TableId("B2")), SUPERVISOR),
    )
    assert refused == AlreadySeated(T1)
    assert node.runtime.state.credits_of(T1) == dollars(100)
    assert replay(events_of(node)) == node.runtime.state


def test_a_move_that_the_first_table_refuses_touches_neither(node: Node) -> None:
    other = Node(node.journal, "B2")
    other.open_table()
    node.ask(SeatTerminal(T2), SUPERVISOR)
    node.ask(TakeCash(T2, dollars(70)))
    node.ask(OpenBets())
    node.ask(WantPosition(T2, 1, position(banker=60)), Patron(T2))
    leave = node.command(MoveOut(T2, TableId("B2")), SUPERVISOR)
    refused = move(node.journal, node.runtime, other.runtime, leave)
    assert not isinstance(refused, tuple)
    assert T2 not in other.runtime.state.seats
    assert not isinstance(refused, RoundMayStillChange)

"""One table on one node: commands are decided in order, recorded, then shown and answered."""

from threading import Thread

import pytest

from punto.ledger.tickets import TicketStepImpossible
from punto.rounds.betting.commands import OpenBets, WantPosition
from punto.rounds.command_refusals import CommandIdReused
from punto.rounds.commands import Patron, TableCommand
from punto.rounds.decisions import decide
from punto.rounds.evolution import replay
from punto.rounds.phases import Phase
from punto.rounds.purse.commands import AnswerPrinter, CashOut, PrinterAnswer, TakeCash, TakeTicket
from punto.rounds.purse.events import TicketTaken
from punto.rounds.state import RecordDoesNotHold, Table
from punto.rounds.table.commands import SeatTerminal
from punto.rounds.table.refusals import AlreadySeated
from punto.runtime.ports import CannotRecord, Overtaken, RecordBroken
from punto.runtime.recordability import NotRecordable
from punto.runtime.stream_runtime import Halted
from punto.storage.journal import StoredJournal
from punto.values import replace
from punto.values.ids import CommandId, TableId
from punto.values.money import dollars
from support.rounds.evening import DEALER, SUPERVISOR, T1, position
from support.runtime.stage import SHOES, Failing, Server, command, in_memory, self_dealing
from support.storage.memory import MemoryDatabase


@pytest.fixture
def server() -> Server:
    return Server(in_memory()).set_up()


def failing(server: Server, *faults: Exception) -> None:
    server.runtime._journal = Failing(server.journal, list(faults))  # type: ignore[assignment]  # noqa: SLF001


def test_what_is_recorded_is_what_is_shown_and_what_is_folded(server: Server) -> None:
    shown = [event for published in server.shown for event in published.events]
    assert server.events() == shown
    assert server.runtime.state == replay(server.events())
    assert server.runtime.position == len(shown)
    assert [published.first for published in server.shown] == list(range(1, len(shown) + 1))


def test_a_batch_is_decided_in_order_and_one_refusal_does_not_spoil_it(server: Server) -> None:
    server.do(OpenBets())
    before = len(server.shown)
    answers = server.runtime.process(
        [
            command(WantPosition(T1, 1, position(banker=60)), Patron(T1)),
            command(WantPosition(T1, 1, position(banker=500)), Patron(T1)),
            command(WantPosition(T1, 1, position(banker=100)), Patron(T1)),
        ]
    )
    assert [isinstance(answer, tuple) for answer in answers] == [True, False, True]
    assert server.runtime.state.book.staked(T1) == dollars(100)
    (published,) = server.shown[before:]
    assert len(published.events) == 2
    assert [each.book.staked(T1) for each in published.states] == [dollars(60), dollars(100)]
    assert published.states[-1] is published.state


def test_a_repeated_command_gets_its_first_answer_also_on_another_node(server: Server) -> None:
    first = server.ask(TakeCash(T1, dollars(50)), command_id="cash")
    # As lists: mypy takes seconds to compare two unions of all answers.
    assert [server.ask(TakeCash(T1, dollars(50)), command_id="cash")] == [first]
    other = Server(server.journal)
    assert [other.ask(TakeCash(T1, dollars(50)), command_id="cash")] == [first]
    assert other.runtime.state == server.runtime.state
    reused = other.ask(TakeCash(T1, dollars(51)), command_id="cash")
    assert reused == CommandIdReused(CommandId("cash"))
    assert other.runtime.state.credits_of(T1) == dollars(150)


def test_a_repeat_within_one_batch_counts_once(server: Server) -> None:
    twice = command(TakeCash(T1, dollars(50)))
    first, second = server.runtime.process([twice, twice])
    # As lists: mypy takes seconds to compare two unions of all answers.
    assert [first] == [second]
    assert server.runtime.state.credits_of(T1) == dollars(150)


def test_a_refusal_is_kept_as_an_answer(server: Server) -> None:
    refused = server.ask(SeatTerminal(T1), SUPERVISOR, "seat")
    assert refused == AlreadySeated(T1)
    assert Server(server.journal).ask(SeatTerminal(T1), SUPERVISOR, "seat") == refused


def test_a_node_that_fell_behind_catches_up_before_it_decides(server: Server) -> None:
    other = Server(server.journal)
    other.do(OpenBets())
    assert other.runtime.state.phase is Phase.BETTING
    answer = server.ask(WantPosition(T1, 1, position(banker=60)), Patron(T1))
    assert isinstance(answer, tuple)
    other.runtime.catch_up()
    assert other.runtime.state == server.runtime.state


def test_a_record_that_cannot_be_written_halts_the_table_and_shows_nothing(server: Server) -> None:
    before, shown = server.runtime.now(), len(server.shown)
    failing(server, CannotRecord("database or disk is full"))
    with pytest.raises(Halted, match="cannot be written: database or disk is full"):
        server.ask(TakeCash(T1, dollars(50)), command_id="lost")
    assert server.runtime.now() == before
    assert len(server.shown) == shown
    assert server.halts == ["the record cannot be written: database or disk is full"]
    for act in (server.runtime.catch_up, lambda: server.ask(TakeCash(T1, dollars(50)))):
        with pytest.raises(Halted, match="disk is full"):
            act()
    again = Server(server.journal)
    again.runtime.catch_up()
    assert again.runtime.now() == before
    assert isinstance(again.ask(TakeCash(T1, dollars(50)), command_id="lost"), tuple)


@pytest.mark.parametrize("fault", [Overtaken("first"), TicketStepImpossible("paid")])
def test_a_node_that_was_overtaken_decides_again(server: Server, fault: Exception) -> None:
    failing(server, fault, fault, fault)
    server.do(TakeCash(T1, dollars(50)))
    assert server.runtime.state.credits_of(T1) == dollars(150)
    assert server.runtime.state == replay(server.events())


def test_who_is_overtaken_for_ever_halts(server: Server) -> None:
    failing(server, *[Overtaken("another was first")] * 4)
    with pytest.raises(Halted, match="another was first"):
        server.ask(TakeCash(T1, dollars(50)))
    assert server.runtime.state.credits_of(T1) == dollars(100)


def test_a_record_that_does_not_hold_halts_the_table(server: Server) -> None:
    rows = database_of(server).tables.events[server.stream]
    rows[-1] = replace(rows[-1], body=b"{}")
    behind = Server(server.journal)
    with pytest.raises(Halted, match="the record does not hold: table/A1 at 5"):
        behind.runtime.catch_up()
    assert behind.runtime.now() == (Table(), 0)


def database_of(server: Server) -> MemoryDatabase:
    database = server.journal.database
    assert isinstance(database, MemoryDatabase)
    return database


def test_one_command_that_breaks_an_invariant_takes_its_whole_batch_along(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the batch is recorded, and the table halts and names the command."""
    broken = RecordDoesNotHold("no round while betting")
    before, recorded = server.runtime.now(), server.events()

    def failing_once(table: Table, asked: TableCommand) -> object:
        if asked == batch[1]:
            raise broken
        return decide(table, asked)

    monkeypatch.setattr("punto.rounds.decide", failing_once)
    batch = [command(TakeCash(T1, dollars(each)), command_id=f"k{each}") for each in (1, 2, 3)]
    with pytest.raises(Halted) as halted:
        server.runtime.process(batch)
    assert str(halted.value) == (
        "InvariantBroken: command k2, TakeCash: RecordDoesNotHold: no round while betting"
    )
    assert server.halts == [str(halted.value)]
    assert server.runtime.now() == before
    assert server.events() == recorded
    # Nothing of the batch is recorded, so all of it can be sent again after a restart.
    monkeypatch.undo()
    again = Server(server.journal)
    assert all(isinstance(answer, tuple) for answer in again.runtime.process(batch))
    assert again.runtime.state.credits_of(T1) == dollars(106)


def test_an_event_that_cannot_be_folded_is_named(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def evolve(*_: object) -> object:
        raise RecordDoesNotHold("it does not fit")

    monkeypatch.setattr("punto.rounds.evolve_and_post", evolve)
    with pytest.raises(Halted, match="command lost, CashTaken: RecordDoesNotHold: it does not fit"):
        server.ask(TakeCash(T1, dollars(50)), command_id="lost")


def test_what_no_record_can_keep_is_refused_before_anything_is_decided(server: Server) -> None:
    before = server.runtime.now()
    batch = [command(TakeCash(T1, dollars(1))), command(TakeCash(T1, dollars(1)), command_id="\0")]
    with pytest.raises(NotRecordable, match="command id"):
        server.runtime.process(batch)
    assert (server.runtime.now(), server.halts) == (before, [])
    server.do(TakeCash(T1, dollars(1)))


def test_the_first_reason_to_halt_is_the_one_that_counts(server: Server) -> None:
    server.runtime.halt("first")
    server.runtime.halt("second")
    assert (server.runtime.halted, server.halts) == ("first", ["first"])


def test_a_node_follows_another_from_where_it_stands(server: Server) -> None:
    other = Server(server.journal)
    other.runtime.catch_up()
    for _ in range(3):
        server.do(TakeCash(T1, dollars(1)))
    recorded = [*server.journal.read(server.stream, other.runtime.position)]
    other.runtime.follow(recorded[:1])
    other.do(TakeCash(T1, dollars(1)))  # takes in what is left
    other.runtime.follow(recorded)
    server.runtime.catch_up()
    assert other.runtime.now() == server.runtime.now()


def test_a_node_that_follows_does_not_wait_for_a_batch(server: Server) -> None:
    other = Server(server.journal)
    other.runtime.catch_up()
    server.do(TakeCash(T1, dollars(1)))
    before, recorded = other.runtime.now(), [*server.journal.read(server.stream)]
    with other.runtime.turn:
        following = Thread(target=other.runtime.follow, args=(recorded,))
        following.start()
        following.join()
        assert other.runtime.now() == before
    other.runtime.follow(recorded)
    assert other.runtime.now() == server.runtime.now()


def test_threads_take_turns(server: Server) -> None:
    """A node catches up while another decides, and both see one history."""
    other = Server(server.journal)

    def follow() -> None:
        for _ in range(50):
            other.runtime.catch_up()

    def decide(who: Server) -> None:
        for _ in range(20):
            who.do(TakeCash(T1, dollars(1)))

    threads = [Thread(target=follow), Thread(target=decide, args=(other,))]
    for thread in threads:
        thread.start()
    decide(server)
    for thread in threads:
        thread.join()
    other.runtime.catch_up()
    server.runtime.catch_up()
    assert other.runtime.now() == server.runtime.now()
    assert server.runtime.state.credits_of(T1) == dollars(140)
    firsts = [published.first for published in other.shown]
    assert firsts == sorted(set(firsts))


def test_a_ticket_is_paid_once_whatever_table_it_goes_to(server: Server) -> None:
    server.do(CashOut(T1, 123), Patron(T1))
    number = server.runtime.state.seats[T1].ticket
    assert number is not None
    server.do(AnswerPrinter(T1, number, PrinterAnswer.PRINTED), Patron(T1))
    other = Server(server.journal, "B2").set_up()
    ticket = TakeTicket(T1, number, dollars(100), None, None)
    answer = other.ask(ticket, Patron(T1), "in")
    assert isinstance(answer, tuple)
    assert answer[0].fact == TicketTaken(T1, dollars(100), number)
    assert other.ask(ticket, Patron(T1), "in") == answer
    refused = server.ask(ticket, Patron(T1))
    assert not isinstance(refused, tuple)
    assert "already paid" in refused.sentence


def test_a_shoe_that_was_shuffled_again_for_a_repeated_command_is_not_put_into_play() -> None:
    server = Server(in_memory())
    for wish, by in self_dealing("A1"):
        server.do(wish, by)
    shoes = (SHOES.loaded(TableId("A1"), 1, 8) for _ in range(2))
    first, again = (server.ask(shoe, DEALER, "load") for shoe in shoes)
    assert isinstance(first, tuple)
    assert again == first


def test_a_ticket_printed_and_taken_twice_within_one_batch_is_paid_once(server: Server) -> None:
    server.do(CashOut(T1, 123), Patron(T1))
    number = server.runtime.state.seats[T1].ticket
    assert number is not None
    taken = TakeTicket(T1, number, dollars(100), None, None)
    wishes = (AnswerPrinter(T1, number, PrinterAnswer.PRINTED), taken, taken)
    answers = server.runtime.process([command(wish, Patron(T1)) for wish in wishes])
    assert [isinstance(answer, tuple) for answer in answers] == [True, True, False]
    assert "already paid" in answers[2].sentence  # type: ignore[union-attr]
    assert server.runtime.state.credits_of(T1) == dollars(100)
    assert not server.runtime.halted


def test_what_a_patron_says_of_a_ticket_is_not_taken_for_the_register(server: Server) -> None:
    server.do(CashOut(T1, 123), Patron(T1))
    number = server.runtime.state.seats[T1].ticket
    assert number is not None
    server.do(AnswerPrinter(T1, number, PrinterAnswer.PRINTED), Patron(T1))
    with server.journal.transaction([server.stream]) as transaction:
        on_file, _ = transaction.ticket(number)
    assert on_file is not None
    richer = replace(on_file, amount=dollars(999))
    refused = server.ask(TakeTicket(T1, number, dollars(999), richer, None), Patron(T1))
    assert not isinstance(refused, tuple)
    assert server.runtime.state.credits_of(T1) == 0


def test_an_unreadable_store_halts_with_its_own_words() -> None:
    class Unreadable(StoredJournal):
        def read(self, *_: object) -> None:  # type: ignore[override]
            raise RecordBroken("table/A1 at 1: no event")

    server = Server(Unreadable(MemoryDatabase()))
    with pytest.raises(Halted, match="the record does not hold: table/A1 at 1: no event"):
        server.runtime.catch_up()

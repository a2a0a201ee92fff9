"""What every store promises to the runtime, whatever its database."""

import hashlib
from threading import Barrier, Thread

import pytest

from punto.ledger.tickets import TicketIssued, TicketRedeemed, TicketStepImpossible
from punto.rounds.command_refusals import CommandIdReused
from punto.rounds.events import TableEvent
from punto.rounds.evolution import replay
from punto.runtime.ports import (
    FLOOR,
    Batch,
    CannotRecord,
    Journal,
    NewerForm,
    Overtaken,
    RecordBroken,
    StoredAnswer,
    Stream,
)
from punto.storage.codec.bodies import Unrecordable
from punto.storage.journal import StoredJournal
from punto.storage.record.chain import first_head
from punto.storage.record.reader import CHUNK
from punto.storage.record.writer import rows_of
from punto.values.ids import CommandId, Instant
from punto.values.money import Cents
from punto.values.structures import replace
from support.rounds.evening import T2
from support.storage.batches import (
    A1,
    B2,
    NUMBER,
    OTHER_NUMBER,
    batch_of,
    cash,
    evening,
    issued,
    plain_batch,
    record_batch,
    ticket_batch,
)
from support.storage.places import Place

PAID = TicketRedeemed(NUMBER, T2, Instant(20))


def as_the_runtime_sees_it(journal: StoredJournal) -> Journal:
    """Let the type checker compare the store with the port."""
    return journal


class Contract:
    def test_a_new_record_is_empty(self, place: Place) -> None:
        journal = as_the_runtime_sees_it(place.open())
        assert journal.streams() == {}
        assert list(journal.read(A1)) == []
        with journal.transaction([A1]) as transaction:
            assert transaction.head(A1) == 0
            assert list(transaction.read(A1, 0)) == []
            assert transaction.answers(A1, [CommandId("c1")]) == {}
            assert transaction.ticket(NUMBER) == (None, None)
        assert journal.streams() == {}

    def test_a_whole_evening_comes_back_as_it_was(self, place: Place) -> None:
        played = evening()
        record_batch(place.open(), batch_of(played.record))
        journal = place.read()
        found = list(journal.read(A1))
        assert [position for position, _ in found] == list(range(1, len(found) + 1))
        events = tuple(event for _, event in found)
        assert events == played.record.events
        assert replay(e for e in events if isinstance(e, TableEvent)) == played.table
        assert journal.streams() == {A1: len(events)}

    def test_a_reader_goes_on_from_any_position(self, place: Place) -> None:
        journal = place.open()
        batch = plain_batch(A1, 0, 5)
        record_batch(journal, batch)
        assert [p for p, _ in journal.read(A1, 3)] == [4, 5]
        assert list(journal.read(A1, 5)) == []
        with journal.transaction([A1]) as transaction:
            assert tuple(transaction.read(A1, 1)) == batch.events[1:]

    def test_several_streams_are_read_on_in_one_look(self, place: Place) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0, 5))
        record_batch(journal, plain_batch(B2, 0, 2))
        found = journal.read_on({A1: 3, B2: 0, Stream("table/C3"): 0})
        assert {stream: [p for p, _ in events] for stream, events in found.items()} == {
            A1: [4, 5],
            B2: [1, 2],
            "table/C3": [],
        }
        assert [*journal.read_on({A1: 3})[A1]] == [*journal.read(A1, 3)]
        assert [*journal.read_on({A1: 5})[A1]] == []
        assert journal.read_on({}) == {}

    def test_a_long_way_is_read_in_portions(self, place: Place) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0, CHUNK + 2))
        assert [p for p, _ in journal.read_on({A1: 0})[A1]] == [*range(1, CHUNK + 2)]
        assert [p for p, _ in journal.read_on({A1: 1})[A1]] == [*range(2, CHUNK + 2)]
        assert [p for p, _ in journal.read_on({A1: 2})[A1]] == [*range(3, CHUNK + 3)]
        assert [p for p, _ in journal.read(A1, 1)] == [*range(2, CHUNK + 3)]

    def test_a_fault_of_one_stream_concerns_no_other_that_is_read_with_it(
        self, place: Place
    ) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0, 3))
        record_batch(journal, plain_batch(B2, 0, 3))
        place.flip(A1, 3)
        found = place.read().read_on({A1: 1, B2: 1})
        assert [p for p, _ in found[B2]] == [2, 3]
        with pytest.raises(RecordBroken, match="table/A1 at 3: the event does not follow"):
            list(found[A1])
        with pytest.raises(RecordBroken, match=r"table/B2 ends at 3, expected 4 events or more"):
            list(journal.read_on({B2: 4})[B2])

    def test_events_are_read_by_their_places(self, place: Place) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0, 5))
        record_batch(journal, plain_batch(B2, 0, 2))
        with journal.database.reading() as session:
            rows = session.events_at([(A1, 4), (B2, 1), (A1, 9), ("nowhere", 1)])
            assert sorted((row.stream, row.position) for row in rows) == [(A1, 4), (B2, 1)]
            assert session.events_at([]) == []
            assert session.events(A1, 3, 1)[0] in rows

    def test_a_position_that_was_never_reached_means_that_something_is_gone(
        self, place: Place
    ) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0, 2))
        with pytest.raises(RecordBroken, match=r"table/A1 ends at 2, expected 3 events or more"):
            list(journal.read(A1, 3))

    def test_the_chain_can_be_computed_by_anyone(self, place: Place) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0, 2))
        record_batch(journal, plain_batch(A1, 2))
        chain = hashlib.sha256(b"punto record 1\ntable/A1").digest()
        with journal.database.reading() as session:
            rows = session.events(A1, 0, 10)
            for row in rows:
                number = row.position.to_bytes(8, "big")
                chain = hashlib.sha256(chain + number + row.body).digest()
                assert row.hash == chain
            head = session.head(A1)
        assert head is not None
        assert (len(rows), head.position, head.hash) == (3, 3, chain)

    def test_a_batch_that_does_not_begin_where_the_stream_ends_is_fenced_off(
        self, place: Place
    ) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0, 3))
        for after in (0, 2, 4):
            with pytest.raises(Overtaken, match=f"table/A1 ends at 3, not at {after}"):
                record_batch(journal, plain_batch(A1, after))
        assert journal.streams() == {A1: 3}

    def test_the_key_fences_off_a_writer_who_believes_in_an_old_head(self, place: Place) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0, 2))
        # Bypass every check: these are the rows of a node with an old copy.
        for after in (1, 7):
            before = first_head(A1)._replace(position=after, answers_count=after)
            rows = rows_of(plain_batch(A1, after, prefix="other"), before)
            with pytest.raises(Overtaken), journal.database.writing([A1]) as session:
                session.add(rows)
        assert [event for _, event in journal.read(A1)] == list(plain_batch(A1, 0, 2).events)

    def test_a_transaction_alone_sees_its_own_writes(self, place: Place) -> None:
        journal, other = place.open(), place.read()
        with journal.transaction([A1]) as transaction:
            transaction.append(plain_batch(A1, 0, 2))
            transaction.append(plain_batch(A1, 2))
            assert transaction.head(A1) == 3
            assert len(list(transaction.read(A1, 1))) == 2
            assert len(transaction.answers(A1, [CommandId("table/A1-3")])) == 1
            assert list(journal.read(A1)) == []
            assert other.streams() == {}
        assert other.streams() == {A1: 3}

    def test_two_streams_are_recorded_together_or_not_at_all(self, place: Place) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0))
        with journal.transaction([B2, A1]) as transaction:
            transaction.append(plain_batch(A1, 1))
            transaction.append(plain_batch(B2, 0))
        with pytest.raises(Overtaken), journal.transaction([A1, B2]) as transaction:  # noqa: PT012
            transaction.append(plain_batch(A1, 2, 2))
            transaction.append(ticket_batch(B2, 1, issued()))
            transaction.append(plain_batch(B2, 1))
        assert journal.streams() == {A1: 2, B2: 1}
        with journal.transaction([A1, B2]) as transaction:
            assert transaction.ticket(NUMBER) == (None, None)
            assert transaction.answers(A1, [CommandId("table/A1-3")]) == {}
            transaction.append(plain_batch(A1, 2))
        assert journal.streams() == {A1: 3, B2: 1}

    def test_a_repeated_command_finds_its_answer(self, place: Place) -> None:
        played = evening()
        batch = batch_of(played.record)
        journal = place.open()
        record_batch(journal, batch)
        journal.close()
        asked = [answer.command for answer in batch.answers]
        assert any(not isinstance(answer.answer, tuple) for answer in batch.answers)
        with place.open().transaction([A1]) as transaction:
            found = transaction.answers(A1, [*asked, CommandId("never"), CommandId("\0")])
            assert found == {answer.command: answer for answer in batch.answers}
            assert transaction.answers(B2, asked) == {}
            assert transaction.answers(A1, []) == {}

    def test_many_commands_can_be_asked_for_at_once(self, place: Place) -> None:
        journal = place.open()
        batch = plain_batch(A1, 0, 1_200)
        record_batch(journal, batch)
        with journal.transaction([A1]) as transaction:
            asked = [answer.command for answer in batch.answers]
            assert len(transaction.answers(A1, asked)) == 1_200

    def test_an_answer_may_be_without_events(self, place: Place) -> None:
        journal = place.open()
        nothing = StoredAnswer(CommandId("c1"), "print", ())
        refused = StoredAnswer(CommandId("c2"), "print", CommandIdReused(CommandId("c0")))
        record_batch(journal, Batch(FLOOR, 0, (), answers=(nothing, refused)))
        assert journal.streams() == {}
        with journal.transaction([FLOOR]) as transaction:
            found = transaction.answers(FLOOR, [nothing.command, refused.command])
        assert found == {nothing.command: nothing, refused.command: refused}

    def test_a_command_is_answered_once(self, place: Place) -> None:
        journal = place.open()
        batch = plain_batch(A1, 0)
        record_batch(journal, batch)
        again = Batch(A1, 1, batch.events, answers=batch.answers)
        with pytest.raises(Overtaken):
            record_batch(journal, again)
        assert journal.streams() == {A1: 1}

    def test_a_ticket_lives_once_whatever_its_streams(self, place: Place) -> None:
        journal = place.open()
        first = issued()
        record_batch(journal, ticket_batch(A1, 0, first))
        with pytest.raises(TicketStepImpossible):
            record_batch(journal, ticket_batch(B2, 0, issued(T2)))
        record_batch(journal, ticket_batch(B2, 0, PAID))
        for stream in (A1, B2):
            with pytest.raises(TicketStepImpossible):
                record_batch(journal, ticket_batch(stream, 1, PAID))
        with journal.transaction([A1]) as transaction:
            assert transaction.ticket(NUMBER) == (first.ticket, PAID)
            assert transaction.ticket(OTHER_NUMBER) == (None, None)
        assert journal.streams() == {A1: 1, B2: 1}

    def test_a_ticket_that_was_never_issued_cannot_end(self, place: Place) -> None:
        journal = place.open()
        with pytest.raises(TicketStepImpossible) as fault:
            record_batch(journal, ticket_batch(A1, 0, PAID))
        assert NUMBER not in str(fault.value)
        assert journal.streams() == {}

    def test_a_ticket_may_begin_and_end_in_one_batch(self, place: Place) -> None:
        journal = place.open()
        record_batch(journal, ticket_batch(A1, 0, issued(), PAID))
        with journal.transaction([]) as transaction:
            assert transaction.ticket(NUMBER) == (issued().ticket, PAID)

    @pytest.mark.parametrize(
        "batch",
        [
            Batch(A1, 0, (cash(1, "\ud800"),)),
            Batch(A1, 0, (cash(1),), answers=(StoredAnswer(CommandId("\0"), "", (cash(1),)),)),
            Batch(A1, 0, (cash(1),), answers=(StoredAnswer(CommandId("c1"), "\0", ()),)),
            Batch(A1, 0, (replace(cash(1), at=Instant(2**63)),)),
            Batch(A1, 0, (replace(cash(1), at=1.5),)),  # type: ignore[arg-type]
            ticket_batch(A1, 0, TicketIssued(replace(issued().ticket, amount=Cents(2**70)))),
        ],
    )
    def test_what_could_not_be_read_again_is_not_written(self, place: Place, batch: Batch) -> None:
        journal = place.open()
        with pytest.raises(Unrecordable):
            record_batch(journal, batch)
        record_batch(journal, plain_batch(A1, 0))
        assert journal.streams() == {A1: 1}

    def test_a_batch_is_whole_or_it_is_a_mistake_of_the_program(self, place: Place) -> None:
        journal = place.open()
        strange = StoredAnswer(CommandId("c9"), "print", (cash(9),))
        with pytest.raises(ValueError, match="c9: answered with events that are not in the batch"):
            record_batch(journal, replace(plain_batch(A1, 0, 3), answers=(strange,)))
        with pytest.raises(ValueError, match="without an event of the batch"):
            record_batch(journal, replace(plain_batch(A1, 0), tickets=((2, issued()),)))
        with (
            pytest.raises(ValueError, match="table/B2: not a stream of this transaction"),
            journal.transaction([A1]) as transaction,
        ):
            transaction.append(plain_batch(B2, 0))
        assert journal.streams() == {}

    def test_answers_may_belong_to_some_of_the_events_only(self, place: Place) -> None:
        journal = place.open()
        batch = plain_batch(A1, 0, 5)
        second = replace(batch.answers[1], answer=batch.events[1:3])
        events = (batch.events[0], *(replace(e, command=second.command) for e in batch.events[1:3]))
        second = replace(second, answer=events[1:])
        record_batch(journal, Batch(A1, 0, events, answers=(second,)))
        with journal.transaction([A1]) as transaction:
            assert transaction.answers(A1, [second.command]) == {second.command: second}

    def test_writers_at_the_same_time_leave_one_line_without_gaps(self, place: Place) -> None:
        journal = place.open()
        rounds, faults = 20, list[BaseException]()
        begin = Barrier(2)

        def write(name: str, order: list[Stream]) -> None:
            begin.wait()
            try:
                for number in range(rounds):
                    with journal.transaction(order) as transaction:
                        for stream in order:
                            after = transaction.head(stream)
                            event = cash(number + 1, f"{name}{number}")
                            transaction.append(Batch(stream, after, (event,)))
            except BaseException as fault:  # noqa: BLE001 (told to the test below)
                faults.append(fault)

        threads = [
            Thread(target=write, args=("a", [A1, B2])),
            Thread(target=write, args=("b", [B2, A1])),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not faults
        assert journal.streams() == {A1: 2 * rounds, B2: 2 * rounds}
        for stream in (A1, B2):
            commands = {event.command for _, event in journal.read(stream)}
            assert commands == {f"{name}{number}" for name in "ab" for number in range(rounds)}

    def test_a_name_is_held_by_one_holder_until_it_lets_go(self, place: Place) -> None:
        journal = place.open()
        assert journal.take_lease("table/A1", "node 1", 60_000)
        assert journal.take_lease("table/A1", "node 1", 60_000)
        assert not journal.take_lease("table/A1", "node 2", 60_000)
        assert journal.take_lease("table/B2", "node 2", 60_000)
        journal.give_up_lease("table/A1", "node 2")
        assert not journal.take_lease("table/A1", "node 2", 60_000)
        journal.give_up_lease("table/A1", "node 1")
        assert journal.take_lease("table/A1", "node 2", -1)
        assert journal.take_lease("table/A1", "node 1", 60_000)

    def test_one_flipped_bit_is_found_and_named(self, place: Place) -> None:
        record_batch(place.open(), plain_batch(A1, 0, 5))
        place.flip(A1, 3)
        journal = place.read()
        with pytest.raises(RecordBroken, match="table/A1 at 3: the event does not follow"):
            list(journal.read(A1))
        with pytest.raises(RecordBroken, match="table/A1 at 3"):
            list(journal.read(A1, 2))

    def test_a_body_that_says_no_event_is_named(self, place: Place) -> None:
        record_batch(place.open(), plain_batch(A1, 0, 3))
        place.rewrite(A1, 2, b'{"name":"purse.cash_taken","version":7}')
        with pytest.raises(
            NewerForm, match=r"table/A1 at 2: purse.cash_taken@7: unknown here, expected 1"
        ):
            list(place.read().read(A1))

    def test_a_closed_record_does_nothing_any_more(self, place: Place) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0))
        journal.close()
        journal.close()
        with pytest.raises(CannotRecord, match="closed"):
            journal.streams()
        with pytest.raises(CannotRecord, match="closed"):
            record_batch(journal, plain_batch(A1, 1))
        assert place.read().streams() == {A1: 1}

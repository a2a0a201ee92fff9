"""A table opens in a fixed order, refuses a broken record, and confirms its snapshot."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from punto.identity.messages import FloorCommand
from punto.identity.people.commands import EnrolPerson
from punto.ledger.tickets import TicketIssued, TicketRedeemed
from punto.rounds.commands import Patron
from punto.rounds.purse.commands import AnswerPrinter, CashOut, PrinterAnswer, TakeCash, TakeTicket
from punto.rounds.state import Table
from punto.runtime.ports import CannotRecord, Snapshot
from punto.runtime.snapshot_check import CHUNK, Confirmation, Confirmed
from punto.runtime.stream_runtime import Halted
from punto.runtime.stream_start import new_floor, open_floor, open_table
from punto.storage.checkpoints import signatures
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.journal import StoredJournal
from punto.storage.record.sessions import RecordSession
from punto.values.ids import CommandId, Instant, PersonId
from punto.values.money import Cents, dollars
from punto.values.structures import replace
from support.rounds.evening import T1
from support.runtime.stage import FOLD, Server, in_memory
from support.storage.batches import A1
from support.storage.places import MemoryPlace, Place


def played(journal: StoredJournal) -> Server:
    """Return a table with a bet, a ticket that was printed, and one that was taken."""
    server = Server(journal).betting()
    server.do(TakeCash(T1, dollars(5)))
    server.do(CashOut(T1, 123), Patron(T1))
    number = server.runtime.state.seats[T1].ticket
    assert number is not None
    server.do(AnswerPrinter(T1, number, PrinterAnswer.PRINTED), Patron(T1))
    server.do(TakeTicket(T1, number, dollars(45), None, None), Patron(T1))
    return server


def keep(server: Server, key: SigningKey, table: Table | None = None) -> Snapshot:
    """Keep a signed snapshot of the present state, or of another state in its place."""
    state, position = server.runtime.now()
    snapshot = Snapshot(server.stream, position, FOLD, table or state)
    server.journal.keep_snapshot(snapshot)
    sign_checkpoint(server.journal.database, key, Instant(1))
    return snapshot


def opened(journal: StoredJournal) -> tuple[Server, Snapshot | None]:
    server = Server(journal)
    return server, open_table(server.runtime, journal, FOLD)


def confirmed(server: Server, snapshot: Snapshot, journal: StoredJournal | None = None) -> int:
    """Return how many steps it took to replay all events."""
    confirmation = Confirmation(server.runtime, journal or server.journal, snapshot, {})
    steps = 1
    while confirmation.step():
        steps += 1
    confirmation.close()
    return steps


def test_a_table_comes_up_from_nothing_but_its_events(place: Place) -> None:
    before = played(place.open()).runtime.now()
    place.close()
    server, snapshot = opened(place.open())
    assert server.runtime.now() == before
    assert snapshot is None
    assert server.shown == []
    server.do(TakeCash(T1, dollars(5)))


def test_a_table_that_never_was_comes_up_empty(place: Place) -> None:
    server, snapshot = opened(place.open())
    assert (server.runtime.now(), snapshot) == ((Table(), 0), None)


def test_a_table_comes_up_from_a_signed_snapshot_and_the_tail(
    place: Place, key: SigningKey
) -> None:
    journal = place.open(trusted=[key.public])
    before = played(journal)
    kept = keep(before, key)
    before.do(TakeCash(T1, dollars(5)))
    server, snapshot = opened(journal)
    assert snapshot == kept
    assert server.runtime.now() == before.runtime.now()
    # It continues as the other would, tickets and meters included.
    server.do(CashOut(T1, 124), Patron(T1))
    assert confirmed(server, kept) == 1
    assert server.halts == []


def test_a_snapshot_of_another_fold_is_not_used(place: Place, key: SigningKey) -> None:
    journal = place.open(trusted=[key.public])
    before = played(journal)
    wrong = Snapshot(before.stream, before.runtime.position, "an older fold", Table())
    journal.keep_snapshot(wrong)
    sign_checkpoint(journal.database, key, Instant(1))
    server, snapshot = opened(journal)
    assert snapshot is None
    assert server.runtime.now() == before.runtime.now()


def test_what_a_snapshot_stands_for_is_replayed_a_little_at_a_time(key: SigningKey) -> None:
    journal = StoredJournal(MemoryPlace().database, [key.public])
    before = played(journal)
    for _ in range(CHUNK):
        before.do(TakeCash(T1, dollars(1)))
    kept = keep(before, key)
    server, _ = opened(journal)
    assert confirmed(server, kept) == 2
    assert server.halts == []


def test_a_snapshot_that_the_events_do_not_make_halts_the_table(key: SigningKey) -> None:
    """A signature says who made a snapshot, not that it is right."""
    journal = StoredJournal(MemoryPlace().database, [key.public])
    before = played(journal)
    kept = keep(before, key, replace(before.runtime.state, shoes_count=7))
    server, snapshot = opened(journal)
    assert snapshot == kept
    assert not server.runtime.halted
    assert confirmed(server, kept) == 1
    place = f"table/A1 at {kept.position}"
    assert server.halts == [
        f"the record does not hold: {place}: the snapshot is not what the events make"
    ]
    assert confirmed(server, kept) == 1  # a halted table is not checked any further


def test_an_older_snapshot_that_the_events_do_not_make_is_found_too(
    key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signatures, "BYTES_FOR_EACH_EVENT", 10**6)
    journal = StoredJournal(MemoryPlace().database, [key.public])
    before = played(journal)
    right = keep(before, key)
    before.do(TakeCash(T1, dollars(5)))
    wrong = keep(before, key, replace(before.runtime.state, shoes_count=7))
    before.do(TakeCash(T1, dollars(5)))
    kept = keep(before, key)
    assert journal.kept_snapshots(A1, FOLD) == (right.position, wrong.position, kept.position)
    server, snapshot = opened(journal)
    assert snapshot == kept
    assert confirmed(server, kept) == 2
    place = f"table/A1 at {wrong.position}"
    assert server.halts == [
        f"the record does not hold: {place}: the snapshot is not what the events make"
    ]


def test_damage_before_a_snapshot_is_found_afterwards(sql_place: Place, key: SigningKey) -> None:
    journal = sql_place.open(trusted=[key.public])
    kept = keep(played(journal), key)
    sql_place.flip(kept.stream, 2)
    server, snapshot = opened(journal)
    assert snapshot == kept
    confirmed(server, kept)
    assert server.halts == [
        "the record does not hold: table/A1 at 2: the event does not follow in the chain"
    ]


def test_a_store_that_is_gone_is_not_a_mismatch(key: SigningKey) -> None:
    journal = StoredJournal(MemoryPlace().database, [key.public])
    kept = keep(played(journal), key)
    server, _ = opened(journal)
    confirmation = Confirmation(server.runtime, journal, kept, {})
    journal.close()
    with pytest.raises(CannotRecord):
        confirmation.step()
    confirmation.close()
    assert server.halts == []


def test_a_step_that_gets_its_thread_after_the_close_confirms_nothing(key: SigningKey) -> None:
    """It would note a state under a later event, and the next replay would halt the table."""
    journal = StoredJournal(MemoryPlace().database, [key.public])
    kept = keep(played(journal), key)
    server, _ = opened(journal)
    noted: Confirmed = {}
    confirmation = Confirmation(server.runtime, journal, kept, noted)
    confirmation.close()
    assert not confirmation.step()
    assert (noted, server.halts) == ({}, [])


TAMPERED = [
    (
        "UPDATE transfers SET amount = amount + 1 WHERE posting = 2",
        "posting 2 is not filed as the event says",
    ),
    (
        "UPDATE transfers SET reason = 'ticket-in' WHERE posting = 1",
        "posting 1 is not filed as the event says",
    ),
    ("UPDATE transfers SET reason = 'theft' WHERE posting = 1", "'theft' is not a valid Reason"),
    ("UPDATE transfers SET line = 2 WHERE posting = 1", "a line is missing"),
    ("UPDATE transfers SET terminal = 'T2' WHERE posting = 1", "is not filed as the event says"),
    ("UPDATE transfers SET position = 1 WHERE posting = 1", "is not filed as the event says"),
    ("DELETE FROM transfers WHERE posting = 2", "posting 2 is not filed as the event says"),
    (
        "INSERT INTO transfers SELECT stream, 99, line, position, terminal, reason, is_reversal,"
        " amount, reverses FROM transfers WHERE posting = 1",
        "at 5: a posting is filed that no event brought about",
    ),
    (
        "INSERT INTO transfers SELECT stream, posting, 2, 6, terminal, reason, is_reversal,"
        " amount, reverses FROM transfers WHERE posting = 1",
        "posting 1: its lines are of several events",
    ),
    ("UPDATE tickets_issued SET amount = 1", "ticket .* is not filed as the event says"),
    ("UPDATE tickets_ended SET terminal = 'T2'", "ticket .* is not filed as the event says"),
    ("DELETE FROM tickets_ended", "ticket .* is not filed as the event says"),
    (
        "INSERT INTO tickets_issued SELECT 'x', stream, 3, amount, terminal, issued_at, expires_at"
        " FROM tickets_issued",
        "ticket .* is not filed as the event says",
    ),
    (
        "INSERT INTO tickets_ended SELECT 'x', stream, 11, terminal, at FROM tickets_ended",
        "at 11: a step of a ticket is filed that no event brought about",
    ),
]


@pytest.mark.parametrize(("statement", "reason"), TAMPERED)
def test_money_that_is_filed_otherwise_is_not_opened(
    sql_place: Place, statement: str, reason: str
) -> None:
    played(sql_place.open())
    if "SELECT 'x', stream, 11" in statement:
        fresh = statement.partition(" SELECT")[0].replace("ended", "issued")
        sql_place.tamper(f"{fresh} SELECT 'x', 'table/Z9', 1, 1, 'T1', 1, 1")
    sql_place.tamper(statement)
    journal = sql_place.open() if sql_place.opened[0].database.name.startswith("post") else None
    server = Server(journal or sql_place.opened[0])
    with pytest.raises(Halted, match=reason):
        open_table(server.runtime, server.journal, FOLD)
    assert server.halts[0].startswith("the record does not hold: table/A1")
    assert server.runtime.now() == (Table(), 0)


def test_a_ticket_number_is_not_told(sql_place: Place) -> None:
    journal = sql_place.open()
    played(journal)
    ((_, issued), (_, redeemed)) = list(journal.ticket_steps(Server(journal).stream, 9))
    assert isinstance(issued, TicketIssued)
    assert isinstance(redeemed, TicketRedeemed)
    sql_place.tamper("UPDATE tickets_issued SET amount = 1")
    server = Server(journal)
    with pytest.raises(Halted) as halted:
        open_table(server.runtime, journal, FOLD)
    assert redeemed.number not in str(halted.value)


def test_only_the_tail_is_held_against_what_is_filed_at_once(
    sql_place: Place, key: SigningKey
) -> None:
    journal = sql_place.open(trusted=[key.public])
    before = played(journal)
    kept = keep(before, key)
    before.do(TakeCash(T1, dollars(5)))
    sql_place.tamper("UPDATE transfers SET amount = amount + 1 WHERE posting = 1")
    server, _ = opened(journal)
    assert server.halts == []
    confirmed(server, kept)
    assert "posting 1 is not filed as the event says" in server.halts[0]
    newest = before.runtime.state.book.posting_count
    sql_place.tamper("UPDATE transfers SET amount = amount + 1 WHERE posting = ?", newest)
    with pytest.raises(Halted, match=f"posting {newest} is not filed"):
        opened(journal)


def test_an_event_that_does_not_fold_is_named_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    journal = in_memory()
    played(journal)

    def evolve(*_: object) -> object:
        raise ArithmeticError("below zero")

    monkeypatch.setattr("punto.rounds.evolve_and_post", evolve)
    with pytest.raises(Halted, match=r"InvariantBroken: table/A1 at 1: .*TableConfigured: Arith"):
        opened(journal)


def test_a_head_that_lies_is_found(sql_place: Place) -> None:
    journal = sql_place.open()
    played(journal)
    sql_place.tamper("UPDATE heads SET position = position - 1")
    with pytest.raises(Halted, match="not the event that the head says"):
        opened(journal)


def test_the_floor_comes_up_too(place: Place) -> None:
    journal = place.open()
    enrol = FloorCommand(
        CommandId("f1"), Instant(1), None, EnrolPerson(PersonId("tan"), "Tan Wei Ming")
    )

    first = new_floor(journal, lambda _: None, lambda _: None)
    open_floor(first, journal)
    assert isinstance(first.process([enrol])[0], tuple)
    second = new_floor(journal, lambda _: None, lambda _: None)
    open_floor(second, journal)
    assert second.now() == first.now()
    assert second.position == 2


def test_cents_are_compared_not_only_rows() -> None:
    """The filed posting is exactly the posting that the event makes, with number and lines."""
    journal = in_memory()
    server = played(journal)
    filed = list(journal.postings(server.stream, 0))
    assert [posting.number for _, posting in filed] == list(range(1, len(filed) + 1))
    assert filed[0][1].transfers[0].amount == Cents(10_000)
    assert list(journal.postings(server.stream, 2)) == filed[2:]


def test_a_replay_in_the_background_holds_no_connection_between_its_steps(
    place: Place, key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.runtime.snapshot_check.CHUNK", 3)
    monkeypatch.setattr("punto.storage.record.reader.CHUNK", 2)
    journal = place.open(trusted=[key.public])
    kept = keep(played(journal), key)
    server, _ = opened(journal)
    reading, sessions = journal.database.reading, Counter[str]()

    @contextmanager
    def counted() -> Iterator[RecordSession]:
        sessions.update(["begun", "open"])
        with reading() as session:
            yield session
        sessions.subtract(["open"])

    monkeypatch.setattr(journal.database, "reading", counted)
    confirmation = Confirmation(server.runtime, journal, kept, {})
    while confirmation.step():
        assert sessions["open"] == 0
    assert sessions["begun"] > kept.position / 2
    assert server.halts == []

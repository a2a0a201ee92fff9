"""What every store reports before a table opens: its ends, its postings and tickets, its leases."""

import pytest

from punto.ledger.tickets import TicketIssued, TicketRedeemed
from punto.runtime.ports import Batch, Lease, RecordBroken, StoredAnswer
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.journal import StoredJournal
from punto.values.ids import Instant
from support.rounds.evening import T2
from support.storage.batches import (
    A1,
    B2,
    NUMBER,
    batch_of,
    cash,
    evening,
    issued,
    plain_batch,
    record_batch,
    ticket_batch,
)
from support.storage.places import Place


def signed(place: Place, key: SigningKey) -> StoredJournal:
    """Return two streams, one of which continued after the checkpoint."""
    journal = place.open(trusted=[key.public])
    record_batch(journal, plain_batch(A1, 0, 3))
    record_batch(journal, plain_batch(B2, 0, 3))
    sign_checkpoint(journal.database, key, Instant(1))
    record_batch(journal, plain_batch(A1, 3, 2))
    return journal


def test_an_unsigned_record_opens(place: Place) -> None:
    journal = place.open()
    journal.check_signed_ends()
    record_batch(journal, plain_batch(A1, 0, 3))
    journal.check_signed_ends()


def test_streams_may_go_on_behind_a_checkpoint(place: Place, key: SigningKey) -> None:
    signed(place, key).check_signed_ends()
    # Without trusted keys the signer is believed; the signed ends must match all the same.
    place.read().check_signed_ends()


def test_a_stream_that_ends_too_early_is_not_opened(place: Place, key: SigningKey) -> None:
    signed(place, key)
    place.cut(A1, 2)
    with pytest.raises(RecordBroken, match="table/A1 ends at 2, checkpoint 1 saw 3 events"):
        place.read().check_signed_ends()


def test_a_stream_that_is_gone_is_missed(sql_place: Place, key: SigningKey) -> None:
    signed(sql_place, key)
    sql_place.delete(B2)
    with pytest.raises(RecordBroken, match="table/B2: deleted, checkpoint 1 saw it"):
        sql_place.read().check_signed_ends()


def test_another_history_is_not_opened(place: Place, key: SigningKey) -> None:
    signed(place, key)
    place.rewrite(A1, 2, b"{}")
    with pytest.raises(RecordBroken, match="table/A1 at 3: rewritten, checkpoint 1 saw another"):
        place.read().check_signed_ends()


def test_answers_that_are_gone_or_changed_are_found(sql_place: Place, key: SigningKey) -> None:
    signed(sql_place, key)
    sql_place.tamper("UPDATE answers SET hash = ? WHERE number = 3", bytes(32))
    with pytest.raises(RecordBroken, match="table/A1, answer 3: rewritten, checkpoint 1 saw"):
        sql_place.read().check_signed_ends()
    sql_place.tamper("UPDATE heads SET answers_count = 2")
    with pytest.raises(RecordBroken, match="table/A1: 2 answers, checkpoint 1 saw 3"):
        sql_place.read().check_signed_ends()


def test_answers_that_are_gone_though_the_head_counts_them_are_missed(
    sql_place: Place, key: SigningKey
) -> None:
    # Without its answer, a command would be decided a second time.
    signed(sql_place, key)
    sql_place.tamper("DELETE FROM answers WHERE stream = ?", A1)
    with pytest.raises(RecordBroken, match="table/A1: no answer 3"):
        sql_place.read().check_signed_ends()


def test_a_signature_that_does_not_hold_opens_nothing(sql_place: Place, key: SigningKey) -> None:
    signed(sql_place, key)
    sql_place.tamper("UPDATE checkpoints SET signature = ?", bytes(64))
    with pytest.raises(RecordBroken, match="checkpoint 1: the signature does not hold"):
        sql_place.read().check_signed_ends()


def test_a_checkpoint_of_a_stranger_opens_nothing(
    place: Place, key: SigningKey, other_key: SigningKey
) -> None:
    journal = signed(place, key)
    stranger = StoredJournal(journal.database, [other_key.public])
    with pytest.raises(RecordBroken, match=f"checkpoint 1: signed with {key.public}, a key that"):
        stranger.check_signed_ends()


def test_postings_are_told_as_they_were_filed(place: Place) -> None:
    journal = place.open()
    batch = batch_of(evening().record)
    record_batch(journal, batch)
    record_batch(journal, plain_batch(B2, 0))
    assert list(journal.postings(A1, 0)) == list(batch.postings)
    assert len(batch.postings) > 4
    assert list(journal.postings(A1, 3)) == list(batch.postings[3:])
    assert list(journal.postings(A1, len(batch.postings))) == []
    assert list(journal.postings(B2, 0)) == []


def test_more_postings_than_are_read_at_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.storage.record.filed_postings.CHUNK", 2)
    journal = place.open()
    batch = batch_of(evening().record)
    record_batch(journal, batch)
    assert list(journal.postings(A1, 1)) == list(batch.postings[1:])


def test_steps_of_tickets_are_told_in_order_stream_by_stream(place: Place) -> None:
    journal = place.open()
    record_batch(journal, ticket_batch(A1, 0, issued()))
    redeemed = TicketRedeemed(NUMBER, T2, Instant(20))
    record_batch(journal, ticket_batch(B2, 0, redeemed))
    assert list(journal.ticket_steps(A1, 0)) == [(1, issued())]
    assert list(journal.ticket_steps(B2, 0)) == [(1, redeemed)]
    assert list(journal.ticket_steps(A1, 1)) == []
    assert isinstance(issued(), TicketIssued)


def test_an_issue_and_an_end_at_one_table_stand_in_the_order_of_their_events(place: Place) -> None:
    journal = place.open()
    record_batch(journal, ticket_batch(A1, 0, issued()))
    redeemed = TicketRedeemed(NUMBER, T2, Instant(20))
    record_batch(journal, ticket_batch(A1, 1, redeemed))
    assert list(journal.ticket_steps(A1, 0)) == [(1, issued()), (2, redeemed)]


def test_a_lease_says_who_had_it_last(place: Place) -> None:
    journal = place.open()
    assert journal.leases().get("timer") is None
    assert journal.take_lease("timer", "one", 60_000)
    held = journal.leases().get("timer")
    assert held is not None
    assert held.holder == "one"
    assert journal.take_lease("timer", "one", 0)
    over = journal.leases().get("timer")
    assert over is not None
    # Expired but still visible, a minute before its time.
    assert 0 < over.until <= held.until - 50_000
    journal.give_up_lease("timer", "two")
    assert journal.leases().get("timer") == Lease("one", over.until)
    journal.give_up_lease("timer", "one")
    assert journal.leases().get("timer") is None


def test_a_lease_for_no_time_does_not_keep_others_out(place: Place) -> None:
    journal = place.open()
    holders = set()
    for name in ("one", "two", "three") * 5:
        journal.take_lease("served", name, 0)
        lease = journal.leases().get("served")
        assert lease is not None
        holders.add(lease.holder)
    assert len(holders) > 1


def test_what_only_refusals_added_moves_no_end_of_events(place: Place, key: SigningKey) -> None:
    journal = signed(place, key)
    answered = StoredAnswer(cash(1, "nothing").command, "print", ())
    record_batch(journal, Batch(A1, 5, (), answers=(answered,)))
    journal.check_signed_ends()
    assert journal.streams() == {A1: 5, B2: 3}

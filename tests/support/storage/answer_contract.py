"""No stored answer can be changed unnoticed, in any store: the answers have their own chain."""

import hashlib
from collections.abc import Callable

import pytest

from punto.rounds.command_refusals import CommandIdReused
from punto.runtime.ports import Batch, RecordBroken, StoredAnswer
from punto.storage.checkpoints.checkpoints import parse_checkpoint
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.checkpoints.verification import verify
from punto.storage.journal import StoredJournal
from punto.storage.record.rows import AnswerRow
from punto.values.ids import CommandId, Instant
from punto.values.structures import replace
from support.storage.batches import A1, B2, plain_batch, record_batch
from support.storage.places import Place

Change = Callable[[list[AnswerRow]], object]

REFUSED = StoredAnswer(CommandId("c2"), "print", CommandIdReused(CommandId("c0")))
NOTHING = StoredAnswer(CommandId("c1"), "print", ())


def answered(journal: StoredJournal) -> None:
    """Record three answers with events, and then a batch without events."""
    record_batch(journal, plain_batch(A1, 0, 3))
    record_batch(journal, Batch(A1, 3, (), answers=(NOTHING, REFUSED)))


def changed(number: int, **columns: str | int | bytes | None) -> Change:
    """Return a change of some columns of one answer."""

    def change(rows: list[AnswerRow]) -> None:
        rows[number - 1] = replace(rows[number - 1], **columns)  # type: ignore[arg-type]

    return change


def without(number: int) -> Change:
    """Return a change that removes one answer."""
    return lambda rows: rows.pop(number - 1)


def swapped(rows: list[AnswerRow]) -> None:
    """Swap the first two answers."""
    rows[0], rows[1] = rows[1], rows[0]


def refusal_of(journal: StoredJournal) -> bytes:
    with journal.database.reading() as session:
        (row,) = session.answers(A1, [REFUSED.command])
    assert row.refusal is not None
    return row.refusal


class AnswerContract:
    def test_the_chain_of_answers_can_be_computed_by_anyone(self, place: Place) -> None:
        journal = place.open()
        answered(journal)
        chain = hashlib.sha256(b"punto answers 1\ntable/A1").digest()
        with journal.database.reading() as session:
            rows = session.answers_in_order(A1, 0, 10)
            assert session.answers_in_order(A1, 2, 2) == rows[2:4]
            head = session.head(A1)
        told = [
            (b"table/A1-1", 1, 1, b"\0"),
            (b"table/A1-2", 2, 1, b"\0"),
            (b"table/A1-3", 3, 1, b"\0"),
            (b"c1", 4, 0, b"\0"),
            (b"c2", 0, 0, b"\1" + refusal_of(journal)),
        ]
        for number, (command, first, count, refusal) in enumerate(told, start=1):
            numbers = b"".join(each.to_bytes(8, "big") for each in (number, first, count))
            said = command + b"\0print\0" + refusal
            chain = hashlib.sha256(chain + numbers + said).digest()
            assert (rows[number - 1].number, rows[number - 1].hash) == (number, chain)
        assert head is not None
        assert (head.position, head.answers_count, head.answers_hash) == (3, 5, chain)

    def test_a_transaction_sees_its_own_answers_in_order(self, place: Place) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0, 2))
        with journal.transaction([A1]) as transaction:
            transaction.append(plain_batch(A1, 2))
            transaction.append(plain_batch(A1, 3))
            asked = [CommandId("table/A1-3"), CommandId("table/A1-4")]
            assert list(transaction.answers(A1, asked)) == asked
        assert verify(journal.database).answers_count == 4

    def test_refusals_alone_are_chained_and_signed(self, place: Place, key: SigningKey) -> None:
        journal = place.open()
        record_batch(journal, Batch(A1, 0, (), answers=(REFUSED,)))
        assert journal.streams() == {}
        (end,) = parse_checkpoint(sign_checkpoint(journal.database, key, Instant(1)).body).heads
        assert (end.stream, end.position, end.answers_count) == (A1, 0, 1)
        verdict = verify(place.read().database)
        assert (verdict.streams_count, verdict.events_count, verdict.answers_count) == (1, 0, 1)
        record_batch(journal, plain_batch(A1, 0, 1))
        assert verify(place.read().database).answers_count == 2

    @pytest.mark.parametrize(
        ("change", "named"),
        [
            (changed(2, fingerprint="prinu"), "the answer to table/A1-2: it does not follow"),
            (changed(2, command="table/A1-7"), "the answer to table/A1-7: it does not follow"),
            (changed(2, first=1), "the answer to table/A1-2: it does not follow"),
            (changed(2, first=-1), "the answer to table/A1-2: it does not follow"),
            (changed(2, events_count=2), "the answer to table/A1-2: it does not follow"),
            (changed(2, refusal=b"{}"), "the answer to table/A1-2: it does not follow"),
            (changed(2, refusal=b""), "the answer to table/A1-2: it does not follow"),
            (changed(2, hash=bytes(32)), "the answer to table/A1-2: it does not follow"),
            (changed(5, refusal=None), "the answer to c2: it does not follow"),
            (
                changed(2, command="table/A1-2p", fingerprint="rint"),
                "the answer to table/A1-2p: it does not follow",
            ),
        ],
    )
    def test_a_changed_answer_is_found_and_named_and_not_returned(
        self, place: Place, change: Change, named: str
    ) -> None:
        journal = place.open()
        answered(journal)
        place.change_answers(A1, change)
        with pytest.raises(RecordBroken, match=f"table/A1, {named} in the chain"):
            verify(place.read().database)
        command = CommandId(named.split()[3].rstrip(":"))
        with (
            pytest.raises(RecordBroken, match=f"table/A1, {named} in the chain"),
            journal.transaction([A1]) as transaction,
        ):
            transaction.answers(A1, [command])

    def test_one_flipped_bit_of_a_refusal_is_found(self, place: Place) -> None:
        journal = place.open()
        answered(journal)
        body = bytearray(refusal_of(journal))
        body[-4] ^= 1
        place.change_answers(A1, changed(5, refusal=bytes(body)))
        with pytest.raises(RecordBroken, match="table/A1, the answer to c2: it does not follow"):
            verify(place.read().database)

    def test_an_answer_that_is_gone_is_found(self, place: Place) -> None:
        answered(place.open())
        place.change_answers(A1, without(2))
        with pytest.raises(RecordBroken, match="table/A1: no answer 2, the next is 3"):
            verify(place.read().database)

    def test_the_answer_before_must_be_there(self, place: Place) -> None:
        journal = place.open()
        answered(journal)
        # The same chain, with a gap in it.
        place.change_answers(A1, lambda rows: rows.__setitem__(slice(1, 5), rows[4:]))
        with (
            pytest.raises(RecordBroken, match="table/A1: no answer 4"),
            journal.transaction([A1]) as transaction,
        ):
            transaction.answers(A1, [REFUSED.command])

    def test_a_last_answer_that_is_gone_is_missed_by_the_head(self, place: Place) -> None:
        answered(place.open())
        place.change_answers(A1, without(5))
        with pytest.raises(RecordBroken, match="table/A1: no answer 5, and the head says more"):
            verify(place.read().database)

    def test_answers_that_the_head_does_not_know_are_not_those_that_were_given(
        self, place: Place
    ) -> None:
        answered(place.open())
        place.change_answers(A1, changed(5, fingerprint="another"), rechained=True)
        with place.read().database.reading() as session:
            forged = session.answers_in_order(A1, 4, 1)
        place.change_answers(A1, changed(5, fingerprint="print"), rechained=True)
        place.change_answers(A1, lambda rows: rows.__setitem__(slice(4, 5), forged))
        with pytest.raises(RecordBroken, match="table/A1: answer 5 is not the one that the head"):
            verify(place.read().database)

    @pytest.mark.parametrize(
        ("change", "named"),
        [
            (changed(2, fingerprint="another"), "the answer to c2: rewritten, checkpoint 1 saw"),
            (swapped, "the answer to c2: rewritten, checkpoint 1 saw another"),
        ],
    )
    def test_rewritten_answers_are_found_by_a_checkpoint(
        self, place: Place, key: SigningKey, change: Change, named: str
    ) -> None:
        journal = place.open()
        answered(journal)
        sign_checkpoint(journal.database, key, Instant(1))
        place.change_answers(A1, change, rechained=True)
        with pytest.raises(RecordBroken, match=f"table/A1, {named}"):
            verify(place.read().database)

    def test_answers_cut_short_are_found_by_a_checkpoint(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open()
        answered(journal)
        sign_checkpoint(journal.database, key, Instant(1))
        place.change_answers(A1, without(5), rechained=True)
        with pytest.raises(RecordBroken, match="table/A1 has 4 answers, checkpoint 1 saw 5"):
            verify(place.read().database)

    def test_a_deleted_stream_of_refusals_is_found(self, place: Place, key: SigningKey) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(A1, 0))
        record_batch(journal, Batch(B2, 0, (), answers=(REFUSED,)))
        sign_checkpoint(journal.database, key, Instant(1))
        place.forget(B2)
        with pytest.raises(RecordBroken, match="table/B2: has events or answers, and no head"):
            verify(place.read().database)
        place.delete(B2)
        with pytest.raises(RecordBroken, match="table/B2: deleted, checkpoint 1 saw it"):
            verify(place.read().database)

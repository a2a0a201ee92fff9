"""What a checkpoint proves: every change of the past is found, in every store."""

import pytest

from punto.runtime.ports import Overtaken, RecordBroken
from punto.storage.checkpoints.checkpoints import (
    HEADING,
    checkpoint_body,
    from_file,
    parse_checkpoint,
    to_file,
)
from punto.storage.checkpoints.signatures import AnotherKeyExpected, sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.checkpoints.verification import verify
from punto.storage.codec.events import EVENTS
from punto.storage.journal import StoredJournal
from punto.storage.record.rows import CheckpointRow
from punto.values.ids import Instant
from punto.values.structures import replace
from support.rounds.evening import Evening
from support.storage.batches import B2, batch_of, cash, evening, plain_batch, record_batch
from support.storage.places import Place

AT = Instant(1_700_000_000_000)


def sign(journal: StoredJournal, key: SigningKey, next_key: str | None = None) -> CheckpointRow:
    return sign_checkpoint(journal.database, key, AT, next_key=next_key)


def played(journal: StoredJournal) -> Evening:
    """Record an evening at one table, and some events of another stream."""
    night = evening()
    record_batch(journal, batch_of(night.record))
    record_batch(journal, plain_batch(B2, 0, 3))
    return night


class CheckpointContract:
    def test_a_checkpoint_says_where_every_stream_ends(self, place: Place, key: SigningKey) -> None:
        journal = place.open()
        played(journal)
        row = sign(journal, key)
        checkpoint = parse_checkpoint(row.body)
        ends = {end.stream: end.position for end in checkpoint.heads}
        assert ends == journal.streams()
        with journal.database.reading() as session:
            heads = {head.stream: head.hash.hex() for head in session.heads()}
            assert session.newest_checkpoint() == row
        assert {end.stream: end.hash for end in checkpoint.heads} == heads
        assert (checkpoint.number, checkpoint.at, checkpoint.previous) == (1, AT, None)
        assert (checkpoint.key, checkpoint.next_key) == (key.public, None)

    def test_a_sound_record_is_counted(self, place: Place, key: SigningKey) -> None:
        journal = place.open()
        assert verify(journal.database).events_count == 0
        night = played(journal)
        sign(journal, key)
        record_batch(journal, plain_batch(B2, 3))
        exported = from_file(to_file(sign(journal, key)))
        record_batch(journal, plain_batch(B2, 4))
        for trusted in ((), (key.public,)):
            verdict = verify(place.read().database, trusted, [exported])
            assert verdict.streams_count == 2
            assert verdict.events_count == len(night.record.events) + 5
            assert verdict.checkpoints_count == 2
            assert verdict.keys == (key.public,)

    def test_a_stream_that_was_cut_short_is_found(self, place: Place, key: SigningKey) -> None:
        journal = place.open()
        played(journal)
        sign(journal, key)
        place.cut(B2, 2)
        with pytest.raises(RecordBroken, match="table/B2 ends at 2, checkpoint 1 saw 3 events"):
            verify(place.read().database)

    def test_a_deleted_stream_is_found(self, place: Place, key: SigningKey) -> None:
        journal = place.open()
        played(journal)
        sign(journal, key)
        place.delete(B2)
        with pytest.raises(RecordBroken, match="table/B2: deleted, checkpoint 1 saw it"):
            verify(place.read().database)

    def test_a_rewritten_history_is_found(self, place: Place, key: SigningKey) -> None:
        journal = place.open()
        played(journal)
        sign(journal, key)
        place.rewrite(B2, 2, EVENTS.encode(replace(cash(777), at=Instant(1_002))))
        assert len(list(place.read().read(B2))) == 3
        with pytest.raises(RecordBroken, match="table/B2 at 3: rewritten, checkpoint 1 saw"):
            verify(place.read().database)

    def test_what_lies_behind_the_last_checkpoint_is_found_by_the_chain(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open()
        played(journal)
        sign(journal, key)
        record_batch(journal, plain_batch(B2, 3, 2))
        place.flip(B2, 5)
        with pytest.raises(RecordBroken, match="table/B2 at 5: the event does not follow"):
            verify(place.read().database)

    def test_a_record_rolled_back_with_its_checkpoints_is_found_by_one_kept_outside(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open()
        played(journal)
        body = checkpoint_body(replace(parse_checkpoint(sign(journal, key).body), number=2))
        outside = CheckpointRow(2, body, key.sign(HEADING + body))
        with pytest.raises(RecordBroken, match="exported checkpoint 2: not in the record, which"):
            verify(journal.database, exported=[outside])

    def test_another_checkpoint_of_the_same_number_is_found(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open()
        played(journal)
        sign(journal, key)
        body = checkpoint_body(replace(parse_checkpoint(sign(journal, key).body), at=Instant(5)))
        outside = CheckpointRow(2, body, key.sign(HEADING + body))
        with pytest.raises(RecordBroken, match="exported checkpoint 2: the record has another"):
            verify(journal.database, exported=[outside])

    def test_an_exported_checkpoint_must_be_signed_by_a_key_of_ours(
        self, place: Place, key: SigningKey, other_key: SigningKey
    ) -> None:
        journal = place.open()
        played(journal)
        row = sign(journal, key)
        forged = row._replace(signature=bytes(64))
        with pytest.raises(RecordBroken, match="exported checkpoint 1: the signature does not"):
            verify(journal.database, exported=[forged])
        body = checkpoint_body(replace(parse_checkpoint(row.body), key=other_key.public))
        strange = CheckpointRow(1, body, other_key.sign(HEADING + body))
        with pytest.raises(
            RecordBroken, match=r"exported checkpoint 1: signed with .* not trusted"
        ):
            verify(journal.database, exported=[strange])

    def test_a_new_key_is_named_by_the_old_one(
        self, place: Place, key: SigningKey, other_key: SigningKey
    ) -> None:
        journal = place.open()
        sign(journal, key)
        sign(journal, key, next_key=other_key.public)
        with pytest.raises(AnotherKeyExpected, match=f"checkpoint 2 expects {other_key.public}"):
            sign(journal, key)
        sign(journal, other_key)
        sign(journal, other_key)
        for trusted in ((), (key.public,)):
            verdict = verify(journal.database, trusted)
            assert verdict.keys == (key.public, other_key.public)

    def test_after_a_loss_the_new_key_needs_the_word_of_people(
        self, place: Place, key: SigningKey, other_key: SigningKey
    ) -> None:
        journal = place.open()
        sign(journal, key)
        with pytest.raises(AnotherKeyExpected):
            sign(journal, other_key)
        sign_checkpoint(journal.database, other_key, AT, key_was_lost=True)
        for trusted in ((), (key.public,)):
            with pytest.raises(RecordBroken, match=r"checkpoint 2: signed with .* not trusted"):
                verify(journal.database, trusted)
        both = (key.public, other_key.public)
        assert verify(journal.database, both).keys == both

    def test_a_key_that_is_not_trusted_vouches_for_nothing(
        self, place: Place, key: SigningKey, other_key: SigningKey
    ) -> None:
        journal = place.open()
        sign(journal, key)
        with pytest.raises(RecordBroken, match=r"checkpoint 1: signed with .* not trusted"):
            verify(journal.database, (other_key.public,))

    def test_a_checkpoint_names_the_one_before_it(self, place: Place, key: SigningKey) -> None:
        journal = place.open()
        first = parse_checkpoint(sign(journal, key).body)
        body = checkpoint_body(replace(first, number=2, previous="00" * 32))
        with journal.database.writing([]) as session:
            session.add_checkpoint(CheckpointRow(2, body, key.sign(HEADING + body)))
        with pytest.raises(RecordBroken, match="checkpoint 2: does not follow the one before"):
            verify(journal.database)

    def test_two_checkpoints_cannot_see_the_same_place_differently(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open()
        record_batch(journal, plain_batch(B2, 0, 3))
        first = sign(journal, key)
        end = replace(parse_checkpoint(first.body).heads[0], hash="00" * 32)
        body = checkpoint_body(replace(parse_checkpoint(first.body), heads=(end,)))
        forged = CheckpointRow(1, body, key.sign(HEADING + body))
        with pytest.raises(RecordBroken, match="table/B2 at 3: checkpoint 1 and exported"):
            verify(journal.database, exported=[forged])

    def test_a_number_is_given_to_one_checkpoint(self, place: Place, key: SigningKey) -> None:
        journal = place.open()
        row = sign(journal, key)
        with (
            pytest.raises(Overtaken, match="checkpoint 1"),
            journal.database.writing([]) as session,
        ):
            session.add_checkpoint(row)
        assert verify(journal.database).checkpoints_count == 1

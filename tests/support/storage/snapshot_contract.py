"""When a snapshot is used: it is only a cache, and everything about it must be signed."""

from hashlib import sha256

import pytest

from punto.ledger.accounts import AccountKind
from punto.ledger.transfers import Reason
from punto.runtime.ports import KeptSnapshot, RecordBroken, Snapshot, Stream
from punto.storage.checkpoints import signatures
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.codec.events import EVENTS
from punto.storage.codec.snapshots import FOLD, encode_snapshot
from punto.storage.journal import StoredJournal
from punto.storage.record.rows import SnapshotRow
from punto.storage.record.transactions import hash_at
from punto.values.money import Cents
from punto.values.structures import replace
from support.ledger.playing import purse_of
from support.rounds.evening import T1, Evening
from support.storage.batches import A1, B2, cash, evening
from support.storage.checkpoint_contract import played, sign
from support.storage.places import Place


def snapshot_of(night: Evening, fold: str = "", stream: Stream = A1) -> Snapshot:
    return Snapshot(stream, len(night.record.events), fold or FOLD, night.table)


def put(journal: StoredJournal, row: SnapshotRow) -> None:
    """Write a snapshot row directly, bypassing the journal."""
    with journal.database.writing([]) as session:
        session.keep_snapshot(row)


def row_of(journal: StoredJournal, kept: Snapshot) -> SnapshotRow:
    """Return the row that the journal itself would write for a snapshot."""
    with journal.database.reading() as session:
        body = encode_snapshot(kept, hash_at(session, kept.stream, kept.position))
    return SnapshotRow(kept.stream, kept.position, kept.fold, sha256(body).digest(), body)


class SnapshotContract:
    def test_a_snapshot_is_used_only_when_a_trusted_signature_vouches_for_it(
        self, place: Place, key: SigningKey, other_key: SigningKey
    ) -> None:
        journal = place.open(trusted=[key.public])
        night = played(journal)
        kept = snapshot_of(night)
        assert journal.snapshot(A1, kept.fold) is None
        journal.keep_snapshot(kept)
        assert journal.snapshot(A1, kept.fold) is None
        sign(journal, key)
        assert journal.snapshot(A1, kept.fold) == kept
        assert journal.snapshot(B2, kept.fold) is None
        assert journal.snapshot(A1, "another fold") is None
        for trusted in ((), (other_key.public,)):
            stranger = StoredJournal(journal.database, trusted)
            assert stranger.snapshot(A1, kept.fold) is None

    def test_the_newest_snapshot_is_the_one_that_counts(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open(trusted=[key.public])
        night = played(journal)
        newest = snapshot_of(night)
        first = replace(newest, position=5)
        journal.keep_snapshot(first)
        sign(journal, key)
        journal.keep_snapshot(newest)
        assert journal.snapshot(A1, first.fold) == first
        sign(journal, key)
        assert journal.snapshot(A1, newest.fold) == newest
        with journal.database.reading() as session:
            assert session.snapshot(A1, 5, first.fold) is None

    def test_an_older_snapshot_stays_where_it_is_small_beside_its_events(
        self, place: Place, key: SigningKey, other_key: SigningKey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        journal = place.open(trusted=[key.public])
        newest = snapshot_of(played(journal))
        size = len(row_of(journal, newest).body)
        # Every tenth event is worth a snapshot.
        monkeypatch.setattr(signatures, "BYTES_FOR_EACH_EVENT", -(-size // 10))
        for position in (5, 10, 12, 19, 20, newest.position):
            journal.keep_snapshot(replace(newest, position=position))
            sign(journal, key)
        assert journal.kept_snapshots(A1, FOLD) == (10, 20, newest.position)
        assert journal.kept_snapshots(B2, FOLD) == ()
        for number, position in ((2, 10), (5, 20), (6, newest.position)):
            kept = KeptSnapshot(replace(newest, position=position), number, key.public)
            assert journal.kept_snapshot(A1, FOLD, position) == kept
        assert journal.kept_snapshot(A1, FOLD, 12) is None
        for trusted in ((), (other_key.public,)):
            assert StoredJournal(journal.database, trusted).kept_snapshot(A1, FOLD, 10) is None

    def test_an_older_snapshot_that_was_changed_is_not_used(
        self, place: Place, key: SigningKey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(signatures, "BYTES_FOR_EACH_EVENT", 10**6)
        journal = place.open(trusted=[key.public])
        newest = snapshot_of(played(journal))
        older = replace(newest, position=10)
        for each in (older, newest):
            journal.keep_snapshot(each)
            sign(journal, key)
        other = replace(older, table=replace(older.table, rounds_count=7))
        put(journal, row_of(journal, other))
        with pytest.raises(RecordBroken, match=r"snapshot of table/A1 at 10: not the one that"):
            journal.kept_snapshot(A1, FOLD, 10)

    def test_a_snapshot_that_no_checkpoint_ever_listed_does_not_stay(
        self, place: Place, key: SigningKey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(signatures, "BYTES_FOR_EACH_EVENT", 10**6)
        journal = place.open(trusted=[key.public])
        newest = snapshot_of(played(journal))
        assert journal.kept_snapshot(A1, FOLD, 5) is None
        for position in (5, 10):
            journal.keep_snapshot(replace(newest, position=position))
        assert journal.kept_snapshot(A1, FOLD, 5) is None
        sign(journal, key)
        assert journal.kept_snapshots(A1, FOLD) == (10,)
        journal.keep_snapshot(replace(newest, fold="another fold"))
        sign(journal, key)
        assert journal.kept_snapshots(A1, FOLD) == (), "nor does one of another fold"

    def test_a_snapshot_of_older_code_gives_way_to_one_of_the_present(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open(trusted=[key.public])
        night = played(journal)
        old, new = snapshot_of(night, "old"), snapshot_of(night, "new")
        journal.keep_snapshot(old)
        sign(journal, key)
        journal.keep_snapshot(new)
        assert journal.snapshot(A1, "old") is None
        sign(journal, key)
        assert journal.snapshot(A1, "new") == new

    def test_a_snapshot_of_a_missing_position_cannot_be_kept(self, place: Place) -> None:
        journal = place.open()
        kept = replace(snapshot_of(evening()), position=3)
        with pytest.raises(RecordBroken, match="table/A1 at 3: no event"):
            journal.keep_snapshot(kept)

    def test_a_snapshot_is_of_one_history_only(self, place: Place, key: SigningKey) -> None:
        journal = place.open(trusted=[key.public])
        night = played(journal)
        journal.keep_snapshot(snapshot_of(night))
        sign(journal, key)
        place.rewrite(A1, 2, EVENTS.encode(cash(777)))
        with pytest.raises(RecordBroken, match=r"snapshot of table/A1 at \d+: taken from another"):
            journal.snapshot(A1, FOLD)

    def test_a_snapshot_whose_money_does_not_add_up_is_not_used(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open(trusted=[key.public])
        kept = snapshot_of(played(journal))
        wrong = replace(
            purse_of({AccountKind.CREDITS: Cents(5)}), counted={Reason.BOUGHT_IN_CASH: Cents(5)}
        )
        book = replace(kept.table.book, purses={**kept.table.book.purses, T1: wrong})
        journal.keep_snapshot(replace(kept, table=replace(kept.table, book=book)))
        sign(journal, key)
        with pytest.raises(RecordBroken, match=r"all accounts of T1 sum to 0\.05"):
            journal.snapshot(A1, FOLD)

    def test_a_snapshot_that_was_changed_after_it_was_signed_is_not_used(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open(trusted=[key.public])
        kept = snapshot_of(played(journal))
        journal.keep_snapshot(kept)
        sign(journal, key)
        assert journal.snapshot(A1, kept.fold) == kept
        # Valid in itself and with the right hash, but not the one that was signed.
        put(journal, row_of(journal, replace(kept, table=replace(kept.table, rounds_count=7))))
        with pytest.raises(RecordBroken, match=r"snapshot of table/A1 at \d+: not the one that"):
            journal.snapshot(A1, kept.fold)

    def test_a_body_that_has_not_the_hash_beside_it_is_not_used(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open(trusted=[key.public])
        kept = snapshot_of(played(journal))
        put(journal, row_of(journal, kept)._replace(hash=bytes(32)))
        sign(journal, key)
        with pytest.raises(RecordBroken, match=r"snapshot of table/A1 at \d+: not the one that"):
            journal.snapshot(A1, kept.fold)

    @pytest.mark.parametrize(
        "other", [{"fold": "another fold"}, {"position": 5}, {"stream": B2, "position": 3}]
    )
    def test_a_body_that_says_another_place_than_its_row_is_not_used(
        self, place: Place, key: SigningKey, other: dict[str, str | int]
    ) -> None:
        journal = place.open(trusted=[key.public])
        kept = snapshot_of(played(journal))
        strange = row_of(journal, replace(kept, **other))  # type: ignore[arg-type]
        put(journal, SnapshotRow(kept.stream, kept.position, kept.fold, *strange[3:]))
        sign(journal, key)
        with pytest.raises(
            RecordBroken, match=r"snapshot of table/A1 at \d+: it belongs to another"
        ):
            journal.snapshot(A1, kept.fold)

    def test_a_body_that_cannot_be_read_is_not_used(self, place: Place, key: SigningKey) -> None:
        journal = place.open(trusted=[key.public])
        kept = snapshot_of(played(journal))
        whole = row_of(journal, kept)
        body = whole.body.replace(b'"rounds_count":1', b'"rounds_count":true')
        assert body != whole.body
        put(journal, whole._replace(hash=sha256(body).digest(), body=body))
        sign(journal, key)
        with pytest.raises(RecordBroken, match=r"got `bool` - at `\$.table.rounds_count`"):
            journal.snapshot(A1, kept.fold)

    def test_a_signed_snapshot_that_is_gone_is_only_a_cache_that_is_gone(
        self, place: Place, key: SigningKey
    ) -> None:
        journal = place.open(trusted=[key.public])
        kept = snapshot_of(played(journal))
        journal.keep_snapshot(kept)
        sign(journal, key)
        with journal.database.writing([]) as session:
            session.drop_snapshot(A1, kept.position)
        assert journal.snapshot(A1, kept.fold) is None

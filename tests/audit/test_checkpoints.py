"""Checkpoints inside the record and outside, and the keys that signed them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from punto.audit import Audit, SqliteSource, Unreadable, audit
from punto.storage.checkpoints.checkpoints import to_file
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, create_key
from punto.storage.journal import StoredJournal
from punto.storage.sqlite.database import open_sqlite
from punto.values.ids import Instant
from rehearse_all import scripts
from support.audit.recording import Asked, Recorder, commands_of
from support.audit.tampering import Copy
from support.rehearsals.stage import read


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "record.db"


@pytest.fixture
def journal(record: Path) -> StoredJournal:
    return open_sqlite(record)


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    return create_key(tmp_path / "one.key")


@pytest.fixture
def other_key(tmp_path: Path) -> SigningKey:
    return create_key(tmp_path / "two.key")


def asked_of(script: str) -> list[Asked]:
    return list(commands_of(read(scripts()[script])))


def play(journal: StoredJournal, script: str = "first") -> None:
    Recorder(journal).give(asked_of(script))


def sentence(record: Path, *checkpoints: Path, keys: tuple[str, ...] = ()) -> str:
    found = audit(str(record), checkpoints, keys).finding
    return "" if found is None else found.sentence


def test_keys_change_where_the_old_one_names_the_new(
    journal: StoredJournal, record: Path, key: SigningKey, other_key: SigningKey
) -> None:
    sign_checkpoint(journal.database, key, Instant(1), next_key=other_key.public)
    play(journal)
    sign_checkpoint(journal.database, other_key, Instant(2))
    journal.close()
    assert sentence(record) == ""
    assert sentence(record, keys=(key.public,)) == ""
    assert audit(str(record)).keys == [key.public, other_key.public]
    told = sentence(record, keys=(other_key.public,))
    assert told.startswith(f"checkpoint 1: found the key {key.public}; expected a key that")


def test_an_unknown_key_is_found(
    journal: StoredJournal, record: Path, key: SigningKey, other_key: SigningKey
) -> None:
    sign_checkpoint(journal.database, key, Instant(1))
    sign_checkpoint(journal.database, other_key, Instant(2), key_was_lost=True)
    journal.close()
    assert sentence(record).startswith(f"checkpoint 2: found the key {other_key.public}")
    assert sentence(record, keys=(key.public, other_key.public)) == ""


def test_a_record_rolled_back_as_a_whole_is_found_by_a_checkpoint_from_outside(
    journal: StoredJournal, record: Path, key: SigningKey, tmp_path: Path
) -> None:
    sign_checkpoint(journal.database, key, Instant(1))
    journal.close()
    early = Path(shutil.copy(record, tmp_path / "early.db"))
    journal = open_sqlite(record)
    play(journal)
    outside = tmp_path / "outside"
    outside.write_bytes(to_file(sign_checkpoint(journal.database, key, Instant(2))))
    journal.close()
    assert sentence(record, outside, keys=(key.public,)) == ""
    assert audit(str(record), [outside]).counts.exported_checkpoints == 1
    assert sentence(early) == ""
    assert "found number 2, missing in the record" in sentence(early, outside)


def test_the_verdict_counts_the_events_after_the_last_checkpoint(
    journal: StoredJournal, record: Path, key: SigningKey
) -> None:
    recorder, asked = Recorder(journal), asked_of("first")
    recorder.give(asked[:-3])
    sign_checkpoint(journal.database, key, Instant(1))
    assert not any("after the last checkpoint" in each for each in audit(str(record)).unchecked)
    signed = audit(str(record)).counts.events
    recorder.give(asked[-3:])
    journal.close()
    verdict = audit(str(record))
    assert (
        f"table/A1: {verdict.counts.events - signed} events and 3 answers after the last "
        "checkpoint are chained, but not signed"
    ) in verdict.unchecked


def test_a_newest_checkpoint_that_is_gone_is_missed_only_from_outside(
    journal: StoredJournal, record: Path, key: SigningKey, tmp_path: Path
) -> None:
    play(journal)
    sign_checkpoint(journal.database, key, Instant(1))
    outside = tmp_path / "outside"
    outside.write_bytes(to_file(sign_checkpoint(journal.database, key, Instant(2))))
    journal.close()
    copy = Copy(record)
    copy.do("DELETE FROM checkpoints WHERE number = 2")
    verdict = copy.verdict(key.public)
    assert verdict.finding is None
    assert any("with its newest checkpoints deleted" in each for each in verdict.unchecked)
    source = SqliteSource(copy.connection, "copy")
    found = Audit(source).run([outside], [key.public])
    assert found.finding is not None
    assert found.finding.found == "number 2, missing in the record"
    assert not any(
        "checkpoints deleted" in each for each in audit(str(record), [outside]).unchecked
    )


def test_a_record_signed_again_is_found_by_a_checkpoint_from_outside(
    journal: StoredJournal, record: Path, key: SigningKey, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(to_file(sign_checkpoint(journal.database, key, Instant(1))))
    journal.close()
    record.unlink()
    record.with_name(f"{record.name}-acknowledged").unlink()
    journal = open_sqlite(record)
    play(journal)
    sign_checkpoint(journal.database, key, Instant(1))
    journal.close()
    assert sentence(record) == ""
    assert "checkpoint 1 in the record with the hash" in sentence(record, outside)


def test_an_outside_checkpoint_by_a_strangers_key_counts_for_nothing(
    journal: StoredJournal, record: Path, key: SigningKey, other_key: SigningKey, tmp_path: Path
) -> None:
    sign_checkpoint(journal.database, key, Instant(1))
    journal.close()
    strange = open_sqlite(tmp_path / "strange.db")
    outside = tmp_path / "outside"
    outside.write_bytes(to_file(sign_checkpoint(strange.database, other_key, Instant(1))))
    strange.close()
    assert f"found the key {other_key.public}" in sentence(record, outside)


def _no_lines(written: bytes) -> bytes:
    return written.replace(b"\n", b" ")


def _other_heading(written: bytes) -> bytes:
    return written.replace(b"checkpoint 1", b"checkpoint 2", 1)


def _no_hex(written: bytes) -> bytes:
    return written[:-3] + b"x\n"


@pytest.mark.parametrize("damage", [_no_lines, _other_heading, _no_hex])
def test_a_file_that_is_not_a_checkpoint_is_refused(
    damage: Callable[[bytes], bytes], busy_record: Path, copy: Copy, tmp_path: Path
) -> None:
    ((body, signature),) = copy.rows("SELECT body, signature FROM checkpoints WHERE number = 1")
    whole = b"punto checkpoint 1\n" + body + b"\n" + signature.hex().encode() + b"\n"
    path = tmp_path / "outside"
    path.write_bytes(whole)
    assert audit(str(busy_record), [path]).holds
    path.write_bytes(damage(whole))
    with pytest.raises(Unreadable, match="not a checkpoint"):
        audit(str(busy_record), [path])
    with pytest.raises(Unreadable, match="cannot be read"):
        audit(str(busy_record), [tmp_path / "none"])


def test_a_changed_checkpoint_from_outside_is_found(
    busy_record: Path, copy: Copy, tmp_path: Path
) -> None:
    ((body, signature),) = copy.rows("SELECT body, signature FROM checkpoints WHERE number = 1")
    path = tmp_path / "outside"
    changed = body.replace(b'"at":1,', b'"at":2,')
    path.write_bytes(b"punto checkpoint 1\n" + changed + b"\n" + signature.hex().encode() + b"\n")
    assert "an invalid signature" in sentence(busy_record, path)

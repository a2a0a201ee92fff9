"""Backups while a writer writes, and restoring them."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from punto.runtime.ports import CannotRecord
from punto.storage.addresses import open_record
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, load_key
from punto.values.ids import Instant
from support.cli.records.shelves import DAMAGES, change, copy_of, look, recorded
from support.cli.records.writing import position, writing
from support.cli.running import answer, refused, run
from support.storage.batches import A1, plain_batch, record_batch
from support.storage.servers import PostgresServer

TABLES = (
    "heads", "events", "transfers", "tickets_issued", "tickets_ended", "answers", "checkpoints",
    "snapshots",
)  # fmt: skip


def rows(record: Path, table: str) -> list[tuple[object, ...]]:
    return sorted(look(record, f"SELECT * FROM {table}"), key=repr)  # noqa: S608


def test_a_backup_has_every_row_and_is_a_record_like_any_other(busy: Path, outside: Path) -> None:
    backup = outside / "backup.db"
    told = answer("backup", str(backup), "--database", str(busy), "--json")
    assert (told["record"], told["place"]) == (str(busy), str(backup))
    assert [each.name for each in outside.iterdir()] == ["backup.db"]
    for table in TABLES:
        assert rows(backup, table) == rows(busy, table)
        assert told["rows"][table] == len(rows(busy, table)) > 0
    assert answer("audit", str(backup), "--json")["holds"] is True
    assert answer("report", "shift", "--database", str(backup), "--json")["rows"]


def test_only_its_owner_can_read_a_backup(busy: Path, outside: Path) -> None:
    # It contains the numbers of tickets that are not redeemed yet, and those are money.
    run("backup", str(outside / "backup.db"), "--database", str(busy))
    assert (outside / "backup.db").stat().st_mode & 0o777 == 0o600


def test_a_file_is_backed_up_while_another_process_writes_it(tmp_path: Path) -> None:
    record, before = str(tmp_path / "record.db"), 0
    with writing(record):
        for number in range(3):
            backup = tmp_path / f"backup-{number}.db"
            least = position(record)
            told = answer("backup", str(backup), "--database", record, "--json")
            assert told["verified"] is True
            assert least <= position(str(backup)) <= position(record)
            assert position(str(backup)) > before
            before = position(str(backup))
            assert answer("audit", str(backup), "--json")["holds"] is True
        assert position(record) > before


def test_a_database_is_backed_up_while_another_process_writes_it(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    address, before = postgres_server.fresh_address(), 0
    with writing(address):
        for number in range(3):
            backup = tmp_path / f"backup-{number}.db"
            least = position(address)
            answer("backup", str(backup), "--database", address, "--json")
            assert least <= position(str(backup)) <= position(address)
            assert position(str(backup)) > before
            before = position(str(backup))
            assert answer("audit", str(backup), "--json")["holds"] is True
        assert position(address) > before


def test_a_backup_goes_back_into_a_file_and_can_be_written_on(busy: Path, outside: Path) -> None:
    restored = outside / "record.db"
    told = answer("restore", str(busy), "--database", str(restored), "--json")
    assert told["place"] == str(restored)
    for table in TABLES:
        assert rows(restored, table) == rows(busy, table)
    journal = open_record(str(restored), create=False)
    last = journal.streams()[A1]
    record_batch(journal, plain_batch(A1, last))
    journal.close()
    assert position(str(restored)) == last + 1


def test_a_backup_goes_to_postgresql_and_back_without_a_difference(
    busy: Path, outside: Path, postgres_server: PostgresServer
) -> None:
    address = postgres_server.fresh_address()
    told = answer("restore", str(busy), "--database", address, "--json")
    assert told["place"].startswith("postgresql://")
    assert answer("audit", address, "--json")["holds"] is True
    answer("backup", str(outside / "back.db"), "--database", address, "--json")
    for table in TABLES:
        assert rows(outside / "back.db", table) == rows(busy, table)
    journal = open_record(address, create=False)
    record_batch(journal, plain_batch(A1, journal.streams()[A1]))
    journal.close()


def test_leases_do_not_come_along(busy: Path, tmp_path: Path, outside: Path) -> None:
    record = copy_of(busy, tmp_path)
    journal = open_record(str(record), create=False)
    journal.take_lease("table/A1", "somebody", 60_000)
    journal.close()
    run("backup", str(outside / "backup.db"), "--database", str(record))
    assert rows(outside / "backup.db", "leases") == []
    assert len(rows(record, "leases")) == 1


@pytest.mark.parametrize("verb", ["backup", "restore"])
@pytest.mark.parametrize("taken", ["to.db", "to.db-wal", "to.db-journal"])
def test_nothing_is_ever_replaced(verb: str, taken: str, busy: Path, outside: Path) -> None:
    (outside / taken).write_bytes(b"precious")
    source, to = str(busy), str(outside / "to.db")
    arguments = (to, "--database", source) if verb == "backup" else (source, "--database", to)
    (told,) = refused(verb, *arguments)
    assert told == (f"{outside / taken}: already there, expected a new file; nothing is replaced")
    assert [each.name for each in outside.iterdir()] == [taken]
    assert (outside / taken).read_bytes() == b"precious"


def test_a_place_in_postgresql_that_has_a_record_is_left_alone(
    busy: Path, postgres_server: PostgresServer
) -> None:
    address = postgres_server.fresh_address()
    open_record(address).close()
    (told,) = refused("restore", str(busy), "--database", address)
    assert told.endswith(": has a table migrations already, expected an empty place")
    journal = open_record(address, create=False)
    assert journal.streams() == {}
    journal.close()


def test_a_file_that_a_writer_is_about_to_make_is_left_to_it(busy: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.db"
    journal = open_record(str(record))
    record.unlink()  # the process holds the lock even so
    for beside in ("record.db-wal", "record.db-shm", "record.db-acknowledged"):
        (tmp_path / beside).unlink(missing_ok=True)
    (told,) = refused("restore", str(busy), "--database", str(record))
    assert told.startswith(f"{record}: already open for writing by process {os.getpid()} on ")
    with pytest.raises(CannotRecord, match="was deleted or moved away while it was open"):
        journal.close()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_bad_backup_is_not_restored(
    damage: str, busy: Path, tmp_path: Path, outside: Path
) -> None:
    backup = copy_of(busy, tmp_path)
    DAMAGES[damage][0](backup)
    (told,) = refused("restore", str(backup), "--database", str(outside / "record.db"))
    assert str(backup) in told
    assert list(outside.iterdir()) == []


def test_a_bad_backup_leaves_no_table_in_postgresql(
    busy: Path, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    backup = copy_of(busy, tmp_path)
    change(backup, "UPDATE transfers SET amount = amount + 1 WHERE posting = 1 AND line = 1")
    address = postgres_server.fresh_address()
    (told,) = refused("restore", str(backup), "--database", address)
    assert "does not hold, nothing was restored; table/" in told
    assert "there is no record of Punto" in refused("report", "shift", "--database", address)[0]


def test_a_backup_that_was_rolled_back_is_found_by_a_checkpoint_from_outside(
    busy: Path, busy_key_file: Path, tmp_path: Path, outside: Path
) -> None:
    yesterday, today = copy_of(busy, tmp_path), Path(shutil.copy(busy, tmp_path / "today.db"))
    journal = open_record(str(today), create=False)
    sign_checkpoint(journal.database, load_key(busy_key_file), Instant(3))
    journal.close()
    checkpoint = tmp_path / "today.checkpoint"
    answer("checkpoint", str(checkpoint), "--database", str(today), "--json")
    witness = ("--checkpoint", str(checkpoint))
    (told,) = refused("restore", str(yesterday), "--database", str(outside / "r.db"), *witness)
    assert "number 3, missing in the record" in told
    (told,) = refused("backup", str(outside / "b.db"), "--database", str(yesterday), *witness)
    assert told == "exported checkpoint 3: not in the record, which ends at 2"
    assert list(outside.iterdir()) == []
    answer("restore", str(today), "--database", str(outside / "r.db"), *witness, "--json")


def test_a_page_of_rubbish_is_told_of_the_record_and_not_of_its_copy(
    busy: Path, tmp_path: Path, outside: Path
) -> None:
    record = copy_of(busy, tmp_path)
    written = bytearray(record.read_bytes())
    middle = len(written) // 2 // 4096 * 4096
    written[middle : middle + 4096] = b"\xa5" * 4096
    record.write_bytes(written)
    (told,) = refused("backup", str(outside / "new.db"), "--database", str(record))
    assert told.startswith(f"{record}: ")
    assert list(outside.iterdir()) == []


def test_a_key_that_is_not_trusted_is_found(
    busy: Path, busy_key: SigningKey, outside: Path
) -> None:
    for verb, arguments in (
        ("backup", (str(outside / "b.db"), "--database", str(busy))),
        ("restore", (str(busy), "--database", str(outside / "r.db"))),
    ):
        (told,) = refused(verb, *arguments, "--key", "ab" * 32)
        assert busy_key.public in told
        assert list(outside.iterdir()) == []
        (told,) = refused(verb, *arguments, "--key", "short")
        assert told == "key 'short': expected a public key of 64 hex digits"
        answer(verb, *arguments, "--key", busy_key.public, "--json")
        for each in outside.iterdir():
            each.unlink()


def test_a_witness_that_is_none_is_told(busy: Path, tmp_path: Path, outside: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear auditor\n", "utf-8")
    to = ("backup", str(outside / "b.db"), "--database", str(busy))
    (told,) = refused(*to, "--checkpoint", str(letter))
    assert told == (
        f"{letter}: checkpoint in a file: 1 lines, expected 3 from 'punto checkpoint 1'"
    )
    (told,) = refused(*to, "--checkpoint", str(tmp_path / "none"))
    assert told == f"{tmp_path / 'none'}: cannot be read, No such file or directory"


def test_a_full_disk_leaves_nothing_behind(
    busy: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int) -> None:
        del file
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("punto.storage.new_files.os.fsync", full)
    (told,) = refused("backup", str(outside / "b.db"), "--database", str(busy))
    assert told == f"{outside / 'b.db'}: No space left on device"
    assert list(outside.iterdir()) == []


def test_a_stick_without_second_names_takes_a_backup_too(
    busy: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(source: object, target: object) -> None:
        del source, target
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr("punto.storage.new_files.os.link", unknown)
    answer("backup", str(outside / "b.db"), "--database", str(busy), "--json")
    assert [each.name for each in outside.iterdir()] == ["b.db"]


def test_what_was_done_is_told(tmp_path: Path) -> None:
    # Its transcript ends with: Held: 24 commands.
    record = recorded("first", tmp_path / "first.db")
    result = run("backup", str(tmp_path / "b.db"), "--database", str(record))
    assert result.exit_code == 0
    first, *counts = result.stdout.splitlines()
    assert first == f"Backed up {record} to {tmp_path / 'b.db'}; verified"
    ((events,),) = look(record, "SELECT count(*) FROM events")
    assert [line.split() for line in counts] == [
        ["streams", "2"],
        ["events", str(events)],
        ["answers", "24"],
        ["checkpoints", "0"],
    ]

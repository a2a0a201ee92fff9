"""The record of a server and its keys: what a first start creates, and what a refusal leaves."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from punto.bootstrap.server_records import first_signing_key
from punto.bootstrap.settings import Settings
from punto.runtime.ports import CannotRecord, RecordBroken
from punto.storage.addresses import open_record, read_record
from punto.storage.checkpoints.checkpoints import Checkpoint, parse_checkpoint
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import create_key, load_key
from punto.storage.journal import StoredJournal
from punto.values.ids import Instant
from support.cli.running import answer
from support.storage.memory import MemoryDatabase
from support.web.floor_server import Anything, floor, plan

FILES = [
    "floor-credentials.db",
    "floor-names.db",
    "floor-shoes.key",
    "floor-signing.key",
    "floor.db",
    "floor.db-acknowledged",
]


def lived(folder: Path, *, founded: bool = False, **settings: Anything) -> list[str]:
    """Start a server and stop it; return its warnings."""

    async def story() -> None:
        async with floor(folder, plan(patrons=1), founded=founded, **settings):
            pass

    with capture_logs() as lines:
        asyncio.run(story())
    return [line["what"] for line in lines if line["log_level"] == "warning"]


def newest(record: Path) -> Checkpoint | None:
    journal = read_record(str(record))
    with journal.database.reading() as session:
        row = session.newest_checkpoint()
    journal.close()
    return None if row is None else parse_checkpoint(row.body)


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


def test_a_first_start_makes_its_keys_and_ends_with_a_checkpoint(tmp_path: Path) -> None:
    assert lived(tmp_path, founded=True) == []
    assert sorted(each.name for each in tmp_path.iterdir()) == FILES
    assert {each.stat().st_mode & 0o777 for each in tmp_path.iterdir()} == {0o600}
    first = newest(tmp_path / "floor.db")
    assert first is not None
    assert (first.number, first.key) == (1, load_key(tmp_path / "floor-signing.key").public)
    assert [end.stream for end in first.heads] == ["floor", "table/A1"]
    # The next start trusts the same key; nothing new was recorded, so nothing is signed.
    assert lived(tmp_path) == []
    assert newest(tmp_path / "floor.db") == first


def test_a_change_of_key_as_the_page_tells_it(tmp_path: Path) -> None:
    record, new = tmp_path / "floor.db", tmp_path / "2027.key"
    lived(tmp_path, founded=True)
    database = ("--database", str(record))
    public = answer("checkpoint", "--make-key", str(new), "--json")["key"]
    old_file = tmp_path / "floor-signing.key"
    keys = ("--key-file", str(old_file), "--next-key-file", str(new))
    old = answer("checkpoint", *database, *keys, "--json")["key"]
    old_file.unlink()
    with pytest.raises(RecordBroken, match=f"signed with {old}, a key that is not trusted"):
        lived(tmp_path, signing_key=str(new))
    lived(tmp_path, founded=True, signing_key=str(new), trusted_keys=(old,))
    # Nothing was recorded since, so the old key's checkpoint is still the newest.
    with pytest.raises(RecordBroken, match="a key that is not trusted"):
        lived(tmp_path, signing_key=str(new))
    assert answer("checkpoint", *database, "--key-file", str(new), "--json")["key"] == public
    lived(tmp_path, signing_key=str(new))
    found = answer("audit", str(record), "--key", old, "--json")
    assert (found["holds"], found["keys"]) == (True, [old, public])


def test_a_record_that_another_key_signs_is_served_and_nothing_is_signed(tmp_path: Path) -> None:
    journal, key = open_record(str(tmp_path / "floor.db")), create_key(tmp_path / "own.key")
    sign_checkpoint(journal.database, key, Instant(1))
    journal.close()
    (told,) = lived(tmp_path, founded=True)
    assert told == (
        f"nothing is signed: expected signing_key with the key {key.public}, "
        "which checkpoint 1 waits for"
    )
    assert not (tmp_path / "floor-signing.key").exists()
    first = newest(tmp_path / "floor.db")
    assert first is not None
    assert first.number == 1


def test_servers_that_share_a_record_make_no_key_of_their_own() -> None:
    settings = Settings(database="postgresql://localhost/punto", shoe_key="shoes.key")
    told = first_signing_key(settings, StoredJournal(MemoryDatabase()))
    assert told == "nothing is signed: set signing_key to a key file, the same for all servers"


def not_a_record(record: Path) -> None:
    record.write_text("This is no database at all, only a text.\n" * 100, "utf-8")


def rolled_back(record: Path) -> None:
    """Roll the record back, so that a checkpoint covers more than it has."""
    journal = open_record(str(record))
    sign_checkpoint(journal.database, create_key(record.with_name("own.key")), Instant(1))
    journal.close()
    record.with_name("own.key").unlink()
    record.with_name("floor.db-acknowledged").unlink()
    with closing(sqlite3.connect(record, isolation_level=None)) as connection:
        guard = "SELECT sql FROM sqlite_schema WHERE name = 'checkpoints_unchanged'"
        ((guard,),) = connection.execute(guard).fetchall()
        connection.execute("DROP TRIGGER checkpoints_unchanged")
        connection.execute("UPDATE checkpoints SET signature = zeroblob(64)")
        connection.execute(guard)


@pytest.mark.parametrize("spoil", [not_a_record, rolled_back])
def test_a_record_that_is_refused_leaves_the_folder_as_it_was(
    tmp_path: Path, spoil: Anything
) -> None:
    spoil(tmp_path / "floor.db")
    before = contents(tmp_path)
    with pytest.raises(RecordBroken):
        lived(tmp_path)
    assert contents(tmp_path) == before
    assert list(before) == ["floor.db"]


def test_a_place_where_no_record_can_be_is_named_by_the_record(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    with pytest.raises(CannotRecord) as fault:
        lived(nowhere)
    assert str(fault.value) == f"{nowhere / 'floor.db'}: there is no folder {nowhere}"
    # As on a read-only disk: not even the lock can be created.
    (tmp_path / "floor.db.lock").mkdir()
    with pytest.raises(CannotRecord) as fault:
        lived(tmp_path)
    assert str(fault.value).startswith(f"{tmp_path / 'floor.db'}: ")
    assert contents(tmp_path) == {}

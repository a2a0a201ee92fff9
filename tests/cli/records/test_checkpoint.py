"""Checkpoints that are signed and taken outside, and their use after a change of keys."""

import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)

from punto.storage.addresses import open_record
from support.cli.records.shelves import DAMAGES, change, copy_of, look, recorded
from support.cli.running import answer, refused, run
from support.storage.servers import PostgresServer


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return recorded("first", tmp_path / "first.db")


def made_key(path: Path) -> str:
    told = answer("checkpoint", "--make-key", str(path), "--json")
    assert told["key_file"] == str(path)
    key: str = told["key"]
    return key


@pytest.fixture
def key(tmp_path: Path) -> Path:
    made_key(tmp_path / "floor.key")
    return tmp_path / "floor.key"


def test_a_key_is_made_for_its_owner_alone_and_never_over_another(tmp_path: Path) -> None:
    result = run("checkpoint", "--make-key", str(tmp_path / "floor.key"))
    assert result.exit_code == 0
    assert (tmp_path / "floor.key").stat().st_mode & 0o777 == 0o600
    written = (tmp_path / "floor.key").read_bytes()
    private = load_pem_private_key(written, None)
    public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    assert result.stdout.splitlines()[1] == public.hex()
    (told,) = refused("checkpoint", "--make-key", str(tmp_path / "floor.key"))
    assert told == f"key file {tmp_path / 'floor.key'}: File exists"
    assert (tmp_path / "floor.key").read_bytes() == written


def test_a_checkpoint_is_signed_recorded_and_written_outside(
    record: Path, key: Path, outside: Path
) -> None:
    file = outside / "monday.checkpoint"
    told = answer(
        "checkpoint", str(file), "--database", str(record), "--key-file", str(key), "--json"
    )
    heads = look(record, "SELECT stream, position, lower(hex(hash)) FROM heads ORDER BY stream")
    assert [(each["stream"], each["position"], each["hash"]) for each in told["heads"]] == heads
    ((number, body, signature),) = look(record, "SELECT * FROM checkpoints")
    assert number == told["number"] == 1
    assert file.read_bytes() == b"punto checkpoint 1\n" + body + b"\n" + (
        signature.hex().encode() + b"\n"
    )
    found = answer("audit", str(record), "--checkpoint", str(file), "--key", told["key"], "--json")
    assert found["holds"] is True
    assert found["counts"]["exported_checkpoints"] == 1
    assert [each.name for each in outside.iterdir()] == ["monday.checkpoint"]


def test_each_checkpoint_follows_the_one_before(record: Path, key: Path) -> None:
    sign = ("checkpoint", "--database", str(record), "--key-file", str(key))
    first = answer(*sign, "--json")
    assert first["file"] is None
    text = run(*sign).stdout
    assert text.startswith("Checkpoint 2, ")
    assert ", signed now\n" in text
    ((body,),) = look(record, "SELECT body FROM checkpoints WHERE number = 2")
    assert f'"previous":"{first["hash"]}"'.encode() in body


def test_the_newest_one_is_taken_out_beside_a_writer_and_nothing_is_signed(
    busy: Path, tmp_path: Path
) -> None:
    record = copy_of(busy, tmp_path)
    file = tmp_path / "taken.checkpoint"
    journal = open_record(str(record), create=False)
    text = run("checkpoint", str(file), "--database", str(record)).stdout
    journal.close()
    assert text.startswith("Checkpoint 2, 1970-01-01T00:00:00.002+00:00\n")
    assert text.endswith(f"Written to {file}\n")
    assert look(record, "SELECT count(*) FROM checkpoints") == [(2,)]
    assert answer("audit", str(busy), "--checkpoint", str(file), "--json")["holds"] is True


def test_a_file_is_not_signed_beside_its_writer_who_is_named(record: Path, key: Path) -> None:
    journal = open_record(str(record), create=False)
    (told,) = refused("checkpoint", "--database", str(record), "--key-file", str(key))
    journal.close()
    assert told.startswith(f"{record}: already open for writing by process {os.getpid()} on ")
    assert look(record, "SELECT count(*) FROM checkpoints") == [(0,)]


def test_in_postgresql_a_checkpoint_is_signed_beside_a_node(
    busy: Path, busy_key_file: Path, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    address = postgres_server.fresh_address()
    answer("restore", str(busy), "--database", address, "--json")
    node = open_record(address, create=False)
    file = tmp_path / "third.checkpoint"
    told = answer(
        "checkpoint", str(file), "--database", address, "--key-file", str(busy_key_file), "--json"
    )
    node.close()
    assert told["number"] == 3
    found = answer("audit", address, "--checkpoint", str(file), "--json")
    assert (found["holds"], found["counts"]["checkpoints"]) == (True, 3)


def test_another_key_signs_only_once_the_old_one_has_named_it(
    record: Path, key: Path, tmp_path: Path
) -> None:
    new, database = tmp_path / "new.key", ("--database", str(record))
    public = made_key(new)
    first = answer("checkpoint", *database, "--key-file", str(key), "--json")["key"]
    (told,) = refused("checkpoint", *database, "--key-file", str(new))
    assert told == f"key {public}: checkpoint 1 expects {first}"
    change = ("--key-file", str(key), "--next-key-file", str(new))
    assert answer("checkpoint", *database, *change, "--json")["next_key"] == public
    (told,) = refused("checkpoint", *database, "--key-file", str(key))
    assert told == f"key {first}: checkpoint 2 expects {public}"
    assert answer("checkpoint", *database, "--key-file", str(new), "--json")["key"] == public
    found = answer("audit", str(record), "--key", first, "--json")
    assert (found["holds"], found["keys"]) == (True, [first, public])


def test_a_lost_key_is_followed_by_one_that_people_have_to_vouch_for(
    record: Path, key: Path, tmp_path: Path
) -> None:
    database = ("--database", str(record))
    first = answer("checkpoint", *database, "--key-file", str(key), "--json")["key"]
    key.unlink()
    public = made_key(tmp_path / "new.key")
    lost = ("--key-file", str(tmp_path / "new.key"), "--key-was-lost")
    assert answer("checkpoint", *database, *lost, "--json")["number"] == 2
    stopped = run("audit", str(record))
    assert stopped.exit_code == 1
    assert "checkpoint 2" in stopped.stdout
    # With only the new key trusted, nothing that the old key signed is proved.
    assert run("audit", str(record), "--key", public).exit_code == 1
    both = ("--key", first, "--key", public)
    assert answer("audit", str(record), *both, "--json")["holds"] is True


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "give FILE for the newest checkpoint, --key-file to sign one, or both"),
        (("--key-was-lost",), "--next-key-file, --key-was-lost: use them with --key-file"),
        (("a.checkpoint", "--next-key-file", "k"), "--next-key-file, --key-was-lost: use them"),
        (("a.checkpoint", "--make-key", "k"), "--make-key: use it alone; create a key first"),
        (("a.checkpoint",), "give the record with --database"),
    ],
)
def test_options_that_do_not_go_together_are_told(
    options: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PUNTO_DATABASE", raising=False)
    (told,) = refused("checkpoint", *options)
    assert told.startswith(sentence)
    assert list(tmp_path.iterdir()) == []


def test_a_record_without_a_checkpoint_has_none_to_take_out(record: Path, outside: Path) -> None:
    (told,) = refused("checkpoint", str(outside / "a"), "--database", str(record))
    assert told == f"{record}: no checkpoint yet; sign one with --key-file"
    assert list(outside.iterdir()) == []


def test_what_does_not_hold_is_not_signed(busy: Path, busy_key_file: Path, tmp_path: Path) -> None:
    record = copy_of(busy, tmp_path)
    spoil, _ = DAMAGES["flipped"]
    spoil(record)
    before = look(record, "SELECT * FROM checkpoints")
    arguments = ("checkpoint", "--database", str(record), "--key-file", str(busy_key_file))
    assert refused(*arguments) == ["floor at 3: the event does not follow in the chain"]
    assert look(record, "SELECT * FROM checkpoints") == before


def test_a_record_that_ends_before_its_checkpoint_is_not_signed_again(
    record: Path, key: Path
) -> None:
    arguments = ("checkpoint", "--database", str(record), "--key-file", str(key))
    answer(*arguments, "--json")
    change(record, "DELETE FROM heads WHERE stream = 'table/A1'")
    change(record, "DELETE FROM events WHERE stream = 'table/A1'")
    change(record, "DELETE FROM answers WHERE stream = 'table/A1'")
    (told,) = refused(*arguments)
    assert told.startswith("table/A1 ends at 0 with 0 answers, but 18 events and 18 answers were")
    record.with_name(f"{record.name}-acknowledged").unlink()
    assert refused(*arguments) == ["table/A1: deleted, checkpoint 1 saw it"]


def test_a_file_that_is_there_stays_and_nothing_is_signed(
    record: Path, key: Path, outside: Path
) -> None:
    file = outside / "monday.checkpoint"
    file.write_bytes(b"precious")
    (told,) = refused("checkpoint", str(file), "--database", str(record), "--key-file", str(key))
    assert told == f"{file}: already there, expected a new file; nothing is replaced"
    assert look(record, "SELECT count(*) FROM checkpoints") == [(0,)]


def test_a_key_that_others_can_read_or_that_is_none_is_refused(
    record: Path, key: Path, tmp_path: Path
) -> None:
    database = ("--database", str(record))
    key.chmod(0o640)
    (told,) = refused("checkpoint", *database, "--key-file", str(key))
    assert told == f"key file {key}: mode 640, expected 600, for its owner alone"
    letter = tmp_path / "letter"
    letter.write_text("not a key", "utf-8")
    letter.chmod(0o600)
    (told,) = refused("checkpoint", *database, "--key-file", str(letter))
    assert told == f"key file {letter}: expected an Ed25519 key in PEM, not encrypted"
    (told,) = refused("checkpoint", *database, "--key-file", str(tmp_path / "none"))
    assert told == f"key file {tmp_path / 'none'}: No such file or directory"


def test_nothing_is_made_where_there_is_no_record(key: Path, outside: Path) -> None:
    nowhere = outside / "none.db"
    (told,) = refused("checkpoint", "--database", str(nowhere), "--key-file", str(key))
    assert told == f"{nowhere}: there is no such file"
    assert list(outside.iterdir()) == []

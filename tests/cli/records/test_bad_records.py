"""Every command reports a fault of a record in one sentence, and writes nothing."""

import os
from pathlib import Path

import pytest

from punto.storage.addresses import open_record
from support.audit.tampering import Copy
from support.cli.records.shelves import DAMAGES, change, copy_of, look
from support.cli.running import answer, refused, run
from support.storage.servers import PostgresServer

READERS = {
    "export": ("export", "{outside}/new"),
    "backup": ("backup", "{outside}/new"),
    "checkpoint": ("checkpoint", "{outside}/new"),
    "replay": ("replay", "A1", "1"),
    "report": ("report", "shift"),
}
NO_SERVER = "postgresql://nobody:secret@127.0.0.1:1/none"


def arguments(verb: str, outside: Path) -> tuple[str, ...]:
    return tuple(each.format(outside=outside) for each in READERS[verb])


@pytest.mark.parametrize("verb", READERS)
@pytest.mark.parametrize("damage", [name for name in DAMAGES if name != "flipped"])
def test_a_file_that_is_not_a_sound_record_is_refused(
    verb: str, damage: str, busy: Path, tmp_path: Path, outside: Path
) -> None:
    record = copy_of(busy, tmp_path)
    spoil, sentence = DAMAGES[damage]
    spoil(record)
    (told,) = refused(*arguments(verb, outside), "--database", str(record))
    assert told.startswith(f"{record}: ")
    assert sentence in told
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("verb", [*READERS, "names", "index"])
@pytest.mark.parametrize("address", ["", ".", "..", "/"])
def test_a_folder_is_no_record_under_any_name(verb: str, address: str, outside: Path) -> None:
    words = arguments(verb, outside) if verb in READERS else (verb,)
    (told,) = refused(*words, "--database", address)
    assert told == f"{address or '.'}: a folder, expected a file"


def test_no_index_is_made_beside_a_record_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "junk.db").write_text("no record")
    for name in ("nothing.db", "junk.db", "nowhere/nothing.db"):
        (told,) = refused("index", "--database", str(tmp_path / name))
        assert told.startswith(f"{tmp_path / name}: ")
    assert [each.name for each in tmp_path.iterdir()] == ["junk.db"]


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_a_folder_is_no_new_file(name: str, busy: Path) -> None:
    sentence = f"{name or '.'}: a folder, expected the name of a new file"
    assert refused("backup", name, "--database", str(busy)) == [sentence]
    assert refused("restore", str(busy), "--database", name) == [sentence]


@pytest.mark.parametrize("verb", ["export", "backup", "replay", "report"])
def test_an_event_that_was_changed_is_named(
    verb: str, busy: Path, tmp_path: Path, outside: Path
) -> None:
    record = copy_of(busy, tmp_path)
    ((body,),) = look(record, "SELECT body FROM events WHERE stream = 'table/A1' AND position = 5")
    statement = "UPDATE events SET body = ? WHERE stream = 'table/A1' AND position = 5"
    change(record, statement, body.replace(b'"at":1', b'"at":2'))
    (told,) = refused(*arguments(verb, outside), "--database", str(record))
    assert told == "table/A1 at 5: the event does not follow in the chain"
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("verb", ["replay", "report"])
def test_an_event_that_cannot_have_happened_is_named(
    verb: str, busy: Path, tmp_path: Path, outside: Path
) -> None:
    forged = Copy(busy)
    ((position,),) = forged.rows(
        "SELECT min(position) FROM events WHERE stream = 'table/A1' AND name = 'round.card_dealt'"
    )
    first = forged.body("table/A1", position)
    forged.rewrite("table/A1", 2, first)
    for statement in ("DELETE FROM checkpoints", "DELETE FROM snapshots"):
        forged.do(statement)
    forged.do("VACUUM INTO ?", str(tmp_path / "forged.db"))
    forged.connection.close()
    (told,) = refused(*arguments(verb, outside), "--database", str(tmp_path / "forged.db"))
    assert told.startswith("table/A1 at 2: cannot have happened, ")


@pytest.mark.parametrize("verb", READERS)
def test_a_server_that_is_not_there_is_one_sentence_without_the_password(
    verb: str, outside: Path
) -> None:
    (told,) = refused(*arguments(verb, outside), "--database", NO_SERVER)
    assert told.startswith("postgresql://127.0.0.1:1/none: OperationalError: ")
    assert "secret" not in told
    assert list(outside.iterdir()) == []


def test_the_settings_of_a_server_are_shown_without_the_password() -> None:
    told = answer("serve", "--check", "--database", NO_SERVER)
    assert told["database"] == "postgresql://127.0.0.1:1/none"


@pytest.mark.parametrize("verb", READERS)
def test_an_address_that_is_none_is_one_sentence(verb: str, outside: Path) -> None:
    (told,) = refused(*arguments(verb, outside), "--database", "postgresql://[::1/floor")
    assert told.startswith("database address: ")
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("verb", READERS)
def test_a_database_without_a_record_is_told(
    verb: str, outside: Path, postgres_server: PostgresServer
) -> None:
    (told,) = refused(*arguments(verb, outside), "--database", postgres_server.fresh_address())
    assert told.endswith(": there is no record of Punto")


def test_a_restore_to_a_server_that_is_not_there_is_one_sentence(busy: Path) -> None:
    (told,) = refused("restore", str(busy), "--database", NO_SERVER)
    assert told.startswith("postgresql://127.0.0.1:1/none: OperationalError: ")


@pytest.mark.parametrize("verb", READERS)
def test_a_copy_beside_which_nothing_can_be_written_is_read(
    verb: str, busy: Path, tmp_path: Path, outside: Path
) -> None:
    record = copy_of(busy, tmp_path)
    # If SQLite cannot create this file, as in an archive, it cannot share the record.
    (tmp_path / "copy.db-shm").mkdir()
    result = run(*arguments(verb, outside), "--database", str(record))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("verb", ["export", "backup", "checkpoint", "restore"])
def test_a_folder_that_is_not_there_is_told(verb: str, busy: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "new"
    asked = ("restore", str(busy)) if verb == "restore" else (verb, str(nowhere))
    database = str(nowhere) if verb == "restore" else str(busy)
    (told,) = refused(*asked, "--database", database)
    assert told == f"{nowhere}: there is no folder {tmp_path / 'no'}"


def test_a_second_writer_is_told_who_the_first_is(busy: Path, tmp_path: Path) -> None:
    record = copy_of(busy, tmp_path)
    journal = open_record(str(record), create=False)
    key = tmp_path / "some.key"
    run("checkpoint", "--make-key", str(key))
    (told,) = refused("checkpoint", "--database", str(record), "--key-file", str(key))
    assert told.startswith(f"{record}: already open for writing by process {os.getpid()} on ")
    journal.close()

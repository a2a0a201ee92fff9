"""The sources of an audit, a SQLite file, a server or an export, and refusals of anything else."""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import punto.audit
from punto.audit import Unreadable, audit, open_source
from punto.storage.checkpoints.signing_keys import SigningKey
from punto.storage.postgresql.database import open_postgresql
from support.audit.busy import SCRIPT
from support.audit.exporting import export
from support.audit.recording import Recorder, commands_of
from support.cli.running import refused, run
from support.rehearsals.stage import read
from support.storage.servers import PostgresServer


def test_the_command_says_that_a_record_holds(busy_record: Path) -> None:
    result = run("audit", str(busy_record))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("The record holds.\n")
    assert "no --checkpoint from outside was given" in result.stdout


def test_the_command_answers_in_json(busy_record: Path, busy_key: SigningKey) -> None:
    result = run("audit", str(busy_record), "--key", busy_key.public, "--json")
    answer = json.loads(result.stdout)
    assert (answer["verdict"], answer["holds"], answer["failure"]) == (
        "the record holds",
        True,
        None,
    )
    assert answer["counts"]["rounds"] == 5
    assert answer["keys"] == [busy_key.public]
    assert all("--key" not in each for each in answer["not_checked"])


def test_the_command_names_the_first_record_that_does_not_hold(
    busy_record: Path, tmp_path: Path
) -> None:
    path = export(busy_record, tmp_path / "all.jsonl")
    path.write_text(
        path.read_text("utf-8").replace('"amount": 10000', '"amount": 10001', 1), "utf-8"
    )
    result = run("audit", str(path))
    assert result.exit_code == 1
    assert result.stdout.startswith("The record does not hold.\n  where     table/")
    failure = json.loads(run("audit", str(path), "--json").stdout)["failure"]
    assert failure["stream"].startswith("table/")
    assert failure["position"] > 0
    assert failure["found"] == "a transfer of 10001 cents at T1 (bought-in-cash)"
    assert failure["expected"] == "a transfer of 10000 cents at T1 (bought-in-cash)"


def test_the_file_runs_alone(busy_record: Path, tmp_path: Path) -> None:
    alone = shutil.copy(str(punto.audit.__file__), tmp_path / "verifier.py")
    command = [sys.executable, "-P", str(alone), str(busy_record)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The record holds.\n")
    command = [sys.executable, "-P", str(alone), str(tmp_path / "none"), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no such file" in done.stderr


def test_its_table_of_contents_names_every_section_and_its_definitions() -> None:
    contents = re.findall(r"^(\d+\. .+?\?) (.+)$", punto.audit.__doc__ or "", re.MULTILINE)
    source = Path(str(punto.audit.__file__)).read_text("utf-8")
    _, *parts = re.split(r"^# (\d+\. .+\?) -+$", source, flags=re.MULTILINE)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    assert [title for title, _ in contents] == list(sections)
    for title, names in contents:
        for name in names.split(", "):
            defined = rf"^(class |def )?{name}\b"
            assert re.search(defined, sections[title], re.MULTILINE), f"{title}: {name}"


def test_a_query_that_was_not_read_to_its_end_does_not_outlive_the_file(busy_record: Path) -> None:
    with closing(open_source(str(busy_record))) as source:
        rows = source.rows("SELECT position FROM events")
        next(rows)
    # A finding ends an audit in the middle of such a query, and the interpreter closes it late.
    del rows


def test_an_export_is_audited_like_the_record(busy_record: Path, tmp_path: Path) -> None:
    whole = audit(str(busy_record))
    part = audit(str(export(busy_record, tmp_path / "all.jsonl")))
    assert part.finding is None, part.finding.sentence
    assert part.counts == whole.counts


def test_an_export_of_a_part_is_checked_as_far_as_it_goes(
    busy_record: Path, tmp_path: Path
) -> None:
    path = export(busy_record, tmp_path / "part.jsonl", {"table/A1": 20})
    verdict = audit(str(path))
    assert verdict.finding is None, verdict.finding.sentence
    told = "\n".join(verdict.unchecked)
    assert "table/A1: begins after event 20; its chains, its columns, the form of its" in told
    assert "tickets and moves: those that begin or end outside the export were not checked" in told
    lines = path.read_text("utf-8").splitlines()
    index = next(n for n, line in enumerate(lines) if '"position": 40' in line and "body" in line)
    lines[index] = lines[index].replace("DEALER", "DEALEX").replace("PATRON", "PATROX")
    lines[index] = lines[index].replace('\\"at\\":1', '\\"at\\":2')
    path.write_text("\n".join(lines) + "\n", "utf-8")
    found = audit(str(path)).finding
    assert found is not None
    assert (found.stream, found.position) == ("table/A1", 40)


def test_a_record_in_postgresql_is_audited(postgres_server: PostgresServer) -> None:
    address = postgres_server.fresh_address()
    journal = open_postgresql(address)
    Recorder(journal).give(commands_of(read(SCRIPT)))
    journal.close()
    verdict = audit(address)
    assert verdict.finding is None, verdict.finding.sentence
    assert verdict.counts.rounds == 5


def test_an_unreachable_server_is_reported_in_one_sentence() -> None:
    (told,) = refused("audit", "postgresql://nobody@127.0.0.1:1/none")
    assert told.startswith("the database cannot be opened: ")


def test_a_database_without_a_record_is_refused(postgres_server: PostgresServer) -> None:
    with pytest.raises(Unreadable, match="the database cannot be read"):
        audit(postgres_server.fresh_address())


def test_a_copy_beside_which_nothing_can_be_written_is_read(
    busy_record: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copy(busy_record, tmp_path / "record.db"))
    # SQLite cannot create its shared memory here, as in a read-only archive.
    (tmp_path / "record.db-shm").mkdir()
    assert audit(str(copy)).holds


def _text(path: Path, record: Path) -> None:
    del record
    path.write_text("hello", "utf-8")


def _cut(path: Path, record: Path) -> None:
    written = record.read_bytes()
    path.write_bytes(written[: len(written) // 2])


def _scrambled(path: Path, record: Path) -> None:
    written = bytearray(record.read_bytes())
    written[4096 : 4096 * 8] = bytes(4096 * 7)
    path.write_bytes(written)


def _folder(path: Path, record: Path) -> None:
    del record
    path.mkdir()


def _other_database(path: Path, record: Path) -> None:
    del record
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE events (a)")
    connection.close()


def _newer(path: Path, record: Path) -> None:
    shutil.copy(record, path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("INSERT INTO migrations VALUES (3, 'the future', 0)")
    connection.close()


def _no_header(path: Path, record: Path) -> None:
    del record
    path.write_text('{"table": "events"}\n', "utf-8")


def _other_header(path: Path, record: Path) -> None:
    del record
    path.write_text('{"punto": "letter", "tables": 1, "streams": []}\n', "utf-8")


def _bad_row(path: Path, record: Path) -> None:
    export(record, path)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"table": "heads", "stream": 1}\n')


def _bad_number(path: Path, record: Path) -> None:
    export(record, path)
    with path.open("a", encoding="utf-8") as file:
        file.write(
            '{"table": "heads", "stream": "a", "position": "1", "hash": "00", '
            '"answers_count": 0, "answers_hash": "00"}\n'
        )


def _bad_text(path: Path, record: Path) -> None:
    export(record, path)
    with path.open("a", encoding="utf-8") as file:
        file.write(
            '{"table": "heads", "stream": 7, "position": 1, "hash": "00", '
            '"answers_count": 0, "answers_hash": "00"}\n'
        )


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (_text, "cannot be read"),
        (_cut, "cannot be read"),
        (_scrambled, "cannot be read"),
        (_folder, "cannot be read"),
        (_other_database, "not a record of Punto"),
        (_newer, "tables of version 3, newer than this auditor, which knows versions up to 2"),
        (_no_header, "the first line is not the header of an export"),
        (_other_header, "not an export of Punto"),
        (_bad_row, "other columns; expected stream position hash"),
        (_bad_number, "not a row of an export: found"),
        (_bad_text, "not a row of an export: found"),
    ],
)
def test_anything_but_a_record_is_refused_in_one_sentence(
    damage: Callable[[Path, Path], None], sentence: str, busy_record: Path, tmp_path: Path
) -> None:
    path = tmp_path / "given"
    damage(path, busy_record)
    (told,) = refused("audit", str(path))
    assert str(path) in told
    assert sentence in told


def test_a_key_in_another_form_is_refused(busy_record: Path) -> None:
    (told,) = refused("audit", str(busy_record), "--key", "mine")
    assert told == "key 'mine': expected a public key of 64 hex digits"

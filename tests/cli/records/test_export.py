"""Exports: every row with its proof, so that no line can be changed unnoticed."""

import json
from pathlib import Path
from typing import Any

import pytest

from punto.audit import audit
from punto.storage.addresses import open_record
from punto.storage.checkpoints.signatures import sign_checkpoint
from punto.storage.checkpoints.signing_keys import SigningKey, create_key
from punto.storage.sqlite.database import open_sqlite
from punto.values.ids import Instant
from support.audit.exporting import export as short_export
from support.audit.recording import Recorder, commands_of
from support.cli.records.shelves import DAMAGES, change, copy_of, look, recorded
from support.cli.records.writing import A1, writing
from support.cli.running import answer, refused, run
from support.rehearsals.stage import read
from support.storage.servers import PostgresServer

SHIFTS = """\
table A1 plays rws-etg
people
  tan   Shift Manager
  arun  Pit Supervisor
  mei   Dealer
terminals T1
tan configures the table
mei opens the table
arun seats T1
mei takes 100 in cash at T1
mei loads the shoe
mei opens bets
T1 bets banker 20, tie 5
mei plays KS 3D QH 4C 2D
wait 8 hours
T1 bets banker 20
expect refusal OutOfPhase
mei opens bets
T1 bets player 30
mei plays KS 3D QH 4C 2D
wait 8 hours
mei takes 50 in cash at T1
"""
DAY = "2026-01-01T20:00:00Z"
EVENING = "2026-01-02T00:00:00Z"
NIGHT = "2026-01-02T08:00:00Z"
"""Between the first shift and the second, and between the second and the third."""


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def by_text(found: list[Any]) -> list[str]:
    return sorted(json.dumps(line, sort_keys=True) for line in found)


def ends(path: Path) -> dict[str, int]:
    return {row["stream"]: row["position"] for row in lines(path)[1:] if row["table"] == "heads"}


def numbers(path: Path, table: str) -> list[int]:
    key = {"events": "position", "answers": "number", "checkpoints": "number"}[table]
    return [
        row[key] for row in lines(path)[1:] if row["table"] == table and row.get("stream", A1) == A1
    ]


@pytest.fixture(scope="module")
def shifts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record three shifts, with a checkpoint within the second and one at the end."""
    folder = tmp_path_factory.mktemp("shifts")
    key = create_key(folder / "floor.key")
    path = folder / "record.db"
    journal = open_sqlite(path)
    recorder = Recorder(journal)
    asked = list(commands_of(read(SHIFTS)))
    for index, each in enumerate(asked):
        recorder.give([each])
        if index in {len(asked) - 4, len(asked) - 1}:
            sign_checkpoint(journal.database, key, Instant(index))
    journal.close()
    return path


def test_an_export_has_every_row_of_the_record_in_the_form_of_the_page(
    busy: Path, tmp_path: Path
) -> None:
    path = tmp_path / "all.jsonl"
    told = answer("export", str(path), "--database", str(busy), "--json")
    expected = short_export(busy, tmp_path / "expected.jsonl")
    assert by_text(lines(path)) == by_text(lines(expected))
    assert lines(path)[0] == lines(expected)[0]
    ((events,),) = look(busy, "SELECT count(*) FROM events")
    assert (told["events"], told["checkpoints"], told["covered_by"]) == (events, [1, 2], 2)
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_export_is_audited_like_the_record(busy: Path, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    run("export", str(path), "--database", str(busy))
    found = audit(str(path))
    assert found.finding is None, found.finding.sentence
    assert found.counts == audit(str(busy)).counts


CHANGES = {
    "heads": ("position", "hash", "answers_count", "answers_hash"),
    "events": ("stream", "position", "name", "at", "body", "hash"),
    "transfers": ("posting", "line", "position", "terminal", "reason", "is_reversal", "amount"),
    "tickets_issued": ("number", "position", "amount", "terminal", "issued_at", "expires_at"),
    "tickets_ended": ("number", "position", "terminal", "at"),
    "answers": ("number", "command", "fingerprint", "first", "events_count", "hash"),
    "checkpoints": ("number", "body", "signature"),
}


def other(value: Any) -> Any:  # noqa: ANN401 (a column is anything)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    last = {"0": "1", "9": "8"}.get(value[-1], "0" if value[-1].isalnum() else " ")
    return value[:-1] + last


@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table, names in CHANGES.items() for column in names]
)
def test_a_changed_line_is_found(table: str, column: str, busy: Path, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    run("export", str(path), "--database", str(busy))
    written = path.read_text("utf-8").splitlines()
    places = [n for n, line in enumerate(written) if line.startswith(f'{{"table":"{table}"')]
    for place in (places[0], places[len(places) // 2], places[-1]):
        row = json.loads(written[place])
        changed = json.dumps({**row, column: other(row[column])}, ensure_ascii=False)
        path.write_text("\n".join([*written[:place], changed, *written[place + 1 :], ""]), "utf-8")
        assert run("audit", str(path)).exit_code in {1, 2}, changed


@pytest.mark.parametrize("table", CHANGES)
def test_a_line_that_is_missing_is_found(table: str, busy: Path, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    run("export", str(path), "--database", str(busy))
    written = path.read_text("utf-8").splitlines()
    place = next(n for n, line in enumerate(written) if line.startswith(f'{{"table":"{table}"'))
    path.write_text("\n".join([*written[:place], *written[place + 1 :], ""]), "utf-8")
    # Only the first checkpoint may be left out: an export may begin with any number.
    assert run("audit", str(path)).exit_code == (0 if table == "checkpoints" else 1)


def test_a_period_goes_on_to_the_checkpoint_that_signs_all_of_it(
    shifts: Path, tmp_path: Path
) -> None:
    path = tmp_path / "first.jsonl"
    told = answer("export", str(path), "--database", str(shifts), "--until", EVENING, "--json")
    ((signed,),) = look(
        shifts,
        "SELECT json_extract(body, '$.heads[1].position') FROM checkpoints WHERE number = 1",
    )
    # It was signed in the middle of the second shift, and the export ends there.
    assert told["covered_by"] == 1
    assert ends(path)["table/A1"] == signed
    assert numbers(path, "events") == list(range(1, signed + 1))
    assert numbers(path, "checkpoints") == [1]
    found = audit(str(path))
    assert found.finding is None, found.finding.sentence
    assert not any("begins after" in each for each in found.unchecked)
    assert (
        answer(
            "export", str(tmp_path / "b"), "--database", str(shifts), "--until", NIGHT, "--json"
        )["covered_by"]
        == 2
    )


def test_an_unsigned_period_ends_where_it_ends(shifts: Path, tmp_path: Path) -> None:
    record, path = copy_of(shifts, tmp_path), tmp_path / "first.jsonl"
    change(record, "DELETE FROM checkpoints")
    told = answer("export", str(path), "--database", str(record), "--until", EVENING, "--json")
    ((last,),) = look(
        record, "SELECT max(position) FROM events WHERE stream = ? AND at < 1767312000000", A1
    )
    assert told["covered_by"] is None
    assert ends(path)["table/A1"] == last
    assert numbers(path, "events") == list(range(1, last + 1))
    assert audit(str(path)).holds
    text = run("export", str(tmp_path / "b"), "--database", str(record), "--until", EVENING).stdout
    assert text.endswith("No checkpoint covers the end: the last events are chained, not signed\n")


def test_a_period_with_a_beginning_is_a_part_that_is_chained_to_its_signature(
    shifts: Path, tmp_path: Path
) -> None:
    path = tmp_path / "second.jsonl"
    period = ("--since", EVENING, "--hours", "8")
    told = answer("export", str(path), "--database", str(shifts), *period, "--json")
    header = lines(path)[0]
    ((before,),) = look(
        shifts, "SELECT max(position) FROM events WHERE stream = ? AND at < 1767312000000", A1
    )
    ((hash_before,),) = look(
        shifts, "SELECT lower(hex(hash)) FROM events WHERE stream = ? AND position = ?", A1, before
    )
    (start,) = header["streams"]
    assert (start["stream"], start["after"], start["hash"]) == (A1, before, hash_before)
    assert numbers(path, "events")[0] == before + 1
    assert numbers(path, "answers")[0] == start["answers_after"] + 1
    # The floor is exported from its beginning, so that the people are known.
    floor = [row for row in lines(path)[1:] if row.get("stream") == "floor"]
    assert next(row["position"] for row in floor if row["table"] == "events") == 1
    assert told["covered_by"] == 2
    found = audit(str(path))
    assert found.finding is None, found.finding.sentence
    assert any(f"begins after event {before};" in each for each in found.unchecked)


def test_shifts_that_meet_miss_no_event_and_no_answer(shifts: Path, tmp_path: Path) -> None:
    record = copy_of(shifts, tmp_path)
    change(record, "DELETE FROM checkpoints")
    seen: dict[str, list[int]] = {"events": [], "answers": []}
    for number, period in enumerate(
        (("--until", EVENING), ("--since", EVENING, "--until", NIGHT), ("--since", NIGHT))
    ):
        path = tmp_path / f"{number}.jsonl"
        answer("export", str(path), "--database", str(record), *period, "--json")
        for table in seen:
            seen[table] += numbers(path, table)
    for table, column in (("events", "position"), ("answers", "number")):
        query = f"SELECT {column} FROM {table} WHERE stream = ? ORDER BY {column}"  # noqa: S608
        assert seen[table] == [number for (number,) in look(record, query, A1)]


def test_a_changed_line_of_a_part_is_found(shifts: Path, tmp_path: Path) -> None:
    path = tmp_path / "second.jsonl"
    run("export", str(path), "--database", str(shifts), "--since", EVENING)
    whole = path.read_text("utf-8")
    for old, new in (
        ('\\"stakes\\":[[\\"player\\",3000]]', '\\"stakes\\":[[\\"player\\",3001]]'),
        (lines(path)[0]["streams"][0]["hash"], "00" * 32),
        (lines(path)[0]["streams"][0]["answers_hash"], "00" * 32),
    ):
        assert old in whole
        path.write_text(whole.replace(old, new, 1), "utf-8")
        assert run("audit", str(path)).exit_code == 1


def test_a_record_in_postgresql_is_exported_to_the_same_lines(
    busy: Path, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    address = postgres_server.fresh_address()
    answer("restore", str(busy), "--database", address, "--json")
    for source, name in ((address, "database"), (str(busy), "file")):
        run("export", str(tmp_path / name), "--database", source)
    assert (tmp_path / "database").read_bytes() == (tmp_path / "file").read_bytes()


def test_a_record_is_exported_while_it_is_written(tmp_path: Path) -> None:
    record = str(tmp_path / "record.db")
    with writing(record):
        for number in range(2):
            path = tmp_path / f"{number}.jsonl"
            answer("export", str(path), "--database", record, "--json")
            assert audit(str(path)).holds
    assert ends(tmp_path / "0.jsonl")[A1] < ends(tmp_path / "1.jsonl")[A1]


def test_lines_go_to_stdout_and_the_summary_beside_them(busy: Path, tmp_path: Path) -> None:
    result = run("export", "-", "--database", str(busy), "--json")
    run("export", str(tmp_path / "all.jsonl"), "--database", str(busy))
    assert result.stdout == (tmp_path / "all.jsonl").read_text("utf-8")
    assert json.loads(result.stderr)["file"] == "-"


def test_what_was_exported_is_told(tmp_path: Path) -> None:
    record = recorded("first", tmp_path / "first.db")
    floor, table = (
        look(record, "SELECT position FROM heads WHERE stream = ?", stream)[0][0]
        for stream in ("floor", A1)
    )
    text = run("export", str(tmp_path / "all.jsonl"), "--database", str(record)).stdout
    assert text.splitlines()[:3] == [
        f"Exported {floor + table} events of 2 streams of {record}",
        f"  floor to {floor}",
        f"  table/A1 to {table}",
    ]


def test_a_file_that_is_there_stays(busy: Path, outside: Path) -> None:
    taken = outside / "all.jsonl"
    taken.write_bytes(b"precious")
    (told,) = refused("export", str(taken), "--database", str(busy))
    assert told == f"{taken}: already there, expected a new file; nothing is replaced"
    assert taken.read_bytes() == b"precious"


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_record_that_does_not_hold_is_not_exported(
    damage: str, busy: Path, tmp_path: Path, outside: Path
) -> None:
    record = copy_of(busy, tmp_path)
    spoil, sentence = DAMAGES[damage]
    spoil(record)
    (told,) = refused("export", str(outside / "all.jsonl"), "--database", str(record))
    assert sentence in told
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("period", "sentence"),
    [
        (("--since", "yesterday"), "instant 'yesterday': expected a date with time and zone"),
        (("--until", "2026-01-01"), "instant '2026-01-01': without its zone"),
        (("--since", NIGHT, "--until", DAY), f"--until {DAY}: not after --since {NIGHT}"),
        (("--hours", "8"), "--hours 8: expected with --since, and without --until"),
        (("--since", DAY, "--until", NIGHT, "--hours", "8"), "--hours 8: expected with --since"),
        (("--since", DAY, "--hours", "99999999"), "--hours 99999999: beyond the calendar"),
        (("--since", DAY, "--hours", "9" * 30), f"--hours {'9' * 30}: beyond the calendar"),
        (("--since", DAY, "--hours", "0"), "Invalid value for '--hours': 0 is not in the range"),
    ],
)
def test_a_period_that_is_none_is_told(
    period: tuple[str, ...], sentence: str, busy: Path, outside: Path
) -> None:
    (told,) = refused("export", str(outside / "all.jsonl"), "--database", str(busy), *period)
    assert told.startswith(sentence)
    assert list(outside.iterdir()) == []


def test_a_key_of_the_busy_record_signed_it(busy: Path, busy_key: SigningKey) -> None:
    found = answer("audit", str(busy), "--key", busy_key.public, "--json")
    assert found["keys"] == [busy_key.public]


def test_the_address_may_come_from_the_environment(
    busy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTO_DATABASE", str(busy))
    assert answer("export", str(tmp_path / "all.jsonl"), "--json")["record"] == str(busy)
    monkeypatch.delenv("PUNTO_DATABASE")
    (told,) = refused("export", str(tmp_path / "b.jsonl"))
    assert told == "Missing option '--database' (env var: 'PUNTO_DATABASE')."


def test_an_empty_record_is_an_export_of_nothing(tmp_path: Path) -> None:
    record = tmp_path / "new.db"
    open_record(str(record)).close()
    told = answer("export", str(tmp_path / "all.jsonl"), "--database", str(record), "--json")
    assert (told["streams"], told["events"], told["covered_by"]) == ([], 0, None)
    assert audit(str(tmp_path / "all.jsonl")).holds

"""Recorded rehearsals: anyone can make a record to look at."""

from pathlib import Path

import pytest

from support.cli.records.shelves import REHEARSALS, look, recorded
from support.cli.running import answer, refused, run

SCRIPTS = (
    "first",
    "betting/repeats",
    "floor/acting-roles",
    "money/cash-out-unknown",
    "money/debts",
    "shoe/virtual",
    "table/moves",
    "table/interrupted",
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_rehearsal_is_recorded_as_it_was_played(name: str, tmp_path: Path) -> None:
    record = recorded(name, tmp_path / "evening.db")
    told = answer("rehearse", str(REHEARSALS / f"{name}.rehearsal"), "--json")
    commands = [each for line in told["lines"] for each in line["commands"]]
    events = [event for each in commands if not each["repeated"] for event in each["events"]]
    ((count,),) = look(record, "SELECT count(*) FROM events")
    assert count == len(events) > 0
    assert answer("audit", str(record), "--json")["holds"] is True


def test_a_record_is_one_file_and_the_transcript_is_as_ever(tmp_path: Path) -> None:
    script = str(REHEARSALS / "first.rehearsal")
    result = run("rehearse", script, "--record", str(tmp_path / "evening.db"))
    assert result.stdout == run("rehearse", script).stdout
    assert [each.name for each in tmp_path.iterdir()] == ["evening.db"]
    ((count,),) = look(tmp_path / "evening.db", "SELECT count(*) FROM events")
    assert result.stderr == (f"punto: note: {count} events recorded in {tmp_path / 'evening.db'}\n")


def test_what_was_played_before_a_script_failed_is_recorded(tmp_path: Path) -> None:
    script = tmp_path / "failing.rehearsal"
    text = 'people\n  tan Shift Manager\nexpect tan Dealer\ntan enrols bo as "Bo"\n'
    script.write_text(text, "utf-8")
    record = tmp_path / "evening.db"
    result = run("rehearse", str(script), "--record", str(record))
    assert result.exit_code == 1, result.output
    names = [name for (name,) in look(record, "SELECT name FROM events ORDER BY position")]
    assert names == ["floor.person_enrolled", "floor.role_granted"]


def test_nothing_is_replaced_and_nothing_is_played_in_vain(tmp_path: Path) -> None:
    taken = tmp_path / "evening.db"
    taken.write_bytes(b"precious")
    script = str(REHEARSALS / "first.rehearsal")
    (told,) = refused("rehearse", script, "--record", str(taken))
    assert told == f"{taken}: already there, expected a new file; nothing is replaced"
    assert taken.read_bytes() == b"precious"
    (told,) = refused("rehearse", script, "--record", str(tmp_path / "no" / "evening.db"))
    assert told == f"{tmp_path / 'no' / 'evening.db'}: there is no folder {tmp_path / 'no'}"


def test_what_no_record_can_keep_is_told_and_leaves_no_file(tmp_path: Path) -> None:
    script = 'people\n  tan Shift Manager\ntan enrols bo as "{}"\n'.format("x" * 10_001)
    record = tmp_path / "evening.db"
    result = run("rehearse", "-", "--record", str(record), given=script)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"punto: {record}: nothing was recorded; a text of 10001 ")
    assert list(tmp_path.iterdir()) == []

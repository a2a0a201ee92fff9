import json
from pathlib import Path

import pytest

from cli.running import answer, refused, run

SCRIPT = """\
table A1 plays rws-etg
people
  tan  Shift Manager
tan configures the table
tan opens the table
expect phase idle
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "evening.rehearsal"
    path.write_text(SCRIPT, "utf-8")
    return path


def test_a_script_is_run_and_told_line_by_line(script: Path) -> None:
    result = run("rehearse", str(script))
    assert result.exit_code == 0, result.output
    assert "   5  tan opens the table\n" in result.stdout
    assert "tan, Shift Manager: The table is open" in result.stdout
    assert result.stdout.endswith("Held: 3 commands, 1 expectations.\n")
    assert result.stderr == ""


def test_a_transcript_is_answered_as_json(script: Path) -> None:
    data = answer("rehearse", str(script), "--json")
    assert data["held"] is True
    assert [line["line"] for line in data["lines"]] == [1, 2, 3, 4, 5, 6]


def test_a_script_comes_from_stdin() -> None:
    assert answer("rehearse", "-", "--json", given=SCRIPT)["held"] is True


def test_an_unmet_expectation_ends_with_exit_code_1_and_its_line(script: Path) -> None:
    script.write_text(SCRIPT + "expect phase betting\n", "utf-8")
    result = run("rehearse", str(script))
    assert result.exit_code == 1
    assert result.stdout.endswith("Failed: line 7: expected phase betting, found phase idle\n")
    assert result.stderr == (f"punto: {script}, line 7: expected phase betting, found phase idle\n")
    failed = run("rehearse", str(script), "--json")
    assert failed.exit_code == 1
    assert json.loads(failed.stdout)["failure"]["line"] == 7


def test_every_mistake_is_one_sentence_and_nothing_is_run(script: Path) -> None:
    script.write_text(SCRIPT + "tan opns bets\ntan settels\n", "utf-8")
    first, second = refused("rehearse", str(script))
    assert first.startswith(f"{script}, line 7, column 5: found 'opns', expected one of ")
    assert "; did you mean settles" in second


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    (told,) = refused("rehearse", str(tmp_path / "none.rehearsal"))
    assert "cannot be read" in told


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    path = tmp_path / "bytes.rehearsal"
    path.write_bytes(b"\xff\xfe\x00")
    (told,) = refused("rehearse", str(path))
    assert "cannot be read" in told


def test_a_game_of_ones_own_can_be_named(tmp_path: Path) -> None:
    source = Path(__file__).parent.parent.parent / "src/punto/rules/games/rws-etg.toml"
    own = tmp_path / "house.toml"
    text = source.read_text("utf-8").replace('key = "rws-etg"', 'key = "house-game"')
    own.write_text(text, "utf-8")
    script = SCRIPT.replace("rws-etg", "house-game")
    assert answer("rehearse", "-", "--game", str(own), "--json", given=script)["held"] is True
    (told,) = refused("rehearse", "-", given=SCRIPT.replace("rws-etg", "house-game"))
    assert "found 'house-game', expected a game" in told

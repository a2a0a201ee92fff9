import json
from pathlib import Path

import pytest

from support.cli.running import answer, refused, run

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
    assert "tan, Table Games Shift Manager: The table is open" in result.stdout
    assert result.stdout.endswith("Held: 3 commands, 1 expectation.\n")
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
    assert result.stderr == f"punto: {script}, line 7: does not go as written\n"
    failed = run("rehearse", str(script), "--json")
    assert failed.exit_code == 1
    assert json.loads(failed.stdout)["failure"]["line"] == 7


def test_every_mistake_is_one_sentence_and_nothing_is_run(script: Path) -> None:
    script.write_text(SCRIPT + "tan opns bets\ntan settels\n", "utf-8")
    first, second = refused("rehearse", str(script))
    assert first == (
        f"{script}, line 7, column 5: found 'opns', expected another word; did you mean opens?"
    )
    assert "; did you mean settles" in second


def test_mistakes_are_answered_as_json(script: Path) -> None:
    script.write_text(SCRIPT + "tan opns bets\n", "utf-8")
    result = run("rehearse", str(script), "--json")
    assert (result.exit_code, result.stderr) == (2, "")
    data = json.loads(result.stdout)
    assert data["held"] is False
    assert [(each["line"], each["meant"]) for each in data["mistakes"]] == [(7, "opens")]


def test_on_a_screen_a_failure_is_told_once(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.cli.rehearse.is_screen", lambda: True)
    script.write_text(SCRIPT + "expect phase betting\n", "utf-8")
    result = run("rehearse", str(script))
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.count("found phase idle") == 1


def test_nothing_to_rehearse_is_told() -> None:
    (told,) = refused("rehearse", "-", given="# to do\n")
    assert told.startswith("stdin, line 1, column 1: found nothing to rehearse, ")


def test_what_windows_puts_before_a_text_is_left_out(script: Path) -> None:
    script.write_bytes(b"\xef\xbb\xbf" + SCRIPT.replace("\n", "\r\n").encode())
    assert answer("rehearse", str(script), "--json")["held"] is True


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    (told,) = refused("rehearse", str(tmp_path / "none.rehearsal"))
    assert told == f"file {str(tmp_path / 'none.rehearsal')!r}: not found, expected a script"
    (told,) = refused("rehearse", str(tmp_path))
    assert told == f"file {str(tmp_path)!r}: a directory, expected a script"
    (told,) = refused("rehearse", str(tmp_path / ("x" * 1000)))
    assert told.endswith(": cannot be read, File name too long")


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    path = tmp_path / "bytes.rehearsal"
    path.write_bytes(b"people\n  jos\xe9 Shift Manager\n")
    (told,) = refused("rehearse", str(path))
    assert told == f"{path}, line 2: not UTF-8 text, expected it saved as UTF-8"


def test_a_game_of_ones_own_can_be_named(tmp_path: Path) -> None:
    source = Path(__file__).parent.parent.parent / "src/punto/rules/games/rws-etg.toml"
    own = tmp_path / "house.toml"
    text = source.read_text("utf-8").replace('key = "rws-etg"', 'key = "house-game"')
    own.write_text(text, "utf-8")
    script = SCRIPT.replace("rws-etg", "house-game")
    assert answer("rehearse", "-", "--game", str(own), "--json", given=script)["held"] is True
    (told,) = refused("rehearse", "-", given=SCRIPT.replace("rws-etg", "house-game"))
    assert "found 'house-game', expected a game" in told

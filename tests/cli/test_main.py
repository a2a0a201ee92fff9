import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from punto import __version__
from punto.cli.main import GROUPS, VERBS, main
from support.cli.running import refused, run

ROOT = Path(__file__).parent.parent.parent


def test_help_lists_every_command_with_what_it_does() -> None:
    shown = run("--help").stdout
    for name, summary in VERBS.items():
        assert name in shown
        assert summary in " ".join(shown.split())


@pytest.mark.parametrize("name", VERBS)
def test_each_command_has_help_with_examples_and_answers_in_json(name: str) -> None:
    shown = run(name, "--help").stdout
    assert "\n  Examples:\n" in shown
    assert f"punto {name}" in shown
    assert "--json" in shown


@pytest.mark.parametrize("name", VERBS)
def test_the_summary_of_a_command_is_the_first_line_of_its_help(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.help is not None
    assert command.help.partition("\n")[0] == VERBS[name]


def test_an_unknown_command_is_refused() -> None:
    result = run("dance")
    assert result.exit_code == 2
    assert "No such command 'dance'" in result.stderr


def test_the_version_is_told() -> None:
    assert __version__ in run("--version").stdout


def test_help_imports_no_command() -> None:
    script = (
        "import sys; from click.testing import CliRunner; from punto.cli.main import main;"
        "CliRunner().invoke(main, ['--help']);"
        "sys.exit(any(name.startswith('punto.rules') or name == 'rich' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_colours_are_for_terminals_only() -> None:
    command = [sys.executable, "-m", "punto", "games", "mbs-tiger"]
    piped = subprocess.run(command, capture_output=True, check=True)
    assert b"\x1b[" not in piped.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["settle", "rws-etg", "--decks", "x"],
            "Invalid value for '--decks': 'x' is not a whole number",
        ),
        (["settle"], "Missing argument 'GAME'."),
        (["roads"], "Missing argument 'RESULTS'."),
        (["--nothing"], "No such option '--nothing'."),
        (["roads", "B", "P"], "Got unexpected extra argument (P)"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence_too(arguments: list[str], sentence: str) -> None:
    (told,) = refused(*arguments)
    assert told.startswith(sentence)


def test_without_arguments_help_is_shown() -> None:
    for title in ("Play:", "Run a floor:", "Work with a record:", "Odds:"):
        assert title in run().output


def test_an_answer_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "punto", "roads", "BPT", "--json"]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith(b"punto: the output could not be written: ")
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("words", [["export", "-"], ["report", "shift", "--csv"]])
def test_lines_for_a_closed_output_are_told_as_unwritten(words: list[str], tmp_path: Path) -> None:
    script, record = tmp_path / "a.rehearsal", tmp_path / "a.db"
    script.write_text(
        "table A1 plays rws-etg\npeople\n  tan  Shift Manager\ntan configures the table\n"
    )
    run("rehearse", str(script), "--record", str(record))
    command = [sys.executable, "-m", "punto", *words, "--database", str(record)]
    result = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command], stderr=subprocess.PIPE, check=False
    )
    assert result.returncode == 1
    assert result.stderr == b"punto: the output could not be written: stdout is closed\n"


def test_a_screen_that_knows_few_letters_is_answered_all_the_same() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "punto", "games", "mbs-tiger"]
    result = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert result.returncode == 0
    assert b"Tiger Baccarat" in result.stdout


def test_a_closed_input_holds_no_deals() -> None:
    command = [sys.executable, "-m", "punto", "settle", "rws-etg", "--from", "-"]
    result = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command], capture_output=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_every_command_stands_in_one_group_of_the_help() -> None:
    assert sum(map(len, GROUPS.values())) == len(VERBS)


def test_a_command_whose_extra_is_not_installed_says_which() -> None:
    without = "import sys; sys.modules['picows'] = None; from punto.cli.main import main; main()"
    command = [sys.executable, "-c", without, "load"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        "punto: load needs picows, expected punto with its extra load: pip install 'punto[load]'\n"
    )


def test_the_nearest_command_and_game_are_named() -> None:
    assert "Did you mean play?" in run("pla").stderr
    assert "did you mean mbs-tiger?" in run("games", "tiger").stderr

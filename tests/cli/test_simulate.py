import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from punto.cli import simulation_run
from punto.cli.simulation_run import Keeper
from punto.lab.simulation.shoe_runs import ShoesPlayed
from punto.rules.outcomes import OUTCOMES_COUNT
from support.cli.running import answer, refused, run

FEW = ("simulate", "mbs-tiger", "--rounds", "2e5", "--seed", "7")


def test_every_bet_is_answered_in_json() -> None:
    found = answer(*FEW, "--json")
    assert list(found) == [
        "game",
        "decks",
        "seed",
        "rounds",
        "shoes",
        "seconds",
        "rounds_per_second",
        "outcomes",
        "bets",
    ]
    assert (found["game"], found["decks"], found["rounds"]) == ("mbs-tiger", 8, 200_000)
    assert len(found["outcomes"]) == OUTCOMES_COUNT
    assert sum(found["outcomes"]) == 200_000
    # 402 cards to the cut card, five or so a round.
    assert 2_350 < found["shoes"] < 2_500
    tiger = found["bets"]["tiger"]
    assert list(tiger) == ["edge", "stderr", "hits", "interval"]
    assert abs(tiger["edge"] - 0.1668) < 4 * tiger["stderr"]
    assert found["rounds_per_second"] == pytest.approx(200_000 / found["seconds"])


def test_the_rounds_do_not_depend_on_workers_but_on_everything_else() -> None:
    def outcomes(*options: str) -> list[int]:
        counts: list[int] = answer(*FEW, "--json", *options)["outcomes"]
        return counts

    plain = outcomes("--workers", "1")
    assert plain == outcomes("--workers", "3") == outcomes()
    others = (
        ["--seed", "8"],
        ["--decks", "6"],
        ["--cut-card", "100"],
        ["--burn", "first-card"],
        ["--one-more"],
    )
    assert all(outcomes(*other) != plain for other in others)


def test_people_see_the_exact_edge_beside_the_simulated_one() -> None:
    shown = run(*FEW).stdout
    assert "mbs-tiger, 8 decks, seed 7" in shown
    assert "200,000 rounds" in shown
    (row,) = (line.split() for line in shown.splitlines() if line.startswith("big-tiger"))
    assert row[3] == "15.2533%"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--rounds", "0"], "rounds '0': expected a whole number from 1 to 1e15, such as 1e9"),
        (["--rounds", "-5"], "rounds '-5': expected a whole number from 1 to 1e15, such as 1e9"),
        (["--rounds", "1.5"], "rounds '1.5': expected a whole number from 1 to 1e15, such as 1e9"),
        (["--rounds", "nan"], "rounds 'nan': expected a whole number from 1 to 1e15, such as 1e9"),
        (
            ["--rounds", "1e99"],
            "rounds '1e99': expected a whole number from 1 to 1e15, such as 1e9",
        ),
        (
            ["--rounds", "many"],
            "rounds 'many': expected a whole number from 1 to 1e15, such as 1e9",
        ),
        ([], "Missing option '--rounds'."),
        (
            ["--rounds", "9", "--decks", "3"],
            "decks 3: expected 4 to 10 for mbs-tiger (R 2.2.1, L 2.2.1, M 2.1)",
        ),
        (
            ["--rounds", "9", "--cut-card", "5"],
            "5 cards behind the cut card: expected 6 to 415 in a shoe of 416",
        ),
        (["--rounds", "9", "--seed", "-1"], "seed -1: expected 0 to 18446744073709551615"),
        (
            ["--rounds", "9", "--progress", "/nowhere/kept.json"],
            "progress file /nowhere/kept.json: cannot be written, No such file or directory",
        ),
    ],
)
def test_bad_input_gets_one_sentence(options: list[str], sentence: str) -> None:
    assert refused("simulate", "mbs-tiger", *options) == [sentence]


@pytest.mark.parametrize("text", ["1e3", "1000", "1_000", "1.0e3"])
def test_rounds_are_written_as_people_write_them(text: str) -> None:
    assert answer("simulate", "rws-etg", "--rounds", text, "--json")["rounds"] == 1_000


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.json")
    first = answer(*FEW, "--json", "--progress", kept)
    again = answer(*FEW, "--json", "--progress", kept)
    assert again["outcomes"] == first["outcomes"] == answer(*FEW, "--json")["outcomes"]
    assert again["seconds"] > first["seconds"] * 0.5
    longer = [*FEW[:3], "5e5", *FEW[4:], "--json"]
    assert answer(*longer, "--progress", kept)["outcomes"] == answer(*longer)["outcomes"]
    before = Path(kept).read_bytes()
    (sentence,) = refused(*FEW, "--progress", kept)
    assert sentence.endswith("rounds already, expected --rounds to be no fewer")
    (sentence,) = refused(*FEW, "--decks", "6", "--progress", kept)
    assert "of another simulation" in sentence
    (sentence,) = refused("simulate", "rws-etg", *longer[2:], "--progress", kept)
    assert "of another simulation, expected the same game" in sentence
    assert Path(kept).read_bytes() == before


def test_a_file_that_is_not_a_progress_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir")
    (sentence,) = refused(*FEW, "--progress", str(file))
    assert sentence == f"progress file {file}: not one of a simulation, or damaged"
    assert file.read_text() == "Dear Sir"
    assert list(tmp_path.iterdir()) == [file]


def test_ctrl_c_ends_it_with_the_rounds_so_far(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    arguments = ["simulate", "mbs-tiger", "--rounds", "1e15", "--workers", "1", "--json"]
    command = [sys.executable, "-m", "punto", *arguments, "--progress", str(kept)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not kept.exists():
        assert running.poll() is None
        time.sleep(0.05)
    time.sleep(0.3)
    os.kill(running.pid, signal.SIGINT)
    shown, told = running.communicate(timeout=60)
    assert (running.returncode, told) == (130, b"")
    found = json.loads(shown)
    assert found["rounds"] == sum(found["outcomes"]) == json.loads(kept.read_text())["rounds"]
    assert 0 < found["rounds"] < 10**15
    assert list(tmp_path.iterdir()) == [kept]


class FarOn(Event):
    """An event that is set at once, as if Ctrl-C were pressed before the first shoe."""

    def __init__(self) -> None:
        super().__init__()
        self.set()


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_ends_before_it_began_says_so(
    monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setattr("punto.cli.lab_inputs.Event", FarOn)
    result = run(*FEW, *options)
    assert result.exit_code == 130
    if options:
        found = json.loads(result.stdout)
        assert (found["rounds"], found["bets"]) == (0, {})
    else:
        assert "Interrupted: 200,000 rounds were requested." in result.stdout


def test_a_long_run_keeps_a_progress_file_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []
    keep = Keeper.keep

    def counted(self: Keeper, whole: ShoesPlayed) -> None:
        kept.append(whole.rounds)
        keep(self, whole)

    monkeypatch.setattr(simulation_run, "PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr(Keeper, "keep", counted)
    run(*FEW, "--progress", str(tmp_path / "kept.json"), "--workers", "1")
    assert len(kept) > 4
    assert kept == sorted(kept)


def test_a_terminal_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    result = run(*FEW, "--json")
    assert json.loads(result.stdout)["rounds"] == 200_000
    assert "dealing" in result.stderr
    assert "M rounds/s" in result.stderr


def test_without_the_lab_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "punto.cli.simulation_run", raising=False)
    monkeypatch.setitem(sys.modules, "punto.lab.simulation", None)
    (sentence,) = refused(*FEW)
    assert sentence.startswith("the lab needs ")

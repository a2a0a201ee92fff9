"""punto load: real terminals in other processes, and a check that no bet was lost."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from punto.load.bare_server import script_of
from punto.load.load_run import Measured
from punto.load.processes import Effort, Footprint, Spread, spread_of
from support.cli.running import refused


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "punto", "load", *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=180,
    )


def test_twenty_terminals_bet_and_every_bet_is_in_the_record() -> None:
    pace = ("--seconds", "4", "--betting", "1", "--pace", "10")
    done = run("--terminals", "20", "--tables", "3", *pace, "--bare", "--come-back", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    # On a busy machine a bet may come after the close; then the terminal is told so.
    late = {"bet refused BetsAreClosed", "bet refused OutOfPhase", "freeze refused OutOfPhase"}
    assert set(told["errors"]) <= late
    assert told["unanswered"] == 0
    assert told["terminals"] == 20
    assert told["rounds"] >= 1
    assert told["bets"] >= 20
    assert told["acknowledgement_ms"]["count"] == told["bets"]
    # Every terminal that saw a round begin was counted, each once.
    assert 20 <= told["fan_out_ms"]["count"] <= 20 * told["rounds"]
    assert (told["record"]["lost"], told["record"]["holds"]) == ([], True)
    assert told["record"]["bets"] >= told["bets"]
    assert told["bare"]["bets"] > 0
    assert told["bare"]["errors"] == {}
    assert set(told["ratios"]) == {
        *("acknowledgement_p50", "acknowledgement_p99", "fan_out_p50", "fan_out_p99", "cpu")
    }
    assert told["server"]["cpu_seconds"] > 0
    # Every terminal reconnected after the lines were cut, and none reports faults.
    assert told["welcome_again_ms"]["count"] == 20
    assert told["bottleneck"] in {"none", "machine"}
    assert set(told["memory_kib"]) == {"terminal", "connection"}
    assert (told["bare"]["welcome_again_ms"], told["bare"]["memory_kib"]) == (None, None)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--terminals", "0"), "Invalid value for '--terminals': 0 is not in the range"),
        (("--seconds", "nan"), "--seconds: expected a number of seconds"),
        (("--address", "nowhere"), "address nowhere: expected one such as http"),
        (("--address", "http://127.0.0.1:1"), "--address: give --links too"),
        (("--links", "x"), "--links and --database belong to a running floor"),
        (
            ("--address", "http://127.0.0.1:1", "--links", "LINKS", "--terminals", "1"),
            "http://127.0.0.1:1: no answer",
        ),
        (
            ("--address", "http://127.0.0.1:99999", "--links", "LINKS", "--terminals", "1"),
            "http://127.0.0.1:99999: ",
        ),
        (
            ("--address", "http://127.0.0.1:1", "--links", "LINKS", "--terminals", "2"),
            "1 terminals, expected 2",
        ),
    ],
)
def test_what_cannot_be_meant_is_told_in_one_sentence(
    tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    links = tmp_path / "links.json"
    screen = {"screen": "terminal", "name": "A1-1", "url": "http://h/enter/x"}
    links.write_text(json.dumps({"links": [screen]}))
    (told,) = refused("load", *(str(links) if word == "LINKS" else word for word in words))
    assert sentence in told


def test_a_spread_has_the_middle_the_slow_end_and_the_slowest() -> None:
    assert spread_of([]) is None
    assert spread_of([0.25]) == Spread(1, 250, 250, 250)
    # Of 1 to 200 ms, half are at most 100 ms and 99 % at most 198 ms.
    assert spread_of(n / 1_000 for n in range(200, 0, -1)) == Spread(200, 100, 198, 200)


def test_efforts_add_up_and_start_again() -> None:
    assert Effort(1.5, 10) + Effort(0.25, 5) == Effort(1.75, 15)
    assert Effort(1.5, 10).since(Effort(0.5, 9)) == Effort(1.0, 10)
    assert Footprint(100, 110, 115).kib_each(512) == (20, 10)


def loaded(server: float | None, busiest: float, late_ms: float) -> Measured:
    """Return a load test of ten seconds in which the two sides used this much time."""
    effort = None if server is None else Effort(server, 1)
    late = Spread(9, 0, late_ms, late_ms)
    empty = (0, (), None, None, Counter[str](), 0, 0)
    return Measured(1, 10, *empty, effort, Effort(busiest, 1), busiest, late, None, None, ())


@pytest.mark.parametrize(
    ("found", "side"),
    [
        (loaded(9, 1, 0), "server"),
        (loaded(1, 9, 0), "terminals"),
        (loaded(None, 1, 50), "machine"),
        (loaded(1, 1, 50), "machine"),
        (loaded(1, 1, 1), "none"),
    ],
)
def test_a_load_test_says_which_side_could_do_no_more(found: Measured, side: str) -> None:
    assert found.bottleneck == side


def frame(phase: str, number: int) -> bytes:
    public = {
        "table": "L1",
        "phase": phase,
        "round_number": number,
        "betting_ms": 500,
        "closes_at": 77 if phase == "betting" else None,
    }
    return json.dumps({"say": "view", "public": public}).encode()


WELCOME, OWN = b'{"say":"welcome"}', b'{"say":"view","private":{}}'


def test_a_script_is_one_whole_round_from_its_opening_to_the_next() -> None:
    frames = [
        (0.0, WELCOME),
        (0.5, frame("dealing", 6)),
        (1.0, frame("betting", 7)),
        (1.5, OWN),
        (3.0, frame("closing", 7)),
        (4.0, frame("dealing", 7)),
        (6.0, frame("betting", 8)),
    ]
    script = script_of(frames)
    assert script is not None
    assert [delay for delay, _ in script.broadcasts] == [0.0, 2.0, 3.0]
    assert (script.seconds, script.round_number, script.closes_at) == (5.0, 7, 77)
    assert script.betting_ms == 500
    assert (script.welcome, script.first_view, script.own_view) == (WELCOME, frames[1][1], OWN)
    assert script_of(frames[:-1]) is None

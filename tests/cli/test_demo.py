"""``punto demo``: what it refuses before it begins, and a past played first."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from punto.audit import audit
from punto.views.reports import REPORTS
from support.cli.running import refused, run


@pytest.mark.parametrize("span", ["0", "0h", "7w", "-3d", "400d", "91d", "1.5d", "7 d", "", "٣d"])
def test_a_past_of_no_length_is_refused_with_what_was_expected(span: str) -> None:
    (said,) = refused("demo", "--no-browser", "--history", span)
    assert said == f"history {span!r}: expected 1h to 90d, such as 12h or 7d"


def test_a_past_needs_a_floor_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "floor.db").touch()
    (said,) = refused("demo", "--no-browser", "--history", "1h", "--data", str(tmp_path))
    assert said == f"data {tmp_path}: holds a floor already, expected an empty folder for --history"


def test_a_past_has_virtual_shoes_only() -> None:
    (said,) = refused("demo", "--no-browser", "--history", "1h", "--cards", "read")
    assert said == "--cards with --history: shoe that reads, expected virtual"


def test_a_past_is_played_then_the_floor_opens_and_the_record_holds(tmp_path: Path) -> None:
    words = ["demo", "--no-browser", "--json", "--port", "0", "--data", str(tmp_path)]
    command = [sys.executable, "-m", "punto", *words, "--history", "2h"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
    assert line, said
    past = json.loads(line)["history"]
    assert past["rounds"] > 0
    assert f"Played 2 of 2 hours: {past['rounds']:,} rounds" in said
    assert "rounds per second" in said
    verdict = audit(str(tmp_path / "floor.db"), (), ())
    assert verdict.holds, verdict.as_text()
    for name in REPORTS:
        result = run("report", name, "--database", str(tmp_path / "floor.db"))
        assert result.exit_code == 0, result.output

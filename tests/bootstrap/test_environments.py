"""The environment in which the tests start servers and other programs."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.environments import importing_from

TELL = "import first, second; print(first.__file__); print(second.__file__)"


def imported(environment: dict[str, str]) -> list[Path]:
    """Return the files from which a process in this environment imports the two modules."""
    command = [sys.executable, "-c", TELL]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return [Path(line) for line in done.stdout.splitlines()]


def test_a_process_imports_from_its_folder_and_then_from_where_this_process_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, work_tree = tmp_path / "own", tmp_path / "work tree"
    for place in (own / "first.py", work_tree / "first.py", work_tree / "second.py"):
        place.parent.mkdir(exist_ok=True)
        place.touch()
    monkeypatch.setenv("PYTHONPATH", str(work_tree))
    assert imported(importing_from(own)) == [own / "first.py", work_tree / "second.py"]


def test_a_process_does_not_import_from_the_folder_in_which_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it would where the path ends with an empty entry."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert importing_from(tmp_path)["PYTHONPATH"] == str(tmp_path)

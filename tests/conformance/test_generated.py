import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

COMPARE = """
import sys
from generate import ROOT, generated
stale = [name for name, text in generated() if (ROOT / name).read_text("utf-8") != text]
sys.exit(f"out of date, run make docs: {stale}" if stale else 0)
"""


def test_every_derived_file_is_up_to_date() -> None:
    # In another process: collecting tests within a test run would clash with its plugins.
    run = subprocess.run(
        [sys.executable, "-c", COMPARE],
        cwd=ROOT / "tools",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr

"""The ``console`` examples of the pages, run again to update or compare their output."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))

_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


def answered(page: str) -> str:
    """Return the page with the present output of its command after each example."""
    return _BLOCK.sub(lambda match: "".join(map(_example, _commands(match[0]))), page)


def _commands(block: str) -> list[str]:
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def _example(command: str) -> str:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    run = subprocess.run(  # noqa: S602 (the commands are those of our own pages)
        command,
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
    )
    lines = (run.stdout + run.stderr).splitlines()
    return "".join(f"{line.rstrip()}\n" for line in (f"$ {command}", *lines))

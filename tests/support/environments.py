"""The environment of a process that imports from a folder of its own."""

import os
from pathlib import Path


def importing_from(folder: Path) -> dict[str, str]:
    """Return the present environment, in which Python looks for modules in this folder first.

    The folders in which it looks already follow, so that a test of another work tree does not
    start the program of the installed one.
    """
    before = os.environ.get("PYTHONPATH", "")
    path = os.pathsep.join(filter(None, (str(folder), before)))
    return {**os.environ, "PYTHONPATH": path}

"""The PAR sheet of a game for the lab's page, made by ``punto par``."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

from punto.lab import ShoeRefused
from punto.lab_worker.odds import game_of

Json = dict[str, Any]

_FORMS = {"page": "html", "pdf": "pdf"}


def sheet_answer(asked: Json, _tell: Callable[[Json], None]) -> Json:
    """Write both forms of the sheet into the requested folder."""
    game = game_of(asked["game"])
    words = ["-m", "punto", "par", game.key, "--output", asked["folder"], "--json"]
    # The arguments contain only keys of shipped games.
    made = subprocess.run(  # noqa: S603
        [sys.executable, *words], capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise ShoeRefused(made.stderr.strip().splitlines()[-1])
    return {form: f"/lab/sheets/par-{game.key}.{ending}" for form, ending in _FORMS.items()}

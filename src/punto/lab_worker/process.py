"""The worker process: it answers each line of JSON with one line, perhaps after progress.

The server runs it as ``python -m punto.lab_worker.process``. The process ends when its standard
input does, so it never outlives the server.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from queue import SimpleQueue
from threading import Thread
from typing import Any

from punto.lab import ShoeRefused
from punto.lab.simulation import PlanRefused
from punto.lab_worker.answers import odds_answer, sheet_answer, simulation_answer, study_answer
from punto.values import BadNotation

Json = dict[str, Any]
Tell = Callable[[Json], None]

_PATIENT = 10
"""Tables have priority over the lab."""

ANSWERS: Mapping[str, Callable[[Json, Tell], Json]] = {
    "odds": odds_answer,
    "simulation": simulation_answer,
    "study": study_answer,
    "sheet": sheet_answer,
}


def answer(asked: Json, tell: Tell) -> Json:
    """Answer one request; the answer to a bad request is a sentence."""
    try:
        return {"told": ANSWERS[asked["do"]](asked, tell)}
    except (ShoeRefused, PlanRefused, BadNotation) as wrong:
        return {"refused": str(wrong)}


def _lines() -> Iterator[str]:
    """Yield the requests; read in a thread, so that the end is noticed during work, too."""
    waiting: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            waiting.put(line)
        _end()

    Thread(target=read, daemon=True).start()
    while True:
        yield waiting.get()


def _end() -> None:
    """Exit at once, with all child processes."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def _say(told: Json) -> None:
    sys.stdout.write(f"{json.dumps(told)}\n")
    sys.stdout.flush()


def main() -> None:
    """Answer requests until the server is gone."""
    if hasattr(os, "nice"):
        os.nice(_PATIENT)
    for line in _lines():
        _say(answer(json.loads(line), lambda done: _say({"progress": done})))


if __name__ == "__main__":
    main()

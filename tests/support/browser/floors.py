"""A real server for browsers to come to, and the tables on it."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import IO, Any, TypeAlias

Json: TypeAlias = dict[str, Any]

DEALER, OTHER_DEALER = "daniel.ong", "li.wei"
SUPERVISOR, MANAGER, CHIEF = "sofia.lim", "arun.nair", "mei.tan"
PASSWORD, PIN = "a long enough word", "314159"
"""Of everybody, so that a test can sign anybody in."""
CREDITS = 1_000_00
"""What each terminal of a table begins with, in cents."""

TESTS = Path(__file__).parents[2]
UNHURRIED_MS = 600_000
"""Where a Dealer closes the bets, no timer does."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a floor, for one test alone."""

    floor: "Floor"
    name: str
    terminals: tuple[str, ...]

    def credits_of(self, terminal: str) -> int:
        """What the record says that a terminal owns, in cents."""
        told = self.floor.ask("credit", table=self.name, terminal=terminal)
        return int(told["cents"])


@dataclass
class Floor:
    """A server in a process of its own."""

    folder: Path
    port: int = 0
    address: str = field(init=False, default="")
    _numbers: "count[int]" = field(init=False, default_factory=lambda: count(1))
    _process: "subprocess.Popen[str]" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start, or start again on the same record and port."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "support.browser.floor_process", self.folder, str(self.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
        )
        self.address = str(self._heard()["address"])
        self.port = int(self.address.rpartition(":")[2])

    def table(
        self,
        game: str = "mbs-tiger",
        cards: str = "keyed shoe",
        patrons: int = 1,
        *,
        self_dealing: bool = False,
        betting_ms: int = UNHURRIED_MS,
        pace_ms: int = 20,
    ) -> Table:
        """A new table, open, with a shoe in play and terminals that have credits."""
        name = f"T{next(self._numbers)}"
        told = self.ask(
            "table",
            table=name,
            game=game,
            cards=cards,
            patrons=patrons,
            self_dealing=self_dealing,
            dealer=DEALER,
            betting_ms=betting_ms,
            pace_ms=pace_ms,
        )
        return Table(self, name, tuple(told["terminals"]))

    def link(self, purpose: str, subject: str, page: str) -> str:
        """The address that lets one browser in, as a terminal or as somebody."""
        return str(self.ask("link", purpose=purpose, subject=subject, page=page)["url"])

    def ask(self, do: str, **told: object) -> Json:
        """Ask the process itself, past all its pages."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps({'do': do, **told})}\n")
        self._process.stdin.flush()
        return self._heard()

    def _heard(self) -> Json:
        line = _pipe(self._process).readline()
        assert line, f"the floor has ended with {self._process.wait()}"
        told: Json = json.loads(line)
        return told

    def kill(self) -> None:
        """End it without a word, as a power cut does."""
        self._process.kill()
        self._process.communicate()

    def close(self) -> None:
        """End it in order, and let the auditor read all that happened."""
        # It stops in order when its standard input ends, and communicate closes that.
        self._process.communicate(timeout=60)
        assert self._process.returncode == 0
        self.audit()

    def audit(self) -> None:
        """The record holds, or the auditor says where it does not."""
        words = ["-m", "punto", "audit", str(self.folder / "floor.db")]
        audit = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False
        )
        assert audit.returncode == 0, audit.stdout + audit.stderr


def _pipe(process: "subprocess.Popen[str]") -> IO[str]:
    assert process.stdout is not None
    return process.stdout

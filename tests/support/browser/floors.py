"""A real server for browsers, and the tables on it."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from itertools import count
from pathlib import Path
from typing import IO, Any, TypeAlias
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest

from support.environments import importing_from

Json: TypeAlias = dict[str, Any]

DEALER, OTHER_DEALER = "daniel.ong", "li.wei"
SUPERVISOR, MANAGER, CHIEF = "sofia.lim", "arun.nair", "mei.tan"
PASSWORD, PIN = "a long enough word", "314159"
"""The secrets of all people, so that a test can sign in as any of them."""
CREDITS = 1_000_00
"""The credits with which each terminal of a table begins, in cents."""

TESTS = Path(__file__).parents[2]
UNHURRIED_MS = 600_000
"""So long that the Dealer closes the bets, and not a timer."""
BOXES = ("1", "2", "3", "5", "6", "7", "8", "9", "10")
"""The boxes of a live table, from the Dealer's right; there is no 4, as on many layouts."""
FLOAT = ((5_000, 20), (1_000, 60), (500, 60), (100, 100), (25, 100), (5, 100), (1, 100))
"""The chips in its tray, by their value in dollars."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table that only one test uses."""

    floor: "Floor"
    name: str
    terminals: tuple[str, ...]

    def credits_of(self, terminal: str) -> int:
        """Return what a terminal owns according to the record, in cents."""
        told = self.floor.ask("credit", table=self.name, terminal=terminal)
        return int(told["cents"])


@dataclass
class Floor:
    """A server in its own process."""

    folder: Path
    port: int = 0
    address: str = field(init=False, default="")
    _numbers: "count[int]" = field(init=False, default_factory=lambda: count(1))
    _process: "subprocess.Popen[str]" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start the process; a second start uses the same record and port."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "support.browser.floor_process", self.folder, str(self.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=importing_from(TESTS),
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
        """Open a new table, with a shoe in play and terminals that have credits."""
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

    def live_table(
        self,
        cards: str = "shoe that reads",
        *,
        boxes: tuple[str, ...] = BOXES,
        wins_on: bool = True,
        minimum: int = 100,
        box_differential: int | None = 10_000,
        table_differential: int | None = None,
        face_down: bool = False,
        squeeze_by_letter: bool = False,
        chips: tuple[tuple[int, int], ...] = FLOAT,
    ) -> Table:
        """Open a new live table, with a shoe in play and its float counted; amounts in dollars."""
        name = f"L{next(self._numbers)}"
        self.ask(
            "live",
            table=name,
            cards=cards,
            dealer=DEALER,
            supervisor=SUPERVISOR,
            betting_ms=UNHURRIED_MS,
            boxes=boxes,
            wins_on=wins_on,
            minimum=minimum,
            box_differential=box_differential,
            table_differential=table_differential,
            face_down=face_down,
            squeeze_by_letter=squeeze_by_letter,
            float=chips,
        )
        return Table(self, name, ())

    def sensor(self, table: Table) -> "Sensor":
        """Put a device into service that reads the chips of a live table."""
        name = f"{table.name}-S1"
        told = self.ask("sensor", table=table.name, sensor=name)
        return Sensor(name, self.address, str(told["credential"]))

    def link(self, purpose: str, subject: str, page: str) -> str:
        """Return the address that signs one browser in, as a terminal or as a person."""
        return str(self.ask("link", purpose=purpose, subject=subject, page=page)["url"])

    def ask(self, do: str, **told: object) -> Json:
        """Send an order to the process directly, not through a page."""
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
        """Kill the process without warning, as a power cut does."""
        self._process.kill()
        self._process.communicate()

    def close(self) -> None:
        """Stop the process in order, and let the auditor check the whole record."""
        # The process stops when its standard input ends; communicate closes it.
        self._process.communicate(timeout=60)
        assert self._process.returncode == 0
        self.audit()

    def audit(self) -> None:
        """Expect the auditor to accept the record."""
        words = ["-m", "punto", "audit", str(self.folder / "floor.db")]
        audit = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False
        )
        assert audit.returncode == 0, audit.stdout + audit.stderr


@dataclass
class Newcomer:
    """A device that is not admitted yet: it shows a code, and asks until it is known."""

    address: str
    _jar: CookieJar = field(init=False, default_factory=CookieJar)

    def asks(self) -> str:
        """Ask for admission; returns the code that it shows."""
        return str(self._told("POST")["code"])

    def enrolled(self) -> "Sensor":
        """Come back with the credential, once the pit has admitted it."""
        told = self._told("GET")
        assert told["state"] == "enrolled", told
        (credential,) = (each.value for each in self._jar if "device" in each.name)
        return Sensor(str(told["terminal"]), self.address, str(credential))

    def _told(self, method: str) -> Json:
        request = Request(  # noqa: S310 (our own)
            f"{self.address}/api/enrolment", headers={"Origin": self.address}, method=method
        )
        opener = build_opener(HTTPCookieProcessor(self._jar))
        with opener.open(request, timeout=30) as answer:
            told: Json = json.loads(answer.read())
        return told


@dataclass
class Sensor:
    """A device that posts what it reads, as any program would."""

    name: str
    address: str
    credential: str
    number: int = 0

    def reads(self, **bets: int) -> Json:
        """Post the whole layout: hundreds of dollars on each bet, such as ``b5_tie=3``."""
        self.number += 1
        stacks = [
            {"box": box.removeprefix("b"), "bet": bet, "chips": [[10_000, hundreds]]}
            for (box, _, bet), hundreds in ((key.partition("_"), n) for key, n in bets.items())
        ]
        return self._told(json.dumps({"number": self.number, "bets": stacks}).encode())

    def sends_rubbish(self) -> int:
        """Post something that is not a reading; returns the status of the answer."""
        with pytest.raises(HTTPError) as refused:
            self._told(b'{"number": "one", "bets": []}')
        with refused.value as answer:
            return answer.code

    def _told(self, body: bytes) -> Json:
        headers = {"Authorization": f"Bearer {self.credential}"}
        request = Request(f"{self.address}/api/readings", body, headers)  # noqa: S310 (our own)
        with urlopen(request, timeout=30) as answer:  # noqa: S310 (our own)
            told: Json = json.loads(answer.read())
        return told


def _pipe(process: "subprocess.Popen[str]") -> IO[str]:
    assert process.stdout is not None
    return process.stdout

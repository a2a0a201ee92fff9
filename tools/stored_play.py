"""What the nodes of a floor have recorded, read as it is stored.

A build cannot read the events of a later one, and the bench that reads them is the earlier one.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from support.survival.next_build import environment


class StoredEvent(msgspec.Struct):
    """The part of a stored event that all builds have in common."""

    name: str
    at: int
    command: str
    fact: msgspec.Raw


@dataclass
class StoredPlay:
    """The bets and the steps of all tables."""

    bets: set[str] = field(default_factory=set)
    """The commands that placed them."""
    twice_count: int = 0
    """Commands whose events stand in the record at more than one place."""
    steps: list[tuple[float, float]] = field(default_factory=list)
    """When each step of a self-dealing table was taken, and how many seconds late."""
    opened: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Every round that was opened, with its table's stream, as it is stored."""

    def missing(self, acknowledged: Iterable[str]) -> list[str]:
        """Return the acknowledged bets that are not in the record."""
        return sorted(name for name in set(acknowledged) if f"terminal/{name}" not in self.bets)

    def longest_standstill(self, began: float, ended: float) -> float:
        """Return the longest delay of a step between two moments, in seconds."""
        return max([0.0, *(late for at, late in self.steps if began <= at <= ended)])


def stored_play(address: str, betting_ms: int) -> StoredPlay:
    """Read the whole record of tables whose bets are open for so long.

    The next step of a self-dealing table is due at once, or when the bets close; the pace of the
    cards is a tenth of a second.
    """
    found = StoredPlay()
    with psycopg.connect(address) as record:
        streams = record.execute("SELECT stream FROM heads ORDER BY stream").fetchall()
        for (stream,) in streams:
            _read(found, stream, _events(record, stream), betting_ms / 1_000)
    return found


def _events(record: psycopg.Connection, stream: str) -> Iterator[StoredEvent]:
    reader = msgspec.json.Decoder(StoredEvent)
    with record.cursor("events") as rows:
        asked = "SELECT body FROM events WHERE stream = %s ORDER BY position"
        for (body,) in rows.execute(asked, (stream,)):
            yield reader.decode(body)


def _read(
    found: StoredPlay, stream: str, events: Iterable[StoredEvent], betting_seconds: float
) -> None:
    last, known, due = "", set[str](), float("inf")
    for event in events:
        at, opens = event.at / 1_000, event.name == "round.bets_opened"
        if event.command != last:
            found.twice_count += event.command in known
            known.add(event.command)
            last = event.command
        if event.name == "round.position_taken":
            found.bets.add(event.command)
        if opens:
            body = {"name": event.name, "at": event.at, "fact": json.loads(bytes(event.fact))}
            found.opened.append((stream, body))
        if event.command.startswith("timer/"):
            found.steps.append((at, at - due))
            due = at + (betting_seconds if opens else 0.0)


def holds(address: str, build: Path | None) -> bool:
    """Return whether a build's auditor accepts the record; it says why if it does not."""
    command = [sys.executable, "-m", "punto", "audit", address]
    env = environment(build)
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=env)  # noqa: S603
    if done.returncode:
        sys.stdout.write(done.stdout + done.stderr)
    return done.returncode == 0

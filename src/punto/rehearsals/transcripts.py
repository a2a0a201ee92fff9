"""Transcripts: what a rehearsal brought about, line by line, for people and for programs."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from punto.identity.events import Event as FloorEvent
from punto.rehearsals.deeds import Expectation, Unmet
from punto.rehearsals.expectation_forms import refusal_words
from punto.rehearsals.scenes import Happened, OfTable, Scene
from punto.rehearsals.scopes import clock, day
from punto.rehearsals.scripts import Script, Statement
from punto.rehearsals.tellings import name_of, teller, told
from punto.rounds.events import Event
from punto.values.ids import TableId


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement, and what came of it."""

    statement: Statement
    happened: tuple[Happened, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """The first line that did not go as the script says."""

    line: int
    unmet: Unmet

    @property
    def sentence(self) -> str:
        """Where, what was expected and what was found."""
        return f"line {self.line}: expected {self.unmet.expected}, found {self.unmet.found}"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A rehearsal as it went, up to its end or to the first line that did not hold."""

    script: Script
    entries: tuple[Entry, ...]
    scene: Scene
    """How things stand at the end."""
    failure: Failure | None = None


def as_text(transcript: Transcript) -> str:
    """The transcript for people: each line of the script, and under it what happened."""
    return "".join(f"{line}\n" for line in _lines(transcript))


def _lines(transcript: Transcript) -> Iterator[str]:
    for entry in transcript.entries:
        yield f"{entry.statement.line:4}  {entry.statement.text}"
        for happened in entry.happened:
            yield from _happened_lines(happened)
    failure = transcript.failure
    yield f"Held: {_counts(transcript)}." if failure is None else f"Failed: {failure.sentence}"


def _counts(transcript: Transcript) -> str:
    commands = sum(len(entry.happened) for entry in transcript.entries)
    deeds = [entry.statement.deed for entry in transcript.entries]
    expectations = sum(isinstance(deed, Expectation) for deed in deeds)
    return f"{commands} commands, {expectations} expectations"


def _happened_lines(happened: Happened) -> Iterator[str]:
    again = "again, " if happened.repeated else ""
    if happened.refusal is not None:
        yield f"          {again}{refusal_words(happened.refusal)}"
    for event in happened.events:
        yield f"          {clock(event.at)}  {again}{teller(event)}: {told(event)}{_cited(event)}"


def _cited(event: Event | FloorEvent) -> str:
    return f"  [{event.clause}]" if event.clause else ""


def as_data(transcript: Transcript) -> dict[str, Any]:
    """The transcript for programs."""
    failure = transcript.failure
    return {
        "shows": list(transcript.script.shows),
        "held": failure is None,
        "failure": None
        if failure is None
        else {
            "line": failure.line,
            "expected": failure.unmet.expected,
            "found": failure.unmet.found,
        },
        "lines": [_entry_data(entry) for entry in transcript.entries],
    }


def _entry_data(entry: Entry) -> dict[str, Any]:
    return {
        "line": entry.statement.line,
        "text": entry.statement.text,
        "commands": [_happened_data(happened) for happened in entry.happened],
    }


def _happened_data(happened: Happened) -> dict[str, Any]:
    asked, refusal = happened.asked, happened.refusal
    return {
        "table": _table(happened),
        "wish": type(asked.wish).__name__,
        "repeated": happened.repeated,
        "refusal": None
        if refusal is None
        else {"name": type(refusal).__name__, "sentence": refusal.sentence},
        "events": [_event_data(event) for event in happened.events],
    }


def _table(happened: Happened) -> TableId | None:
    return happened.asked.table if isinstance(happened.asked, OfTable) else None


def _event_data(event: Event | FloorEvent) -> dict[str, Any]:
    return {
        "event": name_of(event),
        "at": f"{day(event.at)}T{clock(event.at)}Z",
        "by": teller(event),
        "clause": event.clause,
        "sentence": told(event),
    }

"""Transcripts: the results of a rehearsal, line by line, for people and for programs.

A script runs statement by statement, up to the first that fails.
"""

from collections.abc import Iterator
from typing import Any

from punto.identity import FloorEvent
from punto.rehearsals.expectation_forms import refusal_words
from punto.rehearsals.forms import Action, Expectation, Remark, SceneChange, Unannounced, Unmet
from punto.rehearsals.mistakes import Mistake, Mistakes, shortened
from punto.rehearsals.scenes import Happened, Scene, name_of, perform, teller, told
from punto.rehearsals.scopes import OPENING, clock, day
from punto.rehearsals.scripts import Script, Statement
from punto.rounds import TableEvent
from punto.values import Instant, TableId, Value, class_name


class Entry(Value):
    """One statement and its results."""

    statement: Statement
    now: Instant
    """The time after the statement."""
    happened: tuple[Happened, ...] = ()


class ScriptFailure(Value):
    """The first line that did not go as scripted."""

    statement: Statement
    what: Unmet | Unannounced
    place: TableId | None = None
    """The table of the line, if there are several."""

    @property
    def line(self) -> int:
        """Its number in the script."""
        return self.statement.line

    @property
    def unmet(self) -> Unmet:
        """The expectation and the finding."""
        if isinstance(self.what, Unmet):
            return self.what
        return Unmet("no refusal", refusal_words(self.what.refusal))

    @property
    def sentence(self) -> str:
        """The place, the expectation and the finding."""
        if isinstance(self.what, Unmet):
            at = "" if self.place is None else f", at {self.place}"
            return f"line {self.line}{at}: expected {self.what.expected}, found {self.what.found}"
        refusal, table = self.what.refusal, self.what.table
        at = "" if self.place is None or table is None else f" at {table}"
        said = shortened(self.statement.text.strip())
        meant = f"expect refusal {class_name(refusal)}"
        return (
            f"line {self.line}, `{said}`, was refused{at}: {refusal.sentence} "
            f"(if that is meant, add the line: {meant})"
        )


class Transcript(Value):
    """A rehearsal up to its end or its first failed line."""

    script: Script
    entries: tuple[Entry, ...]
    scene: Scene
    """The scene at the end."""
    failure: ScriptFailure | None = None


def as_text(transcript: Transcript) -> str:
    """Write the transcript for people: each line of the script with its events below it."""
    return "".join(f"{line}\n" for line in _lines(transcript))


def _lines(transcript: Transcript) -> Iterator[str]:
    today = day(OPENING)
    several = len(_tables(transcript)) > 1
    for entry in transcript.entries:
        yield f"{entry.statement.line:4}  {entry.statement.text}"
        if day(entry.now) != today:
            today = day(entry.now)
            yield f"          {today}"
        for happened in entry.happened:
            named = f"{happened.table}  " if several and happened.table is not None else ""
            yield from _happened_lines(happened, named)
    failure = transcript.failure
    yield f"Held: {_counts(transcript)}." if failure is None else f"Failed: {failure.sentence}"


def _counts(transcript: Transcript) -> str:
    commands = sum(len(entry.happened) for entry in transcript.entries)
    deeds = [entry.statement.deed for entry in transcript.entries]
    expectations = sum(isinstance(deed, Expectation) for deed in deeds)
    return f"{_counted(commands, 'command')}, {_counted(expectations, 'expectation')}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _tables(transcript: Transcript) -> set[TableId | None]:
    """Return every table that the script plans or addresses."""
    asked = {happened.table for entry in transcript.entries for happened in entry.happened}
    return {*transcript.script.tables, *asked} - {None}


def _happened_lines(happened: Happened, table: str) -> Iterator[str]:
    again = "again, " if happened.repeated else ""
    if happened.refusal is not None:
        yield f"          {table}{again}{refusal_words(happened.refusal)}"
    for event in happened.events:
        who, words = teller(event, happened.titles), told(event, happened.titles)
        what = f"{again}{who}: {words}{_cited(event)}"
        yield f"          {clock(event.at)}  {table}{what}"


def _cited(event: TableEvent | FloorEvent) -> str:
    return f"  [{event.clause}]" if event.clause else ""


def as_data(transcript: Transcript) -> dict[str, Any]:
    """Return the transcript for programs."""
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
            "sentence": failure.sentence,
        },
        "lines": [_entry_data(entry) for entry in transcript.entries],
        "mistakes": [],
        "more_mistakes": 0,
    }


def mistakes_as_data(mistakes: Mistakes) -> dict[str, Any]:
    """Return the mistakes of a script that cannot run, for programs."""
    return {
        "shows": [],
        "held": False,
        "failure": None,
        "lines": [],
        "mistakes": [_mistake_data(mistake) for mistake in mistakes.told],
        "more_mistakes": mistakes.more,
    }


def _mistake_data(mistake: Mistake) -> dict[str, Any]:
    return {
        "line": mistake.line,
        "column": mistake.column,
        "found": shortened(mistake.found),
        "expected": mistake.expected,
        "meant": mistake.meant or None,
        "sentence": mistake.sentence,
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
        "table": happened.table,
        "wish": class_name(asked.wish),
        "repeated": happened.repeated,
        "refusal": None
        if refusal is None
        else {"name": class_name(refusal), "sentence": refusal.sentence},
        "events": [_event_data(event) for event in happened.events],
    }


def _event_data(event: TableEvent | FloorEvent) -> dict[str, Any]:
    return {
        "event": name_of(event),
        "at": f"{day(event.at)}T{clock(event.at)}Z",
        "by": teller(event),
        "clause": event.clause,
        "sentence": told(event),
    }


def rehearse(script: Script) -> Transcript:
    """Run a script from an empty floor."""
    scene = Scene()
    entries: list[Entry] = []
    for index, statement in enumerate(script.statements):
        deed = statement.deed
        unmet: Unmet | Unannounced | None = None
        happened: tuple[Happened, ...] = ()
        if isinstance(deed, Action):
            scene = perform(scene, deed.asked(scene))
            happened = scene.last
            unmet = _unannounced(scene, script.statements[index + 1 :])
        elif isinstance(deed, SceneChange):
            scene = deed.after(scene)
        elif isinstance(deed, Expectation):
            unmet = deed.judge(scene)
        entries.append(Entry(statement, scene.now, happened))
        if unmet is not None:
            place = scene.place if len(script.tables) > 1 else None
            failure = ScriptFailure(statement, unmet, place)
            return Transcript(script, tuple(entries), scene, failure)
    return Transcript(script, tuple(entries), scene)


def _unannounced(scene: Scene, following: tuple[Statement, ...]) -> Unannounced | None:
    """Return the refusal that the next statement does not expect, if any."""
    if scene.refusal is None:
        return None
    after = next((each.deed for each in following if not isinstance(each.deed, Remark)), None)
    if isinstance(after, Expectation) and after.of_refusal:
        return None
    return Unannounced(scene.refusal, scene.last[-1].table)

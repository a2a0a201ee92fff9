"""Real records for the auditor: the commands of rehearsals and evenings in SQLite files."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from punto.identity.messages import FloorCommand
from punto.rehearsals.forms import Action, SceneChange
from punto.rehearsals.scenes import OfFloor, Scene, Staff, perform
from punto.rehearsals.scripts import Script
from punto.rounds.commands import TableCommand
from punto.rounds.records import Record
from punto.runtime.folds import FloorFold, TableFold
from punto.runtime.ports import FLOOR, Stream, stream_of
from punto.runtime.recordability import NotRecordable, check_command
from punto.runtime.stream_runtime import Runtime
from punto.storage.journal import StoredJournal
from punto.storage.sqlite.database import open_sqlite
from punto.values.ids import CommandId, TableId

Asked = tuple[Stream, TableCommand | FloorCommand]


def commands_of(script: Script) -> Iterator[Asked]:
    """Yield every command of a rehearsal with its stream, in order."""
    scene = Scene()
    for statement in script.statements:
        deed = statement.deed
        if isinstance(deed, Action):
            before, scene = scene, perform(scene, deed.asked(scene))
            yield from _given(before, scene)
        elif isinstance(deed, SceneChange):
            scene = deed.after(scene)


def _given(before: Scene, after: Scene) -> Iterator[Asked]:
    for number, one in enumerate(after.last, start=before.commands_count + 1):
        if isinstance(one.asked, OfFloor):
            sender = one.asked.sender
            by = sender.person if isinstance(sender, Staff) else None
            yield FLOOR, FloorCommand(CommandId(f"c{number}"), after.now, by, one.asked.wish)
        else:
            table = one.asked.table
            known = before.record(table).answers
            answers = after.record(table).answers
            fresh = [command for key, (command, _) in answers.items() if key not in known]
            named = one.asked.id or CommandId(f"c{number}")
            yield from ((stream_of(table), each) for each in fresh if each.id == named)


def evening_commands(record: Record, table: str = "A1") -> Iterator[Asked]:
    """Yield every command of an evening in memory."""
    for command, _ in record.answers.values():
        yield stream_of(TableId(table)), command


class Recorder:
    """A server process that records commands."""

    def __init__(self, journal: StoredJournal) -> None:
        self.journal = journal
        self.runtimes: dict[Stream, Any] = {}

    def give(self, asked: Iterable[Asked]) -> None:
        """Send commands to their streams; consecutive commands of one stream form a batch."""
        for stream, together in groupby(filter(_is_taken, asked), key=itemgetter(0)):
            self.runtime(stream).process([command for _, command in together])

    def runtime(self, stream: Stream) -> Any:  # noqa: ANN401 (of the floor, or of a table)
        if stream not in self.runtimes:
            fold: Any = FloorFold() if stream == FLOOR else TableFold()
            self.runtimes[stream] = Runtime(stream, self.journal, fold, lambda _: None)
        return self.runtimes[stream]


def _is_taken(asked: Asked) -> bool:
    """Whether a server accepts a command at all: it returns those that no record can keep."""
    try:
        check_command(asked[1])
    except NotRecordable:
        return False
    return True


def recorded(path: Path, asked: Iterable[Asked]) -> Path:
    """Write a record of these commands, and close it."""
    journal = open_sqlite(path)
    try:
        Recorder(journal).give(asked)
    finally:
        journal.close()
    return path

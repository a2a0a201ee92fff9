"""Records a rehearsal: submits its commands to the runtime of each stream, on a new record."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from punto import identity
from punto.rehearsals import Happened, OfFloor, OfTable, Staff, Transcript
from punto.rounds import Table, TableCommand, TableEvent
from punto.runtime import FLOOR, Answer, FloorFold, Runtime, Stream, TableFold, stream_of
from punto.storage.journal import StoredJournal
from punto.storage.new_files import new_file
from punto.storage.sqlite.database import open_sqlite
from punto.storage.sqlite.files import create_database
from punto.values import CommandId, Instant, Value

_NOT_ASKED = identity.ActorRefusal | identity.TerminalRefusal
"""Refusals of the floor, after which nothing reached the table."""


class CannotFollow(Exception):
    """The runtime answers a command differently, for example where the script made a correction."""


class Given(Value):
    """A command of a rehearsal, and its answer."""

    line: int
    stream: Stream
    command: TableCommand | identity.FloorCommand
    answer: Answer


def record_rehearsal(path: Path, transcript: Transcript) -> int:
    """Record everything that a rehearsal submitted, in a new file; returns the number of events."""
    with new_file(path) as unfinished:
        create_database(unfinished)
        with closing(open_sqlite(unfinished, create=False)) as journal:
            recorder = _Recorder(journal)
            for each in given_in(transcript):
                recorder.give(each)
            return sum(journal.streams().values())


def given_in(transcript: Transcript) -> Iterator[Given]:
    """Yield every command that reached a stream for the first time, in order."""
    number = 0
    for entry in transcript.entries:
        for happened in entry.happened:
            number += 1
            found = _put_to(transcript, happened, CommandId(f"c{number}"), entry.now)
            if found is not None and not happened.repeated:
                answer = happened.events if happened.refusal is None else happened.refusal
                yield Given(entry.statement.line, *found, answer)


def _put_to(
    transcript: Transcript, happened: Happened, numbered: CommandId, now: Instant
) -> tuple[Stream, TableCommand | identity.FloorCommand] | None:
    """Return the stream that a command reached, and the command; None if it reached none."""
    asked = happened.asked
    match asked:
        case OfFloor():
            by = asked.sender.person if isinstance(asked.sender, Staff) else None
            return FLOOR, identity.FloorCommand(numbered, now, by, asked.wish)
        case OfTable() if isinstance(happened.refusal, _NOT_ASKED):
            return None
        case OfTable():
            record = transcript.scene.record(asked.table)
            command, _ = record.answers[asked.id or numbered]
            return stream_of(asked.table), command


@dataclass(slots=True)
class _Recorder:
    journal: StoredJournal
    tables: dict[Stream, Runtime[Table, TableCommand, TableEvent]] = field(default_factory=dict)
    floor: Runtime[identity.Floor, identity.FloorCommand, identity.FloorEvent] | None = None

    def give(self, given: Given) -> None:
        """Submit a command to its stream, and compare the answer with the rehearsal's."""
        answer = self._answer(given.stream, given.command)
        # In lists: comparing two unions of all answers takes mypy seconds.
        if [answer] != [given.answer]:
            said = "it is done" if isinstance(answer, tuple) else answer.sentence
            raise CannotFollow(f"line {given.line}: on a record the answer is: {said}")

    def _answer(self, stream: Stream, command: TableCommand | identity.FloorCommand) -> Answer:
        if isinstance(command, identity.FloorCommand):
            if self.floor is None:
                self.floor = Runtime(stream, self.journal, FloorFold(), _tell_nobody)
            (answer,) = self.floor.process([command])
            return answer
        if stream not in self.tables:
            self.tables[stream] = Runtime(stream, self.journal, TableFold(), _tell_nobody)
        (answer,) = self.tables[stream].process([command])
        return answer


def _tell_nobody(_published: object) -> None:
    """Ignore events: there are no watchers."""

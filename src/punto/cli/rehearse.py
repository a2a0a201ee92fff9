"""punto rehearse: run a text script of play, and record it through the runtime if wanted."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import click

from punto import identity, rehearsals
from punto.bootstrap.rule_book import shipped_catalogue, shipped_documents
from punto.bootstrap.table_setup import configuration_of
from punto.cli import inputs
from punto.cli.records import RECORD_ERRORS
from punto.cli.screens import show_json
from punto.rehearsals import Happened, OfFloor, OfTable, Staff, Transcript
from punto.rounds import Configuration, Table, TableCommand, TableEvent
from punto.rules import Game, GameKey, Terms
from punto.runtime import (
    FLOOR,
    Answer,
    FloorFold,
    NotRecordable,
    Runtime,
    Stream,
    TableFold,
    stream_of,
)
from punto.storage.journal import StoredJournal
from punto.storage.new_files import check_is_free, new_file
from punto.storage.sqlite.database import open_sqlite
from punto.storage.sqlite.files import create_database
from punto.values import CommandId, Instant, TableId, Value, replace

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


UNMET = 1


def shipped_book(games: Iterable[Game] = ()) -> rehearsals.RuleBook:
    """Return the shipped games and documents, and more games, for a script to name."""
    every = (*shipped_catalogue().games, *games)
    documents = {document.key: document for document in shipped_documents()}
    usual: dict[GameKey, Configuration] = {}

    def configured(table: TableId, terms: Terms) -> Configuration:
        # Read the rule book from its files once for each game, not for each table.
        key = terms.game.key
        if key not in usual:
            usual[key] = configuration_of(table, terms)
        return replace(usual[key], table=table, terms=terms)

    return rehearsals.RuleBook({game.key: game for game in every}, documents, configured)


@click.command(name="rehearse")
@click.argument("file", type=click.Path(allow_dash=True))
@inputs.several_option(
    "--game",
    "games",
    "FILE",
    "A game file that the script may name by its key (repeat for more).",
)
@click.option(
    "--record",
    metavar="FILE",
    help="Also record what was played, in a new SQLite file for replay, report, audit, …",
)
@inputs.json_option
def command(file: str, games: tuple[str, ...], record: str | None, as_json: bool) -> None:
    """Run a text script of play, irregularities included.

    FILE is the script, - is stdin. Prints what happened, with people and clauses, and ends at the
    first line that does not go as written. docs/REHEARSAL.md explains how to write one.

    \b
    Examples:
      punto rehearse rehearsals/play/mbs-tiger.rehearsal
      punto rehearse my-evening.rehearsal --json
      punto rehearse rehearsals/money/debts.rehearsal --record evening.db
    """
    name = "stdin" if file == "-" else file
    script = rehearsals.read_script(_text(file, name), shipped_book(map(inputs.find_game, games)))
    if not isinstance(script, rehearsals.Script):
        if not as_json:
            inputs.fail(f"{name}, {sentence}" for sentence in script.sentences)
        show_json(rehearsals.mistakes_as_data(script))
        sys.exit(inputs.BAD_INPUT)
    if record is not None:
        with inputs.in_one_sentence(*RECORD_ERRORS):
            check_is_free(Path(record))
    transcript = rehearsals.rehearse(script)
    if record is not None:
        _record(record, transcript)
    if as_json:
        show_json(rehearsals.as_data(transcript))
    else:
        click.echo(rehearsals.as_text(transcript), nl=False)
    failure = transcript.failure
    if failure is not None:
        if not is_screen():
            # The transcript went elsewhere, with the whole sentence at its end.
            click.echo(f"punto: {name}, line {failure.line}: does not go as written", err=True)
        sys.exit(UNMET)


def _record(file: str, transcript: rehearsals.Transcript) -> None:
    """Record what was played, up to the point where the script failed, if it did."""
    with inputs.in_one_sentence(*RECORD_ERRORS):
        try:
            events_count = record_rehearsal(Path(file), transcript)
        except (CannotFollow, NotRecordable) as fault:
            inputs.fail([f"{file}: nothing was recorded; {fault}"])
    click.echo(f"punto: note: {events_count} events recorded in {file}", err=True)


def is_screen() -> bool:
    """Return whether a person sees the transcript as it is printed."""
    return sys.stdout.isatty()


def _text(file: str, name: str) -> str:
    """Return the script; exits with a sentence if it cannot be read."""
    try:
        written = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except FileNotFoundError:
        inputs.fail([f"file {file!r}: not found, expected a script"])
    except IsADirectoryError:
        inputs.fail([f"file {file!r}: a directory, expected a script"])
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        inputs.fail([f"file {file!r}: cannot be read, {why}"])
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        inputs.fail([f"{name}, line {line}: not UTF-8 text, expected it saved as UTF-8"])

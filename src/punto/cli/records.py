"""Records and their periods for commands: how they are opened, and errors in one sentence."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, timedelta, tzinfo
from functools import partial
from typing import TypedDict, Unpack, cast, overload

import click

from punto.cli.copies import checked_keys
from punto.cli.inputs import fail, in_one_sentence, parse_moment, several_option, together
from punto.rounds import TableEvent
from punto.runtime import CannotRecord, RecordBroken, Stream, is_of_a_table, stream_of, table_of
from punto.storage.addresses import still_record
from punto.storage.beginnings import START, Beginning, Fits, beginning
from punto.storage.checkpoints.signatures import AnotherKeyExpected
from punto.storage.checkpoints.signing_keys import KeyUnfit
from punto.storage.checkpoints.verification import signers
from punto.storage.journal import StoredJournal
from punto.storage.new_files import CannotWrite
from punto.storage.record.sessions import StillRecord
from punto.values import Instant, TableId, Value, datetime_of, instant_of
from punto.views.recall import CannotHaveHappened
from punto.views.reports import LaterEvents, Period

record_option = partial(
    click.option,
    "--database",
    "address",
    metavar="ADDRESS",
    envvar="PUNTO_DATABASE",
    show_envvar=True,
    help="The record: a SQLite file, or postgresql://…",
)
"""Adds the option for a record, which a command may require."""

database_option = record_option(required=True)


RECORD_ERRORS = (CannotRecord, RecordBroken, CannotWrite, KeyUnfit, AnotherKeyExpected)
"""Errors of a record, a key or a file, whose message is one sentence."""


@contextmanager
def opened(address: str) -> Iterator[StillRecord]:
    """Open a consistent read of a record, beside its writers."""
    with in_one_sentence(*RECORD_ERRORS), still_record(address) as record:
        yield record


def tables_of(record: StillRecord) -> tuple[TableId, ...]:
    """Return the tables of a record, by name."""
    streams = StoredJournal(record).streams()
    return tuple(table_of(stream) for stream in streams if is_of_a_table(stream))


class StoredEvents(LaterEvents):
    """The events of a table from a beginning on, read again for each iteration.

    Therefore a record of any length fits into memory.
    """

    def __init__(self, record: StillRecord, table: TableId, begin: Beginning = START) -> None:
        self._journal, self._stream = StoredJournal(record), stream_of(table)
        self._begin = begin.position
        self.before = begin.table
        self._last: tuple[int, TableEvent] | None = None

    def __len__(self) -> int:
        return self._journal.streams()[self._stream] - self._begin

    def __iter__(self) -> Iterator[TableEvent]:
        return self._after(0)

    @overload
    def __getitem__(self, index: int) -> TableEvent: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[TableEvent]: ...
    def __getitem__(self, index: int | slice) -> TableEvent | Sequence[TableEvent]:
        places = range(len(self))[index]
        if isinstance(places, range):
            return [self[place] for place in places]
        return next(self._after(places))

    def _after(self, position: int) -> Iterator[TableEvent]:
        for place, read in self._journal.read(self._stream, self._begin + position):
            event = cast("TableEvent", read)
            self._last = place, event
            yield event

    def place_of(self, event: TableEvent) -> str | None:
        """Return the place of an event, if it was the last one read here."""
        if self._last is None or self._last[1] is not event:
            return None
        return f"{self._stream} at {self._last[0]}"


@contextmanager
def places_named(events: Iterable[StoredEvents]) -> Iterator[None]:
    """Raise RecordBroken, with its place, for an event that cannot have happened."""
    try:
        yield
    except CannotHaveHappened as fault:
        places = (each.place_of(fault.event) for each in events)
        place = next((place for place in places if place is not None), "an event")
        raise RecordBroken(f"{place}: cannot have happened, {fault}") from fault


def find_table(record: StillRecord, name: str) -> TableId:
    """Return a table of the record; exits with a sentence that lists the existing ones."""
    tables = tables_of(record)
    if name not in tables:
        known = " ".join(tables) or "one, and there is none yet"
        fail([f"table {name!r}: not in {record.name}, expected {known}"])
    return TableId(name)


class AskedPeriod(Value):
    """A period, and the time zone of the user who asked."""

    period: Period
    zone: tzinfo = UTC


period_options = together(
    click.option("--since", metavar="INSTANT", help="The start, such as 2026-01-01T06:00+08:00."),
    click.option("--until", metavar="INSTANT", help="The end (exclusive)."),
    click.option(
        "--hours", type=click.IntRange(min=1), help="A length from --since, such as a shift."
    ),
)
"""The options that bound a period; a missing one leaves it open."""


class PeriodGiven(TypedDict, total=False):
    """The values of ``period_options``."""

    since: str | None
    until: str | None
    hours: int | None


def find_period(**given: Unpack[PeriodGiven]) -> AskedPeriod:
    """Return the period that the options describe; exits with a sentence if it is invalid."""
    since, until, hours = given.get("since"), given.get("until"), given.get("hours")
    start = None if since is None else parse_moment(since)
    end = None if until is None else parse_moment(until)
    if hours is not None:
        if start is None or end is not None:
            fail([f"--hours {hours}: expected with --since, and without --until"])
        try:
            end = start + timedelta(hours=hours)
        except OverflowError:
            fail([f"--hours {hours}: beyond the calendar, expected an end before the year 10000"])
    if start is not None and end is not None and end <= start:
        fail([f"--until {until}: not after --since {since}, expected a later moment"])
    zone = next((each.tzinfo for each in (start, end) if each is not None), UTC) or UTC
    ends = (None if each is None else instant_of(each) for each in (start, end))
    return AskedPeriod(Period(*ends), zone)


def moment_text(at: Instant, zone: tzinfo = UTC) -> str:
    """Format a time for programs; one beyond the calendar is given in milliseconds."""
    try:
        moment = datetime_of(at).astimezone(zone)
    except OverflowError:
        return f"{at} ms"
    return moment.isoformat(timespec="milliseconds")


_WORTH_TELLING = 10_000
"""From this many events on, the user is told that the command reads them all."""


beginning_options = together(
    several_option(
        "--key",
        "keys",
        "HEX",
        "A public key whose snapshots are trusted, instead of every key that signed.",
    ),
    click.option("--from-start", is_flag=True, help="Trust no snapshot: read every event."),
)
"""The options that say which snapshots are trusted."""


class Trust(TypedDict):
    """The values of ``beginning_options``."""

    keys: tuple[str, ...]
    from_start: bool


def find_beginning(
    record: StillRecord,
    stream: Stream,
    up_to: int,
    fits: Fits | None = None,
    **trust: Unpack[Trust],
) -> Beginning:
    """Return the last trusted beginning up to a position, and tell the user about it."""
    keys = checked_keys(trust["keys"])
    if trust["from_start"]:
        return START
    try:
        journal = StoredJournal(record, keys or signers(record))
        found = beginning(journal, stream, up_to, fits)
    except RecordBroken as fault:
        raise RecordBroken(f"{fault}; --from-start trusts no snapshot") from fault
    _tell(stream, up_to, found)
    return found


def _tell(stream: Stream, up_to: int, found: Beginning) -> None:
    if found.kept is not None:
        place, kept = found.position + 1, found.kept
        said = f"event {place:,} on; checkpoint {kept.checkpoint:,}, signed by {kept.key}, "
        said += "vouches for the table before it"
    elif up_to >= _WORTH_TELLING:
        said = "its first event; no signed snapshot of this version fits"
    else:
        return
    click.echo(f"punto: {stream}: read from {said}", err=True)

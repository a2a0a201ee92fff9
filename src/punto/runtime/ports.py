"""What the runtime needs of a record, in the words of the core; stores answer it."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NewType, Protocol

from msgspec import Struct

from punto.identity.events import Event as FloorEvent
from punto.identity.refusals import Refusal as FloorRefusal
from punto.ledger.postings import Posting
from punto.ledger.ticket_numbers import TicketNumber
from punto.ledger.tickets import Ticket, TicketRedeemed, TicketStep
from punto.rounds.events import Event as TableEvent
from punto.rounds.refusals import Refusal as TableRefusal
from punto.rounds.state import Table
from punto.values.ids import CommandId, Instant, TableId
from punto.views.memories import Screens

Stream = NewType("Stream", str)
"""The name of one gap-free sequence of events."""

FLOOR = Stream("floor")
_OF_A_TABLE = "table/"

Event = TableEvent | FloorEvent
Refusal = TableRefusal | FloorRefusal


def stream_of(table: TableId) -> Stream:
    """The stream of a table."""
    return Stream(f"{_OF_A_TABLE}{table}")


def table_of(stream: Stream) -> TableId:
    """The table whose stream it is."""
    return TableId(stream.removeprefix(_OF_A_TABLE))


def is_of_a_table(stream: Stream) -> bool:
    """Whether it is the stream of a table, and not of the floor."""
    return stream.startswith(_OF_A_TABLE)


class CannotRecord(Exception):
    """The record cannot be written or read: disk full, I/O error, lost database."""


class OutOfReach(CannotRecord):
    """The database was not reached, or was lost before it answered.

    Whether a transaction that was about to end has ended well, only the record can tell.
    """


class Overtaken(CannotRecord):
    """Somebody else wrote to the stream first; nothing was recorded, and it is to be read again."""


class RecordBroken(Exception):
    """The record is there and does not hold; it names the first place where it does not."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A stream that has got as far as this; a notice can be missed, a position cannot."""

    stream: Stream
    position: int


class Listening(Protocol):
    """Hears of what other nodes append."""

    def wait(self, seconds: float) -> tuple[Notice, ...]:
        """What was appended, as soon as there is something; nothing after so many seconds."""
        ...

    def close(self) -> None:
        """Stop listening."""
        ...


@dataclass(frozen=True, slots=True)
class Lease:
    """Who held a name last, and until when, by the clock of the store."""

    holder: str
    until: Instant


class StoredAnswer(Struct, frozen=True):
    """What was answered to a command, for whoever asks again."""

    command: CommandId
    fingerprint: str
    """What the sender said, in brief; another command under the same id has another one."""
    answer: tuple[Event, ...] | Refusal


@dataclass(frozen=True, slots=True)
class Batch:
    """All that one transaction adds to one stream."""

    stream: Stream
    after: int
    """The position of the last event before it; the fence against another writer."""
    events: tuple[Event, ...]
    postings: tuple[tuple[int, Posting], ...] = ()
    """Each with the position of the event that moved the money."""
    tickets: tuple[tuple[int, TicketStep], ...] = ()
    """Each with the position of the event that made or ended the ticket."""
    answers: tuple[StoredAnswer, ...] = ()


class Transaction(Protocol):
    """Streams that nobody else can write until it ends; whole, or nothing of it."""

    def head(self, stream: Stream) -> int:
        """The position of the last event; 0 for a stream that has none."""
        ...

    def read(self, stream: Stream, after: int) -> Iterator[Event]:
        """The events behind a position, in order."""
        ...

    def answers(
        self, stream: Stream, commands: Sequence[CommandId]
    ) -> Mapping[CommandId, StoredAnswer]:
        """What was answered before to these commands, as far as they were given before."""
        ...

    def ticket(self, number: TicketNumber) -> tuple[Ticket | None, TicketRedeemed | None]:
        """What the register says of a ticket."""
        ...

    def append(self, batch: Batch) -> None:
        """Add to a stream; it is recorded when the transaction has ended well.

        Overtaken when the stream does not end where the batch begins, and TicketStepImpossible
        when the register has a step of a ticket already.
        """
        ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a table after an event: only a cache, which a replay must confirm."""

    stream: Stream
    position: int
    fold: str
    """Which code folded it; another code does not use it."""
    table: Table
    screens: Screens | None = None
    """What its screens remembered then; None where nobody watched."""


class Journal(Protocol):
    """A record of streams."""

    def transaction(self, streams: Iterable[Stream]) -> AbstractContextManager[Transaction]:
        """Lock streams, in an order of its own; leaving it without an exception commits."""
        ...

    def streams(self) -> Mapping[Stream, int]:
        """Every stream with the position of its last event."""
        ...

    def read(self, stream: Stream, after: int = 0) -> Generator[tuple[int, Event], None, None]:
        """Events with their positions, chain checked on the way; no lock is taken."""
        ...

    def snapshot(self, stream: Stream, fold: str) -> Snapshot | None:
        """The newest one that a signed checkpoint vouches for and that this fold made."""
        ...

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Keep one for the next checkpoint to vouch for."""
        ...

    def check_signed_ends(self) -> Mapping[Stream, int]:
        """Where the newest checkpoint saw each stream end; nothing where nobody signed yet.

        RecordBroken when a stream is not there, or further.
        """
        ...

    def postings(self, stream: Stream, after: int) -> Generator[tuple[int, Posting], None, None]:
        """The postings behind a number as they are filed, each with its event's position."""
        ...

    def ticket_steps(
        self, stream: Stream, after: int
    ) -> Generator[tuple[int, TicketStep], None, None]:
        """The steps of tickets as they are filed, each with its event's position, behind one."""
        ...

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Hold a name for a time, or go on holding it; false while another holder has it."""
        ...

    def give_up_lease(self, name: str, holder: str) -> None:
        """Let the name go, if it is held by this holder."""
        ...

    def leases(self) -> Mapping[str, Lease]:
        """Who held each name last, whether the lease is over or not."""
        ...

    def lease(self, name: str) -> Lease | None:
        """Who held a name last, whether the lease is over or not."""
        ...

    def time(self) -> Instant | None:
        """The present time by the clock of the database; None where it has none of its own."""
        ...

    def check_place(self) -> None:
        """CannotRecord when the record was deleted or replaced while it is open."""
        ...

"""The interfaces to a record and to a vault, which the storage package implements."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NewType, Protocol

from punto.identity import FloorEvent
from punto.identity import Refusal as FloorRefusal
from punto.ledger import Posting, Ticket, TicketNumber, TicketRedeemed, TicketStep
from punto.rounds import Refusal as TableRefusal
from punto.rounds import Table, TableEvent
from punto.values import CommandId, Instant, TableId, Value
from punto.views.memories import Screens

Stream = NewType("Stream", str)
"""The name of one gap-free sequence of events."""

FLOOR = Stream("floor")
_OF_A_TABLE = "table/"

Event = TableEvent | FloorEvent
Refusal = TableRefusal | FloorRefusal


def stream_of(table: TableId) -> Stream:
    """Return the stream of a table."""
    return Stream(f"{_OF_A_TABLE}{table}")


def table_of(stream: Stream) -> TableId:
    """Return the table of a stream."""
    return TableId(stream.removeprefix(_OF_A_TABLE))


def is_of_a_table(stream: Stream) -> bool:
    """Return whether a stream belongs to a table rather than the floor."""
    return stream.startswith(_OF_A_TABLE)


class CannotRecord(Exception):
    """The record cannot be written or read: disk full, I/O error, lost database."""


class OutOfReach(CannotRecord):
    """The database was not reached, or was lost before it answered.

    Only the record can tell whether a transaction that was committing has succeeded.
    """


class Overtaken(CannotRecord):
    """Another node wrote to the stream first; nothing was recorded, and it must be read again."""


class RecordBroken(Exception):
    """The record does not hold; the message names the first place where it does not."""


class NewerForm(RecordBroken):
    """A form that only a newer program reads: the record is sound, and this program is too old."""


class Notice(Value):
    """A stream that has reached a position; a notice can be missed, a position cannot."""

    stream: Stream
    position: int


class Listening(Protocol):
    """Receives notices of what other nodes append."""

    def wait(self, seconds: float) -> tuple[Notice, ...]:
        """Return the next notices, or nothing after so many seconds."""

    def close(self) -> None:
        """Stop listening."""


class Lease(Value):
    """The last holder of a name, and the time until which it holds, by the database's clock."""

    holder: str
    until: Instant


class StoredAnswer(Value):
    """The answer to a command, kept for repeats."""

    command: CommandId
    fingerprint: str
    """A digest of what the sender said; another command under the same id has another one."""
    answer: tuple[Event, ...] | Refusal


class Batch(Value):
    """Everything that one transaction adds to one stream."""

    stream: Stream
    after: int
    """The position of the last event before it, which fences off other writers."""
    events: tuple[Event, ...]
    postings: tuple[tuple[int, Posting], ...] = ()
    """Each with the position of the event that moved the money."""
    tickets: tuple[tuple[int, TicketStep], ...] = ()
    """Each with the position of the event that issued or ended the ticket."""
    answers: tuple[StoredAnswer, ...] = ()


class Transaction(Protocol):
    """A transaction, all or nothing, that alone may write its streams."""

    def head(self, stream: Stream) -> int:
        """Return the position of the last event; 0 for a stream without events."""

    def read(self, stream: Stream, after: int) -> Iterator[Event]:
        """Yield the events after a position, in order."""

    def answers(
        self, stream: Stream, commands: Sequence[CommandId]
    ) -> Mapping[CommandId, StoredAnswer]:
        """Return the answers of those commands that were answered before."""

    def ticket(self, number: TicketNumber) -> tuple[Ticket | None, TicketRedeemed | None]:
        """Return the issue and the redemption of a ticket, as far as they are recorded."""

    def append(self, batch: Batch) -> None:
        """Add to a stream; recorded once the transaction commits.

        Raises Overtaken if the stream does not end where the batch begins, and TicketStepImpossible
        if the register already has this step of a ticket.
        """


class Snapshot(Value):
    """The state of a table after an event: only a cache, which a replay must confirm."""

    stream: Stream
    position: int
    fold: str
    """The code that folded it; other code does not use it."""
    table: Table
    screens: Screens | None = None
    """The memory of its screens at that time; None if there were no watchers."""


class KeptSnapshot(Value):
    """A snapshot, and the signature that vouches for it."""

    snapshot: Snapshot
    checkpoint: int
    """The number of the checkpoint that listed it first."""
    key: str
    """The public key that signed that checkpoint."""


class Journal(Protocol):
    """A record of streams."""

    def transaction(self, streams: Iterable[Stream]) -> AbstractContextManager[Transaction]:
        """Lock streams in a fixed order; commits on exit unless an exception is raised."""

    def streams(self) -> Mapping[Stream, int]:
        """Return every stream with the position of its last event."""

    def read(self, stream: Stream, after: int = 0) -> Generator[tuple[int, Event], None, None]:
        """Yield events with their positions, checking the chain; takes no lock."""

    def read_on(self, after: Mapping[Stream, int]) -> Mapping[Stream, Iterator[tuple[int, Event]]]:
        """Read the events after a position of each stream, in one query.

        Returns at most a thousand events of each stream. Each is checked and decoded when it is
        taken, so that a fault concerns only its own stream.
        """

    def snapshot(self, stream: Stream, fold: str) -> Snapshot | None:
        """Return the newest snapshot made by this fold that a signed checkpoint vouches for."""

    def kept_snapshots(self, stream: Stream, fold: str) -> tuple[int, ...]:
        """Return the positions of all snapshots that this fold made, in order."""

    def kept_snapshot(self, stream: Stream, fold: str, position: int) -> KeptSnapshot | None:
        """Return the snapshot at a position, if a signed checkpoint vouches for it."""

    def keep_snapshot(self, snapshot: Snapshot) -> int:
        """Keep a snapshot, for the next checkpoint to vouch for; returns its size in bytes."""

    def check_signed_ends(self) -> Mapping[Stream, int]:
        """Return where the newest checkpoint saw each stream end; empty if there is none.

        Raises RecordBroken if a stream does not reach that far, or differs there.
        """

    def postings(self, stream: Stream, after: int) -> Generator[tuple[int, Posting], None, None]:
        """Yield the filed postings after a number, each with its event's position."""

    def ticket_steps(
        self, stream: Stream, after: int
    ) -> Generator[tuple[int, TicketStep], None, None]:
        """Yield the filed ticket steps after a position, each with its event's position."""

    def take_lease(self, name: str, holder: str, for_ms: int) -> bool:
        """Take or renew a lease; false while another holder has it."""

    def give_up_lease(self, name: str, holder: str) -> None:
        """Release a lease, if this holder has it."""

    def leases(self) -> Mapping[str, Lease]:
        """Return the last lease of each name, expired or not."""

    def time(self) -> Instant | None:
        """Return the time of the database's clock; None if it has none."""

    def check_place(self) -> None:
        """Raise CannotRecord if the record was deleted or replaced while open."""


class Vault(Protocol):
    """A store of small notes beside the record; every method may block, or raise CannotRecord."""

    def get(self, kind: str, name: str) -> bytes | None:
        """Return the note of a kind and name."""

    def all(self, kind: str) -> Mapping[str, bytes]:
        """Return all notes of a kind by name."""

    def put(self, kind: str, name: str, note: bytes) -> bool:
        """Add a note; false, with nothing changed, if the name is taken."""

    def swap(self, kind: str, name: str, before: bytes, after: bytes | None) -> bool:
        """Replace a note, or delete it if ``after`` is None; false if ``before`` is not there."""

    def scrub(self) -> None:
        """Rewrite the files, so that they no longer contain deleted or replaced notes."""

    def close(self) -> None:
        """Close the vault."""

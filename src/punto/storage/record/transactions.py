"""A transaction of the record, on either database."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from punto.ledger import Ticket, TicketNumber, TicketRedeemed
from punto.runtime import Batch, Event, Overtaken, RecordBroken, StoredAnswer, Stream, is_recordable
from punto.storage.codec.refusals import REFUSAL_CODEC
from punto.storage.record import reader
from punto.storage.record.chain import first_answers_hash, first_hash, first_head
from punto.storage.record.rows import AnswerRow, EventRow, HeadRow
from punto.storage.record.sessions import RecordSession
from punto.storage.record.writer import rows_of
from punto.values import CommandId


def hash_at(session: RecordSession, stream: Stream, position: int) -> bytes:
    """Return the hash of the event at a position, where the chain continues."""
    if position == 0:
        return first_hash(stream)
    rows = session.events(stream, position - 1, 1)
    if not rows or rows[0].position != position:
        raise RecordBroken(f"{stream} at {position}: no event")
    return rows[0].hash


def answers_hash_at(session: RecordSession, stream: Stream, number: int) -> bytes:
    """Return the hash of the answer with a number, where the chain of answers continues."""
    if number == 0:
        return first_answers_hash(stream)
    rows = session.answers_in_order(stream, number - 1, 1)
    if not rows or rows[0].number != number:
        raise RecordBroken(f"{stream}: no answer {number}")
    return rows[0].hash


class StoredTransaction:
    """A transaction that holds the locks of its streams until it ends."""

    def __init__(self, session: RecordSession, locked: Collection[Stream]) -> None:
        self._session = session
        self._locked = locked
        self._heads: dict[Stream, HeadRow] = {}

    def head(self, stream: Stream) -> int:
        return self._head(stream).position

    def read(self, stream: Stream, after: int) -> Iterator[Event]:
        head = self._head(stream)
        return (reader.event_of(row) for row in rows_after(self._session.events, head, after))

    def answers(
        self, stream: Stream, commands: Sequence[CommandId]
    ) -> Mapping[CommandId, StoredAnswer]:
        asked = commands
        if not is_recordable("".join(commands)):
            # An id that no database can store was never answered.
            asked = [command for command in commands if is_recordable(command)]
        rows = self._session.answers(stream, asked) if asked else []
        return {CommandId(row.command): self._answer(stream, row) for row in rows}

    def _answer(self, stream: Stream, row: AnswerRow) -> StoredAnswer:
        command = CommandId(row.command)
        # An altered answer is not given to the client.
        reader.check_answer(row, answers_hash_at(self._session, stream, row.number - 1))
        if row.refusal is not None:
            try:
                refusal = REFUSAL_CODEC.decode(row.refusal)
            except RecordBroken as fault:
                raise type(fault)(f"{stream}, the answer to {command}: {fault}") from None
            return StoredAnswer(command, row.fingerprint, refusal)
        if not row.events_count:
            return StoredAnswer(command, row.fingerprint, ())
        after = row.first - 1
        rows = self._session.events(stream, after, row.events_count)
        if len(rows) != row.events_count:
            raise RecordBroken(f"{stream}, the answer to {command}: its events are not there")
        before = hash_at(self._session, stream, after)
        events = tuple(
            reader.event_of(each) for each in reader.chained(rows, stream, after, before)
        )
        if any(event.command != command for event in events):
            raise RecordBroken(f"{stream}, the answer to {command}: events of another command")
        return StoredAnswer(command, row.fingerprint, events)

    def ticket(self, number: TicketNumber) -> tuple[Ticket | None, TicketRedeemed | None]:
        if not is_recordable(number):
            return None, None
        # In this order: the first read locks the ticket, so that no other node can end it
        # meanwhile.
        issued = self._session.issued(number)
        ended = self._session.ended(number)
        return issued and reader.ticket_of(issued), ended and reader.ending_of(ended)

    def append(self, batch: Batch) -> None:
        if batch.stream not in self._locked:
            raise ValueError(f"{batch.stream}: not a stream of this transaction")
        head = self._head(batch.stream)
        if head.position != batch.after:
            raise Overtaken(f"{batch.stream} ends at {head.position}, not at {batch.after}")
        rows = rows_of(batch, head)
        self._session.add(rows)
        self._heads[batch.stream] = rows.head

    def _head(self, stream: Stream) -> HeadRow:
        if stream not in self._heads:
            found = self._session.head(stream)
            self._heads[stream] = found or first_head(stream)
        return self._heads[stream]


def rows_after(events: reader.Events, head: HeadRow, after: int) -> Iterator[EventRow]:
    """Yield all events of a stream after a position, checked against its head.

    The event at the position, at which the chain continues, is read together with them.
    """
    rows = reader.in_chunks(events, Stream(head.stream), max(0, after - 1))
    return following(rows, head, after)


def following(rows: Iterator[EventRow], head: HeadRow, after: int) -> Iterator[EventRow]:
    """Yield the rows after a position, checked against the head; the row there comes first."""
    stream, before = Stream(head.stream), first_hash(Stream(head.stream))
    if 0 < after <= head.position:
        row = next(rows, None)
        if row is None or row.position != after:
            raise RecordBroken(f"{stream} at {after}: no event")
        before = row.hash
    yield from up_to_head(reader.chained(rows, stream, after, before), head, after, before)


def up_to_head(
    rows: Iterator[EventRow], head: HeadRow, after: int, before: bytes
) -> Iterator[EventRow]:
    """Yield rows, which must reach the stream's head and may continue after it."""
    if after > head.position:
        raise RecordBroken(
            f"{head.stream} ends at {head.position}, expected {after} events or more"
        )
    position, last_hash = after, before
    for row in rows:
        position = row.position
        if position <= head.position:
            last_hash = row.hash
        yield row
    if position < head.position:
        raise RecordBroken(f"{head.stream} at {position + 1}: no event, and the head says more")
    if last_hash != head.hash:
        raise RecordBroken(f"{head.stream} at {head.position}: not the event that the head says")

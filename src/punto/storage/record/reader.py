"""Turns stored rows back into events, answers and tickets, checking the chain."""

from collections.abc import Callable, Iterable, Iterator

from punto.ledger import Ticket, TicketNumber, TicketRedeemed
from punto.runtime import Event, RecordBroken, Stream
from punto.storage.codec.events import EVENTS
from punto.storage.record.chain import next_answers_hash, next_hash
from punto.storage.record.rows import AnswerRow, EndedRow, EventRow, IssuedRow
from punto.values import Cents, Instant, TerminalId

CHUNK = 1_000
"""The number of events read at once, so that a long read blocks nothing."""

Events = Callable[[str, int, int], list[EventRow]]
"""Reads at most so many events of a stream after a position."""


def chained(
    rows: Iterable[EventRow], stream: Stream, after: int, before: bytes
) -> Iterator[EventRow]:
    """Yield the rows, checking that each follows the one before."""
    position = after
    for row in rows:
        position += 1
        if row.position != position:
            raise RecordBroken(f"{stream} at {position}: no event, the next is {row.position}")
        before = next_hash(before, position, row.body)
        if row.hash != before:
            raise RecordBroken(f"{stream} at {position}: the event does not follow in the chain")
        yield row


def in_chunks(events: Events, stream: Stream, after: int) -> Iterator[EventRow]:
    """Yield all events after a position, a chunk at a time."""
    rows = events(stream, after, CHUNK)
    yield from rows
    while len(rows) == CHUNK:
        rows = events(stream, rows[-1].position, CHUNK)
        yield from rows


def check_answer(row: AnswerRow, before: bytes) -> None:
    """Raise RecordBroken unless the answer follows the one with this hash."""
    numbers, said = (row.number, row.first, row.events_count), (row.command, row.fingerprint)
    if min(numbers) < 0 or row.hash != next_answers_hash(before, numbers, said, row.refusal):
        raise RecordBroken(
            f"{row.stream}, the answer to {row.command}: it does not follow in the chain"
        )


def event_of(row: EventRow) -> Event:
    """Decode the event of a row, whose columns must agree with its body."""
    try:
        event = EVENTS.decode(row.body)
    except RecordBroken as fault:
        raise type(fault)(f"{row.stream} at {row.position}: {fault}") from None
    if (row.name, row.at) != (EVENTS.name_of(event), event.at):
        raise RecordBroken(f"{row.stream} at {row.position}: filed as {row.name} at {row.at}")
    return event


def ticket_of(row: IssuedRow) -> Ticket:
    """Return the ticket of a row."""
    return Ticket(
        TicketNumber(row.number),
        Cents(row.amount),
        TerminalId(row.terminal),
        Instant(row.issued_at),
        Instant(row.expires_at),
    )


def ending_of(row: EndedRow) -> TicketRedeemed:
    """Return the redemption of a row."""
    return TicketRedeemed(TicketNumber(row.number), TerminalId(row.terminal), Instant(row.at))

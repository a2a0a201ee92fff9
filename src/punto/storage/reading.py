"""From stored rows back to events, answers and tickets, with the chain checked on the way."""

from collections.abc import Callable, Iterable, Iterator

from punto.ledger.ticket_numbers import TicketNumber
from punto.ledger.tickets import Ticket, TicketEnd, TicketLapsed, TicketRedeemed, TicketVoided
from punto.storage.chain import next_hash
from punto.storage.codec.events import EVENTS
from punto.storage.rows import EndedRow, EventRow, IssuedRow
from punto.tables.ports import Event, RecordBroken, Stream
from punto.values.ids import Instant, TerminalId
from punto.values.money import Cents

CHUNK = 1_000
"""How many events are asked for at once; a long read holds up nobody."""

Events = Callable[[Stream, int, int], list[EventRow]]
"""Asks a store for so many events of a stream behind a position."""


def chained(
    rows: Iterable[EventRow], stream: Stream, after: int, before: bytes
) -> Iterator[EventRow]:
    """The rows as they come, each shown to follow the one before."""
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
    """All events behind a position, a chunk at a time."""
    while rows := events(stream, after, CHUNK):
        yield from rows
        after = rows[-1].position


def event_of(row: EventRow) -> Event:
    """The event of a row, whose columns must say what its body says."""
    try:
        event = EVENTS.decode(row.body)
    except RecordBroken as fault:
        raise RecordBroken(f"{row.stream} at {row.position}: {fault}") from None
    if (row.name, row.at) != (EVENTS.name_of(event), event.at):
        raise RecordBroken(f"{row.stream} at {row.position}: filed as {row.name} at {row.at}")
    return event


def ticket_of(row: IssuedRow) -> Ticket:
    """The ticket of a row."""
    return Ticket(
        TicketNumber(row.number),
        Cents(row.amount),
        TerminalId(row.terminal),
        Instant(row.issued_at),
        Instant(row.expires_at),
    )


def ending_of(row: EndedRow) -> TicketEnd:
    """How a ticket ended."""
    number, at = TicketNumber(row.number), Instant(row.at)
    match row.kind, row.terminal:
        case "redeemed", str(terminal):
            return TicketRedeemed(number, TerminalId(terminal), at)
        case "lapsed", None:
            return TicketLapsed(number, at)
        case "voided", None:
            return TicketVoided(number, at)
        case _:
            raise RecordBroken(f"{row.stream} at {row.position}: a ticket ended {row.kind!r}")

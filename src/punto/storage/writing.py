"""From a batch to the rows that it adds; each event is encoded and hashed once."""

from collections.abc import Iterator
from typing import assert_never

from punto.ledger.tickets import (
    TicketEnd,
    TicketIssued,
    TicketLapsed,
    TicketRedeemed,
    TicketVoided,
)
from punto.storage.chain import next_hash
from punto.storage.codec.bodies import Unrecordable
from punto.storage.codec.events import EVENTS
from punto.storage.codec.refusals import REFUSAL_CODEC
from punto.storage.rows import AnswerRow, EndedRow, EventRow, IssuedRow, Rows, TransferRow
from punto.tables.ports import Batch

_NUMBERS = range(-(2**63), 2**63)


def rows_of(batch: Batch, before: bytes) -> Rows:
    """The rows of a batch that follows the event with this hash."""
    events = list(_event_rows(batch, before))
    transfers, answers = list(_transfer_rows(batch)), list(_answer_rows(batch))
    issued, ended = list(_issued_rows(batch)), list(_ended_rows(batch))
    last = batch.after + len(events)
    caused = (*(p for p, _ in batch.postings), *(p for p, _ in batch.tickets))
    if not all(batch.after < position <= last for position in caused):
        raise ValueError(f"{batch.stream}: money or a ticket moves without an event of the batch")
    last_hash = events[-1].hash if events else before
    return Rows(
        batch.stream, batch.after, last, last_hash, events, transfers, issued, ended, answers
    )


def is_recordable(text: str) -> bool:
    """Whether every store can keep a text in a column: no NUL, no half of a character."""
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _text(text: str) -> str:
    if not is_recordable(text):
        raise Unrecordable(f"text {text!r}: expected whole characters, and no NUL")
    return text


def _number(number: int) -> int:
    if number not in _NUMBERS:
        raise Unrecordable(f"number {number}: expected one of 64 bits")
    return number


def _event_rows(batch: Batch, before: bytes) -> Iterator[EventRow]:
    stream = _text(batch.stream)
    for position, event in enumerate(batch.events, start=batch.after + 1):
        body = EVENTS.encode(event)
        before = next_hash(before, position, body)
        name, at = EVENTS.name_of(event), _number(event.at)
        yield EventRow(stream, position, name, at, body, before)


def _transfer_rows(batch: Batch) -> Iterator[TransferRow]:
    for position, posting in batch.postings:
        for line, move in enumerate(posting.transfers, start=1):
            yield TransferRow(
                batch.stream,
                posting.number,
                line,
                position,
                _text(move.terminal),
                move.reason.value,
                move.is_reversal,
                _number(move.amount),
                posting.reverses,
            )


def _issued_rows(batch: Batch) -> Iterator[IssuedRow]:
    for position, step in batch.tickets:
        if isinstance(step, TicketIssued):
            ticket = step.ticket
            yield IssuedRow(
                _text(ticket.number),
                batch.stream,
                position,
                _number(ticket.amount),
                _text(ticket.terminal),
                _number(ticket.issued_at),
                _number(ticket.expires_at),
            )


def _ended_rows(batch: Batch) -> Iterator[EndedRow]:
    for position, step in batch.tickets:
        if not isinstance(step, TicketIssued):
            kind, terminal = _ending(step)
            number, at = _text(step.number), _number(step.at)
            yield EndedRow(number, batch.stream, position, kind, terminal, at)


def _ending(step: TicketEnd) -> tuple[str, str | None]:
    match step:
        case TicketRedeemed():
            return "redeemed", _text(step.terminal)
        case TicketLapsed():
            return "lapsed", None
        case TicketVoided():
            return "voided", None
    assert_never(step)


def _answer_rows(batch: Batch) -> Iterator[AnswerRow]:
    """Answers stand in the order of their events, which are all in the batch."""
    taken = 0
    for each in batch.answers:
        command, fingerprint = _text(each.command), _text(each.fingerprint)
        if isinstance(each.answer, tuple):
            count = len(each.answer)
            while batch.events[taken : taken + count] != each.answer:
                taken += 1
                if taken + count > len(batch.events):
                    raise ValueError(f"{command}: answered with events that are not in the batch")
            first = batch.after + taken + 1
            yield AnswerRow(batch.stream, command, fingerprint, first, count, None)
            taken += count
        else:
            refusal = REFUSAL_CODEC.encode(each.answer)
            yield AnswerRow(batch.stream, command, fingerprint, 0, 0, refusal)

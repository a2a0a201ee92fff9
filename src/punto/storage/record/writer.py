"""Turns a batch into the rows it adds; each event is encoded and hashed once."""

from collections.abc import Iterator, Mapping

from punto.ledger import Reason, TicketIssued, TicketRedeemed
from punto.runtime import Batch, is_recordable
from punto.storage.codec.bodies import Unrecordable
from punto.storage.codec.events import EVENTS
from punto.storage.codec.refusals import REFUSAL_CODEC
from punto.storage.record import rows as stored
from punto.storage.record.chain import next_answers_hash, next_hash

_REASONS: Mapping[Reason, str] = {reason: reason.value for reason in Reason}
_NUMBER_END = 2**63


def rows_of(batch: Batch, before: stored.HeadRow) -> stored.Rows:
    """Return the rows of a batch that follows this head."""
    events = list(_event_rows(batch, before.hash))
    transfers, answers = list(_transfer_rows(batch)), list(_answer_rows(batch, before))
    issued, ended = list(_issued_rows(batch)), list(_ended_rows(batch))
    last = batch.after + len(events)
    caused = [position for position, _ in (*batch.postings, *batch.tickets)]
    if caused and not (batch.after < min(caused) and max(caused) <= last):
        raise ValueError(f"{batch.stream}: money or a ticket moves without an event of the batch")
    head = stored.HeadRow(
        batch.stream,
        last,
        events[-1].hash if events else before.hash,
        before.answers_count + len(answers),
        answers[-1].hash if answers else before.answers_hash,
    )
    return stored.Rows(before, head, events, transfers, issued, ended, answers)


def _text(text: str) -> str:
    if (not text.isascii() or "\0" in text) and not is_recordable(text):
        raise Unrecordable(f"text {text!r}: expected whole characters, and no NUL")
    return text


def _number(number: int) -> int:
    if not -_NUMBER_END <= number < _NUMBER_END:
        raise Unrecordable(f"number {number}: expected one of 64 bits")
    return number


def _event_rows(batch: Batch, before: bytes) -> Iterator[stored.EventRow]:
    stream = _text(batch.stream)
    for position, event in enumerate(batch.events, start=batch.after + 1):
        body = EVENTS.encode(event)
        before = next_hash(before, position, body)
        name, at = EVENTS.name_of(event), _number(event.at)
        yield stored.EventRow(stream, position, name, at, body, before)


def _transfer_rows(batch: Batch) -> Iterator[stored.TransferRow]:
    for position, posting in batch.postings:
        for line, move in enumerate(posting.transfers, start=1):
            yield stored.TransferRow(
                batch.stream,
                posting.number,
                line,
                position,
                _text(move.terminal),
                _REASONS[move.reason],
                move.is_reversal,
                _number(move.amount),
                posting.reverses,
            )


def _issued_rows(batch: Batch) -> Iterator[stored.IssuedRow]:
    for position, step in batch.tickets:
        if isinstance(step, TicketIssued):
            ticket = step.ticket
            yield stored.IssuedRow(
                _text(ticket.number),
                batch.stream,
                position,
                _number(ticket.amount),
                _text(ticket.terminal),
                _number(ticket.issued_at),
                _number(ticket.expires_at),
            )


def _ended_rows(batch: Batch) -> Iterator[stored.EndedRow]:
    for position, step in batch.tickets:
        if isinstance(step, TicketRedeemed):
            number, terminal, at = _text(step.number), _text(step.terminal), _number(step.at)
            yield stored.EndedRow(number, batch.stream, position, terminal, at)


def _answer_rows(batch: Batch, head: stored.HeadRow) -> Iterator[stored.AnswerRow]:
    """Yield the answers in the order of their events, which must all be in the batch."""
    taken, before = 0, head.answers_hash
    for number, each in enumerate(batch.answers, start=head.answers_count + 1):
        said, refusal = (_text(each.command), _text(each.fingerprint)), None
        if isinstance(each.answer, tuple):
            count = len(each.answer)
            while batch.events[taken : taken + count] != each.answer:
                taken += 1
                if taken + count > len(batch.events):
                    raise ValueError(f"{said[0]}: answered with events that are not in the batch")
            first = batch.after + taken + 1
            taken += count
        else:
            first, count, refusal = 0, 0, REFUSAL_CODEC.encode(each.answer)
        before = next_answers_hash(before, (number, first, count), said, refusal)
        yield stored.AnswerRow(batch.stream, number, *said, first, count, refusal, before)

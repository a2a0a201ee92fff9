"""Turns a batch into the rows it adds; each event is encoded and hashed once."""

from collections.abc import Collection, Iterator, Mapping

from punto.ledger import Reason, TicketIssued, TicketRedeemed
from punto.runtime import Batch, is_recordable
from punto.storage.codec.bodies import Unrecordable
from punto.storage.codec.events import EVENTS
from punto.storage.codec.refusals import REFUSAL_CODEC
from punto.storage.record import rows as stored
from punto.storage.record.chain import next_answers_hash, next_hash

_REASONS: Mapping[Reason, str] = {reason: reason.value for reason in Reason}
_LEAST, _MOST = -(2**63), 2**63 - 1


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
        events[-1][-1] if events else before.hash,
        before.answers_count + len(answers),
        answers[-1][-1] if answers else before.answers_hash,
    )
    return stored.Rows(before, head, events, transfers, issued, ended, answers)


def _check_texts(texts: Collection[str]) -> None:
    # All at once: the whole has a NUL or half a character exactly if one of the texts has.
    if not is_recordable("".join(texts)):
        text = next(text for text in texts if not is_recordable(text))
        raise Unrecordable(f"text {text!r}: expected whole characters, and no NUL")


def _check_numbers(numbers: Collection[int]) -> None:
    for number in (min(numbers, default=0), max(numbers, default=0)):
        if not _LEAST <= number <= _MOST:
            raise Unrecordable(f"number {number}: expected one of 64 bits")


def _event_rows(batch: Batch, before: bytes) -> Iterator[stored.EventColumns]:
    _check_texts([batch.stream])
    _check_numbers([event.at for event in batch.events])
    for position, event in enumerate(batch.events, start=batch.after + 1):
        form = EVENTS.form_of(event)
        body = form.encode(event)
        before = next_hash(before, position, body)
        yield position, form.name, event.at, body, before


def _transfer_rows(batch: Batch) -> Iterator[stored.TransferColumns]:
    moves = [move for _, posting in batch.postings for move in posting.transfers]
    _check_texts([move.terminal for move in moves])
    _check_numbers([move.amount for move in moves])
    for position, posting in batch.postings:
        for line, move in enumerate(posting.transfers, start=1):
            yield (
                posting.number,
                line,
                position,
                move.terminal,
                _REASONS[move.reason],
                move.is_reversal,
                move.amount,
                posting.reverses,
            )


def _issued_rows(batch: Batch) -> Iterator[stored.IssuedRow]:
    for position, step in batch.tickets:
        if isinstance(step, TicketIssued):
            ticket = step.ticket
            _check_texts((ticket.number, ticket.terminal))
            _check_numbers((ticket.amount, ticket.issued_at, ticket.expires_at))
            yield stored.IssuedRow(
                ticket.number,
                batch.stream,
                position,
                ticket.amount,
                ticket.terminal,
                ticket.issued_at,
                ticket.expires_at,
            )


def _ended_rows(batch: Batch) -> Iterator[stored.EndedRow]:
    for position, step in batch.tickets:
        if isinstance(step, TicketRedeemed):
            _check_texts((step.number, step.terminal))
            _check_numbers((step.at,))
            yield stored.EndedRow(step.number, batch.stream, position, step.terminal, step.at)


def _answer_rows(batch: Batch, head: stored.HeadRow) -> Iterator[stored.AnswerColumns]:
    """Yield the answers in the order of their events, which must all be in the batch."""
    _check_texts([each.command for each in batch.answers])
    _check_texts([each.fingerprint for each in batch.answers])
    taken, before = 0, head.answers_hash
    for number, each in enumerate(batch.answers, start=head.answers_count + 1):
        command, fingerprint, refusal = each.command, each.fingerprint, None
        if isinstance(each.answer, tuple):
            count = len(each.answer)
            while batch.events[taken : taken + count] != each.answer:
                taken += 1
                if taken + count > len(batch.events):
                    raise ValueError(f"{command}: answered with events that are not in the batch")
            first = batch.after + taken + 1
            taken += count
        else:
            first, count, refusal = 0, 0, REFUSAL_CODEC.encode(each.answer)
        said = (command, fingerprint)
        before = next_answers_hash(before, (number, first, count), said, refusal)
        yield number, command, fingerprint, first, count, refusal, before

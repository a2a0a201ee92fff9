"""Postings and ticket steps as filed beside the events that caused them, and their sums."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby

from punto.ledger import Posting, Reason, TicketIssued, TicketStep, Transfer
from punto.runtime import RecordBroken, Stream
from punto.storage.record.positions import events_before
from punto.storage.record.reader import CHUNK, ending_of, ticket_of
from punto.storage.record.rows import TransferRow
from punto.storage.record.sessions import RecordSession
from punto.values import Cents, Instant, TerminalId

_Transfers = Callable[[str, tuple[int, int], int], list[TransferRow]]
"""Reads at most so many transfers of a stream after a line of a posting."""


def filed_postings(
    transfers: _Transfers, stream: Stream, after: int
) -> Iterator[tuple[int, Posting]]:
    """Yield the postings after a number, each with the position of its event."""
    for number, rows in groupby(_in_chunks(transfers, stream, after), key=lambda row: row.posting):
        yield _posting(stream, number, list(rows))


def _in_chunks(transfers: _Transfers, stream: Stream, after: int) -> Iterator[TransferRow]:
    last = (after + 1, 0)
    while rows := transfers(stream, last, CHUNK):
        yield from rows
        last = (rows[-1].posting, rows[-1].line)


def _posting(stream: Stream, number: int, rows: list[TransferRow]) -> tuple[int, Posting]:
    place = f"{stream}, posting {number}"
    first = rows[0]
    if [row.line for row in rows] != list(range(1, len(rows) + 1)):
        raise RecordBroken(f"{place}: a line is missing")
    if any((row.position, row.reverses) != (first.position, first.reverses) for row in rows):
        raise RecordBroken(f"{place}: its lines are of several events")
    try:
        transfers = tuple(_transfer(row) for row in rows)
        return first.position, Posting(number, transfers, first.reverses)
    except ValueError as fault:
        raise RecordBroken(f"{place}: {fault}") from None


def _transfer(row: TransferRow) -> Transfer:
    terminal, amount = TerminalId(row.terminal), Cents(row.amount)
    return Transfer(terminal, Reason(row.reason), amount, is_reversal=bool(row.is_reversal))


def filed_ticket_steps(
    session: RecordSession, stream: Stream, after: int
) -> list[tuple[int, TicketStep]]:
    """Return the ticket steps after a position, in order, each with the position of its event."""
    steps: list[tuple[int, TicketStep]] = [
        (row.position, TicketIssued(ticket_of(row))) for row in session.issued_at(stream, after)
    ]
    steps += [(row.position, ending_of(row)) for row in session.ended_at(stream, after)]
    return sorted(steps, key=lambda step: step[0])


_MOVED = """
    SELECT reason, is_reversal, CAST(sum(amount) AS bigint)
    FROM transfers WHERE stream = ? AND posting > ? AND posting <= ?
    GROUP BY reason, is_reversal
"""


def moved(
    session: RecordSession, stream: Stream, since: Instant | None, until: Instant | None
) -> Counter[Reason]:
    """Return what each reason moved in a period; reversals count as negative.

    A binary search finds the period, so that the events themselves need not be read.
    """
    newest = "WHERE stream = ? ORDER BY posting DESC, line LIMIT 1"
    last = session.one(TransferRow, newest, stream)
    count = last.posting if last else 0
    start = 0 if since is None else _postings_before(session, stream, since, count)
    end = count if until is None else _postings_before(session, stream, until, count)
    sums: Counter[Reason] = Counter()
    for reason, is_reversal, amount in session.rows(_row, _MOVED, stream, start, end):
        try:
            sums[Reason(reason)] += -amount if is_reversal else amount
        except ValueError:
            raise RecordBroken(
                f"{stream}: money moved for {reason!r}, not a known reason"
            ) from None
    return sums


def _row(reason: str, is_reversal: int, amount: int) -> tuple[str, bool, int]:
    return reason, bool(is_reversal), amount


def _postings_before(session: RecordSession, stream: Stream, at: Instant, count: int) -> int:
    """Return how many of the postings belong to events before a moment."""
    events_count = events_before(session, stream, at)
    beginning = "WHERE stream = ? AND posting = ? AND line = 1"

    def position(number: int) -> int:
        row = session.one(TransferRow, beginning, stream, number)
        if row is None:
            raise RecordBroken(f"{stream}, posting {number}: a line is missing")
        return row.position

    return bisect_right(range(1, count + 1), events_count, key=position)

"""Sums of a stream's stored transfers by reason, computed by the database."""

from collections import Counter

from punto.ledger import Reason
from punto.runtime import RecordBroken, Stream
from punto.storage.record.consistent_reads import StillSession
from punto.values import Instant

_MOVED = """
    SELECT reason, is_reversal, CAST(sum(amount) AS bigint)
    FROM transfers JOIN events USING (stream, position)
    WHERE stream = ? AND at >= ? AND at < ?
    GROUP BY reason, is_reversal
"""
_BEFORE_ALL, _AFTER_ALL = -(2**63), 2**63 - 1


def moved(
    session: StillSession, stream: Stream, since: Instant | None, until: Instant | None
) -> Counter[Reason]:
    """Return what each reason moved in a period; reversals count as negative."""
    start = _BEFORE_ALL if since is None else since
    end = _AFTER_ALL if until is None else until
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

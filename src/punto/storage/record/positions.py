"""Positions in a long stream, found by binary search.

Rounds are numbered in order, and recorded time never decreases. The events read on the way are not
checked: a reader follows the chain through the events that it then reads.
"""

from bisect import bisect_left
from math import inf

from punto.rounds import BetsOpened, BettingFact
from punto.runtime import RecordBroken, Stream
from punto.storage.codec.stored_kinds import TABLE_FACTS
from punto.storage.record.reader import event_of
from punto.storage.record.rows import EventRow
from punto.storage.record.sessions import RecordSession
from punto.values import Instant, TerminalId, field_names

_NEXT_OF_NAME = "WHERE stream = ? AND position > ? AND name = ? ORDER BY position LIMIT 1"
_NAMING = tuple(
    name
    for kind, (name, _) in TABLE_FACTS.items()
    if "terminal" in field_names(kind) and not issubclass(kind, BettingFact)
)
_OPENED, _ = TABLE_FACTS[BetsOpened]
_NO_ROUND = inf


def opening_of(session: RecordSession, stream: Stream, round_number: int) -> int | None:
    """Return the position of the event that opened a round; None if there is no such round."""
    # From its own opening on, the next round to open is a later one.
    place = _first_place(session, stream, round_number + 1)
    is_there = place > 0 and _next_round(session, stream, place - 1) == round_number
    return place if is_there else None


def last_round(session: RecordSession, stream: Stream) -> int:
    """Return the number of the last round that was opened; 0 if there is none."""
    place = _first_place(session, stream, _NO_ROUND)
    return int(_next_round(session, stream, place - 1)) if place else 0


def terminals_named(session: RecordSession, stream: Stream) -> frozenset[TerminalId]:
    """Return the terminals that events name, except bets: a terminal sits down before it bets."""
    marks = ", ".join("?" * len(_NAMING))
    rows = session.found(EventRow, f"WHERE stream = ? AND name IN ({marks})", stream, *_NAMING)
    return frozenset(getattr(event_of(row).fact, "terminal", TerminalId("")) for row in rows)


def events_before(session: RecordSession, stream: Stream, at: Instant) -> int:
    """Return how many events of a stream were recorded before a moment."""
    places = range(_end(session, stream))
    return bisect_left(places, int(at), key=lambda place: _moment_after(session, stream, place))


def _moment_after(session: RecordSession, stream: Stream, place: int) -> int:
    rows = session.events(stream, place, 1)
    if not rows:
        raise RecordBroken(f"{stream} at {place + 1}: no event, and the head says more")
    return rows[0].at


def _first_place(session: RecordSession, stream: Stream, round_number: float) -> int:
    """Return the first position after which only rounds from this number on open."""
    places = range(_end(session, stream) + 1)
    return bisect_left(places, round_number, key=lambda at: _next_round(session, stream, at))


def _next_round(session: RecordSession, stream: Stream, after: int) -> float:
    """Return the number of the first round that opens after a position."""
    rows = session.found(EventRow, _NEXT_OF_NAME, stream, after, _OPENED)
    facts = (event_of(row).fact for row in rows)
    return next((fact.round_number for fact in facts if isinstance(fact, BetsOpened)), _NO_ROUND)


def _end(session: RecordSession, stream: Stream) -> int:
    head = session.head(stream)
    return 0 if head is None else head.position

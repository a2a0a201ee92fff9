"""Significant events, which the pit must know of, each with a code that never changes."""

from punto import rounds
from punto.rounds.boxes import events as box_events
from punto.values import Instant, TableId, Value
from punto.views.sentences import sentence_of
from punto.views.sentences.details import Details, details_of

KEPT_COUNT = 200
"""How many a pit screen holds; the record has them all."""

SIGNIFICANT = frozenset(kind for kind, row in rounds.EVENTS.items() if row.news is not None)
"""The events that are out of the ordinary course of play."""


class SignificantEvent(Value):
    """The words for an event, and its actor."""

    code: str
    words: str
    details: Details
    """The parts from which the words are made."""
    round_number: int
    """The round in progress or before it; 0 before the first."""
    by: rounds.By
    """The person in the role held at that moment, or the terminal that spoke."""
    at: Instant
    clause: str


class TableEvents(Value):
    """The latest significant events of one table, oldest first."""

    table: TableId
    events: tuple[SignificantEvent, ...]


def kept_with(
    kept: tuple[SignificantEvent, ...], told: SignificantEvent
) -> tuple[SignificantEvent, ...]:
    """Return the latest events; changes of connection are dropped before all others."""
    events = (*kept, told)
    if len(events) <= KEPT_COUNT:
        return events
    connections = (n for n, each in enumerate(events) if each.code == rounds.LinkReported.__name__)
    oldest = next(connections, 0)
    return events[:oldest] + events[oldest + 1 :]


def significance(before: rounds.Table, event: rounds.TableEvent) -> SignificantEvent | None:
    """Return the title of an event for the pit; None if it is ordinary play."""
    kind = type(event.fact)
    if kind not in SIGNIFICANT:
        return None
    cut_card_seen = before.shoe is not None and before.shoe.cut_card_seen
    if not is_news(event.fact, cut_card_seen=cut_card_seen):
        return None
    words, number = sentence_of(event), before.rounds_count
    details = details_of(event.fact)
    return SignificantEvent(kind.__name__, words, details, number, event.by, event.at, event.clause)


def is_news(fact: rounds.Fact, *, cut_card_seen: bool) -> bool:
    """Return whether an event is out of the ordinary; ``cut_card_seen`` is of the shoe before it.

    A shoe that was played out, a right count, and an undisturbed close are not news.
    """
    match fact:
        case rounds.CardsCounted():
            return fact.counted != fact.expected
        case rounds.ShoeRetired():
            return not cut_card_seen
        case rounds.BetsClosed():
            return bool(fact.unanswered)
        case box_events.LayoutClosed():
            return bool(fact.passed_over)
        case _:
            return type(fact) in SIGNIFICANT

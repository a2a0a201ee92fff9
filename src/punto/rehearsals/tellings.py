"""Events of the floor and its tables in the words of a transcript."""

from punto.identity import FloorEvent
from punto.rehearsals.scopes import clock, day
from punto.rounds import IrregularityReported, TableEvent
from punto.values import Instant
from punto.views.sentences import actor_words, floor_sentence, sentence_of, who_of


def name_of(event: TableEvent | FloorEvent) -> str:
    """Return the name of an event."""
    return type(event.fact).__name__


def told(event: TableEvent | FloorEvent) -> str:
    """What happened."""
    if not isinstance(event, TableEvent):
        return floor_sentence(event.fact, _span)
    return f"{sentence_of(event)}{_lasted(event)}"


def _lasted(event: TableEvent) -> str:
    """Return the time for which it had lasted before the report, if stated (A-37)."""
    ms = event.fact.lasted_ms if isinstance(event.fact, IrregularityReported) else 0
    if ms == 0:
        return ""
    return f", after {ms} ms" if ms % 1000 else f", after {ms // 1000} s"


def teller(event: TableEvent | FloorEvent) -> str:
    """Return the actor and role."""
    if isinstance(event, TableEvent):
        return who_of(event)
    return "nobody" if event.by is None else actor_words(event.by)


def _span(since: Instant, until: Instant) -> str:
    last = "" if day(since) == day(until) else f"{day(until)} "
    return f"from {clock(since)} until {last}{clock(until)}"

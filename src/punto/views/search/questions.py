"""A search of the record, and one page of what it finds."""

from punto.values import Instant, Value


class EventPlace(Value):
    """Where an event is in the record."""

    stream: str
    position: int


class Question(Value):
    """A search for the events that have every term."""

    terms: tuple[str, ...] = ()
    """Each whole, such as ``person:mei``."""
    prefixes: tuple[str, ...] = ()
    """The beginnings of words."""
    since: Instant | None = None
    until: Instant | None = None
    """The first moment after the period."""
    before: EventPlace | None = None
    """Only events recorded before this one; the newest where it is missing."""


class Sighting(Value):
    """An event that was found, with context from earlier events."""

    place: EventPlace
    round_number: int
    """The round in progress, or the last one; 0 before the first."""
    is_news: bool
    """Whether it was out of the ordinary course of play."""


class SightingPage(Value):
    """One page of what was found, the newest first."""

    sightings: tuple[Sighting, ...]
    next: EventPlace | None
    """Where the next page goes on; None at the beginning of the record."""
    searched_to: Instant | None
    """The time of that place."""

"""The messages about the whole record: reports, and the search for events."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from punto.rounds import Patron, Timer
from punto.runtime import Event, Stream, is_of_a_table, table_of
from punto.views.search import Sighting, event_sentence
from punto.views.sentences import details_of
from punto.web.wire.messages import ShortText
from punto.web.wire.sign_ins import Body

_Moment = Annotated[str, Meta(max_length=40)]
"""A date with time and zone, such as 2026-01-01T06:00+08:00; empty where the period is open."""


class ReportAsked(Body, frozen=True):
    """A report of a period."""

    report: ShortText
    since: _Moment = ""
    until: _Moment = ""
    tables: Annotated[tuple[ShortText, ...], Meta(max_length=200)] = ()
    """All where none is named."""


class ReportColumn(Struct, frozen=True):
    """A column of a report."""

    name: str
    kind: Literal["text", "number", "count", "money", "instant", "share"]


class ReportTie(Struct, frozen=True):
    """A figure of a report beside the same figure of the ledger."""

    figure: str
    report: str
    ledger: str
    transfers: str
    holds: bool


class ReportTold(Struct, frozen=True):
    """A report as ``punto report --json`` writes it."""

    report: str
    since: str | None
    until: str | None
    tables: tuple[str, ...]
    columns: tuple[ReportColumn, ...]
    rows: tuple[dict[str, str | float | None], ...]
    totals: dict[str, str | float]
    ties: tuple[ReportTie, ...]


class ReportOutcome(Struct, frozen=True):
    """A report, or why there is none.

    The answer begins before the report is made, so that no proxy gives up; its status therefore
    cannot tell of a failure.
    """

    report: ReportTold | None
    problem: str
    """In one sentence; empty if there is a report."""


class EventsAsked(Body, frozen=True):
    """A search of the record; every filter that is given must hold."""

    text: Annotated[str, Meta(max_length=200)] = ""
    """Words of the English sentence, each from its beginning."""
    table: Annotated[str, Meta(max_length=64)] | None = None
    """Empty for the events of the floor itself; null for all."""
    person: Annotated[str, Meta(max_length=64)] = ""
    terminal: Annotated[str, Meta(max_length=64)] = ""
    ticket: Annotated[str, Meta(max_length=4)] = ""
    """The last four digits; a whole number is money, and does not belong into a link."""
    round: Annotated[int, Meta(ge=0, le=10**12)] = 0
    """0 for all rounds."""
    clause: Annotated[str, Meta(max_length=64)] = ""
    event: Annotated[str, Meta(max_length=64)] = ""
    """The code of a kind of event."""
    kind: Annotated[str, Meta(max_length=64)] = ""
    gravity: Annotated[str, Meta(max_length=64)] = ""
    since: _Moment = ""
    until: _Moment = ""
    everything: bool = False
    """Include the ordinary course of play, and connections that come and go."""
    before: Annotated[str, Meta(max_length=100)] = ""
    """Where the page goes on, as an earlier answer said."""


class EventFound(Struct, frozen=True):
    """An event of the record."""

    table: str
    """Empty for an event of the floor."""
    position: int
    at: int
    code: str
    is_news: bool
    """Whether it was out of the ordinary course of play."""
    sentence: str
    details: tuple[tuple[str, str], ...]
    """The parts of the sentence."""
    round_number: int
    """The round in progress, or the last one; 0 before the first."""
    clause: str
    person: str
    """Empty if a terminal or the server acted."""
    role: int
    """The person's role; 0 if there is no person."""
    terminal: str
    timer: bool
    """Whether the clock of a self-dealing table acted for the person."""


def event_found(sighting: Sighting, event: Event) -> EventFound:
    """Describe an event of the record."""
    stream, by = Stream(sighting.place.stream), event.by
    actor = by.dealer if isinstance(by, Timer) else None if isinstance(by, Patron) else by
    return EventFound(
        table=table_of(stream) if is_of_a_table(stream) else "",
        position=sighting.place.position,
        at=event.at,
        code=type(event.fact).__name__,
        is_news=sighting.is_news,
        sentence=event_sentence(event),
        details=details_of(event.fact),
        round_number=sighting.round_number,
        clause=event.clause,
        person="" if actor is None else actor.person,
        role=0 if actor is None else actor.role.value,
        terminal=by.terminal if isinstance(by, Patron) else "",
        timer=isinstance(by, Timer),
    )


class EventsFound(Struct, frozen=True):
    """One page of a search, the newest event first."""

    events: tuple[EventFound, ...]
    next: str
    """The value of ``before`` that asks for older ones; empty if there are none."""
    searched_to: int | None
    """How far back this page has searched; null if it reached the first event."""
    indexed: int
    """How many events of the record can be found so far."""
    recorded: int
    """How many there are."""

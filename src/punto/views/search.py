"""The search of the record: the terms of an event, and questions made of terms.

The terms are whole names with their kind, and the words of the event's sentence. They consist of
what pit staff may read. Of a ticket number they have only the last four digits; the order of a shoe
is never among them, and the record has no patrons' names.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from punto import identity, rounds
from punto.identity import Fact as FloorFact
from punto.identity import FloorEvent
from punto.ledger import masked
from punto.rounds import Fact, Patron, TableEvent, Timer
from punto.rules import Actor, News
from punto.values import Instant, TableId, Value, moment, replace
from punto.views.sentences import actor_words, floor_sentence, sentence_of, who_of
from punto.views.significance import is_news


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


LONGEST_TERM = 60
"""A longer word is found by its beginning."""

_WORD = re.compile(r"[^\W_㐀-鿿]+(?:[.'\-][^\W_㐀-鿿]+)*|[㐀-鿿]")
"""A word with what joins its parts, as in 4.10, A-43 and hand-pay; or one Chinese character."""
_PART = re.compile(r"[.'\-]")
_BLANK = re.compile(r"\s")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")

_PEOPLE = ("person", "dealer", "asked_by", "vouched_by")
_TERMINALS = ("terminal", "unanswered", "unregistered", "registered", "results")
_ROUNDS = ("round_number", "earlier")
_TICKETS = rounds.CashOutReserved | rounds.TicketPrinted | rounds.TicketTaken

_NEWS: Mapping[type, News | None] = {
    **{kind: row.news for kind, row in rounds.EVENTS.items()},
    **{kind: row.news for kind, row in identity.EVENTS.items()},
}


class StreamMemory(Value):
    """The context that the index carries from one event of a stream to the next."""

    round_number: int = 0
    cut_card_seen: bool = False


class IndexedEvent(Value):
    """An event as an index keeps it."""

    terms: frozenset[str]
    is_news: bool
    memory: StreamMemory
    """The memory after the event, with the number of its round."""


def news_of(fact: Fact | FloorFact) -> News | None:
    """Return the title, topic and severity of an event; None if its kind is never news."""
    return _NEWS[type(fact)]


def exact_term(kind: str, name: object) -> str:
    """Return the term of a whole name, such as ``person:mei``."""
    return f"{kind}:{_BLANK.sub('_', str(name)).casefold()}"[:LONGEST_TERM]


def text_terms(text: str) -> tuple[str, ...]:
    """Return the words of a text in the form in which they are compared, each once."""
    found = (word.casefold()[:LONGEST_TERM] for word in _WORD.findall(text))
    return tuple(dict.fromkeys(found))


def index_event(
    memory: StreamMemory, table: TableId | None, event: TableEvent | FloorEvent
) -> IndexedEvent:
    """Return the terms of the next event of a stream, given the context before it."""
    fact = event.fact
    after = _remembered(memory, fact)
    out_of_the_ordinary = isinstance(event, FloorEvent) or is_news(
        event.fact, cut_card_seen=memory.cut_card_seen
    )
    terms = {
        exact_term("event", type(fact).__name__),
        exact_term("table", table or ""),
        *_whole_names(event, after),
        *_news_terms(fact, is_news=out_of_the_ordinary),
        *_words(event),
    }
    return IndexedEvent(frozenset(terms), out_of_the_ordinary, after)


def _remembered(memory: StreamMemory, fact: Fact | FloorFact) -> StreamMemory:
    match fact:
        case rounds.BetsOpened():
            return replace(memory, round_number=fact.round_number)
        case rounds.CutCardSeen():
            return replace(memory, cut_card_seen=True)
        case rounds.ShoeLoaded():
            return replace(memory, cut_card_seen=False)
        case _:
            return memory


def _whole_names(event: TableEvent | FloorEvent, memory: StreamMemory) -> Iterator[str]:
    fact, by = event.fact, event.by
    if isinstance(by, Patron):
        yield exact_term("terminal", by.terminal)
    elif by is not None:
        yield exact_term("person", (by.dealer if isinstance(by, Timer) else by).person)
    yield from (exact_term("person", each) for each in _named(fact, _PEOPLE))
    yield from (exact_term("terminal", each) for each in _named(fact, _TERMINALS))
    for number in {memory.round_number, *_named(fact, _ROUNDS)} - {0}:
        yield exact_term("round", number)
    if event.clause:
        yield exact_term("clause", event.clause)
    if isinstance(fact, _TICKETS):
        yield exact_term("ticket", masked(fact.number).lstrip("*"))


def _named(fact: object, attributes: Iterable[str]) -> Iterator[str | int]:
    """Yield the names that some attributes of an event hold, alone or in a row."""
    for attribute in attributes:
        value = getattr(fact, attribute, None)
        for each in value if isinstance(value, tuple) else (value,):
            match each:
                case Actor():
                    yield each.person
                case str() | int():
                    yield each
                case (str() as name, _):
                    yield name
                case _:
                    continue


def _news_terms(fact: Fact | FloorFact, *, is_news: bool) -> Iterator[str]:
    news = news_of(fact)
    if news is None or not is_news:
        yield exact_term("gravity", "ordinary")
        return
    yield exact_term("kind", news.topic)
    yield exact_term("gravity", news.severity)
    yield exact_term("news", "any")
    if news.topic != "connection":
        # Terminals connect and disconnect all day, so these are left out unless asked for.
        yield exact_term("news", "usual")


def _words(event: TableEvent | FloorEvent) -> Iterator[str]:
    title = _CAPITAL.sub(" ", type(event.fact).__name__)
    news = news_of(event.fact)
    for word in text_terms(
        f"{title} {news.title if news else ''} {event_sentence(event)} {_who(event)}"
    ):
        yield word
        yield from filter(None, _PART.split(word))


def event_sentence(event: TableEvent | FloorEvent) -> str:
    """Return the sentence of an event of a table or of the floor."""
    if isinstance(event, TableEvent):
        return sentence_of(event)
    return floor_sentence(event.fact, _span)


def _who(event: TableEvent | FloorEvent) -> str:
    if isinstance(event, TableEvent):
        return who_of(event)
    return "" if event.by is None else actor_words(event.by)


def _span(since: Instant, until: Instant) -> str:
    return f"from {moment(since)} until {moment(until)}"

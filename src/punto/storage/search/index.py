"""The index on either database: its progress along the record, and its searches."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import chain
from typing import Any, ClassVar

from punto.runtime import is_recordable
from punto.storage.search.schema import BLOCK, NAMES, TABLES, VERSION
from punto.values import Instant, Value
from punto.views.search import EventPlace, Question, Sighting, SightingPage, StreamMemory

PAGE = 50
MOST_BLOCKS = 40
"""The most blocks that one page reads; the next page of the search continues there."""

_NEVER, _ALWAYS = -(2**62), 2**62
SqlRows = list[tuple[Any, ...]]


class IndexBroken(Exception):
    """The index is damaged; the record is not, and the index can be rebuilt."""


class FollowedStream(Value):
    """How far the index follows a stream."""

    stream: str
    position: int
    hash: bytes
    """The hash of the event at that position; another hash means another record."""
    memory: StreamMemory


class IndexEntry(Value):
    """An event on its way into the index."""

    place: EventPlace
    at: int
    round_number: int
    is_news: bool
    terms: frozenset[str]


class IndexSession(ABC):
    """One connection to the tables.

    In a statement a question mark stands for each value, and a word in braces is of the database.

    Its methods raise IndexBroken for a damaged index, so that a caller who also reads the record
    can tell which of the two is damaged.
    """

    words: Mapping[str, str]
    """The vocabulary of the database."""
    has_term: ClassVar[str]
    """A condition: an event's terms contain a text."""

    @abstractmethod
    def rows(self, statement: str, *values: str | int) -> SqlRows:
        """Return all rows of a query."""

    @abstractmethod
    def change(self, statement: str, rows: Sequence[tuple[str | int | bytes, ...]]) -> None:
        """Run a statement once for each row of values."""

    @abstractmethod
    def run(self, statement: str) -> None:
        """Run a statement without values."""

    @abstractmethod
    def has_tables(self) -> bool:
        """Return whether there are tables of any version."""

    def is_ready(self) -> bool:
        """Return whether the tables are those of this version."""
        return self.has_tables() and self.rows("SELECT version FROM {schema}about") == [(VERSION,)]

    def begin_again(self) -> None:
        """Drop all tables, and create empty ones."""
        for name in NAMES:
            self.run(f"DROP TABLE IF EXISTS {{schema}}{name}")
        for statement in TABLES:
            self.run(statement)
        self.change("INSERT INTO {schema}about VALUES (?)", [(VERSION,)])

    def followed(self) -> dict[str, FollowedStream]:
        """Return how far the index follows each stream."""
        rows = self.rows(
            "SELECT stream, position, hash, round_number, cut_card_seen FROM {schema}followed"
        )
        return {
            stream: FollowedStream(stream, position, bytes(seen), StreamMemory(number, bool(cut)))
            for stream, position, seen, number, cut in rows
        }

    def add(self, entries: Sequence[IndexEntry], followed: Iterable[FollowedStream]) -> None:
        """Add entries after all others, and note how far the index follows the streams now."""
        ((last,),) = self.rows("SELECT coalesce(max(id), 0) FROM {schema}entries")
        numbered = list(enumerate(entries, start=last + 1))
        self.change(
            "INSERT INTO {schema}entries VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    number,
                    each.place.stream,
                    each.place.position,
                    each.at,
                    each.round_number,
                    int(each.is_news),
                    f" {' '.join(sorted(each.terms))} ",
                )
                for number, each in numbered
            ],
        )
        spans, terms = dict[int, list[int]](), set[tuple[str, int]]()
        for number, each in numbered:
            spans.setdefault(_block(number), []).append(each.at)
            terms.update((term, _block(number)) for term in each.terms)
        self.change(
            "INSERT INTO {schema}blocks VALUES (?, ?, ?) ON CONFLICT (block) DO UPDATE SET "
            "first_at = {least}(blocks.first_at, excluded.first_at), "
            "last_at = {most}(blocks.last_at, excluded.last_at)",
            [(block, min(times), max(times)) for block, times in spans.items()],
        )
        self.change(
            "INSERT INTO {schema}term_blocks VALUES (?, ?) ON CONFLICT DO NOTHING", sorted(terms)
        )
        self.change(
            "INSERT INTO {schema}followed VALUES (?, ?, ?, ?, ?) ON CONFLICT (stream) DO UPDATE "
            "SET position = excluded.position, hash = excluded.hash, "
            "round_number = excluded.round_number, cut_card_seen = excluded.cut_card_seen",
            [
                (
                    each.stream,
                    each.position,
                    each.hash,
                    each.memory.round_number,
                    int(each.memory.cut_card_seen),
                )
                for each in followed
            ],
        )

    def find(self, question: Question) -> SightingPage | None:
        """Return a page of sightings; None if the place from which to continue is unknown."""
        before = _ALWAYS if question.before is None else self._id_of(question.before)
        if before is None:
            return None
        if not all(map(is_recordable, (*question.terms, *question.prefixes))):
            return SightingPage((), None, None)  # no event has it, and no database can look for it
        blocks = self._blocks(question, before)
        found: SqlRows = []
        for block in blocks[:MOST_BLOCKS]:
            found += self._in_block(block, before, question, PAGE + 1 - len(found))
            if len(found) > PAGE:
                break
        sightings = tuple(
            Sighting(EventPlace(stream, position), number, bool(news))
            for _, stream, position, _, number, news in found[:PAGE]
        )
        if len(found) > PAGE:
            _, stream, position, at, *_ = found[PAGE - 1]
            return SightingPage(sightings, EventPlace(stream, position), Instant(at))
        if len(blocks) > MOST_BLOCKS:
            return SightingPage(sightings, *self._beginning(blocks[MOST_BLOCKS - 1]))
        return SightingPage(sightings, None, None)

    def _id_of(self, place: EventPlace) -> int | None:
        if not is_recordable(place.stream):
            return None
        found = self.rows(
            "SELECT id FROM {schema}entries WHERE stream = ? AND position = ?",
            place.stream,
            place.position,
        )
        return found[0][0] if found else None

    def _blocks(self, question: Question, before: int) -> list[int]:
        """Return the newest blocks that may match, and one more if there is one."""
        since, until = _span(question)
        in_block = "SELECT block FROM {schema}term_blocks WHERE"
        conditions = [
            "block <= ? AND last_at >= ? AND first_at < ?",
            *(
                f"EXISTS ({in_block} term = ? AND term_blocks.block = blocks.block)"
                for _ in question.terms
            ),
            *(f"block IN ({in_block} term >= ? AND term < ?)" for _ in question.prefixes),
        ]
        rows = self.rows(
            f"SELECT block FROM {{schema}}blocks WHERE {' AND '.join(conditions)} "  # noqa: S608 (constants)
            f"ORDER BY block DESC LIMIT {MOST_BLOCKS + 1}",
            *(_block(before - 1), since, until),
            *question.terms,
            *chain.from_iterable((each, f"{each}\U0010ffff") for each in question.prefixes),
        )
        return [block for (block,) in rows]

    def _in_block(self, block: int, before: int, question: Question, limit: int) -> SqlRows:
        first = block * BLOCK + 1
        condition, values = _condition(question, self.has_term)
        return self.rows(
            "SELECT id, stream, position, at, round_number, is_news FROM {schema}entries "  # noqa: S608 (constants)
            f"WHERE id >= ? AND id < ? AND {condition} ORDER BY id DESC LIMIT ?",
            *(first, min(first + BLOCK, before)),
            *values,
            limit,
        )

    def _beginning(self, block: int) -> tuple[EventPlace, Instant]:
        ((stream, position, at),) = self.rows(
            "SELECT stream, position, at FROM {schema}entries WHERE id = ?", block * BLOCK + 1
        )
        return EventPlace(stream, position), Instant(at)


def _condition(question: Question, has_term: str) -> tuple[str, tuple[str | int, ...]]:
    """Return the condition that each event must satisfy, with its values."""
    terms = (f" {term} " for term in question.terms)
    texts = (*terms, *(f" {prefix}" for prefix in question.prefixes))
    condition = " AND ".join(("at >= ? AND at < ?", *(has_term for _ in texts)))
    return condition, (*_span(question), *texts)


def _span(question: Question) -> tuple[int, int]:
    since, until = question.since, question.until
    return _NEVER if since is None else since, _ALWAYS if until is None else until


def _block(number: int) -> int:
    return (number - 1) // BLOCK


class SearchIndex(ABC):
    """The index of one record."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[IndexSession | None]:
        """Begin a transaction, all or nothing; None while another server follows the record."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[IndexSession | None]:
        """Open a session for searches; None if there is no index yet."""

    @abstractmethod
    def discard(self) -> None:
        """Delete an index that cannot be used."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections."""

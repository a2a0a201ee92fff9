"""Replays: fold events again, comparing each with its filed postings and ticket steps."""

from collections.abc import Generator
from itertools import islice
from typing import Generic, TypeVar, cast

from punto.identity import FloorEvent
from punto.ledger import masked
from punto.rounds import TableEvent
from punto.runtime.folds import Evolving, InvariantBroken
from punto.runtime.ports import Event, Journal, RecordBroken, Stream

S = TypeVar("S")
E = TypeVar("E", TableEvent, FloorEvent)
T = TypeVar("T")


class Replay(Generic[S, E]):
    """The state after some events, whose postings and ticket steps were all found filed.

    Reads lazily.
    """

    def __init__(
        self,
        journal: Journal,
        stream: Stream,
        fold: Evolving[S, E],
        begin: tuple[S, int],
        posted_count: int = 0,
    ) -> None:
        """Start from a state and its position; ``posted_count`` postings were made until there."""
        self.stream = stream
        self.state, self.position = begin
        self._fold: Evolving[S, E] = fold
        self._events = journal.read(stream, self.position)
        self._postings = _Filed(journal.postings(stream, posted_count))
        self._tickets = _Filed(journal.ticket_steps(stream, self.position))

    def to(self, last: int) -> None:
        """Fold up to a position; RecordBroken names the place that does not hold."""
        for position, event in islice(self._events, max(0, last - self.position)):
            self._take(position, event)
        self._check_filed()

    def check_end(self) -> None:
        """Follow the chain to the stream's head, without folding what was added meanwhile."""
        for _ in self._events:
            pass

    def close(self) -> None:
        """Close the readers, finished or not."""
        self._events.close()
        self._postings.close()
        self._tickets.close()

    def _take(self, position: int, event: Event) -> None:
        try:
            state, posting, ticket = self._fold.evolve(self.state, cast("E", event))
        except InvariantBroken as fault:
            raise InvariantBroken(f"{self.stream} at {position}: {fault}") from fault
        if posting is not None and self._postings.take() != (position, posting):
            raise self._filed_otherwise(position, f"posting {posting.number}")
        if ticket is not None and self._tickets.take() != (position, ticket):
            raise self._filed_otherwise(position, f"ticket {masked(ticket.number)}")
        self.state, self.position = state, position

    def _filed_otherwise(self, position: int, name: str) -> RecordBroken:
        place = f"{self.stream} at {position}"
        return RecordBroken(f"{place}: {name} is not filed as the event says")

    def _check_filed(self) -> None:
        """Raise RecordBroken for anything filed up to here that no event caused."""
        for name, following in (
            ("posting", self._postings.next_position()),
            ("step of a ticket", self._tickets.next_position()),
        ):
            # After this position another node may be adding to the record right now.
            if following is not None and following <= self.position:
                place = f"{self.stream} at {following}"
                raise RecordBroken(f"{place}: a {name} is filed that no event brought about")


class _Filed(Generic[T]):
    """The filed entries in order; the next one can be peeked."""

    def __init__(self, filed: Generator[tuple[int, T], None, None]) -> None:
        self._rest: Generator[tuple[int, T], None, None] = filed
        self._seen: list[tuple[int, T]] = []

    def take(self) -> tuple[int, T] | None:
        return self._seen.pop() if self._seen else next(self._rest, None)

    def next_position(self) -> int | None:
        following = self.take()
        if following is None:
            return None
        self._seen.append(following)
        return following[0]

    def close(self) -> None:
        self._rest.close()

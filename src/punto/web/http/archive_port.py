"""The interface of the archive: reports of the record, and the search for its events."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from punto.runtime import Event
from punto.values import Value
from punto.views.search import Question, Sighting


class ArchiveBusy(Exception):
    """Another report is being made; the message says so in one sentence."""


class ReportFailed(Exception):
    """No report could be made; the message says why in one sentence."""


class NoSuchPlace(Exception):
    """A search should continue from an event that the record does not have."""


class FoundEvents(Value):
    """One page of a search."""

    events: tuple[tuple[Sighting, Event], ...]
    next: str
    """The place where the next page goes on; empty if there is none."""
    searched_to: int | None
    indexed: int
    recorded: int


class Archive(Protocol):
    """Reads the record beside its tables, in processes and threads of its own."""

    def begin(self) -> None:
        """Start following the record, so that its events can be found."""
        ...

    async def close(self) -> None:
        """End all searches and reports."""
        ...

    async def find(self, question: Question) -> FoundEvents:
        """Return a page of events; raises NoSuchPlace."""
        ...

    def report(self, words: Sequence[str]) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Make a report, as ``punto report`` does with these words; yields what it prints.

        Raises ArchiveBusy at once, or ReportFailed at the end. Leaving the context cancels it.
        """
        ...

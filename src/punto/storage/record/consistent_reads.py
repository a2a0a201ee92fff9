"""Consistent reads: a record that does not change while it is read, though writers go on."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn, Protocol

from punto.runtime import CannotRecord
from punto.storage.record.sessions import RecordSession
from punto.storage.record.sql_session import SqlValue, T


class StillSession(RecordSession, Protocol):
    """A session that also answers SQL queries; a question mark stands for each value."""

    def rows(self, make: Callable[..., T], statement: str, *values: SqlValue) -> list[T]:
        """Return all rows of a query, each passed to ``make``."""
        ...


class StillRecord:
    """A read-only database whose reads all show the same moment."""

    def __init__(self, name: str, session: StillSession) -> None:
        self.name = name
        self.session = session

    @contextmanager
    def reading(self) -> Iterator[StillSession]:
        """Yield the only session."""
        yield self.session

    def writing(self, streams: Sequence[str]) -> NoReturn:
        del streams
        raise CannotRecord(f"{self.name}: open for reading only")

    def take_lease(self, name: str, holder: str, for_ms: int) -> NoReturn:
        del name, holder, for_ms
        raise CannotRecord(f"{self.name}: open for reading only")

    def give_up_lease(self, name: str, holder: str) -> None:
        """Do nothing: this record holds no leases."""

    def time(self) -> int | None:
        """Return None: a record that stands still times nothing."""
        return None

    def check_place(self) -> None:
        """Do nothing: the record is only read, and closed soon."""

    def close(self) -> None:
        """Do nothing: the caller that opened the session closes it."""

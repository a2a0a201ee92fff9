"""A record that stands still while it is read, whoever adds to it meanwhile."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn, Protocol

from punto.runtime.ports import CannotRecord
from punto.storage.record.sessions import Session
from punto.storage.record.sql_session import T, Value


class StillSession(Session, Protocol):
    """A session that can also be asked in SQL; a question mark stands for each value."""

    def rows(self, make: Callable[..., T], statement: str, *values: Value) -> list[T]:
        """All rows that a question brings, each made into something."""
        ...


class StillRecord:
    """A database of which every look shows the same moment; it is only read."""

    def __init__(self, name: str, session: StillSession) -> None:
        self.name = name
        self.session = session

    @contextmanager
    def reading(self) -> Iterator[StillSession]:
        """The one session there is."""
        yield self.session

    def writing(self, streams: Sequence[str]) -> NoReturn:
        """Nothing is ever added to it."""
        del streams
        raise CannotRecord(f"{self.name}: open for reading only")

    def take_lease(self, name: str, holder: str, for_ms: int) -> NoReturn:
        """Nothing is ever held of it."""
        del name, holder, for_ms
        raise CannotRecord(f"{self.name}: open for reading only")

    def give_up_lease(self, name: str, holder: str) -> None:
        """Nothing is ever held of it."""

    def time(self) -> int | None:
        """Nobody times anything by a record that stands still."""
        return None

    def check_place(self) -> None:
        """It is only read, and closed soon."""

    def close(self) -> None:
        """Whoever opened it closes it."""

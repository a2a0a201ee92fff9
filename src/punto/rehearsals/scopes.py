"""The names known at a line of a script, from the lines above."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from punto.live import BoxLabel, PatronKey
from punto.rounds import Configuration, place_of
from punto.rules import Document, Game, Terms
from punto.values import (
    Instant,
    PersonId,
    TableId,
    TerminalId,
    Value,
    datetime_of,
    instant_of,
    replace,
)

DAY_MS: Final = 24 * 60 * 60 * 1000
OPENING: Final = instant_of(datetime(2026, 1, 1, 20, tzinfo=UTC))
"""The default beginning of a rehearsal: 20:00 on 1 January 2026 (UTC)."""


def clock(at: Instant) -> str:
    """Return the time of day, with milliseconds only if there are any."""
    minutes, ms = divmod(at % DAY_MS, 60_000)
    seconds = f"{ms // 1000:02d}" + (f".{ms % 1000:03d}" if ms % 1000 else "")
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{seconds}"


def day(at: Instant) -> str:
    """Return the date, or the number of a day beyond the calendar."""
    try:
        return datetime_of(at).date().isoformat()
    except OverflowError:
        return f"day {at // DAY_MS}"


def midnight(at: Instant) -> Instant:
    """Return the beginning of the day."""
    return Instant(at - at % DAY_MS)


class RuleBook(Value):
    """The games and documents that a script can name, supplied by the caller."""

    games: Mapping[str, Game]
    documents: Mapping[str, Document]
    configured: Callable[[TableId, Terms], Configuration]
    """Returns the default configuration of a table with these terms."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Everything named by the lines so far."""

    book: RuleBook
    now: Instant = OPENING
    people: tuple[PersonId, ...] = ()
    terminals: tuple[TerminalId, ...] = ()
    patrons: tuple[PatronKey, ...] = ()
    """The patrons of live tables."""
    drafts: Mapping[TableId, Configuration] = field(default_factory=dict)
    """The plan of each table, from its heading and the lines under it."""
    table: TableId | None = None
    """The current table."""
    planned: Mapping[TableId, int] = field(default_factory=dict)
    """The line in which each table was first planned."""
    line: int = 1
    """The current line."""
    begun: bool = False
    """Whether the lines above include more than comments and ``shows``."""
    shows: tuple[str, ...] = ()
    """The subjects that the script claims to show."""

    @property
    def table_now(self) -> TableId:
        """The current table; the reader has checked that there is one."""
        if self.table is None:
            raise ValueError("a statement about a table, but no table")
        return self.table

    @property
    def draft(self) -> Configuration:
        """The configuration of the current table."""
        return self.drafts[self.table_now]

    @property
    def boxes(self) -> tuple[BoxLabel, ...]:
        """The boxes of the current table; none where terminals bet."""
        layout = None if self.table is None else self.draft.layout
        return () if layout is None else layout.boxes

    @property
    def places(self) -> tuple[TerminalId, ...]:
        """Every place of the current table at which a patron can bet, such as ``ann@5``."""
        return tuple(place_of(patron, box) for patron in self.patrons for box in self.boxes)

    def with_draft(self, draft: Configuration) -> "Scope":
        """Return the scope with a new plan for a table, which becomes the current one."""
        drafts = {**self.drafts, draft.table: draft}
        return replace(self, drafts=drafts, table=draft.table)

    def with_person(self, person: PersonId) -> "Scope":
        """Return the scope with one more person."""
        return replace(self, people=tuple(dict.fromkeys((*self.people, person))))

    def with_patron(self, patron: PatronKey) -> "Scope":
        """Return the scope with one more patron."""
        return replace(self, patrons=tuple(dict.fromkeys((*self.patrons, patron))))

    def with_terminal(self, terminal: TerminalId) -> "Scope":
        """Return the scope with one more terminal."""
        return replace(self, terminals=tuple(dict.fromkeys((*self.terminals, terminal))))

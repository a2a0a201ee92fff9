"""What a script may name at a line: who and what the lines above have brought in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from punto.rounds.configuration import Configuration
from punto.rules.documents import Document
from punto.rules.games import Game
from punto.rules.terms import Terms
from punto.values.ids import Instant, PersonId, TableId, TerminalId

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
DAY_MS: Final = 24 * 60 * 60 * 1000
OPENING: Final = Instant(int((datetime(2026, 1, 1, 20, tzinfo=UTC) - EPOCH).total_seconds()) * 1000)
"""When a rehearsal begins that says nothing else: 20:00 on the first of January 2026 (UTC)."""


def clock(at: Instant) -> str:
    """The time of day, to the millisecond only where there are any."""
    minutes, ms = divmod(at % DAY_MS, 60_000)
    seconds = f"{ms // 1000:02d}" + (f".{ms % 1000:03d}" if ms % 1000 else "")
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{seconds}"


def day(at: Instant) -> str:
    """The date; a day that no calendar has is only counted."""
    try:
        return (EPOCH + timedelta(milliseconds=at)).date().isoformat()
    except OverflowError:
        return f"day {at // DAY_MS}"


def midnight(at: Instant) -> Instant:
    """The beginning of the day."""
    return Instant(at - at % DAY_MS)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The games and documents that a script can name; they come in, nothing is read here."""

    games: Mapping[str, Game]
    documents: Mapping[str, Document]
    configured: Callable[[TableId, Terms], Configuration]
    """A table of such terms by its game's document, with every choice at its usual value."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Everything that the lines so far have named."""

    book: RuleBook
    now: Instant = OPENING
    people: tuple[PersonId, ...] = ()
    terminals: tuple[TerminalId, ...] = ()
    drafts: Mapping[TableId, Configuration] = field(default_factory=dict)
    """What each table is to play, as its heading and the lines under it say."""
    table: TableId | None = None
    """Where the lines happen."""
    planned: Mapping[TableId, int] = field(default_factory=dict)
    """The line in which each table was first planned."""
    line: int = 1
    """The line that is being read."""
    begun: bool = False
    """Whether any line stands above but comments and what the script shows."""
    shows: tuple[str, ...] = ()
    """What the script says it is an example of."""

    @property
    def table_now(self) -> TableId:
        """The table that a statement needs; whoever reads one has seen to it that there is one."""
        if self.table is None:
            raise ValueError("a statement about a table, and no table")
        return self.table

    @property
    def draft(self) -> Configuration:
        """The configuration of the table where the lines happen."""
        return self.drafts[self.table_now]

    def with_draft(self, draft: Configuration) -> "Scope":
        """A table planned anew, at which the next lines happen."""
        drafts = {**self.drafts, draft.table: draft}
        return replace(self, drafts=drafts, table=draft.table)

    def with_person(self, person: PersonId) -> "Scope":
        """Somebody more who can be named."""
        return replace(self, people=tuple(dict.fromkeys((*self.people, person))))

    def with_terminal(self, terminal: TerminalId) -> "Scope":
        """A terminal more that can be named."""
        return replace(self, terminals=tuple(dict.fromkeys((*self.terminals, terminal))))

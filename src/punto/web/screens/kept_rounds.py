"""The latest rounds of a table, kept ready to be recalled without reading the whole record.

Rounds before a snapshot are read again while the table plays on.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice

from punto.rounds import BetsOpened, PositionTaken, Table, TableEvent, evolve
from punto.runtime import Journal, RecordBroken, Snapshot
from punto.values import TerminalId
from punto.views.memories import Earlier
from punto.views.recall import Recall, recall

KEPT_COUNT = 50
"""More than the ten that a patron may expect to see again."""
KEPT_EVENTS = 20_000
"""If many terminals play and the rounds have more events than this, fewer are kept."""
KEPT_LEAST = 10


@dataclass(slots=True)
class _Kept:
    before: Earlier
    """The table when the round began."""
    number: int
    events: list[TableEvent] = field(default_factory=list)
    """All events until the next round began."""


class KeptRounds:
    """A table's recent rounds, each from its opening to the opening of the next.

    One thread adds to them. Others may read meanwhile: they copy the list first, and events are
    only ever added at the end.
    """

    def __init__(self, awaited: Earlier | None = None) -> None:
        self._kept: deque[_Kept] = deque()
        self._awaited = awaited
        """Where the earlier rounds begin that are still to be read."""
        self._ahead: list[TableEvent] = []
        """Events since then that belong to the last of those rounds."""

    @property
    def begin(self) -> Earlier | None:
        """The position before the oldest round, read already or not."""
        if self._awaited is None and self._kept:
            return self._kept[0].before
        return self._awaited

    def take(self, position: int, before: Table, event: TableEvent) -> None:
        """Add an event with its position, given the table before it."""
        if isinstance(event.fact, BetsOpened):
            self._kept.append(_Kept(Earlier(position - 1, before), event.fact.round_number))
            self._let_go()
        if self._kept:
            self._kept[-1].events.append(event)
        elif self._awaited is not None:
            self._ahead.append(event)

    def follow(self, awaited: "KeptRounds") -> None:
        """Put the earlier rounds, now read, before these."""
        rounds = awaited.given_up()
        rounds[-1].events.extend(self._ahead)
        self._kept.extendleft(reversed(rounds))
        self._awaited, self._ahead = None, []
        self._let_go()

    def given_up(self) -> list[_Kept]:
        """Return all rounds, and keep none."""
        rounds = list(self._kept)
        self._kept.clear()
        return rounds

    def _let_go(self) -> None:
        """Drop the oldest rounds.

        Only the positions of the openings decide, so the order of calls does not matter.
        """
        kept = self._kept
        newest = kept[-1].before.position
        while len(kept) > KEPT_LEAST and (
            len(kept) > KEPT_COUNT or newest - kept[0].before.position > KEPT_EVENTS
        ):
            kept.popleft()

    def recall(
        self, round_number: int, terminal: TerminalId | None, *, for_patron: bool = False
    ) -> Recall | None:
        """Return a kept round with its later corrections; None for any other."""
        kept = tuple(self._kept)
        for index, each in enumerate(kept):
            if each.number == round_number:
                before = each.before.table
                events = _events(kept[index:])
                return recall(events, round_number, terminal, before, for_patron=for_patron)
        return None

    def with_bets_of(self, terminal: TerminalId) -> tuple[int, ...]:
        """Return the rounds in which a terminal had bets, the latest first."""
        kept = reversed(tuple(self._kept))
        return tuple(each.number for each in kept if _has_bets(each, terminal))

    def numbers(self) -> tuple[int, ...]:
        """Return all kept rounds, the latest first."""
        return tuple(each.number for each in reversed(tuple(self._kept)))


def _events(kept: Iterable[_Kept]) -> Iterator[TableEvent]:
    for each in kept:
        yield from each.events


def _has_bets(kept: _Kept, terminal: TerminalId) -> bool:
    """Return whether the round's last position had bets; earlier bets may have been withdrawn."""
    positions = (
        event.fact.stakes
        for event in reversed(kept.events)
        if isinstance(event.fact, PositionTaken) and event.fact.terminal == terminal
    )
    return bool(next(positions, ()))


CHUNK = 1_000
"""The number of events read at a time: a tenth of a second."""


class AwaitedRounds:
    """The rounds from the oldest that can be recalled up to the snapshot; used by one thread."""

    def __init__(self, journal: Journal, snapshot: Snapshot, begin: Earlier) -> None:
        self.rounds = KeptRounds()
        self._journal, self._snapshot = journal, snapshot
        self._now = begin

    def step(self) -> bool:
        """Read some more; returns whether there is more to read.

        Raises RecordBroken if the events do not lead to the snapshot's table.
        """
        stream, end, table = self._snapshot.stream, self._snapshot.position, self._now.table
        count = min(CHUNK, end - self._now.position)
        with closing(self._journal.read(stream, self._now.position)) as events:
            for position, event in islice(events, count):
                if isinstance(event, TableEvent):
                    self.rounds.take(position, table, event)
                    table = evolve(table, event)
        self._now = Earlier(self._now.position + count, table)
        if self._now.position < end:
            return True
        if table != self._snapshot.table:
            raise RecordBroken(f"{stream} at {end}: its latest rounds lead to another table")
        return False
